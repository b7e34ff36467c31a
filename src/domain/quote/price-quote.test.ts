import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { explainPremium } from '../../../test/kit/invariants/explain-premium.ts';
import { bookWith, rav4Inputs as inputs, rav4 } from '../../../test/kit/sale/sample-book.ts';
import { vehicleClassOf } from '../tariff/rate-book.ts';
import { parseTaxTable } from '../tax/parse-tax-table.ts';
import type { VehicleConfiguration } from '../vehicle/vehicle.ts';
import type { PricingInputs } from './premium.ts';
import { priceQuote } from './price-quote.ts';
import type { QuoteOptions } from './quote-options.ts';

const read = (name: string) => readFileSync(new URL(`../../sandbox/data/${name}.json`, import.meta.url), 'utf8');
const parsedTable = parseTaxTable(JSON.parse(read('tax-table')));
assert.ok(parsedTable.ok);
const taxTable = parsedTable.table;

function optionsOf(change: Partial<PricingInputs> = {}, book = bookWith()): QuoteOptions {
  const price = priceQuote(book, taxTable, { ...inputs, ...change });
  assert.ok(price.ok, JSON.stringify(price));
  return price.options;
}

const productAt = (options: QuoteOptions, years: number, code: string) =>
  [...options.replacement, ...options.limitedIndemnity]
    .filter(({ paymentTermInYears }) => paymentTermInYears === years)
    .flatMap(({ coverage }) => coverage)
    .find(({ productType }) => productType === code);

test('a price can be worked out by hand from the book', () => {
  // RPL for an SUV, 3 years: 1,159.00 × 1.035 (odometer) × 1.07 (age 2) × 1.02 (financed) × 1.075 (ON) = 1,407.39… →
  // 1,407.
  const rpl = productAt(optionsOf(), 3, 'RPL');
  assert.deepEqual(rpl, {
    productType: 'RPL',
    productName: { en: 'Vehicle replacement', fr: 'Remplacement du véhicule' },
    premiumCents: 140_700,
    taxCents: 0,
    totalWithTaxCents: 140_700,
    isOptional: false,
    coverageTermInYears: 3,
  });
  const explained = explainPremium(bookWith(), inputs, { productType: 'RPL', paymentTermInYears: 3 });
  assert.equal(explained?.baseCents, 115_900);
  assert.equal(explained?.unroundedCents, '140739.5634075');
  assert.deepEqual(
    explained?.factors.map(({ name, partsPerMillion }) => `${name} ${partsPerMillion}`),
    [
      'odometer 1035000',
      'vehicle age 1070000',
      'purchase method 1020000',
      'province 1075000',
      'fuel 1000000',
      'dealer channel 1000000',
    ],
  );
});

test('Prime is quoted for 1 to 8 years, Plus for 2 to 8', () => {
  const terms = (options: QuoteOptions) => options.replacement.map(({ paymentTermInYears }) => paymentTermInYears);
  assert.deepEqual(terms(optionsOf()), [1, 2, 3, 4, 5, 6, 7, 8]);
  assert.deepEqual(terms(optionsOf({ series: 'Plus' })), [2, 3, 4, 5, 6, 7, 8]);
});

test('tax follows the class of each product: in Ontario 0 %, 8 % and 13 %', () => {
  const options = optionsOf();
  const rates = ['RPL', 'DED', 'TIRE'].map((code) => {
    const product = productAt(options, 5, code)!;
    return Math.round((product.taxCents / product.premiumCents) * 100);
  });
  assert.deepEqual(rates, [0, 8, 13]);
});

test('tax is rounded half away from zero to the cent', () => {
  const book = bookWith((json) => {
    json.rounding = 'nearestCent';
    for (const row of json.premiums)
      if (row.product === 'TIRE') for (const years of Object.keys(row.baseCents)) row.baseCents[years] = 50;
  });
  // 13 % of 50 cents is 6.5 cents.
  assert.equal(productAt(optionsOf({}, book), 1, 'TIRE')?.taxCents, 7);
});

test('a cover may be shorter or longer than the payment term', () => {
  const plus = optionsOf({ series: 'Plus' });
  assert.equal(productAt(plus, 4, 'RENT')?.coverageTermInYears, 4);
  assert.equal(productAt(plus, 8, 'RENT')?.coverageTermInYears, 5);
  assert.equal(productAt(plus, 2, 'KEY')?.coverageTermInYears, 3);
  assert.equal(productAt(plus, 8, 'RPL')?.coverageTermInYears, 8);
});

