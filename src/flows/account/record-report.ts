import { notBegun, type RefundWork } from '../../domain/account/account-record.ts';
import { judgeReport, type ReportKind } from '../../domain/account/judge-report.ts';
import { judgeVoidNow, voidedWith } from '../../domain/account/judge-void.ts';
import { allocateGivenByHand, inRefundOrder, notGivenBackCents, sumOf } from '../../domain/account/payments.ts';
import { entryOfGoodwill, entryOfRefundByHand } from '../../domain/books/entry-of.ts';
import type { LedgerEntry, Recorder } from '../../domain/books/ledger-entry.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import type { EntryId, ReversalId } from '../../domain/ids.ts';
import type { Cents } from '../../domain/money.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { listByReference, readVoidable, writeReference } from '../../store/books/entry.ts';
import { setUsedDays } from '../../store/cancellation/cancellation.ts';
import { unreportCharge } from '../../store/card/due-charge.ts';
import { dropReversal, insertGivenBack, lockReversal, replaceReversal } from '../../store/refund/reversal.ts';
import { mailLink } from '../../store/unpaid/payment-link.ts';
import { newId } from '../new-id.ts';
import { judgeVehicle } from '../policy/judge-vehicle.ts';
import { ensureLink } from '../unpaid/ensure-link.ts';
import { announceVoid } from './announce.ts';
import { applyConsequences, voidEntry, withdrawCancellation } from './apply-consequences.ts';
import { type AccountParts, type OpenAccount, reopenAccount, withRecord } from './open-account.ts';
import { recordEntry } from './record-entry.ts';

/*
 * What people say that happened to a policy's money: it was paid, it came back, it was given back, a bank disputes it.
 * Operators say it in the console, the sandbox by its own routes, and a payout file by its lines.
 */

export interface Reported {
  readonly kind: ReportKind | 'given-back';
  /** Null, if the whole amount is meant. */
  readonly amountCents: Cents | null;
  /** Null, if it happened today, by the seller's date. */
  readonly on: PlainDate | null;
  /** Exactly what was typed; empty if nothing was. */
  readonly reference: string;
  readonly recordedBy: Recorder;
  /** The refund that a person has settled, where `given-back` names one; otherwise it is for whatever is pending. */
  readonly reversalId?: ReversalId;
}

/** Records a report. Returns the account as it is with it, or why that can't have happened. */
export async function recordReport(
  parts: AccountParts,
  open: OpenAccount,
  reported: Reported,
): Promise<OpenAccount | OperatorRefusal> {
  const { kind, on, ...report } = reported;
  const { today } = open.at;
  if (kind === 'given-back') return recordGivenByHand(parts, open, reported);
  const key: string = newId();
  const reference = report.reference === '' ? null : report.reference;
  const { policy, record } = open.stored;
  const { policyNumber } = policy;
  const [named] =
    kind === 'returned' && reference !== null
      ? await listByReference(open.tx, { policyNumber, kind: 'payment', reference })
      : [];
  const judged = judgeReport(
    { ...report, kind, on: on ?? today, reference, paymentEntryId: named?.id ?? null, key },
    { record, account: open.account, boundOn: policy.boundOn, today },
  );
  if (isOperatorRefusal(judged)) return judged;
  return recordTyped(parts, open, judged, report.reference);
}

/** Keeps the operator's own words beside the entry, which is never changed, so that they can be erased. */
async function recordTyped(
  parts: AccountParts,
  open: OpenAccount,
  entry: LedgerEntry,
  reference: string,
): Promise<OpenAccount> {
  // Its key is of this report, so it was not recorded before.
  const recorded = (await recordEntry(parts, open, entry))!;
  if (reference !== '') await writeReference(open.tx, { entryId: recorded.entryId, reference });
  return recorded.open;
}

/** What the tax of the day of payment is judged by. */
export function taxedSaleOf({ stored }: Pick<OpenAccount, 'stored'>) {
  const { policy, seller, priced, cancellationTerms, record } = stored;
  return {
    ...policy,
    ...priced,
    province: seller.province,
    isOver: cancellationTerms !== null && record.cancellation?.isInEffect === true,
  };
}

