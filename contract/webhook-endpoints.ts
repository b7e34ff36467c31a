import { defineOperation } from './operation.ts';
import { answer } from './schemas/envelope.ts';
import { integer, nullable, timestamp } from './schemas/scalars.ts';
import {
  delivery,
  deliveryParams,
  endpoint,
  endpointChange,
  endpointFields,
  endpointParams,
  newEndpoint,
  replaySince,
  secret,
} from './schemas/webhook-endpoint.ts';
import { Type } from './type.ts';

const path = '/v1/webhook-endpoints';

const shared = { tag: 'Events', isAddition: true, scopes: ['manage'], isForAllSellers: true } as const;

const endpointAnswer = answer('WebhookEndpointAnswer', 'The endpoint.', endpointFields);

const endpointWithSecret = answer('WebhookEndpointWithSecret', 'The endpoint and its new secret.', {
  ...endpointFields,
  secret,
});

const deliveryAnswer = answer('WebhookDeliveryAnswer', 'The delivery, which is tried at once.', { delivery });

export const createWebhookEndpoint = defineOperation({
  ...shared,
  id: 'createWebhookEndpoint',
  hasSecret: true,
  route: `POST ${path}`,
  summary: 'Have events sent to you',
  description:
    'Events are sent by the Standard Webhooks specification, signed with the secret of this answer. Any 2xx within 10 seconds counts; otherwise it is retried for about two and a half days.',
  request: { body: newEndpoint },
  ok: { status: 201, description: 'The endpoint. Its secret is shown only here.', schema: endpointWithSecret },
  refusals: ['WebhookUrlInvalid', 'WebhookEndpointLimit'],
});

export const webhookEndpoints = defineOperation({
  ...shared,
  id: 'webhookEndpoints',
  route: `GET ${path}`,
  summary: 'List the seller’s webhook endpoints',
  description: 'Oldest first.',
  ok: {
    description: 'The endpoints.',
    schema: answer('WebhookEndpoints', 'The seller’s endpoints.', {
      webhookEndpoints: Type.Array(endpoint, { description: 'Oldest first; may be empty.' }),
    }),
  },
});

export const webhookEndpoint = defineOperation({
  ...shared,
  id: 'webhookEndpoint',
  route: `GET ${path}/{id}`,
  summary: 'Look up a webhook endpoint',
  description: 'Without its secret.',
  request: { params: endpointParams },
  ok: { description: 'The endpoint.', schema: endpointAnswer },
  refusals: ['WebhookEndpointNotFound'],
});

export const changeWebhookEndpoint = defineOperation({
  ...shared,
  id: 'changeWebhookEndpoint',
  route: `PATCH ${path}/{id}`,
  summary: 'Change a webhook endpoint',
  description: 'What is left out stays as it is. Enabling it again gives it three more days.',
  request: { params: endpointParams, body: endpointChange },
  ok: { description: 'The endpoint.', schema: endpointAnswer },
  refusals: ['WebhookEndpointNotFound', 'WebhookUrlInvalid'],
});

export const deleteWebhookEndpoint = defineOperation({
  ...shared,
  id: 'deleteWebhookEndpoint',
  route: `DELETE ${path}/{id}`,
  summary: 'Delete a webhook endpoint',
  description: 'What was not delivered yet is not sent any more.',
  request: { params: endpointParams },
  ok: { status: 204, description: 'It is gone.' },
  refusals: ['WebhookEndpointNotFound'],
});

export const rotateWebhookSecret = defineOperation({
  ...shared,
  id: 'rotateWebhookSecret',
  hasSecret: true,
  route: `POST ${path}/{id}/rotate-secret`,
  summary: 'Get a new secret',
  description: 'Both secrets sign for 24 hours, so that you can change over.',
  request: { params: endpointParams },
  ok: { description: 'The endpoint and its new secret, which is shown only here.', schema: endpointWithSecret },
  refusals: ['WebhookEndpointNotFound'],
});

export const pingWebhookEndpoint = defineOperation({
  ...shared,
  id: 'pingWebhookEndpoint',
  route: `POST ${path}/{id}/ping`,
  summary: 'Send a test message',
  description: 'Sends a signed message of the type ping, which is in no feed. Its delivery says how it went.',
  request: { params: endpointParams },
  ok: { description: 'The delivery.', schema: deliveryAnswer },
  refusals: ['WebhookEndpointNotFound'],
});

export const webhookDeliveries = defineOperation({
  ...shared,
  id: 'webhookDeliveries',
  route: `GET ${path}/{id}/deliveries`,
  summary: 'List the deliveries of a webhook endpoint',
  description: 'The latest 100, newest first.',
  request: { params: endpointParams },
  ok: {
    description: 'The deliveries.',
    schema: answer('WebhookDeliveries', 'The latest deliveries.', {
      deliveries: Type.Array(delivery, { description: 'Newest first; may be empty.' }),
    }),
  },
  refusals: ['WebhookEndpointNotFound'],
});

export const replayWebhookDelivery = defineOperation({
  ...shared,
  id: 'replayWebhookDelivery',
  route: `POST ${path}/{id}/deliveries/{deliveryId}/replay`,
  summary: 'Send a delivery again',
  description: 'With the same webhook-id, so that a receiver that keeps ids knows it.',
  request: { params: deliveryParams },
  ok: { description: 'The delivery.', schema: deliveryAnswer },
  refusals: ['WebhookEndpointNotFound', 'WebhookDeliveryNotFound'],
});

export const replayWebhookEvents = defineOperation({
  ...shared,
  id: 'replayWebhookEvents',
  route: `POST ${path}/{id}/replay`,
  summary: 'Send events again from a time on',
  description:
    'In the order of the feed and with the same webhook-id, whatever became of them; also those that were never sent, because the endpoint was disabled or not there yet. One call sends 1,000: repeat it with nextSince until that is null. At a disabled endpoint they wait until it is enabled. Safe to repeat: what waits to be sent is not sent twice.',
  request: { params: endpointParams, body: replaySince },
  ok: {
    description: 'How many are sent again.',
    schema: answer('WebhookReplay', 'What is sent again.', {
      eventCount: integer('How many events this call sends again.', 12),
      nextSince: nullable(timestamp('Send it as since for those that are left; null when none is.')),
    }),
  },
  refusals: ['WebhookEndpointNotFound'],
});
