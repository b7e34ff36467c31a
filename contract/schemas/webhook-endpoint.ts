import { Type } from '../type.ts';
import { eventTypeValues } from '../vocabulary.ts';
import { codes, component } from './annotations.ts';
import { id, integer, nullable, oneOf, string, text, timestamp, uuid } from './scalars.ts';

const typesOf = (description: string) =>
  Type.Array(oneOf(eventTypeValues, 'A type of event.'), { maxItems: 20, description });

const sent = {
  url: text(2000, 'Where events are sent. In production https to a public address; the sandbox also takes loopback.', {
    examples: ['https://partner.example.ca/hooks/northbind'],
    ...codes('WebhookUrlInvalid'),
  }),
  types: Type.Optional(typesOf('Which types are sent; left out or empty: all.')),
  description: Type.Optional(text(200, 'A note of yours.', { examples: ['Sales system'] })),
};

export const newEndpoint = component('NewWebhookEndpoint', 'Where to send events.', sent);

export const endpointChange = component('WebhookEndpointChange', 'What to change; what is left out stays.', {
  ...sent,
  url: Type.Optional(sent.url),
  status: Type.Optional(
    oneOf(
      ['Enabled', 'Disabled'],
      'Disabled: nothing is sent. What waited then is sent once it is enabled again; what happens meanwhile only when you ask for it by replay.',
    ),
  ),
});

export const replaySince = component('WebhookReplayRequest', 'From when on events are sent again.', {
  since: Type.String({
    format: 'date-time',
    maxLength: 40,
    description: 'The time from which on, included: RFC 3339, with its zone. Events have it as createdAt.',
    examples: ['2026-11-15T17:04:00Z'],
  }),
});

export const endpointFields = {
  id: uuid('Identifies the endpoint.'),
  url: string('Where events are sent.'),
  types: typesOf('Which types are sent; empty: all.'),
  description: nullable(string('Your note, or null.')),
  status: oneOf(['Enabled', 'Disabled'], 'Disabled: by you, by an answer 410, or after three days without a success.'),
};

export const endpoint = component('WebhookEndpoint', 'Where events are sent.', endpointFields);

export const secret = string('Signs the deliveries. Shown once: keep it.', 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD');

export const delivery = component('WebhookDelivery', 'One event on its way to one endpoint.', {
  id: uuid('Identifies the delivery.'),
  eventId: uuid('The event; also the header webhook-id.'),
  type: string('The event’s type, or ping.', 'payment.captured'),
  attempts: integer('How often it was tried.'),
  responseStatus: nullable(integer('The status of the last answer; null without one.')),
  lastAttemptAt: nullable(timestamp('When it was last tried; or null.')),
  nextAttemptAt: nullable(timestamp('When it is tried next; null when it is not.')),
  status: oneOf(['Pending', 'Delivered', 'Failed'], 'Failed: it is not tried again by itself.'),
});

const notFound = codes('WebhookEndpointNotFound');

export const endpointParams = Type.Object({ id: id('The endpoint’s id.', notFound) });

export const deliveryParams = Type.Object({
  id: id('The endpoint’s id.', notFound),
  deliveryId: id('The delivery’s id.', codes('WebhookDeliveryNotFound')),
});
