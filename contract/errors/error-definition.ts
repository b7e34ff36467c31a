/** What one code means on the wire. Codes are stable; wording may change at any time. */
export interface ErrorDefinition {
  readonly status: number;
  /** Whether the same call, unchanged, may be sent again and can then succeed. */
  readonly retryable: boolean;
  readonly message: { readonly en: string; readonly fr: string };
  /** What the message names each time: a limit, the words that are allowed. */
  readonly params?: ErrorParams;
}

/**
 * The values that a message names, which the error item has besides as `params`. Never personal data, never a secret.
 * An amount of dollars that is not whole has two decimals in the message.
 */
export type ErrorParams = Readonly<Record<string, string | number | readonly (string | number)[]>>;

/** A repeat of the same call gets the same answer. */
export function refused(en: string, fr: string, params?: ErrorParams): ErrorDefinition {
  return { status: 422, retryable: false, message: { en, fr }, ...(params && { params }) };
}

/** Refused for now: the same call may be repeated. */
export function retryLater(en: string, fr: string): ErrorDefinition {
  return { status: 422, retryable: true, message: { en, fr } };
}
