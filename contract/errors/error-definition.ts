/** What one code means on the wire. Codes are stable; wording may change at any time. */
export interface ErrorDefinition {
  readonly status: number;
  /** Whether the same call, unchanged, may be sent again and can then succeed. */
  readonly retryable: boolean;
  readonly message: { readonly en: string; readonly fr: string };
}

/** Understood and refused: sending the same call again gives the same answer. */
export function refused(en: string, fr: string): ErrorDefinition {
  return { status: 422, retryable: false, message: { en, fr } };
}

/** Refused for now: nothing is lost, and the same call may be sent again. */
export function retryLater(en: string, fr: string): ErrorDefinition {
  return { status: 422, retryable: true, message: { en, fr } };
}
