import { matchesPattern, type VinPattern } from '../../domain/vehicle/vin-pattern.ts';
import type { Tx } from '../database.ts';
import { readVinPatterns as readRows } from '../vehicle/vin-pattern.ts';

export interface VinPatterns {
  /** The patterns that match, the oldest first: of two that say the same thing the newer wins. */
  readonly matching: (vin: string) => readonly VinPattern[];
}

export async function readVinPatterns(tx: Tx): Promise<VinPatterns> {
  const rows = await readRows(tx);
  const byMaker = Map.groupBy(rows.toReversed(), ({ pattern }) => pattern.slice(0, 3));
  return { matching: (vin) => byMaker.get(vin.slice(0, 3))?.filter((row) => matchesPattern(row, vin)) ?? [] };
}
