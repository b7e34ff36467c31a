import type { OperatorRefusalCode } from '../operator/operator-refusal.ts';

/** The output of an import while it runs; the result comes last. */
export type ImportEvent = ImportProgress | ImportFault | ImportResult;

export interface ImportProgress {
  readonly kind: 'progress';
  readonly rowsRead: number;
  readonly bytesRead: number;
}

/** A fault of a file. */
export interface ImportFault {
  readonly kind: 'fault';
  /** Lines count from 1, the header; 0 if the fault is in no line. */
  readonly line: number;
  /** The column's name; empty for the whole line. */
  readonly column: string;
  readonly code: OperatorRefusalCode;
  /** The start of the cell's text. */
  readonly value: string;
}

export interface ImportResult {
  readonly kind: 'result';
  readonly isDryRun: boolean;
  /** Whether the rows were imported: not a dry run, and no fault. */
  readonly isDone: boolean;
  readonly rowsRead: number;
  readonly faultCount: number;
  /** What was changed or, on a dry run, would be. All 0 if there is a fault. */
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly linked: number;
}
