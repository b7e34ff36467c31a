import type { Cents, PartsPerMillion } from '../money.ts';
import { type Refusal, refusal } from '../refusal.ts';
import { aprOfLoan, isCriminal, type LoanDates, type LoanFigures } from './loan-apr.ts';
import { type Plan, planLoan } from './plan.ts';

/**
 * Returns the loans that the customer may choose from, shortest first; possibly none. A plan that the lender would not
 * write or that the law forbids is left out.
 */
export function offerPlans(request: OfferRequest): readonly FinancingOption[] {
  const { totalWithTaxCents, downPaymentCents, paymentTermInYears, lender } = request;
  const advancedCents = totalWithTaxCents - downPaymentCents;
  if (advancedCents <= 0 || advancedCents < lender.financedMinimumCents) return [];
  const { annualRatePpm, applicationFeeCents } = lender;
  return loanTermsFor(paymentTermInYears)
    .map((months) => planLoan({ advancedCents, applicationFeeCents, annualRatePpm, months }))
    .filter(({ installmentCents }) => installmentCents >= installmentMinimumCents)
    .map((plan) => figuresOf(plan))
    .filter((figures) => !isCriminal(figures, request))
    .map((figures) => ({ ...figures, aprPercent: aprOfLoan(figures, request) }));
}

export interface OfferRequest extends LoanDates {
  /** The customer's total for the selected products, with tax. */
  readonly totalWithTaxCents: Cents;
  readonly downPaymentCents: Cents;
  readonly paymentTermInYears: number;
  readonly lender: LenderTerms;
}

export interface LenderTerms {
  readonly annualRatePpm: PartsPerMillion;
  readonly applicationFeeCents: Cents;
  /** The minimum after the down payment for which the lender writes a loan; the fee does not count. */
  readonly financedMinimumCents: Cents;
}

export interface FinancingOption extends LoanFigures {
  readonly aprPercent: number;
}

/**
 * Which loan terms go with which policy term. A loan never outlasts its policy: the unused premium is the lender's
 * security, and customers do not want to pay for cover that has ended. Whole years, because each further month would be
 * one more choice that differs by a few dollars; six months only where it is the one alternative. Sixty months at most,
 * even for longer policies: beyond that the interest approaches a third of the premium.
 */
export function loanTermsFor(paymentTermInYears: number): readonly number[] {
  if (paymentTermInYears === 1) return [6, 12];
  return [12, 24, 36, 48, 60].filter((months) => months <= 12 * paymentTermInYears);
}

/** The offered terms are those of `offerPlans` or, before the lender is asked, of `loanTermsFor`. */
export function judgeLoanTerm(loanTermInMonths: number, offeredMonths: readonly number[]): readonly Refusal[] {
  if (offeredMonths.includes(loanTermInMonths)) return [];
  return [refusal('LoanTermNotAvailable', 'financing.loanTermInMonths', { offered: offeredMonths })];
}

/** Below a dollar a month the rounding of the installment is a visible share of the price. */
export const installmentMinimumCents: Cents = 100;

function figuresOf(plan: Plan) {
  return {
    loanTermInMonths: plan.months,
    installmentCents: plan.installmentCents,
    financeChargeCents: plan.financeChargeCents,
    applicationFeeCents: plan.applicationFeeCents,
    totalPayableCents: plan.totalPayableCents,
  };
}
