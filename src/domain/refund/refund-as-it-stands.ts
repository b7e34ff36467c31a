import type { Account } from '../account/account.ts';
import { type AccountRecord, payeeRules, type RefundWork } from '../account/account-record.ts';
import { refundsThatStand } from '../account/payments.ts';
import type { PlainDate } from '../calendar.ts';
import type { Cancellation } from '../cancellation/cancellation.ts';
import { dayOfCancellation } from '../cancellation/non-payment.ts';
import type { Cents } from '../money.ts';
import type { Policy } from '../policy/policy.ts';
import type { Refund } from '../policy/policy-view.ts';
import { collectedOf } from './collected.ts';
import { type Obligation, obligationOf, planRefund, type RefundPlan, type RefundRoute } from './refund-plan.ts';

/** A policy with its account and its cancellation. */
export interface PolicyAccount {
  readonly policy: Pick<Policy, 'payment' | 'totalWithTaxCents'>;
  readonly cancellationTerms: Cancellation | null;
  readonly record: AccountRecord;
  readonly account: Account;
}

export interface RefundAsItStands {
  readonly route: RefundRoute;
  readonly refunds: readonly Refund[];
  /** What the used days cost and nobody has paid: given up by the operator, or still owed. */
  readonly writtenOffCents: Cents;
  readonly stillOwedCents: Cents;
}

/**
 * Who gives back what to whom, and what of it is done. What we give back is what the account says and the work that was
 * begun; what others give back, and what is to come before the cancellation's day, is what the plan says.
 */
export function refundAsItStands(current: PolicyAccount, today: PlainDate): RefundAsItStands {
  const { record, account } = current;
  const ours = ourRefunds(record, account);
  const plan = planOf(current, today);
  if (plan === null) return { route: routeOf(ours), refunds: ours, writtenOffCents: 0, stillOwedCents: 0 };
  if (!plan.isDue)
    // Nothing is owed back before it was taken.
    return { ...plan, refunds: [...ours, ...(plan.chargedFirstOn === null ? plan.owed.map(pending) : [])] };
  if (plan.route === 'loan') return { ...plan, refunds: ofLoan(plan, record, ours) };
  const known = { writtenOffCents: account.writtenOffCents, stillOwedCents: Math.max(account.balanceCents, 0) };
  if (plan.route === 'seller') return { ...plan, ...known, refunds: [...ours, ...plan.owed.map(pending)] };
  if (plan.route === 'ask first') return { ...plan, ...known, refunds: [...ours, ...ifCharged(account)] };
  const isUnpaid = account.writtenOffCents > 0 || account.balanceCents > 0;
  return { ...known, route: isUnpaid ? 'not charged' : routeOf(ours), refunds: ours };
}

/** The plan for what is known on this day; null: the policy is not cancelled. */
export function planOf(
  { policy, cancellationTerms, record, account }: PolicyAccount,
  today: PlainDate,
): RefundPlan | null {
  const { cancellation } = record;
  if (cancellationTerms === null || cancellation === null) return null;
  const day = dayOfCancellation(cancellation, record.charge, today);
  const collected = collectedOf(policy, { record, account }, cancellationTerms, day);
  const { usedDays } = cancellation;
  return planRefund({ ...cancellationTerms, usedDays, totalCents: policy.totalWithTaxCents, collected, today: day });
}

/** Whether the lender's answer has changed what the notice of the cancellation said. */
export function differsFromNotice(current: PolicyAccount, today: PlainDate): boolean {
  const inWords = ({ payer, payee, amountCents }: Obligation): string => `${payer} ${payee} ${amountCents}`;
  const told = current.cancellationTerms?.plan.owed.map(inWords) ?? [];
  const refunds = refundAsItStands(current, today).refunds.map(inWords);
  return told.length !== refunds.length || refunds.some((one) => !told.includes(one));
}

/** What we give back to cards and customers, begun or not. */
function ourRefunds(record: AccountRecord, { toGiveBack }: Account): readonly Refund[] {
  const begun = refundsThatStand(record)
    .filter(({ payee, state }) => payee !== 'Lender' && (state === 'begun' || state === 'done'))
    .map((one) => {
      const { payee, amountCents, state } = one;
      const obligation = { payer: payeeRules[payee].payer, payee, amountCents };
      return state === 'done' ? done(obligation, one) : pending(obligation);
    });
  return [...begun, ...toGiveBack.map((one) => pending(obligationOf(one)))];
}

function ifCharged({ refundIfChargedCents: amountCents }: Account): readonly Refund[] {
  return amountCents > 0 ? [pending({ payer: 'Processor', payee: 'Card', amountCents })] : [];
}

/**
 * Until the lender has answered, all of it is as it was reckoned. Then what the customer gets from us is what the
 * account says.
 */
function ofLoan({ owed }: RefundPlan, { refundWork }: AccountRecord, ours: readonly Refund[]): readonly Refund[] {
  const ended = refundWork.find(({ payee }) => payee === 'Lender');
  if (ended?.state !== 'done') return owed.map(pending);
  const ofOthers = owed.filter(({ payer, payee }) => payer !== 'Operator' || payee === 'Lender');
  // The lender tells what it gives back itself, not when.
  return [...ofOthers.map((one) => (one.payee === 'Lender' ? done(one, ended) : pending(one))), ...ours];
}

function pending({ payer, payee, amountCents }: Obligation): Refund {
  return { payer, payee, amountCents, status: 'Pending', doneOn: null };
}

function done({ payer, payee, amountCents }: Obligation, { doneOn }: RefundWork): Refund {
  return { payer, payee, amountCents, status: 'Done', doneOn };
}

function routeOf(refunds: readonly Refund[]): RefundRoute {
  if (refunds.length === 0) return 'nothing';
  return refunds.some(({ payer }) => payer === 'Processor') ? 'card' : 'operator';
}
