import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import fc from 'fast-check';
import { addDays } from '../calendar.ts';
import { parseRateBook } from '../tariff/parse-rate-book.ts';
import type { RateBook } from '../tariff/rate-book.ts';
import { parseTaxTable } from '../tax/parse-tax-table.ts';
import type { PricingInputs } from './premium.ts';
import { priceQuote } from './price-quote.ts';
import { priceTerms } from './price-terms.ts';
import type { PricedTerm } from './quote-options.ts';
import { purchaseMethods, seriesNames } from './vocabulary.ts';

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../sandbox/data/${name}.json`, import.meta.url), 'utf8'));
const parsedTable = parseTaxTable(read('tax-table'));
assert.ok(parsedTable.ok);
const taxTable = parsedTable.table;

/**
 * The sample book with what depends on the day: a product that takes another's place, one that goes, a factor of one
 * season.
 */
function seasonalBook(): RateBook {
  const json = read('rate-book');
  const product = (wanted: string) => json.products.find(({ code }: { code: string }) => code === wanted);
  product('KEY').offeredUntil = '2026-11-30';
  product('TIRE').offeredFrom = '2026-12-01'; // Taxed and scaled like KEY: only their codes tell them apart.
  product('LIMROAD').offeredUntil = '2027-01-15';
  Object.assign(json.factors[0], { from: '2026-12-15', until: '2027-01-31' });
  const parsed = parseRateBook(json);
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return parsed.book;
}

/** The same book with offers of its own: nothing was priced by them yet. */
function unused(book: RateBook): RateBook {
  const { Prime, Plus } = book.offers;
  const copy = (offers: typeof Prime): typeof Prime => ({
    Replacement: offers.Replacement && { ...offers.Replacement },
    LimitedIndemnity: offers.LimitedIndemnity && { ...offers.LimitedIndemnity },
  });
  return { ...book, offers: { Prime: copy(Prime), Plus: copy(Plus) } };
}

const inputsOf: fc.Arbitrary<PricingInputs> = fc.record({
  series: fc.constantFrom(...seriesNames),
  vehicle: fc.record({
    vin: fc.constant('2T3B1RFV0RW000001'),
    year: fc.integer({ min: 2018, max: 2027 }),
    make: fc.constantFrom('TOYOTA', 'BMW', 'TESLA'),
    model: fc.constantFrom('Civic', 'F-150'),
    trim: fc.constant(null),
    bodyClass: fc.option(fc.constantFrom('Sedan/Saloon', 'Pickup', 'Minivan')),
    driveType: fc.constant(null),
    fuelType: fc.option(fc.constantFrom('Gasoline', 'Diesel', 'Electric')),
    engine: fc.constant(null),
    vehicleType: fc.option(fc.constantFrom('Passenger Car', 'Truck')),
    gvwrKg: fc.option(fc.constantFrom(1814, 2722, 4536)),
  }),
  quotedOn: fc.nat(120).map((days) => addDays('2026-11-01', days)),
  effectiveDate: fc.nat(120).map((days) => addDays('2026-11-01', days)),
  odometer: fc.nat(160_000),
  purchaseMethod: fc.constantFrom(...purchaseMethods),
  province: fc.constantFrom('ON', 'QC'),
});

test('a price from memory is the price worked out afresh, whatever was priced before', () => {
  const book = seasonalBook();
  const lists = new Set<readonly PricedTerm[]>();
  const found = { lists: 0, oneCategory: 0 };
  fc.assert(
    fc.property(inputsOf, (inputs) => {
      const price = priceQuote(book, taxTable, inputs);
      assert.deepEqual(price, priceQuote(unused(book), taxTable, inputs));
      if (!price.ok) return;
      const { replacement, limitedIndemnity } = price.options;
      const offered = [replacement, limitedIndemnity].filter((terms) => terms.length > 0);
      for (const terms of offered) lists.add(terms);
      found.lists += offered.length;
      if (offered.length === 1) found.oneCategory += 1;
    }),
    { numRuns: 3_000 },
  );
  assert.ok(found.oneCategory > 50, `${found.oneCategory} quotes had one category`);
  assert.ok(found.lists - lists.size > 200, `${found.lists - lists.size} of ${found.lists} came from memory`);
});

test('equal ratings get the very same list; each book and each tax table its own', () => {
  const book = seasonalBook();
  const inputs = fc.sample(inputsOf, { seed: 7, numRuns: 500 }).find((one) => priceQuote(book, taxTable, one).ok)!;
  const termsOf = (rates: RateBook, table = taxTable) => {
    const price = priceQuote(rates, table, inputs);
    assert.ok(price.ok);
    return [...price.options.replacement, ...price.options.limitedIndemnity];
  };
  const first = termsOf(book);
  assert.ok(termsOf(book).every((term, index) => term === first[index]));
  assert.ok(termsOf(seasonalBook()).every((term, index) => term !== first[index]));
  const dearer = structuredClone(taxTable);
  for (const rates of Object.values(dearer.rates[inputs.province])) {
    for (const rate of rates) Object.assign(rate, { totalPartsPerMillion: rate.totalPartsPerMillion + 100_000 });
  }
  const taxOf = (terms: readonly PricedTerm[]) => terms[0]!.coverage[0]!.taxCents;
  assert.ok(taxOf(termsOf(book, dearer)) > taxOf(first));
});

test('the memory is bounded: a list that was pushed out is worked out again', () => {
  const book = seasonalBook();
  const offer = book.offers.Prime.Replacement!;
  const vehicleClass = [...offer.products[0]!.baseCents.keys()][0]!;
  const at = (taxRate: number) =>
    priceTerms({
      offer,
      rounding: book.rounding,
      vehicleClass,
      taxRates: offer.products.map((_, index) => (index === 0 ? taxRate : null)),
      factorParts: offer.factors.map(() => null),
    });
  const first = at(0);
  assert.equal(at(0), first);
  for (let taxRate = 1; taxRate <= 2_000; taxRate += 1) at(taxRate);
  assert.notEqual(at(0), first);
  assert.deepEqual(at(0), first);
});
