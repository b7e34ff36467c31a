import type { PlainDate } from '../calendar.ts';
import {
  type CancellationNow,
  type ChargeAhead,
  holdsChargeBack,
  isPaymentAwaited,
} from '../cancellation/non-payment.ts';
import type { Cents } from '../money.ts';

/** What a payment link's state follows from. */
export interface LinkFacts {
  readonly isRevoked: boolean;
  /** Null: as long as there is something to pay. */
  readonly expiresAt: Date | null;
  /** Scheduled or in effect; null: the policy is not cancelled. */
  readonly cancellation: CancellationNow | null;
  /** A rescission that was asked for in time is yet to be decided: what is paid now would be given back at once. */
  readonly isRescissionUndecided: boolean;
  /** What is to be paid: after a cancellation what its used days cost. */
  readonly isOfUsedDays: boolean;
  readonly amountCents: Cents;
  /** The policy's charge, of the card that it has now. */
  readonly charge: ChargeAhead;
  /** Nothing of the policy is owed any more. */
  readonly isPaid: boolean;
  /** Whether that card came by this link. */
  readonly isCardTaken: boolean;
  /** How many checkouts were opened by it. */
  readonly checkouts: number;
}

/**
 *   open       the customer can pay
 *   held       a request to rescind the policy is open: nothing is taken until it is decided
 *   running    the card is being charged, this one or the one before
 *   scheduled  the new card is charged on a later day
 *   paid       by card: a receipt is mailed
 *   settled    in another way, as the operator has recorded: there is no receipt
 *   cancelled  the policy is
 *   over       revoked, or there is nothing to pay any more
 *   expired    also when the tax rate has changed since the price was made
 *   used up    too many checkouts were opened
 */
export type LinkState =
  | 'open'
  | 'held'
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

/** When a link is looked at. */
export interface LinkMoment {
  readonly now: Date;
  /** Today is the seller's. */
  readonly today: PlainDate;
  /** Paid today, the sale would be taxed otherwise than in its price. Asked only of a link that is open but for it. */
  readonly isTaxedOtherwise: () => boolean;
}

export function linkStateOf(link: LinkFacts, { now, today, isTaxedOtherwise }: LinkMoment): LinkState {
  if (isCancelled(link, today)) return 'cancelled';
  if (link.isRevoked) return 'over';
  switch (link.charge.state) {
    case 'charged':
    case 'reported':
      return 'paid';
    case 'charging':
      return 'running';
    case 'stopped':
      if (link.isPaid) return 'settled';
      return link.cancellation === null ? 'over' : 'cancelled';
    case 'due':
    case 'refused':
      if (link.isRescissionUndecided) return 'held';
      if (isWaiting(link)) return link.charge.dueOn > today ? 'scheduled' : 'running';
      if (link.expiresAt !== null && link.expiresAt <= now) return 'expired';
      if (link.checkouts >= checkoutsMax) return 'used up';
      return isTaxedOtherwise() ? 'expired' : 'open';
  }
}

/** The later day on which a card that is given now is charged; null: at once, also if cover would end before. */
export function chargeDayOf(
  { chargeOn, cancellation }: Pick<LinkFacts, 'cancellation'> & { readonly chargeOn: PlainDate | null },
  today: PlainDate,
): PlainDate | null {
  if (chargeOn === null || chargeOn <= today) return null;
  const endsBefore = cancellation !== null && cancellation.cancelledOn > today && cancellation.cancelledOn <= chargeOn;
  return endsBefore ? null : chargeOn;
}

/** Whether a customer who is told again that a charge was refused needs another link. */
export function isSpent(state: LinkState): boolean {
  return state === 'over' || state === 'expired' || state === 'used up';
}

/** A card that the customer has just given: on which day it is charged, and with what, as the form said. */
export interface GivenCard {
  readonly chargeDate: PlainDate;
  readonly totalCents: Cents;
}

/**
 * Whether it may be taken for the policy's charge. A link that expires while the customer pays still takes the card.
 */
export function mayTakeCard(link: LinkFacts, today: PlainDate, { chargeDate, totalCents }: GivenCard): boolean {
  const { state } = link.charge;
  // What the form said is charged or nothing: since it was opened, only the used days may have become due.
  if (totalCents !== link.amountCents) return false;
  if (link.isRescissionUndecided) return false;
  // The form may have been opened before the cancellation was made.
  if (chargeDate > today && chargeDayOf({ ...link, chargeOn: chargeDate }, today) === null) return false;
  return !isCancelled(link, today) && !link.isRevoked && (state === 'due' || state === 'refused') && !isWaiting(link);
}

/**
 * A policy can be paid until the day before its cover ends; after that, what its used days cost. A card that was taken
 * for a later day than that is not charged.
 */
function isCancelled(link: LinkFacts, today: PlainDate): boolean {
  const { cancellation, charge, isOfUsedDays } = link;
  if (cancellation === null || isOfUsedDays) return false;
  if (isPaymentAwaited(cancellation, charge)) return false;
  const { cancelledOn } = cancellation;
  return holdsChargeBack(cancellation) || cancelledOn <= today || (isWaiting(link) && cancelledOn <= charge.dueOn);
}

/** A card was taken and is still good, so no other card may replace it. */
function isWaiting({ isCardTaken, charge }: LinkFacts): boolean {
  return isCardTaken && charge.state === 'due' && charge.tries === 1;
}
