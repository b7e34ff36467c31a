import type { Language } from '../language.ts';
export const fuelTypes = [
  'Gasoline',
  'Diesel',
  'Hybrid',
  'Plug-in hybrid',
  'Electric',
  'Hydrogen',
  'Flex fuel',
  'Natural gas',
  'Propane',
] as const;
export type FuelType = (typeof fuelTypes)[number];

/** One configuration of a VIN: if the public data leave several trims or engines open, a VIN has several. */
export interface VehicleConfiguration {
  readonly vin: string;
  readonly year: number;
  readonly make: string;
  readonly model: string;
  readonly trim: string | null;
  /** Body and drive as the public data name them; `vehicle-words.ts` has what a customer reads. */
  readonly bodyClass: string | null;
  readonly driveType: string | null;
  /** A `FuelType`; of a quote made before 0.2.0, the public data's name of the fuel. */
  readonly fuelType: string | null;
  readonly engine: string | null;
  /**
   * Passenger Car, Multipurpose Passenger Vehicle (MPV), Truck, Motorcycle, Bus, Trailer, ... as the public data name
   * it.
   */
  readonly vehicleType: string | null;
  /**
   * Upper limit of the gross vehicle weight rating class in kilograms, 99999 for the class without one; null when the
   * data do not say.
   */
  readonly gvwrKg: number | null;
  /** Set when the public data do not have the VIN's pattern, and all patterns near it agree on make and model. */
  readonly isUnconfirmed?: true;
}

/** Says the vehicle as people do: French names the year last. */
export function vehicleName(
  { year, make, model }: Pick<VehicleConfiguration, 'year' | 'make' | 'model'>,
  language: Language,
): string {
  return language === 'fr' ? `${make} ${model} ${year}` : `${year} ${make} ${model}`;
}
