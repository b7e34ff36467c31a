import { randomUUID } from 'node:crypto';
import { type Account, accountOf } from '../../../src/domain/account/account.ts';
import {
  type AccountCancellation,
  type AccountEntry,
  type AccountRecord,
  type ChargeWork,
  notBegun,
  type RefundWork,
} from '../../../src/domain/account/account-record.ts';
import { judgeReport, type Report } from '../../../src/domain/account/judge-report.ts';
import { voidedWith } from '../../../src/domain/account/judge-void.ts';
import { lostDisputesOwedAgain } from '../../../src/domain/account/lost-disputes.ts';
import { withEntry } from '../../../src/domain/account/with-entry.ts';
import {
  entryOfCharge,
  entryOfDisputeLost,
  entryOfGoodwill,
  entryOfRefund,
  entryOfVoid,
  entryOfWriteOff,
} from '../../../src/domain/books/entry-of.ts';
import type { LedgerEntry } from '../../../src/domain/books/ledger-entry.ts';
import type { UsedDays } from '../../../src/domain/cancellation/used-days.ts';
import type { EntryId, PaymentId, ReversalId } from '../../../src/domain/ids.ts';
import { isOperatorRefusal, type OperatorRefusal } from '../../../src/domain/operator/operator-refusal.ts';
import { goodwillInRefund } from '../../../src/domain/refund/refund-plan.ts';

/**
 * The money of a policy, as the one writer keeps it, without a database: each step says what happened, and what follows
 * from it is made to agree at once. For tests of the rules themselves.
 */
export interface AccountHistory {
  readonly record: AccountRecord;
  readonly account: Account;
}

/** A policy of 1,000.00 whose card is charged on a later day. */
export const totalCents = 100_000;
export const boundOn = '2026-11-15';
export const chargeOn = '2026-12-01';
export const today = '2027-01-10';

const chargeDue: ChargeWork = {
  state: 'due',
  amountCents: totalCents,
  tries: 1,
  dueOn: chargeOn,
  isByLink: false,
  cardAwaitedOn: null,
};

/** Bound, and nothing has happened since. */
export function startOfHistory(changed: Partial<AccountRecord> = {}, day = today): AccountHistory {
  const sale = { ...newInTurn<EntryId>(), kind: 'sale', amountCents: totalCents, customerCents: totalCents } as const;
  const about = { happenedOn: boundOn, cardPaymentId: null, partyKey: null, partyReference: null } as const;
  const entries = [{ ...sale, ...about, paymentEntryId: null, disputeId: null }];
  const record: AccountRecord = {
    totalCents,
    paidBy: 'card',
    cancellation: null,
    entries,
    charge: chargeDue,
    refundWork: [],
    ...changed,
  };
  return { record, account: accountOf(record, day) };
}

/** With an entry, and what follows from it. */
export function afterEntry({ record }: AccountHistory, entry: LedgerEntry): AccountHistory {
  return followed(withEntry(record, { ...entry, ...newInTurn() }, today));
}

/** The card is charged for what is owed; of used days that is less than the price. */
export function afterCharge(
  history: AccountHistory,
  amountCents: number = history.account.balanceCents,
): AccountHistory {
  const key = newId<PaymentId>();
  const { charge } = history.record;
  const charged = { ...history.record, charge: charge && ({ ...charge, state: 'charged' } as const) };
  const entry = entryOfCharge({ reference: `R-${key}`, key, amountCents, paymentId: key, paidOn: chargeOn });
  return afterEntry({ ...history, record: charged }, entry);
}

export function withCharge({ record }: AccountHistory, changed: Partial<ChargeWork>): AccountHistory {
  return followed({ ...record, charge: { ...(record.charge ?? chargeDue), ...changed } });
}

/** Adds what a person, a bank file or the sandbox reports, unless that can't have happened. */
export function afterReport(history: AccountHistory, report: Partial<Report> & Pick<Report, 'kind'>): AccountHistory {
  const judged = judgeIn(history, report);
  if (isOperatorRefusal(judged)) throw new Error(`refused: ${judged.code}`);
  return afterEntry(history, judged);
}

