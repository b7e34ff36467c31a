import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import fc from 'fast-check';
import { explainPremium } from '../../../test/kit/invariants/explain-premium.ts';
import { addDays } from '../calendar.ts';
import { provinces } from '../province.ts';
import { parseRateBook } from '../tariff/parse-rate-book.ts';
import { parseTaxTable } from '../tax/parse-tax-table.ts';
import { judgeEligibility } from '../vehicle/eligibility.ts';
import { priceQuote } from './price-quote.ts';
import type { PricedTerm } from './quote-options.ts';
import { minimumTermInYears, purchaseMethods, seriesNames } from './vocabulary.ts';

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../sandbox/data/${name}.json`, import.meta.url), 'utf8'));
const parsedBook = parseRateBook(read('rate-book'));
const parsedTable = parseTaxTable(read('tax-table'));
assert.ok(parsedBook.ok && parsedTable.ok);
const book = parsedBook.book;
const taxTable = parsedTable.table;

const orUnknown = (...values: string[]) => fc.option(fc.constantFrom(...values));
const vehicles = fc.record({
  vin: fc.constant('2T3B1RFV0RW000001'),
  year: fc.integer({ min: 2015, max: 2028 }),
  make: fc.oneof(fc.constantFrom('TOYOTA', 'Honda', 'BMW', 'FORD', 'TESLA', 'Ferrari', 'RAM'), fc.string()),
  model: fc.oneof(fc.constantFrom('Civic', 'Corolla', 'F-150', 'GT'), fc.string()),
  trim: fc.constant(null),
  bodyClass: orUnknown(
    'Sedan/Saloon',
    'Pickup',
    'Minivan',
    'Sport Utility Vehicle (SUV)/Multi-Purpose Vehicle (MPV)',
    'Motorhome',
  ),
  driveType: fc.constant(null),
  fuelType: orUnknown('Gasoline', 'Diesel', 'Electric', 'Flexible Fuel Vehicle (FFV)'),
  engine: fc.constant(null),
  vehicleType: orUnknown('Passenger Car', 'Truck', 'Multipurpose Passenger Vehicle (MPV)', 'Motorcycle'),
  gvwrKg: fc.option(fc.constantFrom(1814, 2722, 3175, 4082, 4536, 6350)),
});
const inputsOf = fc.record({
  series: fc.constantFrom(...seriesNames),
  vehicle: vehicles,
  quotedOn: fc.nat(1_500).map((days) => addDays('2024-01-01', days)),
  effectiveDate: fc.nat(1_500).map((days) => addDays('2024-01-01', days)),
  odometer: fc.oneof({ weight: 9, arbitrary: fc.nat(200_000) }, { weight: 1, arbitrary: fc.nat(2_147_483_647) }),
  purchaseMethod: fc.constantFrom(...purchaseMethods),
  province: fc.constantFrom(...provinces),
});

test('over thousands of vehicles: amounts are whole and add up, longer is never cheaper, required products are there', () => {
  let pricedCount = 0;
  fc.assert(
    fc.property(inputsOf, (inputs) => {
      const price = priceQuote(book, taxTable, inputs);
      const verdicts = judgeEligibility(book, inputs.vehicle, { ...inputs, series: [inputs.series] });
      const eligible = verdicts.filter(({ reasons }) => reasons.length === 0).map(({ category }) => category);
      assert.equal(price.ok, eligible.length > 0);
      if (!price.ok) return;
      pricedCount += 1;
      const { replacement, limitedIndemnity } = price.options;
      assert.equal(replacement.length > 0, eligible.includes('Replacement'));
      assert.equal(limitedIndemnity.length > 0, eligible.includes('LimitedIndemnity'));
      checkTerms(replacement, 'RPL', minimumTermInYears[inputs.series]);
      checkTerms(limitedIndemnity, 'LIM', minimumTermInYears[inputs.series]);
    }),
    { numRuns: 4_000 },
  );
  assert.ok(pricedCount > 800, `${pricedCount} of the vehicles had a price`);
});

function checkTerms(terms: readonly PricedTerm[], required: string, minimum: number): void {
  const shorter = new Map<string, number>();
  for (const { paymentTermInYears, coverage } of terms) {
    assert.ok(paymentTermInYears >= minimum);
    assert.equal(new Set(coverage.map(({ productType }) => productType)).size, coverage.length);
    assert.ok(coverage.some(({ productType, isOptional }) => productType === required && !isOptional));
    for (const { productType, premiumCents, taxCents, totalWithTaxCents, coverageTermInYears } of coverage) {
      for (const amount of [premiumCents, taxCents, totalWithTaxCents, coverageTermInYears]) {
        assert.ok(Number.isSafeInteger(amount) && amount >= 0);
      }
      assert.equal(premiumCents + taxCents, totalWithTaxCents);
      assert.ok(totalWithTaxCents >= (shorter.get(productType) ?? 1));
      shorter.set(productType, totalWithTaxCents);
    }
  }
}

test('the same inputs have the same price, and its explanation multiplies out to it', () => {
  fc.assert(
    fc.property(inputsOf, (inputs) => {
      const price = priceQuote(book, taxTable, inputs);
      assert.deepEqual(priceQuote(book, taxTable, structuredClone(inputs)), price);
      if (!price.ok) return;
      for (const { paymentTermInYears, coverage } of [
        ...price.options.replacement,
        ...price.options.limitedIndemnity,
      ]) {
        for (const { productType, premiumCents } of coverage) {
          const explained = explainPremium(book, inputs, { productType, paymentTermInYears });
          assert.equal(explained?.premiumCents, premiumCents);
          const product = explained.factors.reduce(
            (cents, { partsPerMillion }) => (cents * partsPerMillion) / 1e6,
            explained.baseCents,
          );
          assert.ok(Math.abs(product - Number(explained.unroundedCents)) < 0.001);
          assert.ok(Math.abs(product - premiumCents) < 50.001);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('in Quebec what is quoted in 2027 has the same premium and more tax than what is quoted the day before', () => {
  const car = vehicles.map((vehicle) => ({
    ...vehicle,
    year: 2026,
    make: 'TOYOTA',
    vehicleType: null,
    bodyClass: null,
    gvwrKg: null,
  }));
  fc.assert(
    fc.property(inputsOf, car, fc.nat(100_000), (inputs, vehicle, odometer) => {
      const on = (quotedOn: string) => {
        const price = priceQuote(book, taxTable, {
          ...inputs,
          province: 'QC',
          odometer,
          quotedOn,
          effectiveDate: '2027-01-10',
          vehicle,
        });
        assert.ok(price.ok);
        return price.options.replacement[0]!.coverage.find(({ productType }) => productType === 'RPL')!;
      };
      const before = on('2026-12-31');
      const after = on('2027-01-01');
      assert.equal(after.premiumCents, before.premiumCents);
      assert.equal(before.taxCents, before.premiumCents * 0.09);
      assert.equal(after.taxCents, Math.round((before.premiumCents * 9_975) / 100_000));
    }),
    { numRuns: 300 },
  );
});
