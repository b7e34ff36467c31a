import type { BindStep } from '../../domain/bind/bind-step.ts';
import { paymentMethodRules } from '../../domain/payment-method.ts';
import { isChargedNow, payByCard } from './pay-by-card.ts';
import { payByLoan } from './pay-by-loan.ts';
import type { Deal, Money, MoneyStep } from './payment.ts';

/** Returns how the bind is paid: a step with an outside party or, if none is needed, the money to issue for. */
export function moneyStepOf(deal: Deal): MoneyStep | Money {
  const { payment, claim } = deal;
  switch (paymentMethodRules[claim.agreed.paymentMethod].paidBy) {
    case 'partner':
      return { kind: 'none' };
    case 'loan':
      return payByLoan;
    case 'card':
      if (payment === null) throw new Error(`The bind of ${claim.applicationId} has lost its card payment.`);
      return isChargedNow(payment, deal) ? payByCard : { kind: 'scheduled', payment };
  }
}

/** By the step stored with the claim. */
export const moneySteps: Readonly<Record<Exclude<BindStep, 'claimed'>, MoneyStep>> = {
  charging: payByCard,
  lending: payByLoan,
};
