import { Type } from 'typebox';
import type { Operation } from './operation.ts';
import { component } from './schemas/annotations.ts';
import { envelopeFields } from './schemas/envelope.ts';
import {
  delivery,
  deliveryParams,
  endpoint,
  endpointChange,
  endpointFields,
  endpointParams,
  newEndpoint,
  secret,
} from './schemas/webhook-endpoint.ts';

const path = '/v1/webhook-endpoints';

const shared = {
  tag: 'Events',
  since: '1.1',
  access: 'bearer',
  scopes: ['manage'],
  mayHaveNoResult: false,
  faults: [],
  world: 'both',
} as const;

const endpointAnswer = Type.Object(
  { ...envelopeFields, ...endpointFields },
  { ...component('WebhookEndpointAnswer'), description: 'The endpoint.' },
);

const endpointWithSecret = Type.Object(
  { ...envelopeFields, ...endpointFields, secret },
  { ...component('WebhookEndpointWithSecret'), description: 'The endpoint and its new secret.' },
);

const deliveryAnswer = Type.Object(
  { ...envelopeFields, delivery },
  { ...component('WebhookDeliveryAnswer'), description: 'The delivery, which is tried at once.' },
);

export const createWebhookEndpoint = {
  ...shared,
  id: 'createWebhookEndpoint',
  method: 'POST',
  path,
  summary: 'Have events sent to you',
  description:
    'Events are sent by the Standard Webhooks specification, signed with the secret of this answer. Any 2xx within 10 seconds counts; else it is tried again for three days.',
  request: { body: newEndpoint },
  ok: { status: 201, description: 'The endpoint. Its secret is shown only here.', schema: endpointWithSecret },
  refusals: ['WebhookUrlInvalid', 'WebhookEndpointLimit'],
} as const satisfies Operation;

export const webhookEndpoints = {
  ...shared,
  id: 'webhookEndpoints',
  method: 'GET',
  path,
  summary: 'List the seller’s webhook endpoints',
  description: 'Oldest first.',
  request: {},
  ok: {
    description: 'The endpoints.',
    schema: Type.Object(
      { ...envelopeFields, webhookEndpoints: Type.Array(endpoint, { description: 'Oldest first; may be empty.' }) },
      { ...component('WebhookEndpoints'), description: 'The seller’s endpoints.' },
    ),
  },
  refusals: [],
} as const satisfies Operation;

export const webhookEndpoint = {
  ...shared,
  id: 'webhookEndpoint',
  method: 'GET',
  path: `${path}/{id}`,
  summary: 'Look up a webhook endpoint',
  description: 'Without its secret.',
  request: { params: endpointParams },
  ok: { description: 'The endpoint.', schema: endpointAnswer },
  refusals: ['WebhookEndpointNotFound'],
} as const satisfies Operation;

export const changeWebhookEndpoint = {
  ...shared,
  id: 'changeWebhookEndpoint',
  method: 'PATCH',
  path: `${path}/{id}`,
  summary: 'Change a webhook endpoint',
  description: 'What is left out stays as it is. Enabling it again gives it three more days.',
  request: { params: endpointParams, body: endpointChange },
  ok: { description: 'The endpoint.', schema: endpointAnswer },
  refusals: ['WebhookEndpointNotFound', 'WebhookUrlInvalid'],
} as const satisfies Operation;

export const deleteWebhookEndpoint = {
  ...shared,
  id: 'deleteWebhookEndpoint',
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Delete a webhook endpoint',
  description: 'What was not delivered yet is not sent any more.',
  request: { params: endpointParams },
  ok: { status: 204, description: 'It is gone.' },
  refusals: ['WebhookEndpointNotFound'],
} as const satisfies Operation;

export const rotateWebhookSecret = {
  ...shared,
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: `${path}/{id}/rotate-secret`,
  summary: 'Get a new secret',
  description: 'Both secrets sign for 24 hours, so that you can change over.',
  request: { params: endpointParams },
  ok: { description: 'The endpoint and its new secret, which is shown only here.', schema: endpointWithSecret },
  refusals: ['WebhookEndpointNotFound'],
} as const satisfies Operation;

export const pingWebhookEndpoint = {
  ...shared,
  id: 'pingWebhookEndpoint',
  method: 'POST',
  path: `${path}/{id}/ping`,
  summary: 'Send a test message',
  description: 'Sends a signed message of the type ping, which is in no feed. Its delivery says how it went.',
  request: { params: endpointParams },
  ok: { description: 'The delivery.', schema: deliveryAnswer },
  refusals: ['WebhookEndpointNotFound'],
} as const satisfies Operation;

export const webhookDeliveries = {
  ...shared,
  id: 'webhookDeliveries',
  method: 'GET',
  path: `${path}/{id}/deliveries`,
  summary: 'List the deliveries of a webhook endpoint',
  description: 'The latest 100, newest first.',
  request: { params: endpointParams },
  ok: {
    description: 'The deliveries.',
    schema: Type.Object(
      { ...envelopeFields, deliveries: Type.Array(delivery, { description: 'Newest first; may be empty.' }) },
      { ...component('WebhookDeliveries'), description: 'The latest deliveries.' },
    ),
  },
  refusals: ['WebhookEndpointNotFound'],
} as const satisfies Operation;

export const replayWebhookDelivery = {
  ...shared,
  id: 'replayWebhookDelivery',
  method: 'POST',
  path: `${path}/{id}/deliveries/{deliveryId}/replay`,
  summary: 'Send a delivery again',
  description: 'With the same webhook-id, so that a receiver that keeps ids knows it.',
  request: { params: deliveryParams },
  ok: { description: 'The delivery.', schema: deliveryAnswer },
  refusals: ['WebhookEndpointNotFound', 'WebhookDeliveryNotFound'],
} as const satisfies Operation;
