import { defineOperation } from './operation.ts';
import { component } from './schemas/annotations.ts';
import { answer } from './schemas/envelope.ts';
import { loanFigures, loanWishes } from './schemas/loan.ts';
import { selectionFields, selectionRefusals } from './schemas/selection.ts';
import { Type } from './type.ts';

export const quoteFinancingRequest = component(
  'FinancingQuoteRequest',
  'The intended selection and the customer’s wishes for the loan.',
  { ...selectionFields, ...loanWishes },
);

const financingOption = component(
  'FinancingOption',
  'A loan that the customer could take. The figures are indicative; the bind carries the final ones.',
  loanFigures,
);

export const quoteFinancingAnswer = answer('FinancingQuote', 'The financing options.', {
  options: Type.Array(financingOption, { description: 'The loans to choose from.' }),
});

export const quoteFinancing = defineOperation({
  id: 'quoteFinancing',
  route: 'POST /v1/quote/financing',
  tag: 'Payment',
  summary: 'Price monthly financing',
  description:
    'Asks the lender for the loans that the customer could take. Creates nothing and may be called repeatedly. For Replacement coverage only, and for sellers that are set up for PFF.',
  request: { body: quoteFinancingRequest },
  ok: { description: 'The financing options.', schema: quoteFinancingAnswer },
  refusals: [
    ...selectionRefusals,
    'FinancingNotAvailableForSeller',
    'FinancingNotAvailableForCoverageCategory',
    'DownPaymentInvalid',
    'FirstInstallmentDateOutOfRange',
    'FinancingUnavailable',
    'FinancingDeclined',
  ],
  mayHaveNoResult: true,
  faults: ['FinancingUnavailable', 'FinancingDeclined'],
});
