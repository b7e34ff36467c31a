import { defineOperation, ofSandbox } from './operation.ts';
import { component } from './schemas/annotations.ts';
import { answer } from './schemas/envelope.ts';
import { event } from './schemas/event.ts';
import { oneOf } from './schemas/scalars.ts';
import { eventTypeValues } from './vocabulary.ts';

export const sandboxEvents = defineOperation({
  ...ofSandbox,
  id: 'sandboxEvents',
  route: 'POST /sandbox/events',
  summary: 'Make a sample event',
  description:
    'Makes an event of that type for the calling seller, in the feed and to its webhooks, about its latest policy or, without one, about a made-up policy. The policy itself does not change.',
  request: {
    body: component('SandboxEventRequest', 'What to tell.', {
      type: oneOf(eventTypeValues, 'What to tell.'),
    }),
  },
  ok: {
    description: 'The event.',
    schema: answer('SandboxEvent', 'The event that was made.', { event }),
  },
});
