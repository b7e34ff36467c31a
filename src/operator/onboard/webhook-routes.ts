import { refuseOperator } from '../../domain/operator/operator-refusal.ts';
import {
  changeIntegrationEndpoint,
  createIntegrationEndpoint,
  pingEndpointOf,
  removeIntegrationEndpoint,
  replayWebhooks,
  rotateIntegrationEndpoint,
} from '../../flows/event/operator-endpoints.ts';
import type { WebhookEndpointParts } from '../../flows/event/webhook-endpoints.ts';
import { listDeliveryRecords, listEndpointRecords, readEndpointRecord } from '../../store/event/webhook-endpoint.ts';
import { readIntegration } from '../../store/partner/integration.ts';
import { namedById, type OperatorRoute, operatorRoute, sends } from '../kit/operator-route.ts';
import { reasonQuery } from '../wire/onboard.ts';
import { type Page, pageQuery } from '../wire/parts.ts';
import * as wire from '../wire/webhooks.ts';
import type { IntegrationRoutesParts } from './integration-routes.ts';

export type WebhookRoutesParts = WebhookEndpointParts & Pick<IntegrationRoutesParts, 'clock'>;

const pageRows = 50;

export function webhookRoutes(parts: WebhookRoutesParts): readonly OperatorRoute[] {
  const { database, clock } = parts;
  const named = namedById('webhookEndpoint');
  const ofIntegration = namedById('integration');
  return [
    operatorRoute('GET /api/integrations/:id/webhook-endpoints', 'viewer', {
      ...ofIntegration,
      query: pageQuery,
      answer: sends<Page<wire.WireWebhookEndpoint>>(),
      handle: async ({ params, query: { cursor = null, limit = pageRows } }) =>
        (await readIntegration(database, { id: params.id })) === null
          ? refuseOperator('NotFound')
          : listEndpointRecords(database, params.id, { cursor, limit }),
    }),
    operatorRoute('POST /api/integrations/:id/webhook-endpoints', 'admin', {
      ...ofIntegration,
      body: wire.newWebhookEndpoint,
      answer: sends<wire.IssuedWebhookEndpoint>(),
      handle: ({ params, body: { url, types = [], description = null, reason = '' }, actor }) =>
        createIntegrationEndpoint(parts, params.id, { url, types, description }, { actor, reason }),
    }),
    operatorRoute('GET /api/webhook-endpoints/:id', 'viewer', {
      ...named,
      answer: sends<wire.WireWebhookEndpoint>(),
      handle: async ({ params }) =>
        (await readEndpointRecord(database, { id: params.id })) ?? refuseOperator('NotFound'),
    }),
    operatorRoute('PATCH /api/webhook-endpoints/:id', 'admin', {
      ...named,
      body: wire.webhookEndpointChanges,
      answer: sends<wire.WireWebhookEndpoint>(),
      handle: ({ params, body: { reason = '', ...changes }, actor }) =>
        changeIntegrationEndpoint(parts, params.id, changes, { actor, reason }),
    }),
    operatorRoute('DELETE /api/webhook-endpoints/:id', 'admin', {
      ...named,
      query: reasonQuery,
      handle: ({ params, query: { reason = '' }, actor }) =>
        removeIntegrationEndpoint(parts, params.id, { actor, reason }),
    }),
    operatorRoute('POST /api/webhook-endpoints/:id/secret', 'admin', {
      ...named,
      body: wire.reasonGiven,
      answer: sends<wire.IssuedWebhookEndpoint>(),
      handle: ({ params, body: { reason = '' }, actor }) =>
        rotateIntegrationEndpoint(parts, params.id, { actor, reason }),
    }),
    operatorRoute('POST /api/webhook-endpoints/:id/ping', 'support', {
      ...named,
      body: wire.reasonGiven,
      handle: ({ params, body: { reason = '' }, actor }) =>
        pingEndpointOf(parts, params.id, { actor, reason, now: clock() }),
    }),
    operatorRoute('GET /api/webhook-endpoints/:id/deliveries', 'viewer', {
      ...named,
      query: pageQuery,
      answer: sends<Page<wire.WireWebhookDelivery>>(),
      handle: async ({ params, query: { cursor = null, limit = pageRows } }) =>
        (await readEndpointRecord(database, { id: params.id })) === null
          ? refuseOperator('NotFound')
          : listDeliveryRecords(database, params.id, { cursor, limit }),
    }),
    operatorRoute('POST /api/webhook-endpoints/:id/replay', 'support', {
      ...named,
      body: wire.webhookReplay,
      answer: sends<wire.ReplayedWebhooks>(),
      handle: async ({ params, body: { deliveryId, since, until, reason = '' }, actor }) => {
        const by = { actor, reason };
        if (deliveryId !== undefined) return replayWebhooks(parts, params.id, { deliveryId }, by);
        if (since === undefined || until === undefined) return refuseOperator('TimesOutOfRange', 'since');
        return replayWebhooks(parts, params.id, { since: new Date(since), until: new Date(until) }, by);
      },
    }),
  ];
}
