import { refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { revokePreviousOAuthSecret, rotateOAuthSecret } from '../../flows/credential/credentials.ts';
import { changeOAuthClient, createOAuthClient } from '../../flows/credential/oauth-clients.ts';
import { listOAuthClients, readOAuthClient } from '../../store/credential/oauth-client.ts';
import { readIntegration } from '../../store/partner/integration.ts';
import { accepted, refuse } from '../kit/accepted.ts';
import { type OperatorRoute, ofThing, operatorRoute, sends } from '../kit/operator-route.ts';
import * as wire from '../wire/onboard.ts';
import type { Page } from '../wire/parts.ts';
import type { IntegrationRoutesParts } from './integration-routes.ts';

export function oauthClientRoutes(parts: IntegrationRoutesParts): readonly OperatorRoute[] {
  const { database, clock } = parts;
  const named = ofThing('oauthClient');
  const ofIntegration = ofThing('integration');
  return [
    operatorRoute('GET /api/integrations/:id/oauth-clients', 'viewer', {
      ...ofIntegration,
      answer: sends<Page<wire.WireOAuthClient>>(),
      handle: async ({ params }) =>
        (await readIntegration(database, params.id)) === null
          ? refuseOperator('NotFound')
          : { rows: await listOAuthClients(database, params.id), nextCursor: null },
    }),
    operatorRoute('POST /api/integrations/:id/oauth-clients', 'admin', {
      ...ofIntegration,
      body: wire.newOAuthClient,
      answer: sends<wire.CreatedOAuthClient>(),
      handle: ({ params, body: { reason = '', sellerIds = null, ...given }, actor }) =>
        createOAuthClient(parts, { ...given, sellerIds, integrationId: params.id }, { actor, reason }),
    }),
    operatorRoute('GET /api/oauth-clients/:id', 'viewer', {
      ...named,
      answer: sends<wire.WireOAuthClient>(),
      handle: async ({ params }) => (await readOAuthClient(database, params.id)) ?? refuseOperator('NotFound'),
    }),
    operatorRoute('PATCH /api/oauth-clients/:id', 'admin', {
      ...named,
      body: wire.oauthClientChanges,
      answer: sends<wire.WireOAuthClient>(),
      handle: async ({ params, body: { reason = '', ...changes }, actor }) => {
        const client = (await readOAuthClient(database, params.id)) ?? refuse('NotFound');
        return changeOAuthClient(parts, client, changes, { actor, reason });
      },
    }),
    operatorRoute('POST /api/oauth-clients/:id/secret', 'admin', {
      ...named,
      body: wire.rotation,
      answer: sends<wire.RotatedSecret>(),
      handle: async ({ params, body: { overlapHours, reason = '' }, actor }) => {
        const rotation = { overlapHours, actor, reason, now: clock() };
        const { secret, previousUntil } = accepted(await rotateOAuthSecret(parts, params.id, rotation));
        return { clientSecret: secret, previousSecretUntil: previousUntil };
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
