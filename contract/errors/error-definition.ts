/** What one code means on the wire. Codes are stable; wording may change at any time. */
export interface ErrorDefinition {
  readonly status: number;
  /** Whether the same call, unchanged, may be sent again and can then succeed. */
  readonly retryable: boolean;
  readonly message: { readonly en: string; readonly fr: string };
}

/** A repeat of the same call gets the same answer. */
export function refused(en: string, fr: string): ErrorDefinition {
  return { status: 422, retryable: false, message: { en, fr } };
}

/** Refused for now: the same call may be repeated. */
export function retryLater(en: string, fr: string): ErrorDefinition {
  return { status: 422, retryable: true, message: { en, fr } };
}
