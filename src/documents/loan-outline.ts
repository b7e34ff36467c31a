import { addMonths } from '../domain/calendar.ts';
import { advanceOf, type LoanFigures } from '../domain/financing/loan-apr.ts';
import type { Loan, Policy } from '../domain/policy/policy.ts';
import type { DocumentContext } from './document-context.ts';
import { dateParts } from './formats.ts';
import type { LoanCosts, Words } from './words/english.ts';

/**
 * The schedule in a few lines. The lender's installments are level; only where no interest takes the rounding is the
 * last one different.
 */
export function loanOutline(loan: Omit<Loan, 'loanNumber'>, { words, formats }: DocumentContext) {
  const months = loan.loanTermInMonths;
  const lastCents = loan.totalPayableCents - (months - 1) * loan.installmentCents;
  const isLevel = lastCents === loan.installmentCents;
  const amount = formats.money(loan.installmentCents);
  const lastAmount = isLevel ? null : formats.money(lastCents);
  // Counted from the first date, not from month to month: the 31st stays the 31st after a short month.
  const last = formats.date(addMonths(loan.firstInstallmentDate, months - 1));
  const first = formats.date(loan.firstInstallmentDate);
  return {
    installments:
      lastAmount === null
        ? [words.installmentsOf(months, amount)]
        : [words.installmentsOf(months - 1, amount), words.lastInstallmentOf(lastAmount)],
    first,
    last,
    debits: { count: months, amount, lastAmount, dayOfMonth: dateParts(loan.firstInstallmentDate).day, first, last },
  };
}

/**
 * The three that the law wants to add up, with what the second is made of: net capital and cost of borrowing are the
 * total that is owed. The fee is a cost, so it is no part of the capital, whether the lender lends it or not.
 */
export function loanCosts(loan: LoanFigures, { formats }: DocumentContext): LoanCosts {
  return {
    netCapital: formats.money(advanceOf(loan)),
    interest: formats.money(loan.financeChargeCents),
    fee: formats.money(loan.applicationFeeCents),
    cost: formats.money(loan.financeChargeCents + loan.applicationFeeCents),
    total: formats.money(loan.totalPayableCents),
  };
}

/** Every paper states the costs in the same words and the same order, so that the customer can compare them. */
export function costRows(policy: SoldIn, loan: LoanFigures, context: DocumentContext) {
  const { words } = context;
  const { netCapital, cost, total } = loanCosts(loan, context);
  const isQuebec = isSoldInQuebec(policy);
  return [
    [words.netCapital, netCapital],
    [isQuebec ? words.creditCharges : words.costOfBorrowing, cost],
    [isQuebec ? words.totalObligation : words.totalPayable, total],
  ] as const;
}

/** The seller collects it on the day of the bind: neither the lender nor the issuer ever has it. */
export function downPaymentLines(policy: Policy, loan: Loan, { words, formats }: DocumentContext): readonly string[] {
  const amount = formats.money(loan.downPaymentCents);
  if (loan.downPaymentCents === 0) return [amount];
  return [amount, words.downPaymentTo(policy.seller.name, formats.date(policy.boundOn))];
}

/** What the rate that holds all charges is called, in full or where that does not fit: Quebec has one rate. */
export function rateWord(policy: SoldIn, words: Words, isShort: boolean): string {
  if (isSoldInQuebec(policy)) return words.creditRate;
  return isShort ? words.aprShort : words.apr;
}

type SoldIn = Pick<Policy, 'seller'>;

/** There the law has terms of its own for what a loan costs. */
export function isSoldInQuebec({ seller }: SoldIn): boolean {
  return seller.province === 'QC';
}
