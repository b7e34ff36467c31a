import type { PlainDate } from '../calendar.ts';
import type { CancellationKind } from '../cancellation/cancellation-asked.ts';
import type { Cents } from '../money.ts';

/** What a payment link's state follows from. */
export interface LinkFacts {
  readonly isRevoked: boolean;
  /** Null: as long as there is something to pay. */
  readonly expiresAt: Date | null;
  /** Scheduled or in effect; null: the policy is not cancelled. */
  readonly cancellation: { readonly kind: CancellationKind; readonly cancelledOn: PlainDate } | null;
  /** What the policy cost, and what is to be paid: after a cancellation only what its used days cost. */
  readonly totalCents: Cents;
  readonly amountCents: Cents;
  /** The policy's charge, of the card that it has now. */
  readonly charge: {
    readonly state: 'due' | 'charging' | 'charged' | 'refused' | 'stopped' | 'settled';
    readonly tries: number;
    readonly dueOn: PlainDate;
  };
  /** Whether that card came by this link. */
  readonly isCardTaken: boolean;
  /** How many checkouts were opened by it. */
  readonly checkouts: number;
}

/**
 *   open       the customer can pay
 *   running    the card is being charged, this one or the one before
 *   scheduled  the new card is charged on a later day
 *   paid       by card: a receipt is mailed
 *   settled    in another way, as the operator has recorded: there is no receipt
 *   cancelled  the policy is
 *   over       revoked
 *   expired
 *   used up    too many checkouts were opened
 */
export type LinkState =
  | 'open'
  | 'running'
  | 'scheduled'
  | 'paid'
  | 'settled'
  | 'cancelled'
  | 'over'
  | 'expired'
  | 'used up';

/** A customer with a card that is refused has a few more; a thief who tries stolen cards needs many tries. */
export const checkoutsMax = 20;

/** `today` is the seller's. */
export function linkStateOf(link: LinkFacts, today: PlainDate, now: Date): LinkState {
  if (isCancelled(link, today)) return 'cancelled';
  if (link.isRevoked) return 'over';
  switch (link.charge.state) {
    case 'charged':
      return 'paid';
    case 'settled':
      return 'settled';
    case 'charging':
      return 'running';
    case 'stopped':
      return 'over';
    case 'due':
    case 'refused':
      if (isWaiting(link)) return link.charge.dueOn > today ? 'scheduled' : 'running';
      if (link.expiresAt !== null && link.expiresAt <= now) return 'expired';
      return link.checkouts >= checkoutsMax ? 'used up' : 'open';
  }
}

/**
 * Whether a card that the customer has just given may be taken for the policy's charge. A link that expires while the
 * customer pays still takes the card.
 */
export function mayTakeCard(link: LinkFacts, today: PlainDate): boolean {
  const { state } = link.charge;
  return !isCancelled(link, today) && !link.isRevoked && (state === 'due' || state === 'refused') && !isWaiting(link);
}

/** A policy can be paid until the day before its cover ends; after that, what its used days cost. */
function isCancelled({ cancellation, totalCents, amountCents }: LinkFacts, today: PlainDate): boolean {
  if (cancellation === null || amountCents < totalCents) return false;
  return cancellation.kind === 'flat' || cancellation.cancelledOn <= today;
}

/** A card was taken, and has not been refused since: another must not take its place. */
function isWaiting({ isCardTaken, charge }: LinkFacts): boolean {
  return isCardTaken && charge.state === 'due' && charge.tries === 1;
}
