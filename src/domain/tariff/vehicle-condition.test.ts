import assert from 'node:assert/strict';
import test from 'node:test';
import type { VehicleConfiguration } from '../vehicle/vehicle.ts';
import { factsOf, matches, matchesEvery, plainWord, type VehicleCondition } from './vehicle-condition.ts';

const any: VehicleCondition = {
  makes: null,
  models: null,
  bodyClasses: null,
  vehicleTypes: null,
  fuelTypes: null,
  gvwrKgOver: null,
};

const vehicle: VehicleConfiguration = {
  vin: '1FTFW1E50PFA00001',
  year: 2023,
  make: 'FORD',
  model: 'F-150',
  trim: null,
  bodyClass: 'Pickup',
  driveType: null,
  fuelType: null,
  engine: null,
  vehicleType: 'Truck',
  gvwrKg: 3175,
};

test('a word is compared without regard to case, accents, blanks and signs', () => {
  assert.equal(plainWord('Rolls-Royce'), plainWord('ROLLS ROYCE'));
  assert.equal(plainWord('Citroën'), 'CITROEN');
});

test('every part that is given must hold, and one entry of a list is enough', () => {
  const facts = factsOf(vehicle);
  assert.ok(matches(any, facts));
  assert.ok(matches({ ...any, makes: new Set(['RAM', 'FORD']), models: new Set(['F150']) }, facts));
  assert.ok(!matches({ ...any, makes: new Set(['FORD']), models: new Set(['F']) }, facts));
  assert.ok(matches({ ...any, gvwrKgOver: 3174 }, facts));
  assert.ok(!matches({ ...any, gvwrKgOver: 3175 }, facts));
});

test('body class, vehicle type and fuel match by their beginning', () => {
  const cruiser = factsOf({ ...vehicle, bodyClass: 'Motorcycle - Cruiser' });
  assert.ok(matches({ ...any, bodyClasses: ['MOTORCYCLE'] }, cruiser));
  const suv = factsOf({ ...vehicle, bodyClass: 'Sport Utility Vehicle (SUV)/Multi-Purpose Vehicle (MPV)' });
  assert.ok(matches({ ...any, bodyClasses: ['SUV'] }, suv) && matches({ ...any, bodyClasses: ['SPORTUTILITY'] }, suv));
  assert.ok(!matches({ ...any, bodyClasses: ['CRUISER'] }, cruiser));
});

test('a fact that is not known matches nothing', () => {
  const blank = factsOf({ ...vehicle, bodyClass: null, vehicleType: null, gvwrKg: null });
  assert.ok(!matches({ ...any, bodyClasses: ['PICKUP'] }, blank));
  assert.ok(!matches({ ...any, vehicleTypes: ['TRUCK'] }, blank));
  assert.ok(!matches({ ...any, fuelTypes: ['ELECTRIC'] }, blank));
  assert.ok(!matches({ ...any, gvwrKgOver: 1 }, blank));
});

test('only a condition without parts matches every vehicle', () => {
  assert.ok(matchesEvery(any));
  assert.ok(!matchesEvery({ ...any, makes: new Set(['FORD']) }));
});

test('a book that does not know hybrids means them by gasoline, and nobody means a plug-in hybrid by electric', () => {
  const names = (fuelType: string, ...fuelTypes: string[]) =>
    matches({ ...any, fuelTypes }, factsOf({ ...vehicle, fuelType }));
  assert.ok(names('Plug-in hybrid', 'GASOLINE') && names('Plug-in hybrid', 'PLUGIN') && names('Hybrid', 'HYBRID'));
  assert.ok(!names('Plug-in hybrid', 'ELECTRIC') && !names('Hybrid', 'PLUGIN') && !names('Gasoline', 'HYBRID'));
  assert.ok(names('Hydrogen', 'FUELCELL') && names('Flex fuel', 'FLEXIBLEFUEL'));
});
