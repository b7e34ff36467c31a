import type { BindForm } from '../../domain/bind/judge-bind.ts';
import type { CardPayment } from '../../domain/card-payment/card-payment.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { Selection } from '../../domain/selection/selection.ts';
import type { Seller } from '../../domain/seller.ts';
import type { CardProcessor, Charge } from '../../ports/card-processor.ts';
import type { BankAccount, Contract, Lender } from '../../ports/lender.ts';
import type { CallContext, Outcome } from '../../ports/outcome.ts';
import type { Agreed, BindStep, Claim } from '../../store/bind.ts';
import type { Sale } from '../../store/sale.ts';

/** What a bind moves outside, if anything. */
export type Money =
  | { readonly kind: 'none' }
  /** The card is charged on a later day. */
  | { readonly kind: 'scheduled'; readonly payment: CardPayment }
  | { readonly kind: 'charge'; readonly key: string; readonly payment: CardPayment; readonly charge: Charge }
  | { readonly kind: 'loan'; readonly contract: Contract };

/** Money that must be given back when no policy comes of it. */
export type Moved = Extract<Money, { readonly kind: 'charge' | 'loan' }>;

export function hasMoved(money: Money): money is Moved {
  switch (money.kind) {
    case 'none':
    case 'scheduled':
      return false;
    case 'charge':
    case 'loan':
      return true;
  }
}

/** How far a foreign call got. `unclear` is not "no": whoever comes next asks before doing again. */
export type Movement =
  | { readonly kind: 'moved'; readonly money: Money }
  /** Proven: nothing moved, and nothing will. `isCardOver`: the card payment can't be used again. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly isCardOver: boolean }
  /** Asked: nothing moved. `isCardOver`: the hold was given back, so that nothing can. */
  | { readonly kind: 'nothing'; readonly isCardOver?: true }
  | { readonly kind: 'unclear'; readonly refusal: Refusal; readonly cause: string };

export interface MoneyParts {
  readonly cards: CardProcessor;
  readonly lender: Lender;
}

/** A bind's foreign side: who pays, how much, and under which keys. The keys never change for an attempt. */
export interface Deal {
  readonly claim: Claim;
  readonly sale: Sale;
  readonly seller: Seller;
  readonly selection: Selection;
  readonly payment: CardPayment | null;
  readonly context: CallContext;
}

/** One way in which a bind moves money through an outside party: it does, asks and closes under keys of ours. */
export interface MoneyStep {
  readonly kind: 'step';
  /** What the claim is kept with while money may move. */
  readonly step: Exclude<BindStep, 'claimed'>;
  readonly point: 'charge' | 'loan';
  /** Moves the money. Bank details are there only in the request that brings them. */
  readonly move: (parts: MoneyParts, deal: Deal, bankAccount: BankAccount | null) => Promise<Movement>;
  /** What became of it. */
  readonly ask: (parts: MoneyParts, deal: Deal) => Promise<Movement>;
  /** Whether "nothing moved" is believed right after a call without an answer. */
  readonly isNothingBelieved: boolean;
  /** Whether the partner's repeat would move the same money. */
  readonly isContinuedBy: (repeat: BindForm, agreed: Agreed) => boolean;
  /** Nothing has moved: makes sure, as far as it can and must, that nothing will under the attempt's keys. */
  readonly close: (parts: MoneyParts, deal: Deal, next: Next) => Promise<Movement>;
}

/** Who comes after an attempt that moved nothing: the partner with the same or with other money, or nobody yet. */
export type Next = 'same' | 'other' | 'nobody';

export function causeOf(outcome: Exclude<Outcome<unknown>, { readonly kind: 'done' }>): string {
  return outcome.kind === 'refused' ? outcome.reason : outcome.cause;
}
