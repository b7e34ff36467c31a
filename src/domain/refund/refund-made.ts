import type { PlainDate } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { Obligation } from './refund-plan.ts';

/** A refund that we have given back to the customer, as its receipt says it. What goes to a loan has none. */
export interface RefundMade {
  readonly amountCents: Cents;
  readonly payee: Exclude<Obligation['payee'], 'Lender'>;
  /** The seller's day. */
  readonly doneOn: PlainDate;
  /** The processor's for a card, else what the operator has recorded; null if there is none. */
  readonly reference: string | null;
  /** The first day without cover. */
  readonly cancelledOn: PlainDate;
}
