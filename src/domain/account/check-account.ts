import type { PlainDate } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { MoneyStatus } from '../policy/money-status.ts';
import { type Account, accountOf } from './account.ts';
import type { AccountEntry, AccountRecord, RefundWork } from './account-record.ts';
import { type Payment, sumOf } from './payments.ts';

/** Something of a policy's money that does not follow from its entries. */
export interface AccountFault {
  readonly what: string;
  /** Null where the fault is a status, which is no amount. */
  readonly expectedCents: Cents | null;
  readonly foundCents: Cents;
}

/**
 * What a person must be told of an account: a balance that no open work explains is money that was kept, or given away,
 * and that nobody looks for; more given back than there was is money that was lost.
 */
export function checkAccount(
  record: AccountRecord,
  { moneyStatus, today }: { readonly moneyStatus: MoneyStatus; readonly today: PlainDate },
): readonly AccountFault[] {
  const account = accountOf(record, today);
  const owesNothing = account.balanceCents <= 0;
  return [
    ...checkStatus(account, moneyStatus),
    ...checkBalance(record, account),
    ...account.payments.flatMap((payment) => checkPayment(record, payment, owesNothing)),
  ];
}

function checkStatus(account: Account, moneyStatus: MoneyStatus): readonly AccountFault[] {
  if (account.moneyStatus === moneyStatus) return [];
  const what = `money status ${moneyStatus}, by its entries ${account.moneyStatus}`;
  return [{ what, expectedCents: null, foundCents: account.balanceCents }];
}

/** Says nothing while a charge is unknown or a lender has not answered: until then nobody knows what the balance will be. */
function checkBalance({ charge, refundWork, paidBy }: AccountRecord, account: Account): readonly AccountFault[] {
  const { balanceCents: foundCents } = account;
  const isLoanOpen = refundWork.some((one) => one.payee === 'Lender' && isOpen(one));
  // An operator has recorded the charge, and the processor has not confirmed it: a shortfall is no fault yet.
  const isAskedAbout = charge?.state === 'reported' && foundCents > 0;
  if (account.isUnknown || isAskedAbout || isLoanOpen) return [];
  const isToCharge = paidBy === 'card' && (charge?.state === 'due' || charge?.state === 'refused');
  const toGiveBackCents = sumOf(refundWork.filter(isOpen));
  // While a bank holds a charge back the money is owed, but can't be refunded before the bank has decided.
  const heldBackCents = account.payments.reduce((sum, { openDisputeCents }) => sum + openDisputeCents, 0);
  const expectedCents = (isToCharge ? charge.amountCents : 0) - toGiveBackCents;
  const isExplained = foundCents <= expectedCents && foundCents >= expectedCents - heldBackCents;
  return isExplained ? [] : [{ what: 'balance of customer', expectedCents, foundCents }];
}

function checkPayment(record: AccountRecord, payment: Payment, owesNothing: boolean): readonly AccountFault[] {
  const refunds = record.refundWork.filter(({ paymentEntryId }) => paymentEntryId === payment.id);
  const about = record.entries.filter(({ paymentEntryId }) => paymentEntryId === payment.id);
  return [...checkBooksOfRefunds(refunds, about), ...checkGivenTwice({ payment, refunds, about, owesNothing })];
}

/** Each refund that is done is in the books, and no other one. */
function checkBooksOfRefunds(refunds: readonly RefundWork[], about: readonly AccountEntry[]): readonly AccountFault[] {
  const expectedCents = sumOf(refunds.filter(({ state }) => state === 'done'));
  const foundCents = sumOf(about.filter(({ kind }) => kind === 'refund'));
  return expectedCents === foundCents ? [] : [{ what: 'given back', expectedCents, foundCents }];
}

interface PaymentWithRefunds {
  readonly payment: Payment;
  readonly refunds: readonly RefundWork[];
  /** The entries about the payment. */
  readonly about: readonly AccountEntry[];
  readonly owesNothing: boolean;
}

/** No refund takes more of a payment than it brought. */
function checkGivenTwice({ payment, refunds, about, owesNothing }: PaymentWithRefunds): readonly AccountFault[] {
  const begun = refunds
    .filter(({ state }) => state === 'begun' || state === 'done')
    // One that a person paid a second time is settled once the customer has paid it back or it was written off.
    .map((one) => ({ ...one, isSettled: owesNothing && one.replacedBy !== null }));
  const foundCents = begun
    .map((refund) => {
      const withEarlier = begun.filter((one) => one.turn <= refund.turn && !one.isSettled);
      return sumOf(withEarlier) + goneBefore(refund, about);
    })
    .find((cents) => cents > payment.takenCents);
  return foundCents === undefined ? [] : [{ what: 'given back twice', expectedCents: payment.takenCents, foundCents }];
}

/**
 * What banks had taken back of a payment when a refund of it was made, less the refunds that had come back by then: a
 * refund that was already on its way when a bank took the charge back could not be stopped, and is no fault. Nor is one
 * that a person has paid by hand: the customer owes what of it was not owed.
 */
function goneBefore({ turn, payee }: RefundWork, about: readonly AccountEntry[]): Cents {
  const before = about.filter((entry) => entry.turn < turn);
  const cameBackCents = sumOf(before.filter(({ kind }) => kind === 'refund-returned'));
  if (payee === 'Customer') return -cameBackCents;
  const wonIds = new Set(about.filter(({ kind }) => kind === 'dispute-won').map(({ disputeId }) => disputeId));
  const disputed = before.filter((one) => one.kind === 'dispute-opened' && !wonIds.has(one.id));
  const returned = before.filter(({ kind }) => kind === 'payment-returned');
  return sumOf(disputed) + sumOf(returned) - cameBackCents;
}

const isOpen = ({ state }: RefundWork): boolean => state === 'idle' || state === 'begun';
