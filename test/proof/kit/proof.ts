import type { Testbed } from './testbed.ts';

/** One proof: something is done to the service that it must survive, and the books are read afterwards. */
export interface Proof {
  readonly name: string;
  /** What is done, in a line of docs/proof.md. */
  readonly about: string;
  /** What the machine lacks for it, as what to install; such a proof is left out. */
  readonly lacks?: () => readonly string[];
  readonly run: (testbed: Testbed) => Promise<ProofResult>;
}

export interface ProofResult {
  /** What was done, with its numbers: for docs/proof.json. */
  readonly did: string;
  readonly counts: Counts;
  /** From each disruption until a sale that began after it was bound. */
  readonly recoveryMs?: readonly number[];
  /** What was broken; empty when every promise was kept. */
  readonly faults: readonly string[];
  readonly plot?: Plot;
  /** Printed at the end of the run. */
  readonly lastLine?: string;
}

export type Counts = Readonly<Record<string, number | string>>;

/** Points over time, and the moments at which something was done. */
export interface Plot {
  readonly title: string;
  readonly unit: string;
  /** Seconds since the start, and the value. */
  readonly points: readonly (readonly [number, number])[];
  readonly marks: readonly number[];
}

/** A promise as a fault when it is not kept. */
export function unless(isKept: boolean, fault: string): readonly string[] {
  return isKept ? [] : [fault];
}
