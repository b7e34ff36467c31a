import { Type } from 'typebox';
import type { Operation } from './operation.ts';
import { codes, component } from './schemas/annotations.ts';
import { envelopeFields } from './schemas/envelope.ts';
import { event, eventTypeValues } from './schemas/event.ts';
import { oneOf } from './schemas/scalars.ts';

export const sandboxEvents = {
  id: 'sandboxEvents',
  method: 'POST',
  path: '/sandbox/events',
  tag: 'Sandbox',
  summary: 'Make a sample event',
  description:
    'Makes an event of that type for the calling seller, in the feed and to its webhooks, about its latest policy or, without one, about a made-up policy. The policy itself does not change.',
  since: '1.1',
  access: 'bearer',
  scopes: ['sell', 'read', 'manage'],
  request: {
    body: Type.Object(
      { type: oneOf(eventTypeValues, 'What to tell.', codes({ invalid: 'TypeInvalid', required: 'TypeRequired' })) },
      { ...component('SandboxEventRequest'), description: 'What to tell.' },
    ),
  },
  ok: {
    description: 'The event.',
    schema: Type.Object(
      { ...envelopeFields, event },
      { ...component('SandboxEvent'), description: 'The event that was made.' },
    ),
  },
  refusals: [],
  mayHaveNoResult: false,
  faults: [],
  world: 'sandbox',
} as const satisfies Operation;
