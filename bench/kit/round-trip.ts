export type Owner = 'service' | 'card processor' | 'lender';

/** One round trip: a statement with its values, and the rows that came back. */
export interface RoundTrip {
  readonly owner: Owner;
  /** Empty for a statement that is not prepared. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly (string | Buffer | null)[];
  readonly rows: readonly (readonly (string | null)[])[];
}

export interface Counted {
  readonly owner: Owner;
  /** The statement's name, or the beginning of its text. */
  readonly statement: string;
  readonly roundTrips: number;
  /** Transactions that ended with this statement and had written. */
  readonly commits: number;
}
