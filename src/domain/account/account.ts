import type { PlainDate } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { MoneyStatus } from '../policy/money-status.ts';
import type { AccountEntry, AccountRecord, ChargeWork, RefundWork } from './account-record.ts';
import { type Allocation, allocate, balanceOf, netCollectedOf, type Payment, paymentsOf, sumOf } from './payments.ts';

/*
 * What the account of a policy is, worked out from what has happened to its money and from nothing else. Preview,
 * notice, mail, the partner's answer, lists, console and statement read it; flows/account/record-entry.ts, the one writer,
 * makes the rest of the database agree with it.
 *
 * The balance is that of the account `customer` in the books. Above zero the customer owes it: the price until the
 * cancellation is in effect, then what the used days cost, less what was paid. Below zero it is owed to the customer.
 * So a second payment is given back for the same reason as the unused days of a cancelled policy, and a cheque that
 * came back is due again for the same reason as a charge that was refused.
 */
export interface Account {
  readonly balanceCents: Cents;
  readonly payments: readonly Payment[];
  /** What we have of the customer's money: what is left of all payments. */
  readonly netCollectedCents: Cents;
  /** A charge may have been made. The processor is asked; until it has answered, the account is left as it is. */
  readonly isUnknown: boolean;
  /** What goes back to the card if that charge was made: what it took beyond what is owed. */
  readonly refundIfChargedCents: Cents;
  /** What the customer owes today. A charge whose outcome is unknown counts as not made. */
  readonly dueCents: Cents;
  /** What is to be given back and was not begun: by us to cards, and by the operator to the customer. */
  readonly toGiveBack: readonly Allocation[];
  /** What was written off. */
  readonly writtenOffCents: Cents;
  /** What the operator gives back without having to. */
  readonly goodwillCents: Cents;
  readonly moneyStatus: MoneyStatus;
}

export function accountOf(record: AccountRecord, today: PlainDate): Account {
  const { entries, refundWork, charge } = record;
  const balanceCents = balanceOf(entries);
  const payments = paymentsOf(entries, refundWork);
  const isUnknown = charge?.state === 'charging';
  const known = {
    balanceCents,
    payments,
    netCollectedCents: netCollectedOf(payments),
    isUnknown,
    refundIfChargedCents: isUnknown ? Math.max(charge.amountCents - Math.max(balanceCents, 0), 0) : 0,
    dueCents: balanceCents <= 0 || isAhead(charge, today) ? 0 : balanceCents,
    toGiveBack: toGiveBackOf(record, payments, balanceCents),
    writtenOffCents: sumOf(entries.filter(({ kind }) => kind === 'write-off')),
    goodwillCents: sumOf(entries.filter(({ kind }) => kind === 'goodwill')),
  };
  return { ...known, moneyStatus: moneyStatusOf(record, known) };
}

/** The first charge, before its day: nothing is owed yet. */
function isAhead(charge: ChargeWork | null, today: PlainDate): boolean {
  return charge?.state === 'due' && charge.tries === 1 && charge.dueOn > today;
}

/**
 * A refund that was begun is on its way, and a bank that disputes a charge holds the money: neither is refunded a
 * second time.
 */
function toGiveBackOf(
  { paidBy, refundWork }: AccountRecord,
  payments: readonly Payment[],
  balanceCents: Cents,
): readonly Allocation[] {
  const begunCents = sumOf(refundWork.filter((one) => one.state === 'begun' && one.payee !== 'Lender'));
  const heldBackCents = payments.reduce((sum, { openDisputeCents }) => sum + openDisputeCents, 0);
  const owedCents = -balanceCents - begunCents - heldBackCents;
  if (owedCents <= 0) return [];
  if (paidBy !== 'loan') return allocate(payments, owedCents);
  // Only the lender's answer tells what is left for the customer.
  const isAnswered = refundWork.some(({ payee, state }) => payee === 'Lender' && state === 'done');
  return isAnswered ? [{ paymentEntryId: null, payee: 'Customer', amountCents: owedCents }] : [];
}

function moneyStatusOf(
  { paidBy, cancellation, entries, refundWork, charge, totalCents }: AccountRecord,
  account: Omit<Account, 'moneyStatus'>,
): MoneyStatus {
  if (paidBy === 'partner') return 'CollectedByPartner';
  const told = entries.filter((entry) => !isDisputedAfterRefund(entry, entries));
  if (paymentsOf(told, refundWork).some(({ openDisputeCents }) => openDisputeCents > 0)) return 'Disputed';
  const cancelled = cancellation?.isInEffect ? cancellation : null;
  const isRefundOpen = account.toGiveBack.length > 0 || refundWork.some(isOpen);
  if (account.isUnknown && charge !== null) {
    // What may have been taken for used days is owed: nothing of it goes back.
    if (cancelled !== null && (isRefundOpen || account.refundIfChargedCents > 0)) return 'RefundPending';
    return charge.tries > 1 ? 'Unpaid' : 'Scheduled';
  }
  if (isRefundOpen) return 'RefundPending';
  if (paidBy === 'loan') return ofLoan(cancelled?.refundCents ?? 0, totalCents);
  if (account.balanceCents > 0) return charge?.state === 'due' && charge.tries === 1 ? 'Scheduled' : 'Unpaid';
  if (account.writtenOffCents > 0) return 'WrittenOff';
  // A customer who paid twice and has one payment back is not shown as refunded: the policy is as paid as with one.
  const creditedCents = sumOf(entries.filter(({ kind }) => kind === 'cancellation' || kind === 'goodwill'));
  const sumOfKind = (meant: AccountEntry['kind']): Cents => sumOf(entries.filter(({ kind }) => kind === meant));
  // What a bank has taken back for good counts as given back.
  const byBankCents = account.payments.reduce((sum, { lostDisputeCents }) => sum + lostDisputeCents, 0);
  const refundedCents = Math.min(creditedCents, sumOfKind('refund') - sumOfKind('refund-returned') + byBankCents);
  // A refund that a person paid in the place of the card's counts once, until the processor says that it paid as well.
  const known = refundWork.filter(({ state }) => state !== 'replaced');
  const hasMoneyLeft = netCollectedOf(paymentsOf(told, known)) > 0;
  if (refundedCents > 0) return hasMoneyLeft ? 'PartRefunded' : 'Refunded';
  return hasMoneyLeft ? 'Paid' : 'NothingOwed';
}

/**
 * Whether a bank disputes a charge of a cancelled policy after we have refunded it, in whole or in part: the processor has
 * taken that money twice, which a person claims from it. To partner and customer the money stands as before.
 */
function isDisputedAfterRefund({ id, kind, paymentEntryId }: AccountEntry, entries: readonly AccountEntry[]): boolean {
  if (kind !== 'dispute-opened' || entries.some(({ disputeId }) => disputeId === id)) return false;
  const before = entries.slice(
    0,
    entries.findIndex((one) => one.id === id),
  );
  const about = before.filter((one) => one.paymentEntryId === paymentEntryId);
  const sum = (of: AccountEntry['kind']): Cents => sumOf(about.filter((one) => one.kind === of));
  return before.some((one) => one.kind === 'cancellation') && sum('refund') > sum('refund-returned');
}

function ofLoan(refundCents: Cents, totalCents: Cents): MoneyStatus {
  if (refundCents === 0) return 'Financed';
  return refundCents < totalCents ? 'PartRefunded' : 'Refunded';
}

const isOpen = ({ state }: RefundWork): boolean => state === 'idle' || state === 'begun';
