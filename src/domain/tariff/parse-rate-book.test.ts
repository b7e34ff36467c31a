import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { faultsMax } from './check-rate-book.ts';
import { parseRateBook } from './parse-rate-book.ts';

const sampleText = readFileSync(new URL('../../sandbox/data/rate-book.json', import.meta.url), 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: a broken book has any shape.
type Loose = any;

function faultsOf(spoil: (book: Loose) => void): readonly string[] {
  const book: Loose = JSON.parse(sampleText);
  spoil(book);
  const parsed = parseRateBook(book);
  return parsed.ok ? [] : parsed.faults.map(({ path, message }) => `${path}: ${message}`);
}

test('the sample rate book has no fault', () => {
  assert.deepEqual(
    faultsOf(() => {}),
    [],
  );
});

test('a book without underwriters, limits and deductibles loads', () => {
  const old = (book: Loose) => {
    for (const insurer of book.insurers) delete insurer.underwriter;
    for (const product of book.products) {
      delete product.limits;
      delete product.deductibles;
    }
  };
  assert.deepEqual(faultsOf(old), []);
});

const brokenForms: readonly [string, (book: Loose) => void, string][] = [
  [
    'fractional cents',
    (b) => (b.premiums[3].baseCents['4'] = 10.5),
    'premiums[3].baseCents.4: must be a whole number of cents, 0 to 10000000',
  ],
  [
    'negative cents',
    (b) => (b.premiums[0].baseCents['1'] = -1),
    'premiums[0].baseCents.1: must be a whole number of cents, 0 to 10000000',
  ],
  [
    'cents as text',
    (b) => (b.premiums[0].baseCents['1'] = '100'),
    'premiums[0].baseCents.1: must be a whole number of cents, 0 to 10000000',
  ],
  [
    'a term of 0 years',
    (b) => (b.premiums[0].baseCents['0'] = 1),
    'premiums[0].baseCents.0: must be under a payment term of 1 to 10 years',
  ],
  [
    'a limit as text',
    (b) => (b.products[0].limits[0].amountCents = '120000'),
    'products[0].limits[0].amountCents: must be a whole number of cents, 0 to 9999999999',
  ],
  ['a limit without words', (b) => delete b.products[0].limits[0].name, 'products[0].limits[0].name: is required'],
  [
    'a list of no deductibles',
    (b) => (b.products[0].deductibles = []),
    'products[0].deductibles: must be a list of 1 to 10',
  ],
  [
    'a blank underwriter',
    (b) => (b.insurers[0].underwriter = ''),
    'insurers[0].underwriter: must be a text of 1 to 200 characters',
  ],
  ['a missing French name', (b) => delete b.products[2].name.fr, 'products[2].name.fr: is required'],
  ['a blank name', (b) => (b.products[2].name.fr = ' '), 'products[2].name.fr: must be a text of 1 to 200 characters'],
  [
    'a misspelt property',
    (b) => (b.products[1].offeredUntill = '2026-01-01'),
    'products[1].offeredUntill: is not a known property',
  ],
  [
    'an unknown category',
    (b) => (b.products[0].category = 'Total'),
    'products[0].category: must be one of Replacement, LimitedIndemnity',
  ],
  [
    'an unknown tax class',
    (b) => (b.products[0].taxClass = 'none'),
    'products[0].taxClass: must be one of automobileInsurance, otherInsurance, taxableContract',
  ],
  ['a series named twice', (b) => (b.products[0].series = ['Plus', 'Plus']), 'products[0].series[1]: names Plus twice'],
  [
    'a small code',
    (b) => (b.products[0].code = 'rpl'),
    'products[0].code: must be a code: 2 to 12 capital letters or digits, a letter first',
  ],
  [
    'a day that does not exist',
    (b) => (b.firstEffectiveDate = '2026-02-30'),
    'firstEffectiveDate: must be a date, YYYY-MM-DD',
  ],
  [
    'a date with a time',
    (b) => (b.firstEffectiveDate = '2026-02-03T00:00:00Z'),
    'firstEffectiveDate: must be a date, YYYY-MM-DD',
  ],
  ['an unknown rounding', (b) => (b.rounding = 'down'), 'rounding: must be one of nearestCent, nearestDollar'],
  [
    'a factor ten times too high',
    (b) => (b.factors[0].bands[0].partsPerMillion = 10_000_000),
    'factors[0].bands[0].partsPerMillion: must be a whole number of parts per million, 100000 to 3000000',
  ],
  [
    'an unknown factor kind',
    (b) => (b.factors[0].by = 'moon'),
    'factors[0].by: must be one of odometer, vehicleAge, purchaseMethod, province, series, fuel',
  ],
  [
    'a capped term without years',
    (b) => delete b.products[2].coverageTermRule.years,
    'products[2].coverageTermRule.years: is required',
  ],
  [
    'an exclusion of everything',
    (b) => (b.exclusions[0].when = {}),
    'exclusions[0].when: must name something, or no vehicle would be insured',
  ],
  [
    'a word without letters',
    (b) => (b.exclusions[0].when.makes[0] = '-'),
    'exclusions[0].when.makes[0]: must have a letter or a digit: an empty beginning would match everything',
  ],
  ['products that are no list', (b) => (b.products = {}), 'products: must be a list of 1 to 5000'],
  ['thirteen factors', (b) => (b.factors = Array(13).fill(b.factors[5])), 'factors: must be a list of 0 to 12'],
  ['a missing part', (b) => delete b.eligibility, 'eligibility: is required'],
  ['an inverted book', (b) => (b.lastEffectiveDate = '2019-12-31'), 'lastEffectiveDate: must not be before the start'],
  [
    'an inverted offer',
    (b) => Object.assign(b.products[1], { offeredFrom: '2026-02-01', offeredUntil: '2026-01-31' }),
    'products[1].offeredUntil: must not be before the start',
  ],
  [
    'bands that fall',
    (b) => (b.factors[0].bands[1].upTo = 20_000),
    'factors[0].bands[1].upTo: must be more than in the band before',
  ],
  [
    'a last band with a limit',
    (b) => (b.factors[0].bands[4].upTo = 900_000),
    'factors[0].bands[4].upTo: must be null in the last band, so that every value has a band',
  ],
  [
    'a province that is none',
    (b) => (b.factors[3].values.QB = 1_000_000),
    'factors[3].values.QB: QB is not a province',
  ],
];

const brokenPromises: readonly [string, (book: Loose) => void, string][] = [
  [
    'a premium of an unknown product',
    (b) => (b.premiums[0].product = 'NONE'),
    'premiums[0].product: NONE is not a product',
  ],
  [
    'a premium of an unknown class',
    (b) => (b.premiums[0].vehicleClass = 'BOAT'),
    'premiums[0].vehicleClass: BOAT is not a vehicle class',
  ],
  ['a class without premium', (b) => b.premiums.splice(1, 1), 'products[0]: has no premium for vehicle class STANDARD'],
  [
    'a premium that is there twice',
    (b) => b.premiums.push(b.premiums[0]),
    'premiums[64].product: RPL ECONOMY is there twice',
  ],
  ['a term without premium', (b) => delete b.premiums[0].baseCents['8'], 'premiums[0].baseCents.8: is required'],
  [
    'a premium for a term that is not sold',
    (b) => (b.premiums[0].baseCents['9'] = 9_000_000),
    'premiums[0].baseCents.9: is not a payment term of Prime or Plus',
  ],
  [
    'a longer term that is cheaper',
    (b) => (b.premiums[0].baseCents['3'] = b.premiums[0].baseCents['2'] - 1),
    'premiums[0].baseCents.3: must not be less than 59100, the amount for 2',
  ],
  [
    'a premium for a class outside the offer',
    (b) => b.premiums.push({ ...b.premiums[0], product: 'EVC' }),
    'premiums[64].vehicleClass: EVC is not offered to ECONOMY',
  ],
  ['two products of one code', (b) => (b.products[1].code = 'RPL'), 'products[1].code: RPL is there twice'],
  [
    'two classes of one code',
    (b) => b.vehicleClasses.push(b.vehicleClasses[0]),
    'vehicleClasses[7].code: ECONOMY is there twice',
  ],
  [
    'a factor for an unknown product',
    (b) => (b.factors[0].products[1] = 'NONE'),
    'factors[0].products[1]: NONE is not a product',
  ],
  ['two factors of one name', (b) => (b.factors[1].name = 'odometer'), 'factors[1].name: odometer is there twice'],
  [
    'a Plus term of one year',
    (b) => b.paymentTerms.Plus.unshift(1),
    'paymentTerms.Plus[0]: is below the Plus minimum of 2 years',
  ],
  [
    'terms out of order',
    (b) => b.paymentTerms.Prime.reverse(),
    'paymentTerms.Prime[1]: must be more than the term before',
  ],
  [
    'two rules for one category',
    (b) => b.eligibility.push(b.eligibility[0]),
    'eligibility[4].series: Prime Replacement is there twice',
  ],
  [
    'a product without eligibility rule',
    (b) => b.eligibility.splice(0, 1),
    'products[0].series: Prime Replacement has no eligibility rule',
  ],
  [
    'no required product',
    (b) => (b.products[0].isOptional = true),
    'eligibility[0]: has no product with isOptional false that is offered in Prime as long as the book is in force',
  ],
  [
    'a required product that ends before the book',
    (b) => (b.products[0].offeredUntil = '2030-01-01'),
    'eligibility[0]: has no product with isOptional false that is offered in Prime as long as the book is in force',
  ],
  [
    'two rules for a province and a day',
    (b) => b.products[3].provinceRules.push({ provinces: ['BC', 'SK'], from: '2027-01-01', isOffered: false }),
    'products[3].provinceRules[1]: BC has two rules on the same days',
  ],
  [
    'two days of notice for a province and a day',
    (b) => b.insurerNotices.push({ provinces: ['MB', 'ON'], days: 20, basis: 'The Act' }),
    'insurerNotices[8]: ON has two rules on the same days',
  ],
  [
    'a required product for some classes',
    (b) => (b.products[0].vehicleClasses = ['SUV']),
    'products[0].vehicleClasses: a product that is not optional is for every class',
  ],
  [
    'a class rule for an unknown class',
    (b) => (b.classification[0].vehicleClass = 'BOAT'),
    'classification[0].vehicleClass: BOAT is not a vehicle class',
  ],
  [
    'no class rule for the rest',
    (b) => b.classification.pop(),
    'classification[6].when: must be empty: the last rule takes every vehicle',
  ],
  [
    'a class rule that hides the next',
    (b) => (b.classification[2].when = {}),
    'classification[2].when: matches every vehicle, so the rules after it are never met',
  ],
];

for (const [what, spoil, fault] of [...brokenForms, ...brokenPromises]) {
  test(`a book with ${what} is refused, and the fault is named with its path`, () => {
    const faults = faultsOf(spoil);
    assert.ok(faults.includes(fault), faults.join('\n'));
  });
}

test('all faults of form are named at once', () => {
  const faults = faultsOf((book) => {
    for (const [what, spoil] of brokenForms.slice(0, 1).concat(brokenForms.slice(4, 5), brokenForms.slice(13, 14))) {
      assert.ok(what);
      spoil(book);
    }
  });
  assert.equal(faults.length, 3);
});

test('what is no book at all is refused without a crash', () => {
  for (const json of [
    null,
    undefined,
    1,
    'book',
    [],
    {},
    { products: [null, [], 1] },
    JSON.parse('{"__proto__":{}}'),
  ]) {
    assert.equal(parseRateBook(json).ok, false);
  }
});

test('rules of a province may follow each other, and a book without any loads', () => {
  const first = { provinces: ['QC'], until: '2026-12-31', taxClass: 'otherInsurance' };
  const next = { provinces: ['QC', 'ON'], from: '2027-01-01', isOffered: false };
  assert.deepEqual(
    faultsOf((b) => b.products[3].provinceRules.push(first, next)),
    [],
  );
  assert.deepEqual(
    faultsOf((b) => delete b.products[3].provinceRules),
    [],
  );
});

test('a book of before, without days of notice, loads', () => {
  assert.deepEqual(
    faultsOf((b) => delete b.insurerNotices),
    [],
  );
});

test('the largest book with thousands of products, classes and premiums is checked in one go, and tells the first faults', () => {
  // Compared pair by pair, it took minutes in which the service did nothing else.
  const faults = faultsOf((b) => {
    const codes = Array.from({ length: 4_900 }, (_, i) => `C${i}`);
    b.vehicleClasses.push(...codes.map((code) => ({ ...b.vehicleClasses[0], code })));
    b.premiums.push(...codes.map((vehicleClass) => ({ ...b.premiums[0], vehicleClass })));
    b.products.push(...codes.slice(0, 60).map((code) => ({ ...b.products[0], code, vehicleClasses: codes })));
  });
  assert.equal(faults.length, faultsMax);
});
