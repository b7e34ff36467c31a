import { isOperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import { revokePreviousPassword, rotatePassword } from '../../flows/onboard/credentials.ts';
import { createSeller, updateSeller } from '../../flows/onboard/sellers.ts';
import { listSellers, readSeller } from '../../store/onboard/seller.ts';
import { readNameList } from '../kit/name-list.ts';
import { type OperatorRoute, operatorRoute } from '../kit/operator-route.ts';
import * as wire from '../wire/onboard.ts';
import { byId, pageOf } from '../wire/parts.ts';
import type { IntegrationRoutesParts } from './integration-routes.ts';

export function sellerRoutes(parts: IntegrationRoutesParts): readonly OperatorRoute[] {
  const { database, clock } = parts;
  return [
    operatorRoute('GET /api/sellers', 'viewer', {
      query: wire.sellersQuery,
      answer: pageOf(wire.seller),
      scope: 'visible',
      handle: async ({ query: { integrationId = null, ...query }, operator: { visible } }) => {
        const list = readNameList(query, 'uuid');
        return isOperatorRefusal(list) ? list : listSellers(database, { ...list, integrationId, visible });
      },
    }),
    operatorRoute('GET /api/sellers/:id', 'viewer', {
      params: byId,
      scope: { thing: 'seller', name: 'id' },
      answer: wire.seller,
      handle: async ({ params }) => (await readSeller(database, params.id)) ?? refuseOperator('NotFound'),
    }),
    operatorRoute('POST /api/sellers', 'admin', {
      body: wire.newSeller,
      answer: wire.createdSeller,
      scope: { thing: 'integration', name: 'integrationId', place: 'body' },
      handle: ({ body: { reason = '', ...given }, actor }) =>
        createSeller(
          parts,
          { requiresProducerCode: false, requiresAcknowledgements: false, ...given },
          { actor, reason, now: clock() },
        ),
    }),
    operatorRoute('PATCH /api/sellers/:id', 'admin', {
      params: byId,
      scope: { thing: 'seller', name: 'id' },
      body: wire.sellerChanges,
      answer: wire.seller,
      handle: ({ params, body: { reason = '', ...changes }, actor }) =>
        updateSeller(parts, params.id, changes, { actor, reason }),
    }),
    operatorRoute('POST /api/sellers/:id/password', 'admin', {
      params: byId,
      scope: { thing: 'seller', name: 'id' },
      body: wire.rotation,
      answer: wire.rotatedPassword,
      handle: async ({ params, body: { overlapHours, reason = '' }, actor }) => {
        const rotated = await rotatePassword(parts, params.id, { overlapHours, actor, reason, now: clock() });
        if (isOperatorRefusal(rotated)) return rotated;
        return { password: rotated.secret, previousPasswordUntil: rotated.previousUntil };
      },
    }),
    operatorRoute('DELETE /api/sellers/:id/previous-password', 'admin', {
      params: byId,
      scope: { thing: 'seller', name: 'id' },
      query: wire.reasonQuery,
      handle: ({ params, query: { reason = '' }, actor }) =>
        revokePreviousPassword(parts, params.id, { actor, reason, now: clock() }),
    }),
  ];
}
