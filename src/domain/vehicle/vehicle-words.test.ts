import assert from 'node:assert/strict';
import test from 'node:test';
import type { VehicleConfiguration } from './vehicle.ts';
import { inWords } from './vehicle-words.ts';

const phev: VehicleConfiguration = {
  vin: '1FMCU0E10PUA00001',
  year: 2023,
  make: 'Ford',
  model: 'Escape',
  trim: 'PHEV',
  bodyClass: 'Sport Utility Vehicle (SUV)/Multi-Purpose Vehicle (MPV)',
  driveType: 'FWD/Front-Wheel Drive',
  fuelType: 'Plug-in hybrid',
  engine: '2.5 L 4-cylinder, plug-in hybrid',
  vehicleType: 'Multipurpose Passenger Vehicle (MPV)',
  gvwrKg: 2268,
};

test('body, drive, fuel and engine are words that a customer knows, in both languages', () => {
  const shown = ({ bodyClass, driveType, fuelType, engine }: VehicleConfiguration) => [
    bodyClass,
    driveType,
    fuelType,
    engine,
  ];
  assert.deepEqual(shown(inWords(phev, 'en')), ['SUV', 'FWD', 'Plug-in hybrid', phev.engine]);
  assert.deepEqual(shown(inWords(phev, 'fr')), [
    'VUS',
    'Traction avant',
    'Hybride rechargeable',
    '2,5 L 4 cylindres, hybride rechargeable',
  ]);
  const truck = { ...phev, bodyClass: 'Pickup', driveType: '4WD/4-Wheel Drive/4x4', fuelType: 'Diesel' };
  assert.deepEqual(shown(inWords({ ...truck, engine: '6.7 L 8-cylinder diesel' }, 'fr')), [
    'Camionnette',
    '4 roues motrices',
    'Diesel',
    '6,7 L 8 cylindres diesel',
  ]);
  const tesla = { ...phev, bodyClass: 'Hatchback/Liftback/Notchback', fuelType: 'Electric', engine: 'Electric' };
  assert.deepEqual(shown(inWords(tesla, 'fr')), ['À hayon', 'Traction avant', 'Électrique', 'Électrique']);
});

test('what is unknown stays unknown, and a phrase without a word stays as it is', () => {
  const blank = { ...phev, bodyClass: null, driveType: null, fuelType: null, engine: null };
  assert.deepEqual(inWords(blank, 'fr'), blank);
  assert.equal(inWords({ ...phev, bodyClass: 'Roadster' }, 'fr').bodyClass, 'Roadster');
  assert.equal(inWords({ ...phev, fuelType: 'Fuel Cell' }, 'en').fuelType, 'Fuel Cell');
});
