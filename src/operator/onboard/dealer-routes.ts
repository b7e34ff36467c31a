import { isOperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import { createDealer, type DealerParts, linkDealer, unlinkDealer, updateDealer } from '../../flows/onboard/dealers.ts';
import { listDealers } from '../../store/onboard/dealer.ts';
import { readSeller } from '../../store/onboard/seller.ts';
import { readNameList } from '../kit/name-list.ts';
import { type OperatorRoute, operatorRoute } from '../kit/operator-route.ts';
import * as wire from '../wire/onboard.ts';
import { byId, pageOf } from '../wire/parts.ts';

export function dealerRoutes(parts: DealerParts): readonly OperatorRoute[] {
  const { database } = parts;
  return [
    operatorRoute('GET /api/dealers', 'viewer', {
      query: wire.nameListQuery,
      answer: pageOf(wire.dealer),
      scope: 'visible',
      handle: async ({ query, operator: { visible } }) => {
        const list = readNameList(query, 'text');
        return isOperatorRefusal(list) ? list : listDealers(database, { ...list, sellerId: null, visible });
      },
    }),
    operatorRoute('GET /api/sellers/:id/dealers', 'viewer', {
      params: byId,
      query: wire.nameListQuery,
      answer: pageOf(wire.dealer),
      scope: { thing: 'seller', name: 'id' },
      handle: async ({ params, query, operator: { visible } }) => {
        const list = readNameList(query, 'text');
        if (isOperatorRefusal(list)) return list;
        const seller = await readSeller(database, params.id);
        if (seller === null) return refuseOperator('NotFound');
        return listDealers(database, { ...list, sellerId: seller.id, visible });
      },
    }),
    operatorRoute('POST /api/dealers', 'support', {
      body: wire.newDealer,
      answer: wire.dealer,
      handle: ({ body: { reason = '', ...given }, actor }) => createDealer(parts, given, { actor, reason }),
    }),
    operatorRoute('PATCH /api/dealers/:id', 'support', {
      params: wire.byEntryId,
      body: wire.dealerChanges,
      answer: wire.dealer,
      handle: ({ params, body: { reason = '', ...changes }, actor }) =>
        updateDealer(parts, params.id, changes, { actor, reason }),
    }),
    operatorRoute('PUT /api/sellers/:id/dealers/:dealerId', 'support', {
      params: wire.byLink,
      query: wire.reasonQuery,
      scope: { thing: 'seller', name: 'id' },
      handle: ({ params: { id, dealerId }, query: { reason = '' }, actor }) =>
        linkDealer(parts, { sellerId: id, dealerId }, { actor, reason }),
    }),
    operatorRoute('DELETE /api/sellers/:id/dealers/:dealerId', 'support', {
      params: wire.byLink,
      query: wire.reasonQuery,
      scope: { thing: 'seller', name: 'id' },
      handle: ({ params: { id, dealerId }, query: { reason = '' }, actor }) =>
        unlinkDealer(parts, { sellerId: id, dealerId }, { actor, reason }),
    }),
  ];
}
