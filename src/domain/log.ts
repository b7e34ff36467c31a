/** The log: an event's name, ids, a duration. Never a secret, a card or bank number, a customer's name or address. */
export interface Log {
  readonly info: (event: string, facts?: Facts) => void;
  readonly warn: (event: string, facts?: Facts) => void;
  readonly error: (event: string, facts?: Facts) => void;
}

export type Facts = Readonly<Record<string, unknown>>;
