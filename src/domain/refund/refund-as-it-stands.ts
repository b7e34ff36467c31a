import { addDays, type PlainDate } from '../calendar.ts';
import type { Cancellation } from '../cancellation/cancellation.ts';
import { isPaymentAwaited } from '../cancellation/non-payment.ts';
import type { MoneyStatus } from '../policy/money-status.ts';
import type { Refund } from '../policy/policy-view.ts';
import { type Collected, collectedOf, type MoneyOnRecord } from './collected.ts';
import { isOurs, moneyAfter, type Obligation, planRefund, type RefundPlan, type UsedDays } from './refund-plan.ts';

/** What is on record of a cancelled policy: its terms, its money, and the refunds that were begun. */
export interface RefundRecord extends MoneyOnRecord {
  readonly cancellation: { readonly terms: Cancellation; readonly usedDays: UsedDays; readonly isInEffect: boolean };
  readonly refunds: readonly BegunRefund[];
}

/** The reversals by which we fulfil the plan. */
export const refundKinds = ['charge', 'loan', 'operator'] as const;
export type RefundKind = (typeof refundKinds)[number];

export interface BegunRefund {
  readonly kind: RefundKind;
  readonly isDone: boolean;
  readonly doneOn: PlainDate | null;
}

export interface RefundAsItStands {
  readonly plan: RefundPlan;
  readonly collected: Collected;
  readonly refunds: readonly Refund[];
  readonly money: MoneyStatus | null;
}

/** The plan for what is known on this day, and what of it is done. */
export function refundAsItStands(record: RefundRecord, day: PlainDate): RefundAsItStands {
  const { policy, cancellation } = record;
  const { terms, usedDays } = cancellation;
  const today = dayOfPlan(record, day);
  const collected = collectedOf(record, terms, today);
  const asked = { ...terms, usedDays, totalCents: policy.totalWithTaxCents, collected, today };
  const plan = planRefund(asked);
  // Nothing is owed back before it was taken.
  const owed = plan.chargedFirstOn === null ? plan.owed : [];
  const refunds = owed.map((obligation): Refund => {
    const kind = kindOf(obligation);
    const begun = record.refunds.find((one) => one.kind === kind);
    return begun?.isDone === true
      ? { ...obligation, status: 'Done', doneOn: begun.doneOn }
      : { ...obligation, status: 'Pending', doneOn: null };
  });
  const isPending = refunds.some((refund) => isOurs(refund) && refund.status === 'Pending');
  return { plan, collected, refunds, money: moneyAfter(plan, asked, isPending) };
}

/**
 * A cancellation that took effect stays in effect, also for a run that began before midnight and has yesterday's date.
 * While it is not known whether the customer has paid within the notice, its day has not come.
 */
function dayOfPlan({ dueCharge, cancellation: { terms, isInEffect } }: RefundRecord, day: PlainDate): PlainDate {
  const { cancelledOn } = terms;
  if (isInEffect) return cancelledOn;
  const isAwaited = dueCharge !== null && isPaymentAwaited({ ...terms, isInEffect }, dueCharge);
  return isAwaited && day >= cancelledOn ? addDays(cancelledOn, -1) : day;
}

/** By which reversal it is fulfilled; null: the seller does it, and we are not told. */
export function kindOf({ payer, payee }: Obligation): RefundKind | null {
  switch (payer) {
    case 'Processor':
      return 'charge';
    case 'Operator':
      return payee === 'Lender' ? 'loan' : 'operator';
    case 'Seller':
      return null;
  }
}

/** The books' key for what the operator gives the customer. */
export const operatorKey = (policyNumber: string): string => `operator ${policyNumber}`;