export function judgeIn(
  { record, account }: AccountHistory,
  report: Partial<Report> & Pick<Report, 'kind'>,
): LedgerEntry | OperatorRefusal {
  const said: Report = {
    amountCents: null,
    on: today,
    reference: null,
    paymentEntryId: null,
    key: newId(),
    recordedBy: 'operator',
    ...report,
  };
  return judgeReport(said, { record, account, boundOn, today });
}

export interface Cancelled {
  readonly kind: 'flat' | 'pro-rata';
  readonly refundCents: number;
  readonly usedDays?: UsedDays;
}

/** The day of a cancellation has come. */
export function afterCancellation({ record, account }: AccountHistory, asked: Cancelled): AccountHistory {
  const { kind, refundCents, usedDays = 'write-off' } = asked;
  const cancellation: AccountCancellation = {
    kind,
    cancelledOn: today,
    ground: 'Other',
    isInEffect: true,
    usedDays,
    refundCents,
  };
  const givenBeforeCents = goodwillInRefund(refundCents, account);
  return afterEntry(startOfHistory({ ...record, cancellation }), {
    kind: 'cancellation',
    key: `cancellation ${newId()}`,
    amountCents: refundCents,
    recordedBy: 'service',
    postings: [
      { account: 'premium', amountCents: refundCents },
      { account: 'customer', amountCents: givenBeforeCents - refundCents },
      { account: 'goodwill', amountCents: -givenBeforeCents },
    ],
  });
}

export function afterGoodwill(history: AccountHistory, amountCents: number): AccountHistory {
  return afterEntry(history, entryOfGoodwill(amountCents, newId()));
}

/** The refund work goes on: it is begun, it is done, or the card's issuer refuses it. */
export function afterTry({ record }: AccountHistory, id: ReversalId, state: RefundWork['state']): AccountHistory {
  const one = record.refundWork.find((other) => other.id === id)!;
  const changed: RefundWork = { ...one, state, doneOn: state === 'done' ? today : null };
  const refundWork = record.refundWork.map((other) => (other.id === id ? changed : other));
  const tried = startOfHistory({ ...record, refundWork });
  if (state !== 'done') return followed(tried.record);
  const { paymentEntryId, amountCents, payee } = one;
  const by = payee === 'Card' ? 'processor' : 'operator';
  const given = { by, reversalId: id, amountCents, paymentEntryId, cardPaymentId: null, partyReference: null } as const;
  return afterEntry(tried, entryOfRefund({ ...given, happenedOn: today }));
}

/** An operator has given back by hand what was to go another way. */
export function afterManualRefund({ record }: AccountHistory, id: ReversalId): AccountHistory {
  const refundWork = record.refundWork.map((one) => (one.id === id ? ({ ...one, payee: 'Customer' } as const) : one));
  return afterTry(startOfHistory({ ...record, refundWork }), id, 'done');
}

/** An operator has recorded it by mistake. */
export function afterVoid({ record }: AccountHistory, entry: AccountEntry): AccountHistory {
  const { id, kind, paymentEntryId, amountCents, customerCents } = entry;
  const given = record.refundWork.find(
    (one) =>
      one.state === 'done' &&
      one.payee === 'Customer' &&
      one.paymentEntryId === paymentEntryId &&
      one.amountCents === amountCents,
  );
  const refundWork = kind === 'refund' ? record.refundWork.filter((one) => one !== given) : record.refundWork;
  const postings = [
    { account: 'customer', amountCents: customerCents },
    { account: 'outside', amountCents: -customerCents },
  ] as const;
  const voided = entryOfVoid({ id, amountCents, partyReference: null, postings }, 'operator');
  const withIt = voidedWith(entry, record).map((one) => one.id);
  const entries = record.entries.filter((one) => !withIt.includes(one.id));
  return afterEntry(startOfHistory({ ...record, entries, refundWork }), voided);
}

/** What is being given back and was not begun. */
export function idleIn({ record }: AccountHistory): readonly RefundWork[] {
  return record.refundWork.filter(({ state }) => state === 'idle');
}

