import { type OperatorRefusal, refuseOperator } from '../operator/operator-refusal.ts';
import { readLine, readName } from '../partner/entry-text.ts';
import { fuelTypes } from './vehicle.ts';
import type { VinPattern } from './vin-pattern.ts';

/** The bodies and drives that the operator may name, as the public data's phrases begin. */
export const bodyClasses = [
  'Sport Utility Vehicle',
  'Pickup',
  'Sedan',
  'Hatchback',
  'Wagon',
  'Coupe',
  'Convertible',
  'Minivan',
  'Van',
  'Cargo Van',
] as const;
export const driveTypes = ['AWD', '4WD', 'FWD', 'RWD', '4x2'] as const;

/** A pattern as the operator enters it: blank is not known. */
export type GivenVinPattern = Omit<VinPattern, keyof Details> & { readonly [Name in keyof Details]?: string };
type Details = Pick<VinPattern, 'trim' | 'bodyClass' | 'driveType' | 'fuelType' | 'engine'>;

/** Returns the normalized pattern, or its first fault. */
export function judgeVinPattern(given: GivenVinPattern): VinPattern | OperatorRefusal {
  const pattern = given.pattern.trim().toUpperCase();
  if (!/^[A-HJ-NPR-Z0-9]{3}[A-HJ-NPR-Z0-9*]{5}$/.test(pattern)) return refuseOperator('VinPatternInvalid', 'pattern');
  const { yearFrom, yearTo } = given;
  if (yearFrom < YEAR_MIN || yearTo > YEAR_MAX || yearFrom > yearTo)
    return refuseOperator('ModelYearsInvalid', 'yearTo');
  const make = readName(given.make);
  const model = readName(given.model);
  if (make === null || model === null) return refuseOperator('NameInvalid', make === null ? 'make' : 'model');
  for (const [field, words] of Object.entries(choices) as [keyof typeof choices, readonly string[]][]) {
    if (given[field] && !words.includes(given[field]))
      return refuseOperator('ChoiceInvalid', field, { choices: words.join(', ') });
  }
  const { bodyClass, driveType, fuelType } = given;
  const trim = readLine(given.trim ?? '', DETAIL_LENGTH_MAX);
  const engine = readLine(given.engine ?? '', DETAIL_LENGTH_MAX);
  const chosen = { bodyClass: bodyClass || null, driveType: driveType || null, fuelType: fuelType || null };
  return { pattern, yearFrom, yearTo, make, model, trim, ...chosen, engine };
}

const choices = { bodyClass: bodyClasses, driveType: driveTypes, fuelType: fuelTypes };

const YEAR_MIN = 1980;
const YEAR_MAX = 2039;
const DETAIL_LENGTH_MAX = 60;
