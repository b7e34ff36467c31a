/** A key that no longer signs or encrypts but is still accepted, while it is replaced. */
export interface PreviousKey {
  readonly key: string;
  /** Called for each value that only this key could read: when that ends, the key can go. */
  readonly onUse: () => void;
}
