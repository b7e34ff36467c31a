import type { BindRequest } from '../../domain/bind/judge-bind.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import { readCardPayment } from '../../store/card/card-payment.ts';
import type { Database } from '../../store/database.ts';
import { isChargedNow, payByCard } from './pay-by-card.ts';
import { loanStep, payByLoan } from './pay-by-loan.ts';
import type { ClaimedBind, MovingStep, Payment, PaymentStep } from './payment.ts';

/** Returns how a new bind is paid: a step with an outside party or, if none is needed, the money to issue for. */
export function moneyOf({ paying }: Pick<BindRequest, 'paying'>, boundOn: PlainDate): MovingStep | Payment {
  switch (paying.by) {
    case 'partner':
      return { kind: 'none' };
    case 'loan':
      return payByLoan(paying.loan, paying.bankAccount);
    case 'card': {
      const { payment } = paying;
      return isChargedNow(payment, boundOn) ? payByCard(payment) : { kind: 'scheduled', payment };
    }
  }
}

/** Returns the step at which a bind was left, as it is stored with the claim; null if no money can have moved. */
export async function stepLeftAt(
  database: Database,
  { claim, sale, seller }: Pick<ClaimedBind, 'claim' | 'sale' | 'seller'>,
): Promise<PaymentStep | null> {
  const { applicationId } = sale;
  const { paymentId, financing } = claim.agreed;
  switch (claim.step) {
    case 'claimed':
      return null;
    case 'charging': {
      const payment =
        paymentId && (await readCardPayment(database, { sellerId: seller.id, applicationId, id: paymentId }));
      if (payment === null) throw new Error(`The bind of ${applicationId} has lost its card payment.`);
      return payByCard(payment);
    }
    case 'lending':
      if (financing === null) throw new Error(`The bind of ${applicationId} has lost its loan.`);
      return loanStep(financing);
  }
}
