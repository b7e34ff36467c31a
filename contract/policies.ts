import { defineOperation } from './operation.ts';
import { codes } from './schemas/annotations.ts';
import { answer } from './schemas/envelope.ts';
import { policySummary } from './schemas/policy.ts';
import { int32, nullable, oneOf, plainDate, string, text } from './schemas/scalars.ts';
import { Type } from './type.ts';
import { moneyStatusValues, policyStatusValues } from './vocabulary.ts';

const policiesQuery = Type.Object({
  partnerReference: Type.Optional(text(64, 'Only policies with this reference of yours, letter by letter.')),
  vin: Type.Optional(text(17, 'Only policies of this vehicle.', { examples: ['1HGCM82633A004352'] })),
  status: Type.Optional(oneOf(policyStatusValues, 'Only policies in this state.')),
  moneyStatus: Type.Optional(oneOf(moneyStatusValues, 'Only policies whose money is in this state.')),
  boundFrom: Type.Optional(plainDate('Only policies bound on this day of the seller’s or later.')),
  boundTo: Type.Optional(plainDate('Only policies bound on this day of the seller’s or earlier.')),
  limit: Type.Optional(int32('How many at most.', { minimum: 1, maximum: 100, default: 25, examples: [25] })),
  cursor: Type.Optional(
    text(200, 'The nextCursor of the page before, with the same filters.', codes({ invalid: 'CursorInvalid' })),
  ),
});

export const policies = defineOperation({
  id: 'policies',
  route: 'GET /v1/policies',
  tag: 'Policies',
  summary: 'List the seller’s policies',
  description: 'Newest first. Follow nextCursor until it is null.',
  isAddition: true,
  scopes: ['read'],
  isForAllSellers: true,
  request: { query: policiesQuery },
  ok: {
    description: 'A page of policies.',
    schema: answer('Policies', 'A page of policies.', {
      policies: Type.Array(policySummary, { maxItems: 100, description: 'Newest first; may be empty.' }),
      nextCursor: nullable(string('Send it as cursor for the next page; null on the last.')),
    }),
  },
  refusals: ['CursorInvalid'],
});
