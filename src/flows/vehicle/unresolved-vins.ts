import { modelYears } from '../../domain/vehicle/vin.ts';
import { addUnresolvedVins, type SeenVin } from '../../store/vehicle/unresolved-vin.ts';
import type { Parts } from '../parts.ts';

/**
 * Collects VINs that could not be read, for the operator, and writes them every few seconds, so that a look-up waits
 * for nothing. A crash loses those of these seconds. Serial numbers are not kept.
 */
export interface UnresolvedVins {
  /** `guess` is the make and model that were returned all the same. */
  readonly observe: (vin: string, guess: string | null) => void;
  readonly flush: () => Promise<void>;
}

/** A limit on memory: what comes beyond it in ten seconds is left out. */
const kindsMax = 1_000;

export function makeUnresolvedVins({
  database,
  clock,
  yearMax,
}: Parts<'database' | 'clock'> & { readonly yearMax: number }): UnresolvedVins {
  let seen = new Map<string, SeenVin>();
  return {
    observe: (vin, guess) => {
      const [modelYear] = modelYears(vin, 'light', yearMax);
      if (modelYear === undefined) return;
      const beginning = vin.slice(0, 8);
      const key = `${beginning}${modelYear}`;
      const before = seen.get(key);
      if (before === undefined && seen.size >= kindsMax) return;
      seen.set(key, { beginning, modelYear, guess, seenCount: (before?.seenCount ?? 0) + 1 });
    },
    flush: async () => {
      if (seen.size === 0) return;
      const full = seen;
      seen = new Map();
      await addUnresolvedVins(database, [...full.values()], clock());
    },
  };
}
