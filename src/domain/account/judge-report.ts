import {
  entryOfDispute,
  entryOfDisputeLost,
  entryOfDisputeWon,
  entryOfPayment,
  entryOfRefundReturned,
  entryOfReturn,
} from '../books/entry-of.ts';
import type { LedgerEntry, Recorder } from '../books/ledger-entry.ts';
import type { PlainDate } from '../calendar.ts';
import type { EntryId } from '../ids.ts';
import { type Cents, sumCents } from '../money.ts';
import { type OperatorRefusal, refuseOperator } from '../operator/operator-refusal.ts';
import type { Account } from './account.ts';
import type { AccountRecord } from './account-record.ts';
import { balanceOf, type Dispute, disputesOf, type Payment, refundsThatStand } from './payments.ts';

/*
 * What a person, a bank file or the sandbox reports of a policy's money, at any moment, early, late, twice or wrong.
 * It is refused with a reason only where it can't have happened; everything else is recorded, and the account says what
 * follows. What was recorded by mistake is voided.
 */

export const reportKinds = [
  'received',
  'returned',
  'refund-returned',
  'dispute-opened',
  'dispute-won',
  'dispute-lost',
] as const;
export type ReportKind = (typeof reportKinds)[number];

export interface Report {
  readonly kind: ReportKind;
  /** Null, if the whole amount is meant. */
  readonly amountCents: Cents | null;
  /** The day on which it happened, as whoever did it says. */
  readonly on: PlainDate;
  /**
   * A dispute names the charge that it is of, or what the bank calls the dispute. Null: it is of the charge that was made
   * last. A refund that came back names the charge.
   */
  readonly reference: string | null;
  /** If a payment came back: the one that was recorded with this reference; null if none was. */
  readonly paymentEntryId: EntryId | null;
  /** The key is ours, and of this report alone. */
  readonly key: string;
  readonly recordedBy: Recorder;
}

export interface ReportedOn {
  readonly record: AccountRecord;
  readonly account: Account;
  readonly boundOn: PlainDate;
  readonly today: PlainDate;
}

/** $100,000 is more than any premium: whoever types more has made a mistake. */
const amountMaxCents = 10_000_000;

export function judgeReport(report: Report, policy: ReportedOn): LedgerEntry | OperatorRefusal {
  const { amountCents, on, kind } = report;
  const { boundOn: from, today: to } = policy;
  if (policy.record.paidBy !== 'card') return refuseOperator('MoneyNotWithUs', 'policyNumber');
  if (amountCents !== null && (amountCents <= 0 || amountCents > amountMaxCents))
    return refuseOperator('AmountOutOfRange', 'amount', { max: String(amountMaxCents / 100) });
  if (on < from || on > to) return refuseOperator('ReportDateOutOfRange', 'on', { from, to });
  switch (kind) {
    case 'received':
      return judgeReceived(report, policy);
    case 'returned':
      return judgeReturned(report, policy);
    case 'refund-returned':
      return judgeRefundReturned(report, policy);
    case 'dispute-opened':
      return judgeOpened(report, policy);
    case 'dispute-won':
    case 'dispute-lost':
      return judgeEnded(report, policy);
  }
}

function judgeReceived({ key, amountCents, on: paidOn }: Report, policy: ReportedOn) {
  const cents = amountCents ?? dueOnCents(policy, paidOn);
  if (cents <= 0) return refuseOperator('NothingDue', 'amount');
  return entryOfPayment({ key, amountCents: cents, paidOn });
}

/**
 * What was due on the customer's own day. Within the notice of a non-payment that is what keeps the cover, also once the
 * cancellation has taken effect.
 */
function dueOnCents({ record: { cancellation, entries }, account }: ReportedOn, day: PlainDate): Cents {
  const isWithinNotice =
    cancellation?.isInEffect === true && cancellation.ground === 'NonPayment' && day < cancellation.cancelledOn;
  if (!isWithinNotice) return account.balanceCents;
  return balanceOf(entries.filter(({ kind, happenedOn }) => kind !== 'cancellation' && happenedOn <= day));
}

/**
 * A payment by hand that came back, or a part of it: the one that was recorded with the reference, else one of which that
 * amount can have come back, at best all that is left of it. Between several without an amount nobody can tell.
 */
function judgeReturned({ key, amountCents, on: returnedOn, paymentEntryId }: Report, { account }: ReportedOn) {
  const mayReturn = account.payments.filter(
    ({ way, takenCents, returnedCents }) => way === 'hand' && returnedCents < takenCents,
  );
  const named = mayReturn.filter(({ id }) => id === paymentEntryId);
  const candidates = named.length > 0 ? named : mayReturn;
  if (candidates.length === 0) return refuseOperator('NothingToReturn', 'policyNumber');
  if (amountCents === null && candidates.length > 1) return refuseOperator('PaymentNotNamed', 'amount');
  const payment =
    candidates.findLast((one) => notReturned(one) === amountCents) ??
    candidates.findLast((one) => notReturned(one) >= (amountCents ?? 0));
  if (payment === undefined) {
    const maxCents = Math.max(...candidates.map(notReturned));
    return refuseOperator('AmountOutOfRange', 'amount', { max: String(maxCents / 100) });
  }
  const cents = amountCents ?? notReturned(payment);
  if (returnedOn < payment.paidOn)
    return refuseOperator('ReportDateOutOfRange', 'on', { from: payment.paidOn, to: returnedOn });
  return entryOfReturn({ paymentEntryId: payment.id, key, amountCents: cents, returnedOn });
}

