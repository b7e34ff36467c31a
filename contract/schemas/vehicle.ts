import { Type } from '../type.ts';
import { component } from './annotations.ts';
import { integer, nullable, string, text } from './scalars.ts';

const unknownIsNull = 'Null when not known.';

const facts = {
  vin: string('The VIN that was looked up.', '1HGCM82633A004352'),
  year: integer('Model year.', 2024),
  make: string('Make.', 'Honda'),
  model: string('Model.', 'Accord'),
  trim: fact('Trim level.', 'EX-L'),
  bodyClass: fact('Body class, in the language of the answer.', 'Sedan'),
  driveType: fact('Driven wheels, in the language of the answer.', 'FWD'),
  fuelType: fact('Fuel, in the language of the answer.', 'Gasoline'),
  engine: fact('Engine, in the language of the answer.', '1.5 L 4-cylinder'),
};

export const vehicle = component('Vehicle', 'One configuration that the VIN can stand for.', {
  id: vehicleConfigurationId('Send it as vehicleConfigurationId on the quote.'),
  ...facts,
});

export const vehicleFacts = component('InsuredVehicle', 'The vehicle that is insured.', facts);

/** Opaque to the partner. Short, so that a text column of any database holds it. */
export function vehicleConfigurationId(description: string) {
  return text(120, description, {
    examples: ['1HGCM82633A004352.2026-03-31.24500.Cash.k3Jd8sQwAbc.Zr0m5vXo2LJq7tYc1hNfRg'],
  });
}

function fact(description: string, example: string) {
  return nullable(Type.String({ description: `${description} ${unknownIsNull}`, examples: [example] }));
}
