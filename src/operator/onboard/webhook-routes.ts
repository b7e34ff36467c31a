import { refuseOperator } from '../../domain/operator/refusal.ts';
import {
  changeIntegrationEndpoint,
  createIntegrationEndpoint,
  pingEndpointOf,
  removeIntegrationEndpoint,
  replayWebhooks,
  rotateIntegrationEndpoint,
} from '../../flows/onboard/webhook-endpoints.ts';
import type { WebhookEndpointParts } from '../../flows/webhook-endpoints.ts';
import { readIntegration } from '../../store/onboard/integration.ts';
import { listDeliveryRecords, listEndpointRecords, readEndpointRecord } from '../../store/onboard/webhook-endpoint.ts';
import { type OperatorRoute, operatorRoute } from '../kit/operator-route.ts';
import { reasonQuery } from '../wire/onboard.ts';
import { byId, pageOf } from '../wire/parts.ts';
import * as wire from '../wire/webhooks.ts';
import type { IntegrationRoutesParts } from './integration-routes.ts';

export type WebhookRoutesParts = WebhookEndpointParts & Pick<IntegrationRoutesParts, 'clock'>;

const pageRows = 50;

export function webhookRoutes(parts: WebhookRoutesParts): readonly OperatorRoute[] {
  const { database, clock } = parts;
  const named = { params: byId, scope: { thing: 'webhookEndpoint', name: 'id' } } as const;
  const ofIntegration = { params: byId, scope: { thing: 'integration', name: 'id' } } as const;
  return [
    operatorRoute('GET /api/integrations/:id/webhook-endpoints', 'viewer', {
      ...ofIntegration,
      query: wire.pageQuery,
      answer: pageOf(wire.webhookEndpoint),
      handle: async ({ params, query: { cursor = null, limit = pageRows } }) =>
        (await readIntegration(database, params.id)) === null
          ? refuseOperator('NotFound')
          : listEndpointRecords(database, params.id, { cursor, limit }),
    }),
    operatorRoute('POST /api/integrations/:id/webhook-endpoints', 'admin', {
      ...ofIntegration,
      body: wire.newWebhookEndpoint,
      answer: wire.issuedWebhookEndpoint,
      handle: ({ params, body: { url, types = [], description = null, reason = '' }, actor }) =>
        createIntegrationEndpoint(parts, params.id, { url, types, description }, { actor, reason }),
    }),
    operatorRoute('GET /api/webhook-endpoints/:id', 'viewer', {
      ...named,
      answer: wire.webhookEndpoint,
      handle: async ({ params }) => (await readEndpointRecord(database, params.id)) ?? refuseOperator('NotFound'),
    }),
    operatorRoute('PATCH /api/webhook-endpoints/:id', 'admin', {
      ...named,
      body: wire.webhookEndpointChanges,
      answer: wire.webhookEndpoint,
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
      answer: wire.issuedWebhookEndpoint,
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
      query: wire.pageQuery,
      answer: pageOf(wire.webhookDelivery),
      handle: async ({ params, query: { cursor = null, limit = pageRows } }) =>
        (await readEndpointRecord(database, params.id)) === null
          ? refuseOperator('NotFound')
          : listDeliveryRecords(database, params.id, { cursor, limit }),
    }),
    operatorRoute('POST /api/webhook-endpoints/:id/replay', 'support', {
      ...named,
      body: wire.webhookReplay,
      answer: wire.replayedWebhooks,
      handle: ({ params, body: { deliveryId, since, until, reason = '' }, actor }) => {
        const range = since !== undefined && until !== undefined && { since: new Date(since), until: new Date(until) };
        const replayed = deliveryId !== undefined ? { deliveryId } : range;
        return replayed
          ? replayWebhooks(parts, params.id, replayed, { actor, reason })
          : Promise.resolve(refuseOperator('TimesOutOfRange', 'since'));
      },
    }),
  ];
}
