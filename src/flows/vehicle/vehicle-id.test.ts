import assert from 'node:assert/strict';
import test from 'node:test';
import type { Lookup } from '../../domain/vehicle/lookup.ts';
import { makeVehicleIds } from './vehicle-id.ts';

const day = '2026-11-15';
const lookupOf = (vin: string): Lookup => ({
  vehicle: {
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
  },
  sellerId: 'seller',
  lookedUpOn: day,
  effectiveDate: '2026-11-20',
  odometer: 100,
  purchaseMethod: 'Cash',
});
const lookup = lookupOf('2T3B1RFV0RW000001');

test('an id is read as it was written, by the instance that wrote it and by any other with its key', () => {
  const [own, other] = [makeVehicleIds('key'), makeVehicleIds('key')];
  const id = own.write(lookup);
  for (const ids of [own, other, other]) assert.deepEqual(ids.read(` ${id} `, 'seller', day), lookup);
});

test('a changed id, another key, another seller and an old look-up get nothing, known or not', () => {
  const [own, other] = [makeVehicleIds('key'), makeVehicleIds('key')];
  const id = own.write(lookup);
  const [payload, signature] = id.split('.') as [string, string];
  const foreign = makeVehicleIds('another key').write(lookup);
  const changed = makeVehicleIds('another key').write(lookupOf('2T3B1RFV0RW000002')).split('.')[0]!;
  for (const ids of [own, other]) {
    for (const bad of ['', '.', payload, `${payload}.`, `${id}.`, `${changed}.${signature}`, foreign, `${id}x`]) {
      assert.equal(ids.read(bad, 'seller', day), null, bad);
    }
    assert.equal(ids.read(id, 'another seller', day), null);
    assert.deepEqual(ids.read(id, 'seller', '2026-12-16'), lookup);
    assert.equal(ids.read(id, 'seller', '2026-12-17'), null);
  }
});

test('an id that was pushed out of memory is read all the same', () => {
  const ids = makeVehicleIds('key');
  const id = ids.write(lookup);
  for (let index = 0; index < 6_000; index += 1) ids.write(lookupOf(`VIN${index}`));
  assert.deepEqual(ids.read(id, 'seller', day), lookup);
});
