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

/** A token without a bar is a data key alone. */
export function readCardToken(token: string): SavedCard {
  const [dataKey = '', issuerId = ''] = token.split('|', 2);
  return { dataKey, issuerId: issuerId === '' ? null : issuerId };
}
