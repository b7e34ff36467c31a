import { type PaidBy, paymentMethodRules, paymentMethods } from '../../domain/payment-method.ts';
import type { MoneyStatus } from '../../domain/policy/money-status.ts';
import { cardOf, type Policy } from '../../domain/policy/policy.ts';
import type { PolicyStatus } from '../../domain/policy/policy-view.ts';

/**
 * The state of a policy's cover and of its money, as SQL over `policy` and the joins below: derived here and nowhere
 * else, whoever shows or filters it. `today` is a placeholder of the seller's day.
 */
export const policyStatusSql = (today: string): string => `
  CASE WHEN cancellation.cancelled_on <= ${today}::date THEN 'Cancelled'
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
  `(${day}::date < policy.cover_ends_on AND (cancellation.cancelled_on IS NULL OR ${day}::date < cancellation.cancelled_on))`;

/** Whether the policy was paid in this way; the indexes of that way have the same condition. */
export const paidBySql = (way: PaidBy): string =>
  `policy.payment_method IN (${paymentMethods
    .filter((method) => paymentMethodRules[method].paidBy === way)
    .map((method) => `'${method}'`)
    .join(', ')})`;

// What a cancellation does with the money is decided by the refund plan and kept with it.
export const moneyStatusSql = `
  CASE WHEN ${paidBySql('partner')} THEN 'CollectedByPartner'
       WHEN cancellation.money IS NOT NULL THEN cancellation.money
       WHEN ${paidBySql('loan')} THEN 'Financed'
       WHEN due_charge.state = 'refused' OR (due_charge.state IN ('due', 'charging') AND due_charge.tries > 1) THEN 'Unpaid'
       WHEN due_charge.state IN ('due', 'charging') THEN 'Scheduled'
       WHEN due_charge.state = 'stopped' THEN 'NothingOwed'
       ELSE 'Paid'
  END`;

/** The same states as SQL derives above, of a policy that is issued at this moment: nothing else has happened to it. */
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

/**
 * Conditions that follow from the state of the money, for an index: few policies were cancelled or have a charge that
 * is open, and each way of paying has an index of its own.
 */
export function moneyConditionsSql(status: MoneyStatus | null): readonly string[] {
  switch (status) {
    case null:
      return [];
    case 'CollectedByPartner':
      return [paidBySql('partner')];
    case 'Financed':
      return [paidBySql('loan')];
    case 'Paid':
      return [paidBySql('card')];
    case 'Scheduled':
    case 'Unpaid':
      return [
        `policy.policy_number IN (SELECT policy_number FROM due_charge
                                  WHERE seller_id = policy.seller_id AND (due_at IS NOT NULL OR given_up_at IS NOT NULL))`,
      ];
    case 'RefundPending':
    case 'PartRefunded':
    case 'Refunded':
    case 'WrittenOff':
    case 'NothingOwed':
      return [isCancelledSql];
  }
}

/** Whether the policies in this state of their money are all cancelled. */
export const isOfCancellation = (status: MoneyStatus | null): boolean =>
  moneyConditionsSql(status).includes(isCancelledSql);

/** Whether this state is always the one that is kept with the cancellation. */
export const isKeptWithCancellation = (status: MoneyStatus | null): boolean =>
  isOfCancellation(status) && status !== 'NothingOwed';

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
/** Of cancelled policies alone. */
export const cancelledJoinsSql = `
   cancellation
   JOIN policy ON policy.policy_number = cancellation.policy_number
   ${chargeJoinSql}`;
