import { type OperatorRefusal, refuseOperator } from '../operator/operator-refusal.ts';
import { paymentMethodRules } from '../payment-method.ts';
import type { MoneyOnRecord } from '../refund/collected.ts';
import type { CancellationCause } from './cancellation-cause.ts';

/**
 * Non-payment is the insurer's ground, with the insurer's notice, in which the customer may still pay. It needs a
 * charge that was refused; what goes to the seller or the lender is paid there, and we are not told of it.
 */
export function refuseNonPayment(
  { requestedBy, ground }: CancellationCause,
  { policy, dueCharge }: Pick<MoneyOnRecord, 'policy' | 'dueCharge'>,
): OperatorRefusal | null {
  if (ground !== 'NonPayment') return null;
  const isByCard = paymentMethodRules[policy.payment.method].paidBy === 'card';
  const isAllowed = requestedBy === 'insurer' && (!isByCard || (dueCharge !== null && isUnpaid(dueCharge)));
  return isAllowed ? null : refuseOperator('NonPaymentNotAllowed', 'ground');
}

function isUnpaid({ state, tries }: NonNullable<MoneyOnRecord['dueCharge']>): boolean {
  return state === 'refused' || ((state === 'due' || state === 'charging') && tries > 1);
}
