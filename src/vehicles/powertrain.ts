import type { FuelType } from '../domain/vehicle/vehicle.ts';
import type { Electrification } from './format.ts';

export interface PowertrainFacts {
  /** The source's own names. */
  readonly fuel: string | null;
  readonly secondFuel: string | null;
  readonly electrification: Electrification | null;
  readonly litres: string | null;
  readonly cylinders: string | null;
}

/**
 * One word for what a vehicle runs on. The source gives a plug-in hybrid as "Electric" with "Gasoline" second, or as
 * "Electric" with the size of an engine; a hybrid as "Gasoline" with "Electric" second. Its words in trims and engines
 * tell the plug-in hybrids among the latter. It also gives "Electric" as the second fuel of whole lines of heavy diesel
 * trucks, which are diesels.
 */
export function fuelOf({ fuel, secondFuel, electrification, litres, cylinders }: PowertrainFacts): FuelType | null {
  if (electrification === 'fuel cell' || isHydrogen(fuel) || isHydrogen(secondFuel)) return 'Hydrogen';
  if (electrification === 'battery') return 'Electric';
  if (fuel === 'Electric') {
    const hasEngine = litres !== null || cylinders !== null || (secondFuel !== null && secondFuel !== 'Electric');
    return hasEngine ? 'Plug-in hybrid' : 'Electric';
  }
  const burnt = fuel === null ? null : burntFuel(fuel, secondFuel);
  const isElectrified = secondFuel === 'Electric' || electrification !== null;
  if (!isElectrified || electrification === 'mild' || electrification === 'none' || burnt === 'Diesel') return burnt;
  return electrification === 'plug-in' ? 'Plug-in hybrid' : 'Hybrid';
}

function isHydrogen(fuel: string | null): boolean {
  return fuel === 'Fuel Cell' || fuel === 'Compressed Hydrogen/Hydrogen';
}

function burntFuel(fuel: string, secondFuel: string | null): FuelType | null {
  if (isAlcohol(fuel) || (fuel === 'Gasoline' && secondFuel !== null && isAlcohol(secondFuel))) return 'Flex fuel';
  switch (fuel) {
    case 'Gasoline':
    case 'Diesel':
      return fuel;
    case 'Compressed Natural Gas (CNG)':
    case 'Liquefied Natural Gas (LNG)':
    case 'Natural Gas':
      return 'Natural gas';
    case 'Liquefied Petroleum Gas (propane or LPG)':
      return 'Propane';
    default:
      return null;
  }
}

function isAlcohol(fuel: string): boolean {
  return /^(Flexible Fuel|Ethanol|Neat Ethanol|Methanol|Neat Methanol)/.test(fuel);
}

/** "2.5 L 4-cylinder hybrid", "2.5 L 4-cylinder, plug-in hybrid", "6.7 L 8-cylinder diesel", "Electric". */
export function engineWords(facts: PowertrainFacts): string | null {
  const fuel = fuelOf(facts);
  if (fuel === 'Electric' || fuel === 'Hydrogen') return fuel;
  const { litres, cylinders } = facts;
  const size = [litres && `${litres} L`, cylinders && `${cylinders}-cylinder`]
    .filter((part) => part !== null)
    .join(' ');
  if (size === '') return fuel === 'Plug-in hybrid' || fuel === 'Hybrid' ? fuel : null;
  switch (fuel) {
    case 'Diesel':
    case 'Hybrid':
      return `${size} ${fuel.toLowerCase()}`;
    case 'Plug-in hybrid':
      return `${size}, plug-in hybrid`;
    default:
      return size;
  }
}
