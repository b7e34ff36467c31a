import type { CreditTerms } from '../../domain/financing/credit-terms.ts';
import { annualRateOfLoan, type LoanDates, type LoanFigures } from '../../domain/financing/loan-apr.ts';
import type { LenderTerms } from '../../domain/financing/offer.ts';

/**
 * The sandbox lender's terms. The fee is low enough for the smallest loan to stay below the criminal interest rate over
 * twelve months, so that every customer who can borrow has a plan, also for one year of the cheapest car.
 */
export const sandboxLenderTerms: LenderTerms = {
  annualRatePpm: 99_900,
  applicationFeeCents: 2_000,
  financedMinimumCents: 20_000,
};

/** Invented, like the lender. The same for every loan but for the rate, which follows its dates, and the first day. */
export function sandboxCreditTerms(loan: LoanFigures, dates: LoanDates): CreditTerms {
  return {
    annualRatePercent: annualRateOfLoan(loan, dates),
    interestFrom: dates.advancedOn,
    lenderAddress: '200 Sample Street, Suite 900, Toronto ON  M5V 2T6',
    lenderPermit: '000000-0',
    prepaymentTerms: {
      en: 'You may pay the loan back early, in whole or in part, at any time and without a charge or penalty.',
      fr: 'Vous pouvez rembourser le prêt par anticipation, en tout ou en partie, en tout temps, sans frais ni pénalité.',
    },
    defaultTerms: {
      en: 'What is overdue, also after a debit that is refused, bears interest at the rate of the loan. Nothing else is charged.',
      fr: 'Toute somme en retard, notamment après un débit refusé, porte intérêt au taux du prêt. Rien d’autre n’est exigé.',
    },
  };
}

/** An account that the lender declines, for tests that can't send a header. No bank has it. */
export const declinedAccountNumber = '0000000';
