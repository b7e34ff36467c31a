import { defineOperation, ofSandbox } from './operation.ts';
import { component } from './schemas/annotations.ts';
import { answer } from './schemas/envelope.ts';
import { id, oneOf } from './schemas/scalars.ts';

export const loanStateValues = ['InDefault', 'InGoodStanding'] as const;

export const sandboxLoans = defineOperation({
  ...ofSandbox,
  id: 'sandboxLoans',
  route: 'POST /sandbox/loans',
  summary: 'Say whether a loan is in default',
  description:
    'Tells the sandbox lender that the customer of the calling seller’s policy pays no installment from today on, or that everything is paid again. Only a loan in default lets a financed policy be cancelled for non-payment.',
  request: {
    body: component('SandboxLoanRequest', 'How the loan stands.', {
      policyNumber: id('The policy’s number.', { examples: ['NB100000017'] }),
      state: oneOf(loanStateValues, 'How the loan stands from today on.'),
    }),
  },
  ok: {
    description: 'The lender has it on record.',
    schema: answer('SandboxLoan', 'The lender has it on record.', {}),
  },
  refusals: ['PolicyNotFound', 'LoanNotRunning'],
});
