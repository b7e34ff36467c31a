import type { PlainDate } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { MoneyStatus } from '../policy/money-status.ts';
import { type Account, accountOf } from './account.ts';
import type { AccountRecord, RefundWork } from './account-record.ts';
import { type Payment, sumOf } from './payments.ts';

/** Something of a policy's money that does not follow from its entries. */
export interface AccountFault {
  readonly what: string;
  /** Null of a status, which is no amount. */
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

/** While a charge is unknown, or a lender has not answered, so is what its balance will be. */
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

/**
 * Ids are in order of time: what was already on its way when a bank took the charge back could not be stopped. What was
 * given back and not owed is over once the customer has paid it back or it was written off. What a person has given by hand
 * is said when it is known, whatever a bank had done before.
 */
function checkPayment(
  { entries, refundWork }: AccountRecord,
  payment: Payment,
  owesNothing: boolean,
): readonly AccountFault[] {
  const given = refundWork.filter((one) => one.paymentEntryId === payment.id);
  const about = entries.filter(({ paymentEntryId }) => paymentEntryId === payment.id);
  const doneCents = sumOf(given.filter(({ state }) => state === 'done'));
  const recordedCents = sumOf(about.filter(({ kind }) => kind === 'refund'));
  const over = given
    .filter(({ state }) => state === 'begun' || state === 'done')
    .map(({ id, payee }) => {
      const before = about.filter((entry) => String(entry.id) < String(id));
      const wonIds = new Set(about.filter(({ kind }) => kind === 'dispute-won').map(({ disputeId }) => disputeId));
      const heldBack = before.filter((one) => one.kind === 'dispute-opened' && !wonIds.has(one.id));
      const returned = before.filter(({ kind }) => kind === 'payment-returned');
      const cameBack = before.filter(({ kind }) => kind === 'refund-returned');
      const givenBack = given.filter(
        (one) =>
          (one.state === 'begun' || one.state === 'done') && one.id <= id && !(owesNothing && one.replacedBy !== null),
      );
      const byBank = payee === 'Customer' ? [] : [...heldBack, ...returned];
      return sumOf([...byBank, ...givenBack]) - sumOf(cameBack);
    })
    .filter((cents) => cents > payment.takenCents);
  return [
    ...(doneCents === recordedCents
      ? []
      : [{ what: 'given back', expectedCents: doneCents, foundCents: recordedCents }]),
    ...over
      .slice(0, 1)
      .map((foundCents) => ({ what: 'given back twice', expectedCents: payment.takenCents, foundCents })),
  ];
}

const isOpen = ({ state }: RefundWork): boolean => state === 'idle' || state === 'begun';
