import { payeeRules } from '../../../../src/domain/account/account-record.ts';
import { paymentMethodRules } from '../../../../src/domain/payment-method.ts';
import type { AccountSummary, MoneyWhat } from '../../../../src/operator/wire/money.ts';
import type { SaleHistory } from '../../../../src/operator/wire/sales.ts';

type Facts = Pick<SaleHistory, 'policy' | 'entries' | 'account'>;

/** What can have happened to the money of a sale, and of each how much that would be if it was all of it. */
export type Recordable = Readonly<Partial<Record<MoneyWhat, number | null>>>;

/**
 * What an operator may say of it: nothing comes back that was not paid or refunded, and no dispute ends that is not
 * open.
 */
export function recordableOf({ policy, entries, account }: Facts): Recordable {
  if (policy === null || account === null) return {};
  const isByCard = paymentMethodRules[policy.paymentMethod].paidBy === 'card';
  const standing = entries.filter(({ isVoided }) => !isVoided);
  const latest = (kind: string): number | null => standing.find((one) => one.kind === kind)?.amountCents ?? null;
  const [paid, charged, disputed] = [latest('payment'), latest('charge'), latest('dispute-opened')];
  const toCard =
    standing.find(({ kind, recordedBy }) => kind === 'refund' && recordedBy === 'processor')?.amountCents ?? null;
  const pendingCents = pendingOf(account);
  // It was given, and a bank has taken the payment back before it was recorded.
  const mayHaveBeenOwed = isByCard && [latest('cancellation'), paid, disputed].some((cents) => cents !== null);
  return {
    ...(isByCard && { received: account.balanceCents > 0 ? account.balanceCents : null }),
    ...(isByCard && paid !== null && { returned: paid }),
    ...((pendingCents > 0 || mayHaveBeenOwed) && { 'given-back': pendingCents > 0 ? pendingCents : null }),
    ...(isByCard && toCard !== null && { 'refund-returned': toCard }),
    ...(isByCard && charged !== null && { 'dispute-opened': charged }),
    ...(isByCard && disputed !== null && { 'dispute-won': null, 'dispute-lost': null }),
  };
}

/** What a person may still give back in another way. */
function pendingOf({ owedBack }: AccountSummary): number {
  return owedBack
    .filter(({ isBegun, payee }) => !isBegun && !payeeRules[payee].needsAnswer)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** The most that can be given back without cancelling. */
export function goodwillMaxOf({ policy, account }: Facts): number {
  if (policy === null || account === null || paymentMethodRules[policy.paymentMethod].paidBy !== 'card') return 0;
  return Math.max(0, account.netCollectedCents + Math.min(account.balanceCents, 0));
}

/** What an act is refused for when it has changed since: the same was recorded by somebody else, or twice. */
export function shownOf({
  balanceCents,
  netCollectedCents,
}: AccountSummary): Pick<AccountSummary, 'balanceCents' | 'netCollectedCents'> {
  return { balanceCents, netCollectedCents };
}
