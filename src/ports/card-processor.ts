import type { Language } from '../domain/language.ts';
import type { Cents } from '../domain/money.ts';
import type { RetryAdvice } from '../domain/unpaid/retry-advice.ts';
import { type CallContext, type Outcome, type Refused, refusedBy } from './outcome.ts';

/**
 * What we need of a card processor. Every call that moves money carries a key of ours that stays the same when the call
 * is repeated. The processor acts at most once per key, and `find` returns what it did.
 *
 * A checkout is opened under the payment's key. With an amount, the customer's card is held for it; without, the card
 * is verified and saved. A hold is captured once, or released. A saved card is charged under a key of its own.
 */
export interface CardProcessor {
  /** Stored with each payment, so it must not change while payments made there exist. */
  readonly name: string;
  /** None is set up: there are no card payments, now or later. */
  readonly isMissing?: true;
  /** The script that the partner's page loads, the global class that it defines, and the mode it must be set to. */
  readonly checkoutJsUrl: string;
  readonly checkoutGlobal: string;
  readonly environment: string;
  /**
   * How long `find` may not show a refund that got no answer. Neither the job nor an operator tries again before that.
   * Zero for a processor that rejects a second refund itself.
   */
  readonly refundShowsWithinSeconds: number;

  readonly openCheckout: (request: CheckoutRequest, context: CallContext) => Promise<Outcome<OpenedCheckout>>;
  /** Returns what the customer has done with the ticket so far. Charges nothing and can be repeated. */
  readonly readCheckout: (
    request: { readonly key: string; readonly ticket: string },
    context: CallContext,
  ) => Promise<Outcome<CheckoutState>>;
  /** Returns what was done under a key: for a caller without the ticket, or after a call with an unknown outcome. */
  readonly find: (key: string, context: CallContext) => Promise<Outcome<FoundPayment>>;

  readonly capture: (request: CaptureRequest, context: CallContext) => Promise<Outcome<Charge>>;
  readonly chargeSavedCard: (request: SavedCardCharge, context: CallContext) => Promise<Outcome<Charge>>;
  /** Releases a hold. Done also when it was released before. */
  readonly release: (request: HoldReference, context: CallContext) => Promise<Outcome<void>>;
  /**
   * Refunds a charge in full or in part, once. Done also when the same amount was refunded before; refused when another
   * amount was. Refused by the issuer for good: the card can't be paid any more, and the money must go another way.
   */
  readonly refund: (request: RefundRequest, context: CallContext) => Promise<Outcome<void>>;
  /**
   * Returns what the processor took and gave back under some keys, at most `keysAskedMax`, by its own books: to compare
   * ours with. Moves nothing.
   */
  readonly listCharges: (keys: readonly string[], context: CallContext) => Promise<Outcome<ListedCharges>>;
}

/** A day's sales are asked about by several lists. */
export const keysAskedMax = 100;

export interface ListedCharges {
  /** A key that is in neither list has no charge. */
  readonly charges: readonly ListedCharge[];
  /** The keys of which the processor did not say anything. */
  readonly unanswered: readonly string[];
}

export interface ListedCharge {
  readonly key: string;
  /** The processor's id of the charge. */
  readonly reference: string;
  readonly takenCents: Cents;
  readonly refundedCents: Cents;
  /** What the issuer holds back or has taken back for good. Null: the processor does not tell it here. */
  readonly disputedCents: Cents | null;
}

/** A processor that lists nothing is asked for one key after the other. */
export async function listByFind(
  find: CardProcessor['find'],
  keys: readonly string[],
  context: CallContext,
): Promise<Outcome<ListedCharges>> {
  const charges: ListedCharge[] = [];
  const unanswered: string[] = [];
  for (const key of keys) {
    const found = await find(key, context);
    if (found.kind !== 'done') unanswered.push(key);
    else if (found.value.kind === 'charged' || found.value.kind === 'refunded') {
      const { charge, refundedCents } = found.value;
      const { reference, amountCents: takenCents } = charge;
      charges.push({ key, reference, takenCents, refundedCents, disputedCents: null });
    }
  }
  return { kind: 'done', value: { charges, unanswered } };
}

export interface CheckoutRequest {
  readonly key: string;
  /** The application's id, for the processor's records. */
  readonly customerReference: string;
  /** The amount to hold. Zero: verify and save the card for a later charge. */
  readonly amountCents: Cents;
  readonly language: Language;
  readonly ticketMinutes: number;
}

export interface OpenedCheckout {
  /** Secret: given to the partner once and stored only as a hash. */
  readonly ticket: string;
}

export type CheckoutState =
  /** Pending: not finished. A processor that can't tell a closed checkout from an open one returns this for both. */
  | { readonly kind: 'pending' | 'cancelled' | 'declined' }
  /** With what is held; zero for a card that was only verified. */
  | ({ readonly kind: 'approved'; readonly amountCents: Cents } & ApprovedCard);

export interface ApprovedCard {
  /** The processor's id of the hold or verification; needed to capture or release. */
  readonly reference: string;
  /** Identifies the saved card; null when the card was held and not saved. */
  readonly cardToken: string | null;
  readonly maskedCardNumber: string;
  /** The brand's name: Visa, Mastercard, ... */
  readonly cardType: string;
}

/** A hold or a saved card's charge under one key, as the processor has it on record. */
export type FoundPayment =
  | { readonly kind: 'nothing' }
  | ({ readonly kind: 'declined' } & Declined)
  | ({ readonly kind: 'verified' } & ApprovedCard)
  | ({ readonly kind: 'held' | 'released'; readonly amountCents: Cents } & ApprovedCard)
  /** `refunded` in full. A charge that was refunded in part is `charged`. */
  | ({ readonly kind: 'charged' | 'refunded'; readonly charge: Charge; readonly refundedCents: Cents } & ApprovedCard);

export interface HoldReference {
  readonly key: string;
  readonly reference: string;
}

export interface CaptureRequest extends HoldReference {
  readonly amountCents: Cents;
}

/**
 * When a card that was declined may be charged again; nothing said: tomorrow. Final, a hard decline: it is stolen,
 * closed or withdrawn, and the card schemes fine another try.
 */
export interface Declined {
  readonly isFinal?: true;
  readonly retryAfterDays?: number;
}

export function declinedBy(advice: RetryAdvice): Declined {
  if (advice === 'never') return { isFinal: true };
  return advice === 'tomorrow' ? {} : { retryAfterDays: advice.afterDays };
}

/** The outcome of a charge or refund that the issuer has declined. */
export function refusedByIssuer(declined: Declined): Refused {
  return refusedBy('issuer', declined.isFinal ? 'refused for good' : 'declined', declined);
}

/** The advice in a refused charge. */
export function adviceIn({ isFinal, retryAfterDays }: Refused): RetryAdvice {
  if (isFinal) return 'never';
  return retryAfterDays === undefined ? 'tomorrow' : { afterDays: retryAfterDays };
}

export interface SavedCardCharge {
  /** The key is of this charge alone; an attempt on another day has another key. */
  readonly key: string;
  readonly customerReference: string;
  readonly cardToken: string;
  readonly amountCents: Cents;
}

export interface RefundRequest {
  /** The key of the charge. */
  readonly key: string;
  /** The processor's id of the charge. */
  readonly reference: string;
  /** At most what was charged. */
  readonly amountCents: Cents;
}

export interface Charge {
  /** The processor's id of the charge; needed to refund it. */
  readonly reference: string;
  readonly amountCents: Cents;
  /** The issuer's approval code. */
  readonly authorizationNumber: string;
  /** RFC 3339 in UTC. */
  readonly chargedAt: string;
}
