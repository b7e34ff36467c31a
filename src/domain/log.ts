/**
 * The log: an event's name, ids, a duration. No secret, card or bank number, customer's name or address may be logged.
 */
export interface Log {
  readonly info: (event: string, facts?: Facts) => void;
  readonly warn: (event: string, facts?: Facts) => void;
  readonly error: (event: string, facts?: Facts) => void;
}

export type Facts = Readonly<Record<string, unknown>>;