test('a product is quoted only in its series, to its vehicle classes and within its dates', () => {
  assert.equal(productAt(optionsOf(), 2, 'KEY'), undefined);
  assert.equal(productAt(optionsOf(), 2, 'EVC'), undefined);
  assert.ok(productAt(optionsOf({ vehicle: { ...rav4, fuelType: 'Electric' } }), 2, 'EVC'));
  const book = bookWith((json) =>
    Object.assign(json.products[1], { offeredFrom: '2026-11-21', offeredUntil: '2026-11-22' }),
  );
  const days = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'];
  const isThere = days.map((effectiveDate) => productAt(optionsOf({ effectiveDate }, book), 2, 'DED') !== undefined);
  assert.deepEqual(isThere, [false, true, true, false]);
});

test('a factor counts within its dates', () => {
  const book = bookWith((json) => {
    json.factors.push({
      name: 'winter sale',
      by: 'series',
      values: {},
      otherwise: 500_000,
      from: '2026-12-01',
      until: '2026-12-31',
    });
  });
  const premium = (effectiveDate: string) => productAt(optionsOf({ effectiveDate }, book), 3, 'RPL')?.premiumCents;
  assert.deepEqual(['2026-11-30', '2026-12-01', '2026-12-31'].map(premium), [140_700, 70_400, 70_400]);
});

test('a category the vehicle does not qualify for is empty; with none left the quote is refused with the reasons', () => {
  const options = optionsOf({ odometer: 150_000 });
  assert.deepEqual(options.replacement, []);
  assert.equal(options.limitedIndemnity.length, 8);
  const price = priceQuote(bookWith(), taxTable, { ...inputs, odometer: 200_000 });
  assert.ok(!price.ok);
  assert.deepEqual(price.refusal, {
    code: 'VehicleIneligible',
    field: 'vehicleConfigurationId',
    params: { odometer: 200_000, odometerLimit: 180_000 },
  });
});

test('the refusal of a vehicle has every reason once, with the limit of the category that takes the most', () => {
  const truck = { ...rav4, make: 'Ferrari', model: 'Purosangue', year: 2005, gvwrKg: 6350 };
  const price = priceQuote(bookWith(), taxTable, { ...inputs, vehicle: truck, odometer: 200_000 });
  assert.deepEqual(price.ok ? null : price.refusal.params, {
    excluded: 'Ferrari Purosangue',
    yearOld: 2005,
    yearOldLimit: Number(inputs.effectiveDate.slice(0, 4)) - 10,
    odometer: 200_000,
    odometerLimit: 180_000,
    weight: 6350,
    weightLimit: 4536,
  });
});

test('the first rule that matches gives the class', () => {
  const classOf = (change: Partial<VehicleConfiguration>) => vehicleClassOf(bookWith(), { ...rav4, ...change });
  const car = { bodyClass: 'Sedan/Saloon', vehicleType: 'Passenger Car' };
  assert.equal(classOf({}), 'SUV');
  assert.equal(classOf({ make: 'BMW', fuelType: 'Electric' }), 'LUXURY');
  assert.equal(classOf({ make: 'TESLA', fuelType: 'Electric' }), 'ELECTRIC');
  assert.equal(classOf({ fuelType: 'Hydrogen' }), 'ELECTRIC');
  assert.equal(classOf({ fuelType: 'Plug-in hybrid' }), 'SUV');
  assert.equal(classOf({ bodyClass: 'Minivan' }), 'VAN');
  assert.equal(classOf({ bodyClass: null, vehicleType: 'Truck' }), 'PICKUP');
  assert.equal(classOf({ ...car, make: 'HONDA', model: 'CIVIC' }), 'ECONOMY');
  assert.equal(classOf({ ...car, make: 'HONDA', model: 'Accord' }), 'STANDARD');
  assert.equal(classOf({ make: 'Unheard Of', bodyClass: null, vehicleType: null, fuelType: null }), 'STANDARD');
});

test('what is not offered has no explanation', () => {
  const explain = (productType: string, paymentTermInYears: number, series: 'Prime' | 'Plus') =>
    explainPremium(bookWith(), { ...inputs, series }, { productType, paymentTermInYears });
  assert.equal(explain('NONE', 3, 'Prime'), null);
  assert.equal(explain('KEY', 3, 'Prime'), null);
  assert.equal(explain('RPL', 1, 'Plus'), null);
  assert.equal(explain('EVC', 3, 'Prime'), null);
});
