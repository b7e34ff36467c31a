import type { Clock } from '../../domain/calendar.ts';
import { refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { createIntegration, type IssueParts, updateIntegration } from '../../flows/partner/integrations.ts';
import { listIntegrations, readIntegration } from '../../store/partner/integration.ts';
import { readNameList } from '../kit/name-list.ts';
import { namedById, type OperatorRoute, operatorRoute, sends } from '../kit/operator-route.ts';
import * as wire from '../wire/onboard.ts';
import type { Page } from '../wire/parts.ts';

export interface IntegrationRoutesParts extends IssueParts {
  readonly clock: Clock;
}

export function integrationRoutes(parts: IntegrationRoutesParts): readonly OperatorRoute[] {
  const { database, clock } = parts;
  return [
    operatorRoute('GET /api/integrations', 'viewer', {
      query: wire.nameListQuery,
      answer: sends<Page<wire.WireIntegration>>(),
      scope: 'visible',
      handle: ({ query, operator: { visibleIntegrations } }) =>
        listIntegrations(database, { ...readNameList(query, 'uuid'), visibleIntegrations }),
    }),
    operatorRoute('GET /api/integrations/:id', 'viewer', {
      ...namedById('integration'),
      answer: sends<wire.WireIntegration>(),
      handle: async ({ params }) => (await readIntegration(database, { id: params.id })) ?? refuseOperator('NotFound'),
    }),
    operatorRoute('POST /api/integrations', 'admin', {
      body: wire.newIntegration,
      answer: sends<wire.CreatedIntegration>(),
      handle: ({ body: { reason = '', rateLimit = null, ...given }, actor }) =>
        createIntegration(parts, { ...given, rateLimit }, { actor, reason, now: clock() }),
    }),
    operatorRoute('PATCH /api/integrations/:id', 'admin', {
      ...namedById('integration'),
      body: wire.integrationChanges,
      answer: sends<wire.WireIntegration>(),
      handle: ({ params, body: { reason = '', ...changes }, actor }) =>
        updateIntegration(parts, params.id, changes, { actor, reason }),
    }),
  ];
}
