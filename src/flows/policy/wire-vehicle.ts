import type { Language } from '../../domain/language.ts';
import type { VehicleConfiguration } from '../../domain/vehicle/vehicle.ts';
import { inWords } from '../../domain/vehicle/vehicle-words.ts';

/** Describes the vehicle in a customer's words, in the order of its schema. What only rules use is left out. */
export function wireVehicle(vehicle: VehicleConfiguration, language: Language) {
  const { vin, year, make, model, trim, bodyClass, driveType, fuelType, engine } = inWords(vehicle, language);
  return { vin, year, make, model, trim, bodyClass, driveType, fuelType, engine };
}
