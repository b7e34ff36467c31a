import type { Cents, PartsPerMillion } from '../money.ts';

/**
 * Prices a loan of level monthly installments. The application fee is financed: it is repaid with the premium and bears
 * interest like it.
 *
 * The convention: the installment is the annuity rounded half up to the cent, every installment is that amount, and the
 * finance charge is what the installments come to beyond the financed amount. So `months × installment = total payable`
 * holds exactly, and the one installment that a partner shows is the one that is debited each month, the last included.
 * Rejected: charging the interest to the cent and letting the last installment differ. 2,050.00 over 24 months at 9.99
 * % would then end with 94.51 after 23 × 94.59, total 2,270.08; the example that our disclosure follows says 2,270.16.
 * The price of level installments is half a cent a month at most, either way; the APR is that of the real installments.
 *
 * Where no interest is there to take the rounding (a rate of zero, or so low that the rounded installments fall short
 * of the loan) the finance charge is nothing, and only then does the last installment differ: 1,000.00 over 12 months
 * free of interest is 11 × 83.33 and 83.37. By half a cent a month at most, so it stays positive from a dollar a month
 * up, below which nothing is offered.
 */
export function planLoan(loan: Loan): Plan {
  assertLoan(loan);
  const financedCents = loan.advancedCents + loan.applicationFeeCents;
  const installmentCents = levelInstallment(financedCents, loan.annualRatePpm, loan.months);
  const beyondLoanCents = loan.months * installmentCents - financedCents;
  const financeChargeCents = loan.annualRatePpm === 0 ? 0 : Math.max(0, beyondLoanCents);
  const totalPayableCents = financedCents + financeChargeCents;
  return {
    ...loan,
    financedCents,
    installmentCents,
    lastInstallmentCents: totalPayableCents - (loan.months - 1) * installmentCents,
    financeChargeCents,
    totalPayableCents,
  };
}

export interface Loan {
  /** What the lender pays for the customer: the total with tax, less the down payment. */
  readonly advancedCents: Cents;
  readonly applicationFeeCents: Cents;
  /** The lender's yearly rate, a twelfth of it for each month: 9.99 % is 99,900. */
  readonly annualRatePpm: PartsPerMillion;
  readonly months: number;
}

export interface Plan extends Loan {
  /** Advanced amount and application fee: what the installments repay. */
  readonly financedCents: Cents;
  readonly installmentCents: Cents;
  readonly lastInstallmentCents: Cents;
  /** This is interest alone. The cost of borrowing includes the application fee. */
  readonly financeChargeCents: Cents;
  /** The sum of the installments, without the down payment, which the seller collects. */
  readonly totalPayableCents: Cents;
}

export function installmentsOf(plan: Plan): readonly Cents[] {
  return Array.from({ length: plan.months }, (_, index) =>
    index === plan.months - 1 ? plan.lastInstallmentCents : plan.installmentCents,
  );
}

/** A month's rate is ppm / this. */
export const monthlyDivisor = 12_000_000n;

/** financed × i / (1 − (1 + i)^−n) with i = rate / 12, as one exact fraction: no float decides a cent. */
function levelInstallment(financedCents: Cents, annualRatePpm: PartsPerMillion, months: number): Cents {
  const financed = BigInt(financedCents);
  if (annualRatePpm === 0) return divideHalfUp(financed, BigInt(months));
  const rate = BigInt(annualRatePpm);
  const grown = (monthlyDivisor + rate) ** BigInt(months);
  const flat = monthlyDivisor ** BigInt(months);
  return divideHalfUp(financed * rate * grown, monthlyDivisor * (grown - flat));
}

/** Half up, for amounts that are not negative. */
export function divideHalfUp(numerator: bigint, denominator: bigint): Cents {
  return Number((2n * numerator + denominator) / (2n * denominator));
}

/** A loan that breaks this is a bug of the caller: what a partner may send is refused before. */
function assertLoan(loan: Loan): void {
  const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;
  const isSound = isCount(loan.advancedCents) && isCount(loan.applicationFeeCents) && isCount(loan.annualRatePpm);
  if (!isSound || loan.advancedCents === 0) throw new RangeError('a loan has whole, positive amounts');
  if (!isCount(loan.months) || loan.months === 0) throw new RangeError('a loan has at least one month');
}
