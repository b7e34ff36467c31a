import { refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { createSeller, updateSeller } from '../../flows/partner/sellers.ts';
import { listSellers, readSeller } from '../../store/partner/seller.ts';
import { readNameList } from '../kit/name-list.ts';
import { namedById, type OperatorRoute, operatorRoute, sends } from '../kit/operator-route.ts';
import * as wire from '../wire/onboard.ts';
import type { Page } from '../wire/parts.ts';
import type { IntegrationRoutesParts } from './integration-routes.ts';

export function sellerRoutes(parts: IntegrationRoutesParts): readonly OperatorRoute[] {
  const { database, clock } = parts;
  return [
    operatorRoute('GET /api/sellers', 'viewer', {
      query: wire.sellersQuery,
      answer: sends<Page<wire.WireSeller>>(),
      scope: 'visible',
      handle: ({ query: { integrationId = null, ...query }, operator: { visibleIntegrations } }) =>
        listSellers(database, { ...readNameList(query, 'uuid'), integrationId, visibleIntegrations }),
    }),
    operatorRoute('GET /api/sellers/:id', 'viewer', {
      ...namedById('seller'),
      answer: sends<wire.WireSeller>(),
      handle: async ({ params }) => (await readSeller(database, { id: params.id })) ?? refuseOperator('NotFound'),
    }),
    operatorRoute('POST /api/sellers', 'admin', {
      body: wire.newSeller,
      answer: sends<wire.CreatedSeller>(),
      scope: { thing: 'integration', name: 'integrationId', place: 'body' },
      handle: ({ body: { reason = '', ...given }, actor }) => {
        const seller = { requiresProducerCode: false, requiresAcknowledgements: false, sellsByLink: false, ...given };
        return createSeller(parts, seller, { actor, reason, now: clock() });
      },
    }),
    operatorRoute('PATCH /api/sellers/:id', 'admin', {
      ...namedById('seller'),
      body: wire.sellerChanges,
      answer: sends<wire.WireSeller>(),
      handle: ({ params, body: { reason = '', ...changes }, actor }) =>
        updateSeller(parts, params.id, changes, { actor, reason }),
    }),
  ];
}
