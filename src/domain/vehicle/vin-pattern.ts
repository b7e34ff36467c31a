import type { VehicleConfiguration } from './vehicle.ts';
import { modelYears } from './vin.ts';

/** What the operator knows of the VINs that begin so, in model years from-to. What is null is not known. */
export interface VinPattern extends Pick<VehicleConfiguration, 'make' | 'model'>, Details {
  /** The first eight characters of a VIN; a star is any character. */
  readonly pattern: string;
  readonly yearFrom: number;
  readonly yearTo: number;
}

type Details = Pick<VehicleConfiguration, 'trim' | 'bodyClass' | 'driveType' | 'fuelType' | 'engine'>;

export function matchesPattern({ pattern }: Pick<VinPattern, 'pattern'>, vin: string): boolean {
  return [...pattern].every((character, index) => character === '*' || character === vin[index]);
}

/**
 * Lets the operator's pattern win over what was decoded: its facts replace the decoded ones, which are kept where the
 * pattern says nothing and means the same model. Returns what was decoded when the VIN's year is not the pattern's.
 */
export function applyPattern(
  pattern: VinPattern,
  vin: string,
  decoded: readonly VehicleConfiguration[],
): readonly VehicleConfiguration[] {
  const year = modelYears(vin, 'other', pattern.yearTo).find((one) => one >= pattern.yearFrom);
  if (year === undefined) return decoded;
  const { make, model, trim, bodyClass, driveType, fuelType, engine } = pattern;
  const facts = { vin, year, make, model };
  const details = { trim, bodyClass, driveType, fuelType, engine };
  const same = decoded.filter((one) => one.year === year && one.make === make && one.model === model);
  if (same.length === 0) {
    return [{ ...facts, ...details, vehicleType: decoded[0]?.vehicleType ?? null, gvwrKg: null }];
  }
  const known = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== null));
  const applied = same.map(({ isUnconfirmed: _, ...one }) => ({ ...one, ...known }));
  return [...new Map(applied.map((one) => [JSON.stringify(one), one])).values()];
}
