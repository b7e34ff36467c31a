import { defineOperation } from './operation.ts';
import { codes } from './schemas/annotations.ts';
import { answer } from './schemas/envelope.ts';
import { policyFields } from './schemas/policy.ts';
import { id, nullable } from './schemas/scalars.ts';
import { Type } from './type.ts';

export const policyParams = Type.Object({
  policyNumber: id('The policy’s number.', {
    examples: ['NB100000015'],
    ...codes('PolicyNotFound'),
  }),
});

export const policy = defineOperation({
  id: 'policy',
  hasSecret: 'paymentUrl',
  route: 'GET /v1/policies/{policyNumber}',
  tag: 'Policies',
  summary: 'Look up a policy',
  description: 'The policy as it stands today: its cover, its money, its documents and its cancellation.',
  isAddition: true,
  scopes: ['read'],
  isForAllSellers: true,
  request: { params: policyParams },
  ok: {
    description: 'The policy.',
    schema: answer('PolicyDetails', 'A policy as it stands.', {
      ...policyFields,
      paymentUrl: nullable(
        Type.String({
          description:
            'The customer’s own page on which an unpaid policy can be paid by card; null unless moneyStatus is Unpaid and it can still be paid. Whoever has it sees the policy’s number, vehicle and amount.',
          examples: ['https://service.example.ca/pay/kT9cVdQ3'],
        }),
      ),
    }),
  },
  refusals: ['PolicyNotFound'],
});
