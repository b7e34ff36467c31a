import type { LienHolderEntry } from '../../domain/operator/onboard/judge-entry.ts';
import type { Tx } from '../database.ts';

/** Holds an import until all of it is checked: temporary tables on the import's own connection. */
export interface Staging<Entry> {
  readonly create: (tx: Tx) => Promise<void>;
  readonly add: (tx: Tx, entries: readonly Entry[]) => Promise<void>;
  /** Counts what applying the import would change. */
  readonly compare: (tx: Tx) => Promise<ImportCounts>;
  readonly takeOver: (tx: Tx) => Promise<void>;
  readonly drop: (tx: Tx) => Promise<void>;
}

export interface ImportCounts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly linked: number;
}

/** One array per column, so that one statement inserts thousands of rows. */
export function placeColumns(entries: readonly LienHolderEntry[]): unknown[] {
  return [
    entries.map(({ id }) => id),
    entries.map(({ name }) => name),
    entries.map(({ addressLine1 }) => addressLine1),
    entries.map(({ city }) => city),
    entries.map(({ postalCode }) => postalCode),
  ];
}
