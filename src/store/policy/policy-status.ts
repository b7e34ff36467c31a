import { paymentMethodRules } from '../../domain/payment-method.ts';
import type { MoneyStatus } from '../../domain/policy/money-status.ts';
import { cardOf, type Policy } from '../../domain/policy/policy.ts';
import type { PolicyStatus } from '../../domain/policy/policy-view.ts';

/**
 * Whether the policy is cancelled on this day. A cancellation for non-payment is only once it took effect: on its day it
 * may still turn out that the customer has paid within the notice. Any other ends the cover on its day, even if the job
 * is late.
 */
const isCancelledOnSql = (day: string): string =>
  `(cancellation.cancelled_on <= ${day}::date AND (cancellation.in_effect_at IS NOT NULL OR cancellation.ground IS DISTINCT FROM 'NonPayment'))`;

/**
 * The state of a policy's cover, as SQL over `policy` and the joins below: derived here and nowhere else, whoever shows
 * or filters it. `today` is a placeholder of the seller's day. The state of its money is a column, `money_status`.
 */
export const policyStatusSql = (today: string): string => `
  CASE WHEN ${isCancelledOnSql(today)} THEN 'Cancelled'
       WHEN ${today}::date < policy.effective_date THEN 'NotStarted'
       WHEN ${today}::date < policy.cover_ends_on THEN 'InForce'
       ELSE 'Expired'
  END`;

/**
 * Cover lasts a year at least, and begins a year after the bind at most (EFFECTIVE_DATE_DAYS). A day less, as days
 * begin at other times elsewhere.
 */
export const coverDaysMin = 364;

/** Whether the policy covers on this day or a later one: neither cancelled nor expired. */
export const coversSql = (day: string): string =>
  `(${day}::date < policy.cover_ends_on AND ${isCancelledOnSql(day)} IS NOT TRUE)`;

/** The same state as SQL derives above, and that of the account, of a policy that is issued at this moment: nothing else has happened to it. */
export function statusWhenIssued({ boundOn, effectiveDate }: Pick<Policy, 'boundOn' | 'effectiveDate'>): PolicyStatus {
  return boundOn < effectiveDate ? 'NotStarted' : 'InForce';
}

export function moneyStatusWhenIssued({ payment }: Pick<Policy, 'payment'>): MoneyStatus {
  switch (paymentMethodRules[payment.method].paidBy) {
    case 'partner':
      return 'CollectedByPartner';
    case 'loan':
      return 'Financed';
    case 'card':
      return cardOf(payment)?.charge ? 'Paid' : 'Scheduled';
  }
}

/**
 * The condition that a derived state is this one. As a CASE, of which the planner expects that half of the rows fulfil
 * it: of `=` it expects one in 200, and then reads and sorts all policies of a seller instead of the newest few.
 */
export const isStateSql = (derived: string, state: string): string =>
  `CASE ${derived} WHEN ${state} THEN true ELSE false END`;

/** Says whether the policy is cancelled, or has a cancellation whose day is to come. */
export const isCancelledSql =
  'policy.policy_number IN (SELECT policy_number FROM cancellation WHERE seller_id = policy.seller_id)';

/** A card that has taken the place of the one the policy was bound with, as JSON of a `LaterCard`; null: none has. */
export const laterCardSql = `
  CASE WHEN card_payment.is_by_link THEN
    json_build_object('paymentId', card_payment.id, 'maskedCardNumber', card_payment.masked_card_number,
                      'cardType', card_payment.card_type, 'chargeDate', card_payment.charge_date)
  END`;

const chargeJoinSql = 'LEFT JOIN due_charge ON due_charge.card_payment_id = policy.card_payment_id';
export const policyStatusJoinsSql = `
   LEFT JOIN cancellation ON cancellation.policy_number = policy.policy_number
   ${chargeJoinSql}`;
/** These joins keep cancelled policies alone. */
export const cancelledJoinsSql = `
   cancellation
   JOIN policy ON policy.policy_number = cancellation.policy_number
   ${chargeJoinSql}`;
