import { readFileSync } from 'node:fs';
import { withCheckDigit, yearCode } from '../domain/vehicle/vin.ts';

/** The parts of a VIN of a common vehicle sold in Canada. */
export interface TestPattern {
  readonly year: number;
  readonly make: string;
  readonly model: string;
  readonly wmi: string;
  /** Positions 4-8. */
  readonly vds: string;
  readonly plant: string;
}

export const testPatterns: readonly TestPattern[] = JSON.parse(
  readFileSync(new URL('./data/test-patterns.json', import.meta.url), 'utf8'),
);

const patternsByYear = Map.groupBy(testPatterns, ({ year }) => year);
const SERIALS = 1_000_000;

/**
 * Returns a test VIN: of an eligible vehicle of that model year sold in Canada, with a random serial number and a valid
 * check digit. Null when there is no pattern for the year. The caller checks whether the VIN is in use; a year has at
 * least forty million, so a few calls give a free one. `random` returns numbers from 0 up to, not including, 1.
 */
export function makeTestVin(year: number, random: () => number): string | null {
  const patterns = patternsByYear.get(year);
  if (patterns === undefined) return null;
  const { wmi, vds, plant } = patterns[Math.floor(random() * patterns.length)]!;
  const serial = String(Math.floor(random() * SERIALS)).padStart(6, '0');
  return withCheckDigit(`${wmi}${vds}0${yearCode(year)}${plant}${serial}`);
}
