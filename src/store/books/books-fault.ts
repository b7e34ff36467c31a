/** What is wrong in the books. */
export interface BooksFault {
  /** An application's id, a day, or the id of a payout file. */
  readonly where: string;
  /** An entry’s key, an account, the sale, the day, or what does not follow from the entries. */
  readonly what: string;
  /** Null if nothing is expected, and of a status. */
  readonly expectedCents: number | null;
  /** Null if the entry is not in the books. */
  readonly foundCents: number | null;
}
