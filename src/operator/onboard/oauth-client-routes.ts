import { refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { changeOAuthClient, createOAuthClient } from '../../flows/credential/oauth-clients.ts';
import { listOAuthClients, readOAuthClient } from '../../store/credential/oauth-client.ts';
import { readIntegration } from '../../store/partner/integration.ts';
import { refuse } from '../kit/accepted.ts';
import { namedById, type OperatorRoute, operatorRoute, sends } from '../kit/operator-route.ts';
import * as wire from '../wire/onboard.ts';
import type { Page } from '../wire/parts.ts';
import type { IntegrationRoutesParts } from './integration-routes.ts';

export function oauthClientRoutes(parts: IntegrationRoutesParts): readonly OperatorRoute[] {
  const { database } = parts;
  const named = namedById('oauthClient');
  const ofIntegration = namedById('integration');
  return [
    operatorRoute('GET /api/integrations/:id/oauth-clients', 'viewer', {
      ...ofIntegration,
      answer: sends<Page<wire.WireOAuthClient>>(),
      handle: async ({ params }) =>
        (await readIntegration(database, { id: params.id })) === null
          ? refuseOperator('NotFound')
          : { rows: await listOAuthClients(database, { integrationId: params.id }), nextCursor: null },
    }),
    operatorRoute('POST /api/integrations/:id/oauth-clients', 'admin', {
      ...ofIntegration,
      body: wire.newOAuthClient,
      answer: sends<wire.CreatedOAuthClient>(),
      handle: ({ params, body: { reason = '', sellerIds = null, ...given }, actor }) =>
        createOAuthClient(parts, { ...given, sellerIds, integrationId: params.id }, { actor, reason }),
    }),
    // This lists the clients of all integrations, so whoever is limited to some may not read it.
    operatorRoute('GET /api/oauth-clients', 'viewer', {
      answer: sends<Page<wire.WireOAuthClient>>(),
      handle: async () => ({ rows: await listOAuthClients(database, { integrationId: null }), nextCursor: null }),
    }),
    operatorRoute('GET /api/oauth-clients/:id', 'viewer', {
      ...named,
      answer: sends<wire.WireOAuthClient>(),
      handle: async ({ params }) => (await readOAuthClient(database, { id: params.id })) ?? refuseOperator('NotFound'),
    }),
    operatorRoute('PATCH /api/oauth-clients/:id', 'admin', {
      ...named,
      body: wire.oauthClientChanges,
      answer: sends<wire.WireOAuthClient>(),
      handle: async ({ params, body: { reason = '', ...changes }, actor }) => {
        const client = (await readOAuthClient(database, { id: params.id })) ?? refuse('NotFound');
        return changeOAuthClient(parts, client, changes, { actor, reason });
      },
    }),
  ];
}
