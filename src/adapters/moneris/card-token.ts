/**
 * A saved card needs two things of the processor: the Vault's data key, and the issuer's id of the first, consented
 * transaction, which has to come along with every later charge that we start. The port knows one opaque text.
 */
export interface SavedCard {
  readonly dataKey: string;
  /** Null is kept as well: some issuers give none. */
  readonly issuerId: string | null;
}

export function writeCardToken(card: SavedCard): string {
  return `${card.dataKey}|${card.issuerId ?? ''}`;
}

/** Tokens are our own writing, so an unreadable one is a bug. The error does not repeat it. */
export function readCardToken(token: string): SavedCard {
  const match = /^([^|]+)\|([^|]*)$/.exec(token);
  if (match === null) throw new Error('This is no card token of Moneris.');
  return { dataKey: match[1]!, issuerId: match[2] || null };
}