/**
 * Records what a person has refunded by cheque or transfer, whatever way was planned. In three steps: whether that is
 * possible, what of it pays refunds that are pending, and what goes beyond them. Each part is a refund of its own.
 *
 * It is a fact also where it is more than is owed, because a bank has taken the payment back since, or by mistake: then
 * the customer owes the difference. A refund that was begun and has no answer is replaced, and still asked about: if it
 * has been made as well, the customer was refunded twice, and a person is shown that.
 */
async function recordGivenByHand(
  parts: AccountParts,
  open: OpenAccount,
  { amountCents, on, reference, reversalId }: Reported,
): Promise<OpenAccount | OperatorRefusal> {
  const { today } = open.at;
  const doneOn = on ?? today;
  const { cancellation } = open.stored.record;
  const from = cancellation?.isInEffect ? cancellation.cancelledOn : open.stored.policy.boundOn;
  if (doneOn > today || doneOn < from) return refuseOperator('ReportDateOutOfRange', 'on', { from, to: today });
  const pending = await mayBeGivenByHand(open, reversalId ?? null);
  const cents = judgeGivenByHand(open, pending, { amountCents, isNamed: reversalId !== undefined });
  if (isOperatorRefusal(cents)) return cents;
  const ofPending = partsOfPending(pending, cents);
  let current = open;
  for (const part of ofPending) current = await recordPartGivenByHand(parts, current, { ...part, doneOn, reference });
  const beyondCents = cents - sumOf(ofPending);
  for (const part of allocateGivenByHand(current.account.payments, beyondCents).filter((one) => one.amountCents > 0))
    current = await recordPartGivenByHand(parts, current, { ...part, replaces: null, doneOn, reference });
  return current;
}

/** Says how much a person has refunded, or why that can't be. */
function judgeGivenByHand(
  { stored, account }: OpenAccount,
  pending: readonly RefundWork[],
  { amountCents, isNamed }: Pick<Reported, 'amountCents'> & { readonly isNamed: boolean },
): Cents | OperatorRefusal {
  const isUnknown = stored.record.refundWork.some(({ state }) => state === 'begun');
  const pendingCents = sumOf(pending);
  // While a refund is under way nobody knows whether a person has given more than is owed.
  const mayBeMore = amountCents !== null && !isNamed && !isUnknown;
  const maxCents = mayBeMore ? Math.max(notGivenBackCents(account.payments), pendingCents) : pendingCents;
  if (maxCents === 0) return refuseOperator(isUnknown ? 'ReversalUnderWay' : 'NothingToGiveBack', 'policyNumber');
  const cents = amountCents ?? pendingCents;
  // A refund that was begun may have arrived already, so a person pays all of it or none.
  const isPart = cents < pendingCents && pending.some(({ state }) => state === 'begun');
  if (cents <= 0 || cents > maxCents || isPart)
    return refuseOperator('AmountOutOfRange', 'amount', { max: String(maxCents / 100) });
  return cents;
}

/** Divides what was refunded among the refunds that are pending, in their order. One that was begun is replaced. */
function partsOfPending(pending: readonly RefundWork[], cents: Cents): readonly Omit<ByHand, 'doneOn' | 'reference'>[] {
  let openCents = cents;
  return pending
    .map(({ id, state, paymentEntryId, amountCents: pendingCents }) => {
      const amountCents = Math.min(openCents, pendingCents);
      openCents -= amountCents;
      return { paymentEntryId, replaces: state === 'begun' ? id : null, amountCents };
    })
    .filter(({ amountCents }) => amountCents > 0);
}

/**
 * What was not begun; if there is none, what was and has no answer: whoever records it has looked at the processor. Not
 * while a try is under way or may still come through. They come in the order of refunds, so that a cheque for a part pays
 * the payments that the plan names first: ids of one moment are in no order.
 */
