import type { Clock } from '../../domain/calendar/calendar.ts';
import { isOperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import { revokePreviousSecret, rotateClientSecret } from '../../flows/onboard/credentials.ts';
import { createIntegration, type IssueParts, updateIntegration } from '../../flows/onboard/integrations.ts';
import { listIntegrations, readIntegration } from '../../store/onboard/integration.ts';
import { readNameList } from '../kit/name-list.ts';
import { type OperatorRoute, operatorRoute } from '../kit/operator-route.ts';
import * as wire from '../wire/onboard.ts';
import { byId, pageOf } from '../wire/parts.ts';

export interface IntegrationRoutesParts extends IssueParts {
  readonly clock: Clock;
}

export function integrationRoutes(parts: IntegrationRoutesParts): readonly OperatorRoute[] {
  const { database, clock } = parts;
  return [
    operatorRoute('GET /api/integrations', 'viewer', {
      query: wire.nameListQuery,
      answer: pageOf(wire.integration),
      scope: 'visible',
      handle: async ({ query, operator: { visible } }) => {
        const list = readNameList(query, 'uuid');
        return isOperatorRefusal(list) ? list : listIntegrations(database, { ...list, visible });
      },
    }),
    operatorRoute('GET /api/integrations/:id', 'viewer', {
      params: byId,
      scope: { thing: 'integration', name: 'id' },
      answer: wire.integration,
      handle: async ({ params }) => (await readIntegration(database, params.id)) ?? refuseOperator('NotFound'),
    }),
    operatorRoute('POST /api/integrations', 'admin', {
      body: wire.newIntegration,
      answer: wire.createdIntegration,
      handle: ({ body: { reason = '', rateLimit = null, ...given }, actor }) =>
        createIntegration(parts, { ...given, rateLimit }, { actor, reason, now: clock() }),
    }),
    operatorRoute('PATCH /api/integrations/:id', 'admin', {
      params: byId,
      scope: { thing: 'integration', name: 'id' },
      body: wire.integrationChanges,
      answer: wire.integration,
      handle: ({ params, body: { reason = '', ...changes }, actor }) =>
        updateIntegration(parts, params.id, changes, { actor, reason }),
    }),
    operatorRoute('POST /api/integrations/:id/secret', 'admin', {
      params: byId,
      scope: { thing: 'integration', name: 'id' },
      body: wire.rotation,
      answer: wire.rotatedSecret,
      handle: async ({ params, body: { overlapHours, reason = '' }, actor }) => {
        const rotated = await rotateClientSecret(parts, params.id, { overlapHours, actor, reason, now: clock() });
        if (isOperatorRefusal(rotated)) return rotated;
        return { clientSecret: rotated.secret, previousSecretUntil: rotated.previousUntil };
      },
    }),
    operatorRoute('DELETE /api/integrations/:id/previous-secret', 'admin', {
      params: byId,
      scope: { thing: 'integration', name: 'id' },
      query: wire.reasonQuery,
      handle: ({ params, query: { reason = '' }, actor }) =>
        revokePreviousSecret(parts, params.id, { actor, reason, now: clock() }),
    }),
  ];
}
