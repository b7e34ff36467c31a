import type { BindStep } from '../../domain/bind/bind-step.ts';
import type { BindForm } from '../../domain/bind/judge-bind.ts';
import type { ProductTerms } from '../../domain/books/product-terms.ts';
import type { CardPayment } from '../../domain/card/card-payment.ts';
import type { NamedAccount } from '../../domain/financing/bank-account.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import type { Selection } from '../../domain/quote/selection.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { Failed } from '../../domain/work/failure.ts';
import type { Charge } from '../../ports/card-processor.ts';
import type { Contract } from '../../ports/lender.ts';
import type { CallContext } from '../../ports/outcome.ts';
import type { Claim } from '../../store/bind/bind.ts';
import type { Sale } from '../../store/quote/sale.ts';
import type { Parts } from '../parts.ts';

/** The money that a bind moves through an outside party, if any. */
export type Payment =
  | { readonly kind: 'none' }
  /** The card is charged on a later day. */
  | { readonly kind: 'scheduled'; readonly payment: CardPayment }
  | { readonly kind: 'charge'; readonly key: string; readonly payment: CardPayment; readonly charge: Charge }
  /** `account` is absent once another instance has taken the bind over: bank details are never stored. */
  | { readonly kind: 'loan'; readonly contract: Contract; readonly account?: NamedAccount };

/** Money that must be reversed if no policy is issued. */
export type TakenPayment = Extract<Payment, { readonly kind: 'charge' | 'loan' }>;

export function isTaken(money: Payment): money is TakenPayment {
  switch (money.kind) {
    case 'none':
    case 'scheduled':
      return false;
    case 'charge':
    case 'loan':
      return true;
  }
}

/** The result of moving money. `unclear` is not a refusal: ask before repeating. */
export type PaymentResult =
  | { readonly kind: 'moved'; readonly money: Payment }
  /** Surely no money moves. `isCardOver`: the card payment can't be used again. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly isCardOver: boolean }
  /** The party was asked: nothing moved. `isCardOver`: the hold was released, so nothing can move later. */
  | { readonly kind: 'nothing'; readonly isCardOver?: true }
  | ({ readonly kind: 'unclear'; readonly refusal: Refusal } & Failed);

export type PaymentParts = Parts<'cards' | 'lender' | 'log'>;

/** Everything needed to move the money of a bind. The keys never change within an attempt. */
export interface ClaimedBind {
  readonly claim: Claim;
  readonly sale: Sale;
  readonly seller: Seller;
  readonly selection: Selection;
  /** Who gets the money of each product. */
  readonly terms: readonly ProductTerms[];
  readonly context: CallContext;
}

/** How money that a bind may have moved through an outside party, under keys of ours, is found out and closed. */
export interface PaymentStep {
  /** Stored with the claim while money may move. */
  readonly step: Exclude<BindStep, 'claimed'>;
  readonly point: 'charge' | 'loan';
  /** Asks the party what moved. */
  readonly ask: (parts: PaymentParts, claimed: ClaimedBind) => Promise<PaymentResult>;
  /** Whether "nothing moved" is accepted right after an unknown outcome. */
  readonly trustsNotFound: boolean;
  /** Whether the partner's repeat uses the same money. */
  readonly isSamePayment: (repeat: BindForm) => boolean;
  /** Nothing has moved: closes the attempt's keys where possible, so that nothing moves later. */
  readonly close: (parts: PaymentParts, claimed: ClaimedBind, next: Next) => Promise<PaymentResult>;
}

/** The step of a new bind, which moves the money. Whoever takes a bind over only asks: it has no bank details. */
export interface MovingStep extends PaymentStep {
  readonly kind: 'step';
  readonly move: (parts: PaymentParts, claimed: ClaimedBind) => Promise<PaymentResult>;
}

/** What follows an attempt that moved nothing: the partner's repeat with the same or other money, or no repeat yet. */
export type Next = 'same' | 'other' | 'none';
