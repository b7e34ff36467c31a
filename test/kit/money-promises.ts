import type { Account } from '../../src/domain/books/account.ts';
import type { Books, LoanOnRecord, Promised } from './bind-books.ts';

/*
 * What must be true of a sale's money in the end, told from three sides that know nothing of each other: what the
 * processor and the lender keep, what was paid by hand, and what our books and the partner's answers say. The refund
 * plan is not asked: it is what is judged.
 */
export function moneyPromises(books: Books): readonly Promised[] {
  const { charges, loans, reversals, policies, accounts } = books;
  const policy = policies[0];
  const truth = truthOf(books);
  const { heldCents, refundCents, totalCents, outsideCents } = truth;
  const account = (name: Account): number => accounts[name] ?? 0;
  const kept = charges.filter(({ cents, refundedCents }) => refundedCents < cents);
  const active = loans.filter(({ isActive }) => isActive);
  const loansDue = policy?.method === 'PFF' && !truth.isInEffect ? 1 : 0;
  const open = reversals.filter(({ state }) => state === 'due');
  const unbalanced = Object.values(accounts).reduce((sum, cents) => sum + cents, 0);
  // A person has given it back by cheque, perhaps when the processor had done so unseen.
  const isByHand = reversals.some(({ kind, state }) => kind === 'charge' && state === 'settled');
  const isLoanByHand = reversals.some(({ kind, state }) => kind === 'loan' && state === 'settled');
  const netCents = heldCents + outsideCents;
  const paidCents = paidFor(books);
  const earnedCents = -account('premium') - account('tax');
  return [
    [
      paidCents === null || isByHand || netCents === paidCents,
      `${netCents} cents of the customer's, ${paidCents} owed`,
    ],
    [isByHand || kept.length <= 1, `${kept.length} charges kept`],
    [
      isByHand || charges.every((one) => [0, one.cents, refundCents].includes(one.refundedCents)),
      'a charge given back in part',
    ],
    [active.length === loansDue, `${active.length} active loans instead of ${loansDue}`],
    [active.every(({ policyNumber }) => policyNumber === policy?.number), 'a loan under another policy number'],
    ...loanPromises(books, truth),
    [unbalanced === 0, `books that are ${unbalanced} cents off`],
    [
      earnedCents === totalCents - refundCents,
      `${earnedCents} cents of premium and tax in the books, ${totalCents - refundCents} earned`,
    ],
    [open.length > 0 || account('refund') === 0, `${-account('refund')} cents in the books that nobody gives back`],
    [isByHand || account('processor') === heldCents, `${account('processor')} cents of the processor's in the books`],
    [
      isLoanByHand || account('outside') === outsideCents,
      `${account('outside')} cents by hand in the books, ${outsideCents} on record`,
    ],
    [
      account('card') === unpaidOf(books),
      `${account('card')} cents unpaid in the books, ${unpaidOf(books)} to collect`,
    ],
    [
      account('write-off') === (policy?.moneyStatus === 'WrittenOff' ? totalCents - refundCents : 0),
      `${account('write-off')} cents written off of a policy that is ${policy?.moneyStatus}`,
    ],
    [open.every(({ kind }) => kind === 'operator'), 'a reversal that is still due'],
    [
      // Before its day a cancellation has made nothing due yet.
      (policy?.moneyStatus === 'RefundPending' && truth.isInEffect) === open.some(({ isRefund }) => isRefund),
      `${open.length} refunds due of a policy that is ${policy?.moneyStatus}`,
    ],
  ];
}

interface Truth {
  readonly totalCents: number;
  /** What the cancellation gives back, since its day. */
  readonly refundCents: number;
  readonly isInEffect: boolean;
  /** By the processor. */
  readonly heldCents: number;
  /** Paid to the operator, less what a person gave back. */
  readonly outsideCents: number;
}