async function mayBeGivenByHand(
  { tx, stored, account }: OpenAccount,
  only: ReversalId | null,
): Promise<readonly RefundWork[]> {
  const inOrder = inRefundOrder(account.payments).map(({ id }) => id);
  const placeOf = ({ paymentEntryId }: RefundWork): number =>
    paymentEntryId === null ? inOrder.length : inOrder.indexOf(paymentEntryId);
  const ours = stored.record.refundWork
    .filter(({ id, payee }) => payee !== 'Lender' && (only ?? id) === id)
    .toSorted((one, other) => placeOf(one) - placeOf(other));
  const idle = ours.filter(({ state }) => state === 'idle');
  if (idle.length > 0) return idle;
  const unanswered: RefundWork[] = [];
  for (const one of ours.filter(({ state }) => state === 'begun'))
    if (!(await lockReversal(tx, { id: one.id }))!.mayStillSucceed) unanswered.push(one);
  return unanswered;
}

interface ByHand extends Pick<RefundWork, 'paymentEntryId' | 'amountCents'> {
  /** The refund that was begun and has no answer. */
  readonly replaces: ReversalId | null;
  readonly doneOn: PlainDate;
  readonly reference: string;
}

/**
 * Records one refund by hand. A refund that was planned another way and not begun is dropped when the consequences are
 * applied; one that was begun is asked about until its outcome is known.
 */
async function recordPartGivenByHand(
  parts: AccountParts,
  open: OpenAccount,
  { paymentEntryId, replaces, amountCents, doneOn, reference }: ByHand,
): Promise<OpenAccount> {
  const { tx, stored, account } = open;
  const { policyNumber, applicationId } = stored.policy;
  const id = newId<ReversalId>();
  const notOwedCents = Math.min(Math.max(account.balanceCents + amountCents, 0), amountCents);
  const turn = await insertGivenBack(tx, {
    id,
    policyNumber,
    applicationId,
    paymentEntryId,
    amountCents,
    notOwedCents,
    doneOn,
  });
  if (replaces !== null) await replaceReversal(tx, { id: replaces, replacedBy: id });
  const done = {
    ...notBegun,
    id,
    turn,
    paymentEntryId,
    payee: 'Customer',
    amountCents,
    notOwedCents,
    state: 'done',
    doneOn,
  } as const;
  const before = stored.record.refundWork.map((other) =>
    other.id === replaces ? { ...other, state: 'replaced' as const, replacedBy: id } : other,
  );
  const entry = entryOfRefundByHand({ reversalId: id, amountCents, paymentEntryId, happenedOn: doneOn });
  return recordTyped(parts, withRecord(open, { refundWork: [...before, done] }), entry, reference);
}

/** Gives a part or all of what was paid back without cancelling. */
export async function giveGoodwill(
  parts: AccountParts,
  open: OpenAccount,
  amountCents: Cents,
): Promise<OpenAccount | OperatorRefusal> {
  const { record, policy } = open.stored;
  if (record.paidBy !== 'card') return refuseOperator('MoneyNotWithUs', 'policyNumber');
  if (open.account.isUnknown) return refuseOperator('ChargeUnderWay', 'policyNumber');
  // Its notice says what is given back, and by which way: that stays true.
  if (record.cancellation?.isInEffect === false) return refuseOperator('CancellationAhead', 'policyNumber');
  const maxCents = open.account.netCollectedCents + Math.min(open.account.balanceCents, 0);
  if (amountCents <= 0 || amountCents > maxCents)
    return refuseOperator('AmountOutOfRange', 'amount', { max: String(Math.max(maxCents, 0) / 100) });
  return (await recordEntry(parts, open, entryOfGoodwill(amountCents, `${policy.policyNumber} ${newId()}`)))!.open;
}

