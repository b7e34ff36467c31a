import type { PlainDate } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { Obligation } from './refund-plan.ts';

/** What was given back, as its receipt says it. */
export interface RefundMade {
  readonly amountCents: Cents;
  readonly payee: Obligation['payee'];
  /** The day of whoever gave it. */
  readonly doneOn: PlainDate;
  /** The processor's for a card, else what the operator has recorded; null if there is none. */
  readonly reference: string | null;
  /** The first day without cover; null: the policy is not cancelled. */
  readonly cancelledOn: PlainDate | null;
  /** Who gives the customer back what did not go to the loan, when it was ended. */
  readonly rest?: RestOfLoan | null;
}

export interface RestOfLoan {
  readonly bySellerCents: Cents;
  readonly byOperatorCents: Cents;
  readonly byLenderCents: Cents;
}

/** A payment by cheque or transfer, as its receipt says it. */
export interface PaymentMade {
  readonly amountCents: Cents;
  readonly paidOn: PlainDate;
  readonly reference: string | null;
}
