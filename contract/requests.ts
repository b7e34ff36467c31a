import { defineOperation } from './operation.ts';
import { codes, component } from './schemas/annotations.ts';
import { answer } from './schemas/envelope.ts';
import { ofSeller } from './schemas/partner-facts.ts';
import { dayOrTime, int32, integer, nullable, string, text, timestamp } from './schemas/scalars.ts';
import { Type } from './type.ts';

const requestsQuery = Type.Object({
  status: Type.Optional(
    text(3, 'Only calls answered with this status, such as 422, or 5xx for all of a kind.', {
      pattern: '^[1-5]([0-9][0-9]|[xX][xX])$',
      examples: ['422'],
    }),
  ),
  operation: Type.Optional(text(60, 'Only calls of this operation, by its operationId.', { examples: ['bind'] })),
  from: Type.Optional(dayOrTime('Only calls on this day of the seller’s, or at this time, or later.')),
  to: Type.Optional(dayOrTime('Only calls on this day of the seller’s, or at this time, or earlier.')),
  requestId: Type.Optional(text(128, 'Only calls with this X-Request-Id.', { examples: ['order-20417-bind'] })),
  limit: Type.Optional(int32('How many at most.', { minimum: 1, maximum: 100, default: 25, examples: [25] })),
  cursor: Type.Optional(
    text(200, 'The nextCursor of the page before, with the same filters.', codes({ invalid: 'CursorInvalid' })),
  ),
});

const pastRequest = component('PastRequest', 'A call as it was answered.', {
  ...ofSeller,
  requestId: string('The answer’s X-Request-Id.', 'order-20417-bind'),
  at: timestamp('When it was answered.'),
  operation: string('The operation, by its operationId.', 'bind'),
  status: integer('The HTTP status.', 422),
  codes: Type.Array(Type.String(), {
    description: 'The codes of its errors; empty on success.',
    examples: [['QuoteAlreadyBound']],
  }),
  durationMs: integer('How long it took, in milliseconds.', 84),
});

export const requests = defineOperation({
  id: 'requests',
  route: 'GET /v1/requests',
  tag: 'Service',
  summary: 'List the seller’s own calls',
  description:
    'Those of the last 7 days, newest first; a call is there within a minute. Neither bodies nor names nor tokens are kept.',
  isAddition: true,
  scopes: ['read'],
  isForAllSellers: true,
  request: { query: requestsQuery },
  ok: {
    description: 'A page of calls.',
    schema: answer('Requests', 'A page of calls.', {
      requests: Type.Array(pastRequest, { maxItems: 100, description: 'Newest first; may be empty.' }),
      nextCursor: nullable(
        string(
          'Send it as cursor for the next page; null on the last. A page looks through 20,000 calls at most, and may be short or empty before the last.',
        ),
      ),
    }),
  },
  refusals: ['CursorInvalid'],
});
