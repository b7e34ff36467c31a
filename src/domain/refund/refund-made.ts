import type { PlainDate } from '../calendar/calendar.ts';
import type { Cents } from '../money/money.ts';

/** A refund that is done, as its receipt tells it. */
export interface RefundMade {
  readonly amountCents: Cents;
  readonly payee: 'Card' | 'Customer';
  readonly doneOn: PlainDate;
  /** The processor's, or the number of a cheque or transfer; null if there is none. */
  readonly reference: string | null;
  readonly cancelledOn: PlainDate;
}