/** What flows/account/apply-consequences.ts carries out, as far as it is about money. */
export function followed(changed: AccountRecord): AccountHistory {
  let record = changed;
  for (const { dispute, owedAgainCents } of lostDisputesOwedAgain(record, accountOf(record, today).payments)) {
    const { id: disputeId, amountCents, paymentEntryId, cardPaymentId, partyReference } = dispute;
    const about = {
      paymentEntryId: paymentEntryId!,
      cardPaymentId,
      reference: partyReference!,
      happenedOn: today,
    } as const;
    const ended = { ...about, amountCents, recordedBy: 'service', disputeId, key: newId() } as const;
    record = withEntry(record, { ...entryOfDisputeLost(ended, owedAgainCents), ...newInTurn() }, today);
  }
  record = withWriteOff(withoutPaidWriteOff(record));
  record = withRefunds(record);
  record = withChargeAligned(record);
  return { record, account: accountOf(record, today) };
}

/** What was given up turns out to have been paid before the cover ended. */
function withoutPaidWriteOff(record: AccountRecord): AccountRecord {
  const { balanceCents, writtenOffCents, payments } = accountOf(record, today);
  const { cancellation } = record;
  if (!cancellation?.isInEffect || writtenOffCents === 0) return record;
  const paidLateCents = payments
    .filter(({ paidOn }) => paidOn >= cancellation.cancelledOn)
    .reduce((sum, { leftCents }) => sum + leftCents, 0);
  const unpaidCents = Math.max(balanceCents + writtenOffCents + paidLateCents, 0);
  if (unpaidCents >= writtenOffCents) return record;
  const entries = record.entries.filter(({ kind }) => kind !== 'write-off');
  const left = { ...record, entries };
  return unpaidCents === 0
    ? left
    : withEntry(left, { ...entryOfWriteOff(unpaidCents, newId()), ...newInTurn() }, today);
}

function withWriteOff(record: AccountRecord): AccountRecord {
  const { balanceCents, isUnknown } = accountOf(record, today);
  const { cancellation, entries } = record;
  const cameBack = entries.some(({ kind }) => kind === 'payment-returned' || kind === 'dispute-lost');
  if (!cancellation?.isInEffect || cancellation.usedDays === 'owe' || isUnknown || cameBack || balanceCents <= 0)
    return record;
  return withEntry(record, { ...entryOfWriteOff(balanceCents, newId()), ...newInTurn() }, today);
}

function withRefunds(record: AccountRecord): AccountRecord {
  const wanted = accountOf(record, today).toGiveBack.map((one): RefundWork => {
    const isSame = (other: RefundWork): boolean =>
      other.state === 'idle' &&
      other.paymentEntryId === one.paymentEntryId &&
      other.payee === one.payee &&
      other.amountCents === one.amountCents;
    return record.refundWork.find(isSame) ?? { ...notBegun, ...one, ...newInTurn<ReversalId>() };
  });
  const kept = record.refundWork.filter(({ state, payee }) => state !== 'idle' || payee === 'Lender');
  return { ...record, refundWork: [...kept, ...wanted] };
}

function withChargeAligned(record: AccountRecord): AccountRecord {
  const { balanceCents, isUnknown } = accountOf(record, today);
  const { charge, paidBy } = record;
  if (paidBy !== 'card' || isUnknown) return record;
  const isOpen = charge?.state === 'due' || charge?.state === 'refused';
  if (balanceCents <= 0) return isOpen ? { ...record, charge: { ...charge, state: 'stopped' } } : record;
  const reopened = { ...(charge ?? chargeDue), state: 'refused', tries: 5 } as const;
  // Used days are a person's to collect.
  const left = record.cancellation?.isInEffect ? ({ state: 'refused' } as const) : {};
  return { ...record, charge: { ...(isOpen ? { ...charge, ...left } : reopened), amountCents: balanceCents } };
}

let turn = 0;

/** An id of an entry or a refund, with its turn, as the database gives it. */
export function newInTurn<Id extends string = EntryId>(): { readonly id: Id; readonly turn: number } {
  turn += 1;
  return { id: newId<Id>(), turn };
}

/** Ids are in no order, so that whatever goes by them is found. */
export function newId<Id extends string = EntryId>(): Id {
  return randomUUID() as string as Id;
}
