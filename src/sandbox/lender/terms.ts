import type { LenderTerms } from '../../domain/financing/offer.ts';

/** What the sandbox lender lends at. Ordinary for premium finance in Canada: the figures look like a real lender's. */
export const sandboxLenderTerms: LenderTerms = {
  annualRatePpm: 99_900,
  applicationFeeCents: 5_000,
  financedMinimumCents: 30_000,
};

/** An account that the lender declines, for tests that can't send a header. No bank gives it out. */
export const declinedAccountNumber = '0000000';
