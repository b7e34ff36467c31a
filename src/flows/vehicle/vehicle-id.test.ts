import assert from 'node:assert/strict';
import test from 'node:test';
import type { Lookup } from '../../domain/vehicle/lookup.ts';
import type { VehicleConfiguration } from '../../domain/vehicle/vehicle.ts';
import { makeVehicleIds } from './vehicle-id.ts';

const vin = '2T3B1RFV0RW000001';
const base: VehicleConfiguration = {
  vin,
  year: 2025,
  make: 'Citroën',
  model: 'C3',
  trim: null,
  bodyClass: 'Hatchback',
  driveType: null,
  fuelType: 'Gasoline',
  engine: null,
  vehicleType: 'Passenger Car',
  gvwrKg: null,
};
const sport: VehicleConfiguration = { ...base, trim: 'Sport' };
const lookup: Lookup = {
  vehicle: sport,
  sellerId: 'seller',
  effectiveDate: '2026-11-20',
  odometer: 100,
  purchaseMethod: 'Cash',
};
/** What a decoder with these configurations of the one VIN returns. */
const decoding =
  (...configurations: VehicleConfiguration[]) =>
  (asked: string) =>
    asked === vin ? configurations : [];

test('an id is read as it was written, by the instance that wrote it and by any other with its key', () => {
  const [own, other] = [makeVehicleIds('key'), makeVehicleIds('key')];
  const bare = { ...lookup, odometer: null, purchaseMethod: null };
  for (const one of [lookup, bare, { ...lookup, odometer: 0 }]) {
    const id = own.write(one);
    assert.equal(other.write(one), id, 'the same look-up has the same ids');
    for (const ids of [own, other]) assert.deepEqual(ids.read(` ${id} `, 'seller', decoding(base, sport)), one);
  }
});

test('an id has at most 120 characters, whatever was looked up', () => {
  const ids = makeVehicleIds('key');
  const long = { ...lookup, odometer: 2_147_483_647, purchaseMethod: 'Finance', sellerId: 's'.repeat(200) } as const;
  const words = { ...sport, trim: 't'.repeat(500), engine: 'é'.repeat(500) };
  assert.ok(ids.write({ ...long, vehicle: words }).length <= 120);
});

test('a changed id, another key and another seller get nothing', () => {
  const ids = makeVehicleIds('key');
  const decode = decoding(base, sport);
  const id = ids.write(lookup);
  const end = id.lastIndexOf('.');
  const [payload, signature] = [id.slice(0, end), id.slice(end + 1)];
  const changed = [
    id.replace('.100.', '.101.'),
    id.replace('.100.', '..'),
    id.replace('.Cash.', '.Lease.'),
    id.replace('2026-11-20', '2026-11-21'),
    id.replace(vin, '2T3B1RFV0RW000002'),
    id.toLowerCase(),
    ids.write({ ...lookup, vehicle: base }).slice(0, end) + id.slice(end),
  ];
  const foreign = makeVehicleIds('another key').write(lookup);
  // The last character of 16 bytes has four bits to spare.
  const respelt = `${id.slice(0, -1)}${String.fromCharCode(id.charCodeAt(id.length - 1) + 1)}`;
  const cut = ['', '.', payload, `${payload}.`, `.${signature}`, `${id}.`, `${id}x`, `${id}.${signature}`];
  for (const bad of [...changed, ...cut, foreign, respelt, '🚗'.repeat(11)])
    assert.equal(ids.read(bad, 'seller', decode), null, bad);
  assert.equal(ids.read(id, 'another seller', decode), null);
  assert.equal(ids.read(id, '', decode), null);
});

test('an id means what the customer saw, though the data have changed since: it is found anew, or not at all', () => {
  const ids = makeVehicleIds('key');
  const id = ids.write(lookup);
  const chosen = (...configurations: VehicleConfiguration[]) =>
    ids.read(id, 'seller', decoding(...configurations))?.vehicle;
  assert.equal(chosen(sport, base), sport, 'in another order');
  assert.equal(chosen({ ...sport, trim: 'Luxury' }, base, sport), sport, 'beside others');
  const heavier = { ...sport, gvwrKg: 4_536 };
  assert.equal(chosen(heavier), heavier, 'what is not shown is of now');
  assert.equal(chosen(base), undefined, 'not another one in its place');
  assert.equal(chosen({ ...sport, year: 2026 }), undefined);
  assert.equal(chosen(), undefined);
});
