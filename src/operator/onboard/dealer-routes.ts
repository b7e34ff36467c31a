import { Type } from 'typebox';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import { createDealer, type DealerParts, linkDealer, unlinkDealer, updateDealer } from '../../flows/onboard/dealers.ts';
import { listDealers } from '../../store/onboard/dealer.ts';
import { readSeller } from '../../store/onboard/seller.ts';
import { nameListQuery, readNameList } from '../kit/name-list.ts';
import { type OperatorRoute, operatorRoute } from '../kit/operator-route.ts';
import type { DealerPage, WireDealer } from '../wire/onboard.ts';
import { byEntryId, byId, line, reason, reasonQuery } from './onboard-schemas.ts';

export function dealerRoutes(parts: DealerParts): readonly OperatorRoute[] {
  return [...listRoutes(parts), ...writingRoutes(parts), ...linkRoutes(parts)];
}

function listRoutes({ database }: DealerParts): readonly OperatorRoute[] {
  return [
    operatorRoute({
      method: 'GET',
      path: '/api/dealers',
      access: 'viewer',
      query: Type.Object(nameListQuery),
      handle: async ({ query }): Promise<DealerPage | OperatorRefusal> => {
        const list = readNameList(query, 'text');
        return isOperatorRefusal(list) ? list : listDealers(database, { ...list, sellerId: null });
      },
    }),
    operatorRoute({
      method: 'GET',
      path: '/api/sellers/:id/dealers',
      access: 'viewer',
      params: byId,
      query: Type.Object(nameListQuery),
      handle: async ({ params, query }): Promise<DealerPage | OperatorRefusal> => {
        const list = readNameList(query, 'text');
        if (isOperatorRefusal(list)) return list;
        const seller = await readSeller(database, params.id);
        if (seller === null) return refuseOperator('NotFound');
        return listDealers(database, { ...list, sellerId: seller.id });
      },
    }),
  ];
}

const particulars = { name: line, addressLine1: line, city: line, postalCode: line, province: line };

function writingRoutes(parts: DealerParts): readonly OperatorRoute[] {
  return [
    operatorRoute({
      method: 'POST',
      path: '/api/dealers',
      access: 'support',
      body: Type.Object({ id: line, ...particulars, reason }),
      handle: ({ body, actor }): Promise<WireDealer | OperatorRefusal> =>
        createDealer(parts, body, { actor, reason: body.reason ?? '' }),
    }),
    operatorRoute({
      method: 'PATCH',
      path: '/api/dealers/:id',
      access: 'support',
      params: byEntryId,
      body: Type.Object({ ...Type.Partial(Type.Object(particulars)).properties, reason }),
      handle: ({ params, body, actor }): Promise<WireDealer | OperatorRefusal> => {
        const { reason = '', ...changes } = body;
        return updateDealer(parts, params.id, changes, { actor, reason });
      },
    }),
  ];
}

const byLink = Type.Object({ id: Type.String({ format: 'uuid' }), dealerId: Type.String({ maxLength: 64 }) });

function linkRoutes(parts: DealerParts): readonly OperatorRoute[] {
  const path = '/api/sellers/:id/dealers/:dealerId';
  return [
    operatorRoute({
      method: 'PUT',
      path,
      access: 'support',
      params: byLink,
      query: reasonQuery,
      handle: ({ params, query, actor }) =>
        linkDealer(parts, { sellerId: params.id, dealerId: params.dealerId }, { actor, reason: query.reason ?? '' }),
    }),
    operatorRoute({
      method: 'DELETE',
      path,
      access: 'support',
      params: byLink,
      query: reasonQuery,
      handle: ({ params, query, actor }) =>
        unlinkDealer(parts, { sellerId: params.id, dealerId: params.dealerId }, { actor, reason: query.reason ?? '' }),
    }),
  ];
}
