/** How far the customer of a link has come, from the first to the last. */
export const linkProgresses = ['Made', 'Opened', 'Priced', 'Paid', 'Bound'] as const;
export type LinkProgress = (typeof linkProgresses)[number];

export interface LinkSteps {
  /** When its page was first used; null: never. */
  readonly openedAt: Date | null;
  /** There is a quote. */
  readonly applicationId: string | null;
  /** A card was authorized, or the purchase is being made. */
  readonly isPaid: boolean;
  readonly policyNumber: string | null;
}

/** The furthest step counts: a partner may quote and bind by the API what was never opened. */
export function progressOf({ openedAt, applicationId, isPaid, policyNumber }: LinkSteps): LinkProgress {
  if (policyNumber !== null) return 'Bound';
  if (isPaid) return 'Paid';
  if (applicationId !== null) return 'Priced';
  return openedAt === null ? 'Made' : 'Opened';
}
