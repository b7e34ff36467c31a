import type { PlainDate } from '../calendar.ts';
import { type OperatorRefusal, refuseOperator } from '../operator/operator-refusal.ts';
import { paymentMethodRules } from '../payment-method.ts';
import type { MoneyOnRecord } from '../refund/collected.ts';
import type { CancellationAsked } from './cancellation-asked.ts';
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

/** A cancellation, as far as it can be withdrawn by a payment. */
export type CancellationNow = CancellationAsked & Pick<CancellationCause, 'ground'> & { readonly isInEffect: boolean };

/** What may still pay the policy. */
export type ChargeAhead = Pick<NonNullable<MoneyOnRecord['dueCharge']>, 'state' | 'tries' | 'dueOn' | 'isByLink'>;

/**
 * Whether the customer may have paid within the notice, and it is not known yet: a charge of those days is under way or
 * unknown, or a card that was given then is still to be charged. The cancellation does not take effect before it is.
 */
export function isPaymentAwaited(
  { kind, ground, cancelledOn, isInEffect }: CancellationNow,
  charge: ChargeAhead,
): boolean {
  if (ground !== 'NonPayment' || isInEffect || charge.dueOn >= cancelledOn) return false;
  // A cancellation from the start holds back what was not begun.
  const isGiven = charge.state === 'due' && charge.isByLink && charge.tries === 1 && kind === 'pro-rata';
  return charge.state === 'charging' || isGiven;
}

/** Whether what was paid on this day was paid within the notice. The customer's day counts, not that of the answer. */
export function isPaidInTime({ ground, cancelledOn, isInEffect }: CancellationNow, paidOn: PlainDate): boolean {
  return ground === 'NonPayment' && !isInEffect && paidOn < cancelledOn;
}

function isUnpaid({ state, tries }: NonNullable<MoneyOnRecord['dueCharge']>): boolean {
  return state === 'refused' || ((state === 'due' || state === 'charging') && tries > 1);
}