function truthOf({ policies, cancellation, charges, laterCharges, reversals }: Books): Truth {
  const isInEffect = cancellation?.isInEffect === true;
  const paid = laterCharges.filter(({ state }) => state === 'settled');
  const back = reversals.filter(({ kind, state }) => kind !== 'loan' && state !== 'due');
  const byHand = back.filter(({ kind, state }) => state === 'settled' || kind === 'operator');
  return {
    totalCents: policies[0]?.totalCents ?? 0,
    refundCents: isInEffect ? cancellation.refundCents : 0,
    isInEffect,
    heldCents: charges.reduce((sum, { cents, refundedCents }) => sum + cents - refundedCents, 0),
    outsideCents: sumOf(paid) - sumOf(byHand),
  };
}

const sumOf = (rows: readonly { readonly amountCents: number }[]): number =>
  rows.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** What the customer has paid by card or by hand, and not got back, as the partner is told; null: that depends. */
function paidFor(books: Books): number | null {
  const [policy] = books.policies;
  if (policy === undefined) return 0;
  const { totalCents, refundCents, isInEffect } = truthOf(books);
  switch (policy.moneyStatus) {
    case 'CollectedByPartner':
    case 'Scheduled':
    case 'Unpaid':
    case 'WrittenOff':
    case 'NothingOwed':
      return 0;
    case 'Paid':
      return totalCents - refundCents;
    case 'Refunded':
    case 'PartRefunded':
    case 'Financed':
      if (policy.method !== 'PFF') return totalCents - refundCents;
      return isInEffect ? -(loanParts(books)?.byOperatorCents ?? 0) : 0;
    // What a person has yet to give back.
    case 'RefundPending':
      return null;
  }
}

/** What an open charge is for: the price, or what the used days cost. */
function unpaidOf({ laterCharges }: Books): number {
  return sumOf(laterCharges.filter(({ state }) => ['due', 'charging', 'refused'].includes(state)));
}

interface LoanParts {
  readonly toLoanCents: number;
  readonly bySellerCents: number;
  readonly byOperatorCents: number;
}

/** To the loan first; of the rest the seller gives the down payment back, and the operator what is more. */
function loanParts({ loans, policies, cancellation }: Books): LoanParts | null {
  const loan = loans.find(({ policyNumber }) => policyNumber === policies[0]?.number);
  if (loan === undefined || cancellation?.isInEffect !== true) return null;
  const toLoanCents = loan.refundedCents;
  const bySellerCents = Math.min(cancellation.refundCents - toLoanCents, loan.downPaymentCents);
  return { toLoanCents, bySellerCents, byOperatorCents: cancellation.refundCents - toLoanCents - bySellerCents };
}

function loanPromises(books: Books, { refundCents }: Truth): readonly Promised[] {
  const { loans, policies, cancellation, reversals, accounts } = books;
  const loan: LoanOnRecord | undefined = loans.find(({ policyNumber }) => policyNumber === policies[0]?.number);
  if (loan === undefined || policies[0]?.method !== 'PFF') return [];
  const parts = loanParts(books);
  const isByHand = reversals.some(({ kind, state }) => kind === 'loan' && state === 'settled');
  const byOperator = sumOf(reversals.filter(({ kind, isRefund }) => kind === 'operator' && isRefund));
  const day = cancellation?.isInEffect === true ? cancellation.cancelledOn : null;
  return [
    [loan.cancelledOn === day, `a loan that runs until ${loan.cancelledOn} instead of ${day}`],
    [
      loan.refundedCents <= Math.min(refundCents, loan.advancedCents),
      `${loan.refundedCents} cents to a loan of ${loan.advancedCents}`,
    ],
    [
      isByHand || (accounts.lender ?? 0) === loan.advancedCents - loan.refundedCents,
      `${accounts.lender ?? 0} cents of the lender's in the books, ${loan.advancedCents - loan.refundedCents} at the lender`,
    ],
    [
      (accounts.partner ?? 0) === loan.downPaymentCents - (parts?.bySellerCents ?? 0),
      `${accounts.partner ?? 0} cents of the seller's in the books`,
    ],
    [
      byOperator === (parts?.byOperatorCents ?? 0),
      `${byOperator} cents from the operator instead of ${parts?.byOperatorCents ?? 0}`,
    ],
  ];
}
