import assert from 'node:assert/strict';
import test from 'node:test';
import { bookWith } from '../../../test/kit/sale/sample-book.ts';
import { ageInModelYears, type EligibilityInputs, isEligible, judgeEligibility } from './eligibility.ts';
import type { VehicleConfiguration } from './vehicle.ts';

const civic: VehicleConfiguration = {
  vin: '2HGFE2F50PH000001',
  year: 2023,
  make: 'HONDA',
  model: 'Civic',
  trim: null,
  bodyClass: 'Sedan/Saloon',
  driveType: null,
  fuelType: 'Gasoline',
  engine: null,
  vehicleType: 'Passenger Car',
  gvwrKg: 2268,
};

const prime: EligibilityInputs = {
  effectiveDate: '2026-11-20',
  odometer: 45_000,
  purchaseMethod: 'Cash',
  series: ['Prime'],
};

/** The reasons against each category of Prime: [Replacement, LimitedIndemnity]. */
function reasons(vehicle: VehicleConfiguration, inputs: Partial<EligibilityInputs> = {}, book = bookWith()) {
  const verdicts = judgeEligibility(book, vehicle, { ...prime, ...inputs });
  return verdicts.map((verdict) => verdict.reasons.map(({ code }) => code));
}

test('an ordinary car is eligible in both categories', () => {
  assert.deepEqual(reasons(civic), [[], []]);
});

test('a model year may lie six years back for Replacement and ten for LimitedIndemnity', () => {
  assert.deepEqual(reasons({ ...civic, year: 2020 }), [[], []]);
  assert.deepEqual(reasons({ ...civic, year: 2019 }), [['ModelYearTooOld'], []]);
  assert.deepEqual(reasons({ ...civic, year: 2016 }), [['ModelYearTooOld'], []]);
  assert.deepEqual(reasons({ ...civic, year: 2015 }), [['ModelYearTooOld'], ['ModelYearTooOld']]);
});

test('the model year is counted at the effective date, not today', () => {
  assert.deepEqual(reasons({ ...civic, year: 2020 }, { effectiveDate: '2026-12-31' }), [[], []]);
  assert.deepEqual(reasons({ ...civic, year: 2020 }, { effectiveDate: '2027-01-01' }), [['ModelYearTooOld'], []]);
  assert.equal(ageInModelYears({ ...civic, year: 2027 }, '2026-12-31'), -1);
});

test('next year’s model is eligible, the one after it is not', () => {
  assert.deepEqual(reasons({ ...civic, year: 2027 }), [[], []]);
  assert.deepEqual(reasons({ ...civic, year: 2028 }), [['ModelYearTooNew'], ['ModelYearTooNew']]);
});

test('the odometer may stand at the limit, not one kilometre beyond', () => {
  assert.deepEqual(reasons(civic, { odometer: 100_000 }), [[], []]);
  assert.deepEqual(reasons(civic, { odometer: 100_001 }), [['OdometerTooHigh'], []]);
  assert.deepEqual(reasons(civic, { odometer: 180_001 }), [['OdometerTooHigh'], ['OdometerTooHigh']]);
});

test('each series has limits of its own', () => {
  const verdicts = judgeEligibility(bookWith(), civic, { ...prime, odometer: 110_000, series: ['Prime', 'Plus'] });
  assert.deepEqual(
    verdicts.filter(({ reasons }) => reasons.length === 0).map(({ series, category }) => `${series} ${category}`),
    ['Prime LimitedIndemnity', 'Plus Replacement', 'Plus LimitedIndemnity'],
  );
});

test('what a look-up does not name excludes nothing', () => {
  const book = bookWith((json) => {
    json.eligibility[0].purchaseMethods = ['Cash'];
  });
  assert.deepEqual(reasons(civic, { odometer: null, purchaseMethod: null }, book), [[], []]);
  assert.deepEqual(reasons(civic, { purchaseMethod: 'Lease' }, book), [['PurchaseMethodNotAllowed'], []]);
});

test('exotic makes and models are excluded, however they are spelt', () => {
  for (const make of [
    'FERRARI',
    'Lamborghini',
    'ROLLS ROYCE',
    'Rolls-Royce',
    'Aston Martin',
    'McLaren',
    'BUGATTI',
    'Bentley',
  ]) {
    assert.deepEqual(reasons({ ...civic, make }), [['ExoticMake'], ['ExoticMake']], make);
  }
  assert.deepEqual(reasons({ ...civic, make: 'FORD', model: 'GT' }), [['ExoticModel'], ['ExoticModel']]);
  assert.deepEqual(reasons({ ...civic, make: 'FORD', model: 'Mustang' }), [[], []]);
});

test('motorcycles, buses, trailers and heavy trucks are refused', () => {
  for (const vehicleType of ['Motorcycle', 'Bus', 'Trailer', 'Incomplete Vehicle', 'Low Speed Vehicle (LSV)']) {
    assert.deepEqual(reasons({ ...civic, vehicleType })[1], ['VehicleTypeNotInsured'], vehicleType);
  }
  assert.deepEqual(reasons({ ...civic, bodyClass: 'Motorcycle - Cruiser' })[1], ['BodyNotInsured']);
  assert.deepEqual(reasons({ ...civic, gvwrKg: 4536 }), [[], []]);
  assert.deepEqual(reasons({ ...civic, gvwrKg: 4537 }), [['TooHeavy'], ['TooHeavy']]);
});

test('an unknown body, type, fuel or weight excludes nothing', () => {
  assert.deepEqual(reasons({ ...civic, bodyClass: null, vehicleType: null, fuelType: null, gvwrKg: null }), [[], []]);
});

test('an exclusion holds within its dates', () => {
  const book = bookWith((json) => {
    json.exclusions.push({
      code: 'Recall',
      text: 'recalled',
      when: { models: ['Civic'] },
      from: '2026-11-01',
      until: '2026-11-30',
    });
  });
  assert.deepEqual(reasons(civic, { effectiveDate: '2026-10-31' }, book)[0], []);
  assert.deepEqual(reasons(civic, { effectiveDate: '2026-11-30' }, book)[0], ['Recall']);
  assert.deepEqual(reasons(civic, { effectiveDate: '2026-12-01' }, book)[0], []);
});

test('every reason is named, and one eligible category makes the vehicle eligible', () => {
  const old = judgeEligibility(bookWith(), { ...civic, year: 2005, gvwrKg: 6350 }, { ...prime, odometer: 400_000 });
  assert.deepEqual(
    old[0]?.reasons.map(({ code }) => code),
    ['ModelYearTooOld', 'OdometerTooHigh', 'TooHeavy'],
  );
  assert.ok(!isEligible(old));
  assert.ok(isEligible(judgeEligibility(bookWith(), { ...civic, year: 2017 }, prime)));
  assert.ok(!isEligible(judgeEligibility(bookWith(), civic, { ...prime, series: [] })));
});

test('a category that the book does not sell in a series is not eligible there', () => {
  const book = bookWith((json) => {
    json.eligibility = json.eligibility.filter(
      (rule: { series: string; category: string }) =>
        !(rule.series === 'Prime' && rule.category === 'LimitedIndemnity'),
    );
    for (const product of json.products) if (product.category === 'LimitedIndemnity') product.series = ['Plus'];
    for (const row of json.premiums) if (row.product.startsWith('LIM')) delete row.baseCents['1'];
  });
  assert.deepEqual(reasons(civic, {}, book), [[], ['CategoryNotSold']]);
});
