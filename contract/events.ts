import { defineOperation } from './operation.ts';
import { answer } from './schemas/envelope.ts';
import { event } from './schemas/event.ts';
import { int32, nullable, string, text } from './schemas/scalars.ts';
import { Type } from './type.ts';

const eventsQuery = Type.Object({
  after: Type.Optional(text(200, 'The id of the last event that you know; left out: from the beginning.')),
  types: Type.Optional(
    text(400, 'Only events of these types, separated by commas.', { examples: ['payment.captured,payment.refused'] }),
  ),
  limit: Type.Optional(int32('How many at most.', { minimum: 1, maximum: 100, default: 25, examples: [25] })),
});

export const events = defineOperation({
  id: 'events',
  route: 'GET /v1/events',
  tag: 'Events',
  summary: 'Follow what happens to the seller’s policies',
  description:
    'Oldest first. Keep nextAfter and send it as after: a reader that follows it misses no event. Events are kept for at least 90 days.',
  isAddition: true,
  scopes: ['read'],
  isForAllSellers: true,
  request: { query: eventsQuery },
  ok: {
    description: 'The events after the one given.',
    schema: answer('Events', 'A part of the feed.', {
      events: Type.Array(event, { maxItems: 100, description: 'Oldest first; may be empty.' }),
      nextAfter: nullable(string('Send it as after next time. Repeats after when nothing is new.')),
    }),
  },
});
