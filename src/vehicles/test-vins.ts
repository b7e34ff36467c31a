import { readFileSync } from 'node:fs';
import { withCheckDigit, yearCode } from '../domain/vehicle/vin.ts';

/** An everyday vehicle sold in Canada, as its maker writes it into a VIN. */
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
 * A VIN for tests: of a vehicle of that model year which is sold in Canada and eligible, with a random serial number
 * and the right check digit. Null when there is no pattern for the year. Whether the VIN is in use already is for the
 * caller to ask; a year has at least forty million, so asking again soon gives a free one. `random` gives numbers from
 * 0 up to, not including, 1.
 */
export function makeTestVin(year: number, random: () => number): string | null {
  const patterns = patternsByYear.get(year);
  if (patterns === undefined) return null;
  const { wmi, vds, plant } = patterns[Math.floor(random() * patterns.length)]!;
  const serial = String(Math.floor(random() * SERIALS)).padStart(6, '0');
  return withCheckDigit(`${wmi}${vds}0${yearCode(year)}${plant}${serial}`);
}
