import { type Charged, entryOfCharge, entryOfStrayLoan } from '../../domain/books/entry-of.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import type { Cents } from '../../domain/money.ts';
import type { StrayMoney } from '../../store/refund/reversal.ts';
import { withId } from '../books/with-id.ts';

/** A charge of which no policy came, to be recorded and reversed. */
export function strayCharge(charge: Charged, day: PlainDate): StrayMoney {
  const { reference: externalReference, key, amountCents, paymentId: cardPaymentId } = charge;
  const booked = withId(entryOfCharge(charge));
  const money = { key, cardPaymentId, externalReference, amountCents, bookedCents: amountCents };
  return { ...money, payee: 'Card', paymentEntryId: booked.id, booked, day };
}

/** A loan of which no policy came. `key`: its policy number, under which it is cancelled. */
export function strayLoan({ loanNumber, key, amountCents, advancedCents, day }: StrayLoan): StrayMoney {
  const booked = withId(entryOfStrayLoan({ loanNumber, key, amountCents: advancedCents }));
  const money = { key, cardPaymentId: null, externalReference: loanNumber, amountCents, bookedCents: advancedCents };
  return { ...money, payee: 'Lender', paymentEntryId: null, booked, day };
}

interface StrayLoan {
  readonly loanNumber: string;
  readonly key: string;
  readonly amountCents: Cents;
  readonly advancedCents: Cents;
  readonly day: PlainDate;
}
