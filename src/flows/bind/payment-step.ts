import type { BindStep } from '../../domain/bind/bind-step.ts';
import { paymentMethodRules } from '../../domain/payment-method.ts';
import { isChargedNow, payByCard } from './pay-by-card.ts';
import { payByLoan } from './pay-by-loan.ts';
import type { ClaimedBind, Payment, PaymentStep } from './payment.ts';

/** Returns how the bind is paid: a step with an outside party or, if none is needed, the money to issue for. */
export function paymentStepOf(claimed: ClaimedBind): PaymentStep | Payment {
  const { payment, claim } = claimed;
  switch (paymentMethodRules[claim.agreed.paymentMethod].paidBy) {
    case 'partner':
      return { kind: 'none' };
    case 'loan':
      return payByLoan;
    case 'card':
      if (payment === null) throw new Error(`The bind of ${claim.applicationId} has lost its card payment.`);
      return isChargedNow(payment, claimed) ? payByCard : { kind: 'scheduled', payment };
  }
}

/** By the step stored with the claim. */
export const paymentSteps: Readonly<Record<Exclude<BindStep, 'claimed'>, PaymentStep>> = {
  charging: payByCard,
  lending: payByLoan,
};
