import type { Cents } from '../domain/money/money.ts';
import type { CallContext, Outcome } from './outcome.ts';

/**
 * What we need of a card processor. Every call that moves something goes under a key of ours that never changes for it;
 * the processor does a thing at most once for a key, and `find` tells what it has done under it.
 *
 * A checkout is opened under the payment's key. With an amount, the customer's card is held for it; without, the card
 * is verified and saved. A hold is captured once, or released. A saved card is charged under a key of its own.
 */
export interface CardProcessor {
  /** What a payment remembers it by. It stays the same for as long as the keys do. */
  readonly name: string;
  /** The script that the partner's page loads, the global class that it defines, and the mode it must be set to. */
  readonly checkoutJsUrl: string;
  readonly checkoutGlobal: string;
  readonly environment: string;
  /**
   * How long after a refund without an answer a look-up may still not show it. Nobody tries it again before, neither
   * the job nor a person. Zero for a processor that itself keeps a second refund from happening.
   */
  readonly refundSettleSeconds: number;

  readonly openCheckout: (request: CheckoutRequest, context: CallContext) => Promise<Outcome<OpenedCheckout>>;
  /** What the customer has done with the ticket so far. Charges nothing; may be asked any number of times. */
  readonly readCheckout: (
    request: { readonly key: string; readonly ticket: string },
    context: CallContext,
  ) => Promise<Outcome<CheckoutState>>;
  /** What was done under a key: for whoever has no ticket, or does not know how a call ended. */
  readonly find: (key: string, context: CallContext) => Promise<Outcome<FoundPayment>>;

  readonly capture: (request: CaptureRequest, context: CallContext) => Promise<Outcome<Charge>>;
  readonly chargeSavedCard: (request: SavedCardCharge, context: CallContext) => Promise<Outcome<Charge>>;
  /** Gives a hold back. Done also when it had been given back before. */
  readonly release: (request: HoldReference, context: CallContext) => Promise<Outcome<void>>;
  /**
   * Gives a charge back, all of it or a part: once for a charge, whatever the part. Done also when the same amount had
   * been given back before; refused when another one had.
   */
  readonly refund: (request: RefundRequest, context: CallContext) => Promise<Outcome<void>>;
}

export interface CheckoutRequest {
  readonly key: string;
  /** Goes along for the processor's own records: the application. */
  readonly customerReference: string;
  /** What to hold; zero: verify and save the card for a later charge. */
  readonly amountCents: Cents;
  readonly language: 'en' | 'fr';
  readonly ticketMinutes: number;
}

export interface OpenedCheckout {
  /** A secret: to be handed to the partner once and kept only as a hash. */
  readonly ticket: string;
}

export type CheckoutState =
  /** Not finished. A processor that can't tell a closed checkout from an open one says pending for both. */
  | { readonly kind: 'pending' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'declined' }
  | ({ readonly kind: 'approved' } & ApprovedCard);

export interface ApprovedCard {
  /** How the processor calls the hold or the verification; needed to capture or release. */
  readonly reference: string;
  /** Stands for the saved card; null when the card was held and not saved. */
  readonly cardToken: string | null;
  readonly maskedCardNumber: string;
  /** The brand's name: Visa, Mastercard, ... */
  readonly cardType: string;
}

/** A hold or a saved card's charge under one key, as the processor has it on record. */
export type FoundPayment =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'declined' }
  | ({ readonly kind: 'verified' } & ApprovedCard)
  | ({ readonly kind: 'held' | 'released'; readonly amountCents: Cents } & ApprovedCard)
  /** Refunded: all of it. A charge of which a part was given back is still one. */
  | ({ readonly kind: 'charged' | 'refunded'; readonly charge: Charge; readonly refundedCents: Cents } & ApprovedCard);

export interface HoldReference {
  readonly key: string;
  readonly reference: string;
}

export interface CaptureRequest extends HoldReference {
  readonly amountCents: Cents;
}

export interface SavedCardCharge {
  /** A key of this charge alone; a second attempt on another day has another one. */
  readonly key: string;
  readonly customerReference: string;
  readonly cardToken: string;
  readonly amountCents: Cents;
}

export interface RefundRequest {
  /** The key of the charge that is given back. */
  readonly key: string;
  /** The charge's own reference. */
  readonly reference: string;
  /** At most what was charged. */
  readonly amountCents: Cents;
}

export interface Charge {
  /** How the processor calls the charge; needed to refund it. */
  readonly reference: string;
  readonly amountCents: Cents;
  /** The issuer's approval code. */
  readonly authorizationNumber: string;
  /** RFC 3339 in UTC. */
  readonly chargedAt: string;
}
