/**
 * A saved card has two ids: the Vault's data key, and the issuer's id of the first, consented transaction, which every
 * later charge has to send. The port has one opaque text for both.
 */
export interface SavedCard {
  readonly dataKey: string;
  /** Null: some issuers give none. */
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
