import assert from 'node:assert/strict';
import test from 'node:test';
import type { VehicleConfiguration } from './vehicle.ts';
import { applyPattern, matchesPattern, type VinPattern } from './vin-pattern.ts';

const vin = 'KNDPXCAF2P7000001';
const pattern: VinPattern = {
  pattern: 'KNDPX*AF',
  yearFrom: 2022,
  yearTo: 2024,
  make: 'Kia',
  model: 'Sportage',
  trim: 'X-Line',
  bodyClass: 'Sport Utility Vehicle',
  driveType: 'AWD',
  fuelType: 'Gasoline',
  engine: null,
};
const decoded: VehicleConfiguration = {
  vin,
  year: 2023,
  make: 'Kia',
  model: 'Sportage',
  trim: 'LX',
  bodyClass: null,
  driveType: null,
  fuelType: null,
  engine: '2.5 L 4-cylinder',
  vehicleType: 'Multipurpose Passenger Vehicle (MPV)',
  gvwrKg: 2268,
  isUnconfirmed: true,
};

test('a star is any character, every other character itself', () => {
  assert.ok(matchesPattern(pattern, vin));
  assert.ok(!matchesPattern(pattern, 'KNDPYCAF2P7000001'));
});

test('a pattern alone is a configuration of the model year within its span', () => {
  const { pattern: _, yearFrom: __, yearTo: ___, ...facts } = pattern;
  assert.deepEqual(applyPattern(pattern, vin, []), [{ vin, year: 2023, ...facts, vehicleType: null, gvwrKg: null }]);
  assert.deepEqual(applyPattern({ ...pattern, yearTo: 2022 }, vin, []), []);
  assert.deepEqual(applyPattern({ ...pattern, yearFrom: 1990, yearTo: 1995 }, vin, [])[0]?.year, 1993);
});

test('a pattern wins over what was decoded, which is kept where the pattern says nothing and means the same model', () => {
  const { isUnconfirmed: _, ...kept } = decoded;
  assert.deepEqual(applyPattern(pattern, vin, [decoded, { ...decoded, trim: 'EX' }]), [
    { ...kept, trim: 'X-Line', bodyClass: 'Sport Utility Vehicle', driveType: 'AWD', fuelType: 'Gasoline' },
  ]);
  const [other] = applyPattern({ ...pattern, model: 'Seltos' }, vin, [decoded]);
  assert.deepEqual([other?.model, other?.engine, other?.gvwrKg], ['Seltos', null, null]);
});
