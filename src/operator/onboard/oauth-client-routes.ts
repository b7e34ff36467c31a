import { isOperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import { revokePreviousOAuthSecret, rotateOAuthSecret } from '../../flows/onboard/credentials.ts';
import { changeOAuthClient, createOAuthClient } from '../../flows/onboard/oauth-clients.ts';
import { readIntegration } from '../../store/onboard/integration.ts';
import { listOAuthClients, readOAuthClient } from '../../store/onboard/oauth-client.ts';
import { type OperatorRoute, operatorRoute } from '../kit/operator-route.ts';
import * as wire from '../wire/onboard.ts';
import { byId, pageOf } from '../wire/parts.ts';
import type { IntegrationRoutesParts } from './integration-routes.ts';

export function oauthClientRoutes(parts: IntegrationRoutesParts): readonly OperatorRoute[] {
  const { database, clock } = parts;
  const named = { params: byId, scope: { thing: 'oauthClient', name: 'id' } } as const;
  const ofIntegration = { params: byId, scope: { thing: 'integration', name: 'id' } } as const;
  return [
    operatorRoute('GET /api/integrations/:id/oauth-clients', 'viewer', {
      ...ofIntegration,
      answer: pageOf(wire.oauthClient),
      handle: async ({ params }) =>
        (await readIntegration(database, params.id)) === null
          ? refuseOperator('NotFound')
          : { rows: await listOAuthClients(database, params.id), nextCursor: null },
    }),
    operatorRoute('POST /api/integrations/:id/oauth-clients', 'admin', {
      ...ofIntegration,
      body: wire.newOAuthClient,
      answer: wire.createdOAuthClient,
      handle: ({ params, body: { reason = '', sellerIds = null, ...given }, actor }) =>
        createOAuthClient(parts, { ...given, sellerIds, integrationId: params.id }, { actor, reason }),
    }),
    operatorRoute('GET /api/oauth-clients/:id', 'viewer', {
      ...named,
      answer: wire.oauthClient,
      handle: async ({ params }) => (await readOAuthClient(database, params.id)) ?? refuseOperator('NotFound'),
    }),
    operatorRoute('PATCH /api/oauth-clients/:id', 'admin', {
      ...named,
      body: wire.oauthClientChanges,
      answer: wire.oauthClient,
      handle: async ({ params, body: { reason = '', ...changes }, actor }) => {
        const client = await readOAuthClient(database, params.id);
        return client === null
          ? refuseOperator('NotFound')
          : changeOAuthClient(parts, client, changes, { actor, reason });
      },
    }),
    operatorRoute('POST /api/oauth-clients/:id/secret', 'admin', {
      ...named,
      body: wire.rotation,
      answer: wire.rotatedSecret,
      handle: async ({ params, body: { overlapHours, reason = '' }, actor }) => {
        const rotated = await rotateOAuthSecret(parts, params.id, { overlapHours, actor, reason, now: clock() });
        if (isOperatorRefusal(rotated)) return rotated;
        return { clientSecret: rotated.secret, previousSecretUntil: rotated.previousUntil };
      },
    }),
    operatorRoute('DELETE /api/oauth-clients/:id/previous-secret', 'admin', {
      ...named,
      query: wire.reasonQuery,
      handle: ({ params, query: { reason = '' }, actor }) =>
        revokePreviousOAuthSecret(parts, params.id, { actor, reason, now: clock() }),
    }),
  ];
}