/** Takes back what an operator recorded by mistake. */
export async function voidReport(
  parts: AccountParts,
  open: OpenAccount,
  id: EntryId,
): Promise<OpenAccount | OperatorRefusal> {
  const { entries } = open.stored.record;
  const entry = entries.find((one) => one.id === id);
  if (entry === undefined) return refuseOperator('NotFound', 'id');
  const { recordedBy, reversalId } = await readVoidable(open.tx, { id });
  const refused = judgeVoidNow({ ...entry, recordedBy }, open.stored.record, open.account);
  if (refused !== null) return refused;
  let current = (await voidEntry(open, id, 'operator'))!;
  // The operator had said that the processor made the charge: the processor is asked again.
  if (await unreportCharge(open.tx, { entryId: id }))
    current = (await reopenAccount(open.tx, open.stored.policy.policyNumber, open.at))!;
  for (const other of voidedWith(entry, open.stored.record))
    current = (await voidEntry(current, other.id, 'operator'))!;
  if (entry.kind === 'write-off') current = await oweUsedDays(current);
  if (reversalId !== null) {
    await dropReversal(open.tx, { id: reversalId });
    const refundWork = current.stored.record.refundWork
      .filter((one) => one.id !== reversalId)
      .map(unreplacedBy(reversalId));
    current = withRecord(current, { refundWork });
  }
  const voided = await applyConsequences(parts, current);
  await announceVoid(voided.open, { entry, asksCustomer: voided.asksCustomer });
  return voided.open;
}

/** The operator wrote it off by mistake: it is owed, and the service does not write it off again. */
async function oweUsedDays(open: OpenAccount): Promise<OpenAccount> {
  const { cancellation } = open.stored.record;
  if (cancellation === null) return open;
  await setUsedDays(open.tx, { policyNumber: open.stored.policy.policyNumber, usedDays: 'owe' });
  return withRecord(open, { cancellation: { ...cancellation, usedDays: 'owe' } });
}

/** Puts the refund back that this one had replaced: no person has paid it after all. */
function unreplacedBy(voided: ReversalId): (one: RefundWork) => RefundWork {
  return (one) => {
    if (one.replacedBy !== voided) return one;
    return { ...one, replacedBy: null, state: one.state === 'replaced' ? 'begun' : one.state };
  };
}

/**
 * Undoes a cancellation that took effect. What was given back because of it has to be paid again first; the cover then
 * has no break.
 */
export async function reinstate(parts: AccountParts, open: OpenAccount): Promise<OpenAccount | OperatorRefusal> {
  const { policy, seller, record, cancellationTerms } = open.stored;
  if (cancellationTerms === null || record.cancellation === null)
    return refuseOperator('CancellationNotThere', 'policyNumber');
  if (record.paidBy === 'loan' && record.refundWork.some(({ payee }) => payee === 'Lender'))
    return refuseOperator('LoanIsEnded', 'policyNumber');
  if (record.refundWork.some(({ state }) => state === 'begun'))
    return refuseOperator('ReversalUnderWay', 'policyNumber');
  const { netCollectedCents, goodwillCents } = open.account;
  const toPayCents = record.totalCents - goodwillCents;
  const wasPaid = record.entries.some(({ kind }) => kind === 'charge' || kind === 'payment');
  if (record.paidBy === 'card' && wasPaid && netCollectedCents < toPayCents)
    return refuseOperator('ReinstatementUnpaid', 'policyNumber', {
      amount: String((toPayCents - netCollectedCents) / 100),
    });
  const { applicationId, inputs } = policy;
  const covered = await judgeVehicle(open.tx, {
    vin: inputs.vehicle.vin,
    applicationId,
    sellerId: seller.id,
    day: cancellationTerms.cancelledOn,
  });
  if (covered !== null) return covered;
  const withdrawn = await withdrawCancellation(open, 'operator');
  const { open: reinstated, asksCustomer } = await applyConsequences(parts, withdrawn);
  if (asksCustomer || reinstated.account.dueCents > 0) {
    await ensureLink(parts, reinstated, { isUnlimited: true });
    await mailLink(open.tx, { id: newId(), policyNumber: policy.policyNumber, lastDay: null });
  }
  return reinstated;
}