const notReturned = ({ takenCents, returnedCents }: Payment): Cents => takenCents - returnedCents;

/**
 * A refund that the processor had made came back from the card's bank, all of it: that of the charge that is named, else
 * the only one, or the one of that amount.
 */
function judgeRefundReturned({ key, amountCents, on, reference, recordedBy }: Report, policy: ReportedOn) {
  const { account, record, today } = policy;
  const charges = account.payments.filter(({ way }) => way === 'card');
  const named = charges.filter(({ charge }) => charge!.reference === reference);
  const refunds = (named.length > 0 ? named : charges).flatMap((charge) =>
    refundsThatStand(record)
      .filter(
        ({ paymentEntryId, payee, state }) => paymentEntryId === charge.id && payee === 'Card' && state === 'done',
      )
      .map((refund) => ({ charge, refund })),
  );
  if (refunds.length === 0) return refuseOperator('NoRefundToReturn', 'policyNumber');
  if (amountCents === null && refunds.length > 1) return refuseOperator('PaymentNotNamed', 'amount');
  const found = refunds.findLast(({ refund }) => amountCents === null || refund.amountCents === amountCents);
  if (found === undefined) {
    const maxCents = Math.max(...refunds.map(({ refund }) => refund.amountCents));
    return refuseOperator('AmountOutOfRange', 'amount', { max: String(maxCents / 100) });
  }
  const { charge, refund } = found;
  if (on < refund.doneOn!) return refuseOperator('ReportDateOutOfRange', 'on', { from: refund.doneOn!, to: today });
  return entryOfRefundReturned({
    paymentEntryId: charge.id,
    cardPaymentId: charge.charge!.cardPaymentId,
    reference: charge.charge!.reference,
    key,
    amountCents: refund.amountCents,
    happenedOn: on,
    recordedBy,
  });
}

function judgeOpened({ key, amountCents, on, reference, recordedBy }: Report, policy: ReportedOn) {
  const candidates = disputable(reference, amountCents, policy);
  const charge = candidates.at(-1);
  if (charge === undefined) return refuseOperator('NothingToDispute', 'policyNumber');
  if (candidates.length > 1) return refuseOperator('PaymentNotNamed', 'reference');
  if (disputesOn(charge, policy).some(({ state }) => state === 'open'))
    return refuseOperator('DisputeIsOpen', 'policyNumber');
  const cents = amountCents ?? charge.takenCents;
  if (cents > charge.takenCents)
    return refuseOperator('AmountOutOfRange', 'amount', { max: String(charge.takenCents / 100) });
  return entryOfDispute({
    paymentEntryId: charge.id,
    cardPaymentId: charge.charge!.cardPaymentId,
    // Payout files name the charge.
    reference: charge.charge!.reference,
    key,
    amountCents: cents,
    happenedOn: on,
    recordedBy,
  });
}

/** A bank ends a dispute as a whole: the one of that amount, where one is named. */
function judgeEnded({ kind, key, amountCents, on, reference, recordedBy }: Report, policy: ReportedOn) {
  const isWon = kind === 'dispute-won';
  const ends = (state: string): boolean => state === 'open' || (isWon && state === 'lost');
  const charges = policy.account.payments.filter(({ way }) => way === 'card');
  const named = charges.filter(({ charge }) => charge!.reference === reference);
  // A person may type the bank's own number of the dispute, which names no charge.
  let maxCents: Cents = 0;
  for (const charge of (named.length > 0 ? named : charges).toReversed()) {
    const ending = disputesOn(charge, policy).filter(({ state }) => ends(state));
    maxCents = Math.max(maxCents, ...ending.map((one) => one.amountCents));
    const dispute = ending.findLast((one) => amountCents === null || one.amountCents === amountCents);
    if (dispute === undefined) continue;
    const ended = {
      paymentEntryId: charge.id,
      cardPaymentId: charge.charge!.cardPaymentId,
      reference: charge.charge!.reference,
      amountCents: dispute.amountCents,
      happenedOn: on,
      recordedBy,
      disputeId: dispute.id,
      key,
    };
    // Until it was lost, what the bank holds back is no debt of the customer's.
    return isWon
      ? entryOfDisputeWon(ended, borneOf(dispute, policy))
      : entryOfDisputeLost(ended, charge.openDisputeCents);
  }
  if (maxCents === 0) return refuseOperator('DisputeNotOpen', 'policyNumber');
  return refuseOperator('AmountOutOfRange', 'amount', { max: String(maxCents / 100) });
}

/**
 * The charges that a dispute can be of: the one that is named; without a name the one that was made last. The bank's own
 * number of the dispute names no charge: then only the amount tells one of several.
 */
function disputable(reference: string | null, amountCents: Cents | null, { account }: ReportedOn): readonly Payment[] {
  const charges = account.payments.filter(({ way }) => way === 'card');
  const named = charges.filter(({ charge }) => charge!.reference === reference);
  if (named.length > 0 || reference === null) return (named.length > 0 ? named : charges).slice(-1);
  const ofAmount = charges.filter(({ takenCents }) => takenCents === amountCents);
  return ofAmount.length === 1 ? ofAmount : charges;
}

/** How much of a disputed charge the customer has been made to owe again. */
function borneOf({ id }: Dispute, { record }: ReportedOn): Cents {
  return sumCents(record.entries.filter(({ disputeId }) => disputeId === id).map(({ customerCents }) => customerCents));
}

function disputesOn(charge: Payment, { record }: ReportedOn) {
  return disputesOf(record.entries.filter(({ paymentEntryId }) => paymentEntryId === charge.id));
}
