import { defineOperation } from './operation.ts';
import { component } from './schemas/annotations.ts';
import { purchaseMethod } from './schemas/choices.ts';
import { int32, plainDate, text } from './schemas/scalars.ts';
import { vehicle } from './schemas/vehicle.ts';
import { Type } from './type.ts';

export const vehicleConfigurationsQuery = Type.Object({
  Vin: text(17, 'The vehicle identification number: 17 characters.', {
    minLength: 17,
    examples: ['1HGCM82633A004352'],
  }),
  Odometer: Type.Optional(int32('Kilometres.', { minimum: 0, examples: [24500] })),
  EffectiveDate: plainDate('When the policy is to start. Of a date-time, the calendar date as written counts.'),
  PurchaseMethod: Type.Optional(purchaseMethod),
});

export const vehicleConfigurationsAnswer = component('VehicleConfigurations', 'The configurations to choose from.', {
  vehicles: Type.Array(vehicle, {
    description: 'What the VIN can stand for; empty when it decoded but nothing is eligible under these inputs.',
  }),
});

export const vehicleConfigurations = defineOperation({
  id: 'vehicleConfigurations',
  route: 'GET /v1/quote/vehicle-configurations',
  tag: 'Look-ups',
  summary: 'Resolve a VIN',
  description:
    'Decodes the VIN and lists the eligible configurations. Even a single result has to be chosen. Send the same odometer, effective date and purchase method on the quote.',
  request: { query: vehicleConfigurationsQuery },
  ok: { description: 'The eligible configurations.', schema: vehicleConfigurationsAnswer },
  mayHaveNoResult: true,
});
