import { daysBetween, type PlainDate } from '../calendar.ts';
import type { Cents, PartsPerMillion } from '../money.ts';
import { aprPercent, aprPpm, type Borrowing, isAprAbove } from './apr.ts';

/** When a loan is paid out, and from when on it is paid back. */
export interface LoanDates {
  /** The day on which the lender pays for the policy, from which interest runs. */
  readonly advancedOn: PlainDate;
  readonly firstInstallmentDate: PlainDate;
}

/**
 * What of a loan says how it is repaid. `totalWithTax − down payment + applicationFee + financeCharge = totalPayable`;
 * the down payment is not in it.
 */
export interface LoanFigures {
  readonly loanTermInMonths: number;
  readonly installmentCents: Cents;
  readonly financeChargeCents: Cents;
  readonly applicationFeeCents: Cents;
  readonly totalPayableCents: Cents;
}

/** The lender pays when the policy begins, or at the bind where that is later. */
export function advanceDay(effectiveDate: PlainDate, boundOn: PlainDate): PlainDate {
  return effectiveDate > boundOn ? effectiveDate : boundOn;
}

/** Returns the APR of a loan from its own figures and dates, in percent with two decimals. */
export function aprOfLoan(loan: LoanFigures, dates: LoanDates): number {
  return aprPercent(aprPpm(borrowingOf(loan, dates)));
}

/**
 * Criminal Code, s. 347, since 2025-01-01: interest above 35 % APR, all fees counted; to offer it is an offence
 * already.
 */
export const criminalRatePpm: PartsPerMillion = 350_000;

export function isCriminal(loan: LoanFigures, dates: LoanDates): boolean {
  return isAprAbove(borrowingOf(loan, dates), criminalRatePpm);
}

/** Whether a stated APR is the loan's, within the 1/8 of a point that the rules tolerate. */
export function isAprStatedRight(loan: LoanFigures & { readonly aprPercent: number }, dates: LoanDates): boolean {
  return isWithinTolerance(loan.aprPercent, aprOfLoan(loan, dates));
}

/** Compares hundredths, so that no float decides at the edge. */
function isWithinTolerance(statedPercent: number, percent: number): boolean {
  return Math.abs(Math.round(statedPercent * 100) - Math.round(percent * 100)) <= 12;
}

/**
 * Returns the annual interest rate of a loan from its own figures and dates, in percent with two decimals: the rate at
 * which the installments, on their days, repay advance and fee. A lender that prices a first period of a few days as a
 * whole month takes more than the rate that it prices by, so that one is not stated anywhere.
 */
export function annualRateOfLoan(loan: LoanFigures, dates: LoanDates): number {
  const borrowing = borrowingOf(loan, dates);
  return aprPercent(aprPpm({ ...borrowing, advancedCents: borrowing.advancedCents + loan.applicationFeeCents }));
}

/** Whether a stated annual interest rate is the loan's, within the same 1/8 of a point. */
export function isAnnualRateStatedRight(
  loan: LoanFigures & { readonly creditTerms: { readonly annualRatePercent: number } },
  dates: LoanDates,
): boolean {
  return isWithinTolerance(loan.creditTerms.annualRatePercent, annualRateOfLoan(loan, dates));
}

/**
 * Returns the yearly rate at which the installments repay advance and fee, month by month: the rate that the lender
 * prices by. It is stated nowhere: APR and annual interest rate count the real days before the first installment.
 */
export function ratePpmOf(loan: LoanFigures): PartsPerMillion {
  const advancedCents = advanceOf(loan) + loan.applicationFeeCents;
  return aprPpm({ advancedCents, installmentsCents: installmentsOf(loan), firstPeriodDays: null });
}

/** The total less the down payment: the total payable is this, the fee and the interest. */
export function advanceOf({ totalPayableCents, applicationFeeCents, financeChargeCents }: LoanFigures): Cents {
  return totalPayableCents - applicationFeeCents - financeChargeCents;
}

function borrowingOf(loan: LoanFigures, { advancedOn, firstInstallmentDate }: LoanDates): Borrowing {
  return {
    advancedCents: advanceOf(loan),
    installmentsCents: installmentsOf(loan),
    // A loan for zero days has no rate: if a late bind advances the money on that day or later, it counts as one day.
    firstPeriodDays: Math.max(1, daysBetween(advancedOn, firstInstallmentDate)),
  };
}

function installmentsOf({ loanTermInMonths, installmentCents, totalPayableCents }: LoanFigures): readonly Cents[] {
  const level = Array.from({ length: loanTermInMonths - 1 }, () => installmentCents);
  return [...level, totalPayableCents - level.length * installmentCents];
}
