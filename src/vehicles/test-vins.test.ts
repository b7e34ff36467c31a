import assert from 'node:assert/strict';
import test from 'node:test';
import { checkVin, withCheckDigit, yearCode } from '../domain/vehicle/vin.ts';
import { loadDecoder } from './decoder.ts';
import { makeTestVin, testPatterns } from './test-vins.ts';

const decoder = loadDecoder();

test('every pattern decodes to its make, model and year, and to a light everyday vehicle', () => {
  for (const { year, make, model, wmi, vds, plant } of testPatterns) {
    const [first] = decoder.decode(withCheckDigit(`${wmi}${vds}0${yearCode(year)}${plant}100001`));
    assert.deepEqual({ year: first?.year, make: first?.make, model: first?.model }, { year, make, model });
    assert.match(first?.bodyClass ?? '', /^(Sedan|Hatchback|Wagon|Coupe|Sport Utility|Crossover|Pickup|Minivan)/);
    assert.ok((first?.gvwrKg ?? 0) <= 4536);
  }
});

test('each model year from 2012 to 2027 has at least 15 makes', () => {
  for (let year = 2012; year <= 2027; year++) {
    const makes = new Set(testPatterns.filter((pattern) => pattern.year === year).map(({ make }) => make));
    assert.ok(makes.size >= 15, `${year}: ${makes.size}`);
  }
});

test('a test VIN is valid, of the year asked for, and the same for the same random numbers', () => {
  for (let year = 2012; year <= 2027; year++) {
    for (const number of [0, 0.25, 0.5, 0.999_999_999]) {
      const vin = makeTestVin(year, () => number);
      assert.ok(vin !== null && checkVin(vin).ok);
      assert.equal(decoder.decode(vin)[0]?.year, year);
      assert.equal(
        makeTestVin(year, () => number),
        vin,
      );
    }
  }
});

test('a year without patterns has no test VIN', () => {
  assert.equal(makeTestVin(2011, Math.random), null);
  assert.equal(makeTestVin(2028, Math.random), null);
});
