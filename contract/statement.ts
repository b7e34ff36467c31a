import { defineOperation } from './operation.ts';
import { codes, component } from './schemas/annotations.ts';
import { answer } from './schemas/envelope.ts';
import { ofSeller } from './schemas/partner-facts.ts';
import { boolean, money, oneOf, plainDate, text } from './schemas/scalars.ts';
import { Type } from './type.ts';
import { paymentMethodValues } from './vocabulary.ts';

/** The published document says the same number. */
export const statementLinesMax = 10_000;

const amounts = {
  premium: money('The premium.'),
  tax: money('The tax on it.'),
  total: money('Premium and tax.'),
  commission: money('What the seller earned.'),
  collected: money('What the seller collected from the customer for the operator, such as a down payment.'),
};

const statementLine = component('StatementLine', 'What happened to one policy. What was taken back is below zero.', {
  date: plainDate('The seller’s day.'),
  ...ofSeller,
  policyNumber: text(20, 'The policy.', { examples: ['NB100000017'] }),
  kind: oneOf(['Bind', 'Amendment', 'Cancellation'], 'What happened.'),
  paymentMethod: oneOf(paymentMethodValues, 'How the policy is paid.'),
  ...amounts,
});

const statementTotals = component('StatementTotals', 'What all lines of the month come to.', {
  ...amounts,
  balance: money('Collected less commission: what the seller owes the operator or, below zero, is owed.'),
});

export const statement = defineOperation({
  id: 'statement',
  route: 'GET /v1/statements/{month}',
  tag: 'Policies',
  summary: 'Read the seller’s statement of a month',
  description:
    'What was sold, earned and collected, by day and policy; with a token for all sellers of a client, of all of them. With Accept: text/csv the whole month as a file, of any length.',
  isAddition: true,
  scopes: ['read'],
  isForAllSellers: true,
  request: {
    params: Type.Object({
      month: text(7, 'The month, as 2026-11.', {
        pattern: '^2[0-9]{3}-(0[1-9]|1[0-2])$',
        examples: ['2026-11'],
        ...codes('MonthInvalid'),
      }),
    }),
  },
  ok: {
    description: 'The statement. A month without sales has no lines.',
    schema: answer('Statement', 'The seller’s statement of a month.', {
      month: text(7, 'The month.', { examples: ['2026-11'] }),
      currency: oneOf(['CAD'], 'The currency of all amounts.'),
      lines: Type.Array(statementLine, {
        maxItems: statementLinesMax,
        description: 'By day and policy number; the first 10,000.',
      }),
      hasMoreLines: boolean('There are more lines: read the CSV. The totals are of all of them.'),
      totals: statementTotals,
    }),
    alsoAs: 'text/csv',
  },
});
