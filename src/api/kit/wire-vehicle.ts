import type { VehicleConfiguration } from '../../domain/vehicle/vehicle.ts';
import { inWords } from '../../domain/vehicle/vehicle-words.ts';
import type { Language } from './answer.ts';

/** A vehicle as partners get it, in the order of its schema: in a customer's words, without what only rules use. */
export function wireVehicle(id: string, vehicle: VehicleConfiguration, language: Language) {
  const { vin, year, make, model, trim, bodyClass, driveType, fuelType, engine } = inWords(vehicle, language);
  return { id, vin, year, make, model, trim, bodyClass, driveType, fuelType, engine };
}
