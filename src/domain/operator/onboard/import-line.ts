import type { OperatorRefusalCode } from '../refusal.ts';

/** What an import tells while it runs; the result comes last. */
export type ImportEvent = ImportProgress | ImportFault | ImportResult;

export interface ImportProgress {
  readonly kind: 'progress';
  readonly rowsRead: number;
  readonly bytesRead: number;
}

/** One thing that is wrong with a file. */
export interface ImportFault {
  readonly kind: 'fault';
  /** As an editor counts, from 1, which is the header; 0 when no line is meant. */
  readonly line: number;
  /** The column's name; empty when the whole line is meant. */
  readonly column: string;
  readonly code: OperatorRefusalCode;
  /** The beginning of what stands there. */
  readonly value: string;
}

export interface ImportResult {
  readonly kind: 'result';
  readonly isDryRun: boolean;
  /** Whether the rows are in: no dry run, no fault. */
  readonly isDone: boolean;
  readonly rowsRead: number;
  readonly faultCount: number;
  /** What was done or, on a dry run, what would be. All 0 with a fault. */
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly linked: number;
}
