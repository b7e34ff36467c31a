import { addMonths, type PlainDate } from '../calendar.ts';
import type { Cents } from '../money.ts';
import { advanceOf, type LoanFigures, ratePpmOf } from './loan-apr.ts';
import { divideHalfUp, monthlyDivisor } from './plan.ts';

/**
 * Returns what is still owed on a day of the advance, which is what the lender paid for the policy. Fee and interest
 * are between lender and customer: a refund of the premium does not pay them.
 *
 * The advance falls by its share of the principal in every installment that fell due before the day; the fee is repaid
 * beside it, in the same proportion. The rate is the one at which the installments repay advance and fee exactly, found
 * from the loan's own figures: the stated APR holds the fee too, and a lender does not tell its rate.
 */
export function owedOnLoan(loan: RunningLoan, day: PlainDate): Cents {
  const advancedCents = advanceOf(loan);
  const dueCount = countDueBefore(loan, day);
  if (dueCount === 0) return advancedCents;
  // What rounding left over is in the last installment.
  if (dueCount === loan.loanTermInMonths) return 0;
  const financedCents = advancedCents + loan.applicationFeeCents;
  const ratePpm = ratePpmOf(loan);
  // Each month is carried one power of the divisor higher instead of being rounded, so that only the answer is.
  let scale = 1n;
  let balance = BigInt(financedCents);
  for (let month = 0; month < dueCount; month += 1) {
    scale *= monthlyDivisor;
    balance = balance * (monthlyDivisor + BigInt(ratePpm)) - BigInt(loan.installmentCents) * scale;
  }
  if (balance <= 0n) return 0;
  return divideHalfUp(balance * BigInt(advancedCents), scale * BigInt(financedCents));
}

/** Returns what the lender has collected in the installments that fell due before a day. */
export function collectedOnLoan(loan: RunningLoan, day: PlainDate): Cents {
  const dueCount = countDueBefore(loan, day);
  // What rounding left over is in the last installment.
  return dueCount === loan.loanTermInMonths ? loan.totalPayableCents : dueCount * loan.installmentCents;
}

/**
 * Returns what of the installments that fell due before a day has repaid no part of the advance: interest and fee. It is
 * what the lender gives back of a loan whose policy is rescinded; the rest of them comes back with the price.
 */
export function waivedOnLoan(loan: RunningLoan, day: PlainDate): Cents {
  return Math.max(0, collectedOnLoan(loan, day) - (advanceOf(loan) - owedOnLoan(loan, day)));
}

/** What of a loan says how it is repaid. */
export type RunningLoan = LoanFigures & { readonly firstInstallmentDate: PlainDate };

/** Each month is counted from the first installment, so that one on the 31st falls back only where a month is short. */
function countDueBefore({ firstInstallmentDate, loanTermInMonths }: RunningLoan, day: PlainDate): number {
  let count = 0;
  while (count < loanTermInMonths && addMonths(firstInstallmentDate, count) < day) count += 1;
  return count;
}
