import { defineOperation, ofSandbox } from './operation.ts';
import { loanEndFaults, refundFaults } from './sandbox-faults.ts';
import { component } from './schemas/annotations.ts';
import { answer } from './schemas/envelope.ts';
import { policyFields } from './schemas/policy.ts';
import { id, oneOf } from './schemas/scalars.ts';
import { Type } from './type.ts';

export const cancellationDecisionValues = ['Accept', 'Decline'] as const;

const decision = oneOf(cancellationDecisionValues, 'What the operator says to the request.');

const { policyNumber, status, moneyStatus, cancellation, refunds } = policyFields;

export const sandboxDecision = defineOperation({
  ...ofSandbox,
  id: 'sandboxDecision',
  route: 'POST /sandbox/cancellation-requests/decide',
  summary: 'Decide a cancellation request',
  description:
    'Decides the open request of the calling seller’s policy, as an operator would. Accepted, the policy is cancelled as it was requested; what falls due today is given back before the answer.',
  request: {
    body: component('SandboxDecisionRequest', 'The decision.', {
      policyNumber: id('The policy’s number.', { examples: ['NB100000017'] }),
      decision,
    }),
  },
  ok: {
    description: 'The policy after the decision.',
    schema: answer('SandboxDecision', 'A policy after the decision of its request.', {
      policyNumber,
      decision,
      status,
      moneyStatus,
      cancellation,
      refunds: Type.Array(refunds.items, { description: 'Who gives back what to whom; empty if it was declined.' }),
    }),
  },
  refusals: ['PolicyNotFound', 'CancellationRequestNotOpen', 'PolicyAlreadyCancelled'],
  faults: [...refundFaults, ...loanEndFaults],
});
