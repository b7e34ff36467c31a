import { type DataReader, object, optional, text, wholeNumber } from '../data-reader.ts';
import type { VehicleConfiguration } from '../vehicle/vehicle.ts';
import { bodyWord } from '../vehicle/vehicle-words.ts';

export const gvwrKgLimit = 100_000;

/**
 * Which vehicles a rule matches: every given part must match, and in a list one entry is enough. A fact that is missing
 * in the VIN data (null) never matches, so that an unknown body class can't exclude a vehicle.
 */
export type VehicleCondition = ReturnType<typeof readCondition>;
export const readCondition = object({
  makes: optional(wordSet),
  models: optional(wordSet),
  /** These three match by prefix: "Motorcycle" also matches "Motorcycle - Cruiser". */
  bodyClasses: optional(words),
  vehicleTypes: optional(words),
  fuelTypes: optional(words),
  gvwrKgOver: optional(wholeNumber('kilograms', 1, gvwrKgLimit)),
});

/** The facts of a vehicle, normalized for comparison. */
export interface VehicleFacts {
  readonly make: string;
  readonly model: string;
  /** The public data's phrase and the customer's word: a book may name either. */
  readonly bodyClasses: readonly string[];
  readonly vehicleType: string | null;
  readonly fuelTypes: readonly string[];
  readonly gvwrKg: number | null;
}

export function factsOf(vehicle: VehicleConfiguration): VehicleFacts {
  return {
    make: plainWord(vehicle.make),
    model: plainWord(vehicle.model),
    bodyClasses:
      vehicle.bodyClass === null ? [] : [vehicle.bodyClass, bodyWord(vehicle.bodyClass, 'en')].map(plainWord),
    vehicleType: vehicle.vehicleType === null ? null : plainWord(vehicle.vehicleType),
    fuelTypes: fuelNames(vehicle.fuelType),
    gvwrKg: vehicle.gvwrKg,
  };
}

export function matches(when: VehicleCondition, facts: VehicleFacts): boolean {
  return (
    (when.makes === null || when.makes.has(facts.make)) &&
    (when.models === null || when.models.has(facts.model)) &&
    (when.bodyClasses === null || facts.bodyClasses.some((body) => beginsWithOneOf(body, when.bodyClasses!))) &&
    (when.vehicleTypes === null || beginsWithOneOf(facts.vehicleType, when.vehicleTypes)) &&
    (when.fuelTypes === null || facts.fuelTypes.some((fuel) => beginsWithOneOf(fuel, when.fuelTypes!))) &&
    (when.gvwrKgOver === null || (facts.gvwrKg !== null && facts.gvwrKg > when.gvwrKgOver))
  );
}

/**
 * The names by which a book may mean a fuel, the most exact first. A book that does not know hybrids means them by
 * "Gasoline", as all books did before they were told apart; no book means a plug-in hybrid by "Electric".
 */
export function fuelNames(fuelType: string | null): readonly string[] {
  return fuelType === null ? [] : (FUEL_NAMES[fuelType] ?? [plainWord(fuelType)]);
}

const FUEL_NAMES: Readonly<Record<string, readonly string[]>> = {
  Hybrid: ['HYBRID', 'GASOLINE'],
  'Plug-in hybrid': ['PLUGINHYBRID', 'HYBRID', 'GASOLINE'],
  'Flex fuel': ['FLEXFUEL', 'FLEXIBLEFUELVEHICLEFFV', 'GASOLINE'],
  Hydrogen: ['HYDROGEN', 'FUELCELL', 'COMPRESSEDHYDROGENHYDROGEN'],
  'Natural gas': ['NATURALGAS', 'COMPRESSEDNATURALGASCNG'],
  Propane: ['PROPANE', 'LIQUEFIEDPETROLEUMGASPROPANEORLPG'],
};

export function matchesEvery(when: VehicleCondition): boolean {
  return Object.values(when).every((part) => part === null);
}

/** Capital letters and digits only: "Rolls-Royce" and "ROLLS ROYCE" are one make, "Citroën" is "CITROEN". */
export function plainWord(phrase: string): string {
  return phrase
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '');
}

function beginsWithOneOf(fact: string | null, beginnings: readonly string[]): boolean {
  return fact !== null && beginnings.some((beginning) => fact.startsWith(beginning));
}

function words(at: DataReader): readonly string[] {
  return at.items({ min: 1 }).map((item) => {
    const word = plainWord(text()(item));
    if (word === '') item.fault('must have a letter or a digit: an empty beginning would match everything');
    return word;
  });
}

function wordSet(at: DataReader): ReadonlySet<string> {
  return new Set(words(at));
}
