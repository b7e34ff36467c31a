import type { LenderTerms } from '../../domain/financing/offer.ts';

/**
 * What the sandbox lender lends at. The fee is low enough for the least loan to stay below the criminal rate over
 * twelve months: so whoever may borrow at all has a plan to choose, also for one year of the cheapest car.
 */
export const sandboxLenderTerms: LenderTerms = {
  annualRatePpm: 99_900,
  applicationFeeCents: 2_000,
  financedMinimumCents: 20_000,
};

/** An account that the lender declines, for tests that can't send a header. No bank gives it out. */
export const declinedAccountNumber = '0000000';
