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
