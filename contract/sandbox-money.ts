import { defineOperation, ofSandbox } from './operation.ts';
import { loanEndFaults, refundFaults } from './sandbox-faults.ts';
import { component } from './schemas/annotations.ts';
import { answer } from './schemas/envelope.ts';
import { id, money, oneOf, plainDate, text } from './schemas/scalars.ts';
import { Type } from './type.ts';
import { cancellationReasonValues } from './vocabulary.ts';

/*
 * What people and banks do to a sale, for the calling seller's policies, as an operator would record it. What the
 * operator would be refused is refused with the operator's code.
 */

const policyNumber = id('The policy’s number.', { examples: ['NB100000017'] });
const on = Type.Optional(plainDate('The day on which it happened, up to the seller’s today; today by default.'));
const reference = Type.Optional(text(100, 'Where a person finds it, such as the number of a cheque.'));

export const reportedPaymentValues = ['Received', 'Returned', 'Voided'] as const;
export const disputeOutcomeValues = ['Opened', 'Won', 'Lost'] as const;
export const operatorsReasonValues = [...cancellationReasonValues, 'NonPayment'] as const;
export const usedDaysValues = ['WriteOff', 'Owe'] as const;

const done = answer('SandboxRecorded', 'It is recorded.', {});

export const sandboxPayments = defineOperation({
  ...ofSandbox,
  id: 'sandboxPayments',
  route: 'POST /sandbox/payments',
  summary: 'Record a payment by cheque or transfer',
  description:
    'Records that the customer has paid the operator by cheque or transfer, whole or in part, that such a payment came back, or that what was recorded of the policy last was a mistake.',
  request: {
    body: component('SandboxPaymentRequest', 'What happened.', {
      policyNumber,
      kind: oneOf(
        reportedPaymentValues,
        'Received: it came in. Returned: it came back. Voided: what was recorded last was a mistake, and counts as never recorded.',
      ),
      amount: Type.Optional(
        money(
          'How much; by default all that is due, or all that was received. Within the notice of a non-payment all of the price is due, also once the cancellation has taken effect.',
          {
            minimum: 0,
            maximum: 9999999.99,
            examples: [250],
          },
        ),
      ),
      on,
      reference,
    }),
  },
  ok: { description: 'It is recorded.', schema: done },
  refusals: ['PolicyNotFound'],
});

export const sandboxRefunds = defineOperation({
  ...ofSandbox,
  id: 'sandboxRefunds',
  route: 'POST /sandbox/refunds',
  summary: 'Record a refund made by hand',
  description:
    'Records that the operator has made the refund that is pending by hand, for example by cheque, whatever way was planned.',
  request: { body: component('SandboxRefundRequest', 'What happened.', { policyNumber, on, reference }) },
  ok: { description: 'It is recorded.', schema: done },
  refusals: ['PolicyNotFound'],
});

export const sandboxDisputes = defineOperation({
  ...ofSandbox,
  id: 'sandboxDisputes',
  route: 'POST /sandbox/disputes',
  summary: 'Dispute a charge',
  description:
    'Has the card’s bank open a dispute of the policy’s charge, or end the one that is open. The sandbox processor’s ledger shows it.',
  request: {
    body: component('SandboxDisputeRequest', 'What the bank does.', {
      policyNumber,
      outcome: oneOf(
        disputeOutcomeValues,
        'Opened: the bank takes the charge back. Won: it gives it back. Lost: it stays taken.',
      ),
    }),
  },
  ok: { description: 'It is recorded.', schema: done },
  refusals: ['PolicyNotFound'],
});

export const sandboxCancellations = defineOperation({
  ...ofSandbox,
  id: 'sandboxCancellations',
  route: 'POST /sandbox/cancellations',
  summary: 'Cancel a policy as the operator',
  description:
    'Cancels the policy as the operator or the insurer does, without a request. What falls due today is given back before the answer.',
  request: {
    body: component('SandboxCancellationRequest', 'The cancellation.', {
      policyNumber,
      reason: oneOf(operatorsReasonValues, 'Why. NonPayment is the insurer’s.'),
      effectiveDate: Type.Optional(plainDate('The first day without cover; by default the seller’s today.')),
      usedDays: Type.Optional(
        oneOf(usedDaysValues, 'What becomes of the cost of used days that nobody has paid; WriteOff by default.'),
      ),
    }),
  },
  ok: { description: 'It is cancelled.', schema: done },
  refusals: ['PolicyNotFound', 'PolicyAlreadyCancelled'],
  faults: [...refundFaults, ...loanEndFaults],
});
