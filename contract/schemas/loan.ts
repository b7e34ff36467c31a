import type { ErrorCode } from '../errors.ts';
import { Type } from '../type.ts';
import { int32, integer, money, plainDate } from './scalars.ts';

/** What the customer asks for in a loan: sent when it is priced, and again when it is made. */
export const loanWishes = {
  downPayment: downPayment('Paid up front; at most two decimals, less than the premium.'),
  firstInstallmentDate: plainDate('From the day after the effective date to one month later.', {
    examples: ['2026-04-15'],
  }),
};

export function downPayment(description: string) {
  return money(description, { minimum: 0, maximum: 9999999.99, examples: [250] });
}

export const loanTermInMonths = int32('Length of the loan; one that the financing options offered.', {
  examples: [24],
});

/** The lender's figures: indicative in an option, final in a bind. */
export const loanFigures = {
  loanTermInMonths: integer('Length of the loan in months.', 24),
  installmentAmount: money('What the customer pays each month.'),
  financeCharge: money('Interest over the whole loan.'),
  applicationFee: money('The lender’s fee.'),
  apr: Type.Number({
    description:
      'Annual percentage rate, in percent with two decimals: from the effective date and the first installment date, all fees counted.',
    examples: [9.95],
  }),
  totalPayable: money('All installments together; the down payment is not in it.'),
};

/** What a loan that was chosen can be refused for. */
export const loanRefusals = [
  'FinancingDetailsRequired',
  'FinancingNotApplicable',
  'FinancingNotAvailableForCoverageCategory',
  'DownPaymentInvalid',
  'FirstInstallmentDateOutOfRange',
  'LoanTermNotAvailable',
  'FinancingUnavailable',
  'FinancingDeclined',
] as const satisfies readonly ErrorCode[];
