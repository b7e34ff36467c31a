import type { AccountRecord, ChargeWork } from '../account/account-record.ts';
import { type Payment, sumOf } from '../account/payments.ts';
import { addDays, type PlainDate } from '../calendar.ts';
import type { EntryId } from '../ids.ts';
import type { Cents } from '../money.ts';
import { type OperatorRefusal, refuseOperator } from '../operator/operator-refusal.ts';
import { paymentMethodRules } from '../payment-method.ts';
import type { Policy } from '../policy/policy.ts';
import type { CancellationAsked } from './cancellation-asked.ts';
import type { CancellationCause } from './cancellation-cause.ts';

/**
 * Non-payment is the insurer's ground, with the insurer's notice, in which the customer may still pay. It needs a
 * charge that was refused or money that came back; what the partner collected is paid there, and of a loan only the
 * lender can say that it is in default.
 */
export function refuseNonPayment(
  { requestedBy, ground }: CancellationCause,
  { policy, record, isInDefault }: UnpaidNow,
): OperatorRefusal | null {
  if (ground !== 'NonPayment') return null;
  const isUnpaid = {
    partner: false,
    loan: isInDefault,
    card: record.charge !== null && isRefused(record.charge),
  }[paymentMethodRules[policy.payment.method].paidBy];
  return requestedBy === 'insurer' && isUnpaid ? null : refuseOperator('NonPaymentNotAllowed', 'ground');
}

export interface UnpaidNow {
  readonly policy: Pick<Policy, 'payment'>;
  readonly record: Pick<AccountRecord, 'charge'>;
  /** Whether the lender has just said that the loan is in default. */
  readonly isInDefault: boolean;
}

/** A cancellation, as far as it can be withdrawn by a payment. */
export type CancellationNow = CancellationAsked &
  Pick<CancellationCause, 'ground'> & { readonly isInEffect: boolean; readonly isRescissionUndecided?: boolean };

/** What may still pay the policy. */
export type ChargeAhead = Pick<ChargeWork, 'state' | 'tries' | 'dueOn' | 'isByLink' | 'cardAwaitedOn'>;

/**
 * Whether the customer may have paid within the notice, and it is not known yet: a charge of those days is under way or
 * unknown, a card that was given then is still to be charged, or a customer has opened the card form then and the processor was not
 * asked yet what was typed into it. The
 * cancellation does not take effect before it is.
 */
export function isPaymentAwaited({ ground, cancelledOn, isInEffect }: CancellationNow, charge: ChargeAhead): boolean {
  if (ground !== 'NonPayment' || isInEffect) return false;
  const isTyped = charge.cardAwaitedOn !== null && charge.cardAwaitedOn < cancelledOn;
  if (isTyped && (charge.state === 'due' || charge.state === 'refused')) return true;
  if (charge.dueOn >= cancelledOn) return false;
  const isGiven = charge.state === 'due' && charge.isByLink && charge.tries === 1;
  return charge.state === 'charging' || isGiven;
}

/**
 * Whether a cancellation stops a charge that was not begun: one that refunds everything does. A cancellation for
 * non-payment does not, whatever its kind, because the customer may pay within the notice.
 */
export function holdsChargeBack({ kind, ground }: Pick<CancellationNow, 'kind' | 'ground'>): boolean {
  return kind === 'flat' && ground !== 'NonPayment';
}

/**
 * How much was paid within the notice. Counts also what was refunded again because the cancellation took effect before the
 * payment was known.
 */
export function paidInTimeCents(
  { entries }: Pick<AccountRecord, 'entries'>,
  payments: readonly Payment[],
  cancellation: Omit<CancellationNow, 'isInEffect'>,
): Cents {
  const effectiveAt = entries.findLastIndex(({ kind }) => kind === 'cancellation');
  const since = effectiveAt === -1 ? [] : entries.slice(effectiveAt);
  const sinceCents = (meant: string, paymentEntryId: EntryId): Cents =>
    sumOf(since.filter((one) => one.kind === meant && one.paymentEntryId === paymentEntryId));
  // A payment that came back, or that a bank has taken back, was not paid, even if it had been refunded before.
  const cameCents = ({ takenCents, returnedCents, openDisputeCents, lostDisputeCents }: Payment): Cents =>
    takenCents - returnedCents - openDisputeCents - lostDisputeCents;
  const paidCents = ({ id, leftCents }: Payment): Cents =>
    leftCents + sinceCents('refund', id) - sinceCents('refund-returned', id);
  return payments
    .filter(({ paidOn }) => isPaidInTime(cancellation, paidOn))
    .reduce((sum, payment) => sum + Math.min(paidCents(payment), cameCents(payment)), 0);
}

/**
 * Whether what was paid on this day was paid within the notice. The customer's day counts, not that of the answer: so
 * it is asked also of a cancellation that took effect meanwhile.
 */
function isPaidInTime({ ground, cancelledOn }: Omit<CancellationNow, 'isInEffect'>, paidOn: PlainDate): boolean {
  return ground === 'NonPayment' && paidOn < cancelledOn;
}

/**
 * The day by which a cancellation is judged: today, with two exceptions. A cancellation that took effect stays in effect,
 * also for a run that began before midnight and has yesterday's date: then it is the cancellation's own day. And while
 * nobody knows whether the customer has paid within the notice, or whether a rescission is granted, it is the day before
 * the cancellation's, so that its day has not come.
 */
export function dayOfCancellation(
  cancellation: CancellationNow,
  charge: ChargeAhead | null,
  today: PlainDate,
): PlainDate {
  const { cancelledOn, isInEffect, isRescissionUndecided = false } = cancellation;
  if (isInEffect) return cancelledOn;
  const isAwaited = charge !== null && isPaymentAwaited(cancellation, charge);
  return (isAwaited || isRescissionUndecided) && today >= cancelledOn ? addDays(cancelledOn, -1) : today;
}

/** Whether the last try was refused, or the charge was given up. */
function isRefused({ state, tries }: ChargeWork): boolean {
  return state === 'refused' || ((state === 'due' || state === 'charging') && tries > 1);
}
