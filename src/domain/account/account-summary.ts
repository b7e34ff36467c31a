import type { Cents } from '../money.ts';
import type { MoneyStatus } from '../policy/money-status.ts';
import type { Account } from './account.ts';
import { type AccountRecord, type PayeeRule, payeeRules, type RefundPayee } from './account-record.ts';

/** How the account of a policy stands, as operators are told it. */
export interface AccountSummary {
  /** Above zero the customer owes it; below, it is owed to the customer. */
  readonly balanceCents: Cents;
  /** What of it is due today. */
  readonly dueCents: Cents;
  /** What is left of all payments: the most that may be given back. */
  readonly netCollectedCents: Cents;
  readonly moneyStatus: MoneyStatus;
  /** What is on its way back, and what is still to be given back. */
  readonly owedBack: readonly OwedBack[];
  /** It is cancelled, on a day that has come or is ahead. */
  readonly hasCancellation: boolean;
}

export interface OwedBack {
  readonly payer: PayeeRule['payer'];
  readonly payee: RefundPayee;
  readonly amountCents: Cents;
  /** The party was asked: it can't be stopped. */
  readonly isBegun: boolean;
}

export function summaryOf(
  { balanceCents, dueCents, netCollectedCents, moneyStatus }: Account,
  record: AccountRecord,
): AccountSummary {
  const owedBack = record.refundWork
    .filter(({ state }) => state === 'idle' || state === 'begun')
    .map(({ payee, amountCents, state }) => ({
      payer: payeeRules[payee].payer,
      payee,
      amountCents,
      isBegun: state === 'begun',
    }));
  return {
    balanceCents,
    dueCents,
    netCollectedCents,
    moneyStatus,
    owedBack,
    hasCancellation: record.cancellation !== null,
  };
}
