import type { LenderTerms } from '../../domain/financing/offer.ts';

/**
 * The sandbox lender's terms. The fee is low enough for the smallest loan to stay below the criminal interest rate over
 * twelve months, so that every customer who can borrow has a plan, also for one year of the cheapest car.
 */
export const sandboxLenderTerms: LenderTerms = {
  annualRatePpm: 99_900,
  applicationFeeCents: 2_000,
  financedMinimumCents: 20_000,
};

/** An account that the lender declines, for tests that can't send a header. No bank has it. */
export const declinedAccountNumber = '0000000';
