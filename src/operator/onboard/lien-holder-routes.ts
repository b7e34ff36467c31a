import { Type } from 'typebox';
import { isOperatorRefusal, type OperatorRefusal } from '../../domain/operator/refusal.ts';
import { createLienHolder, type LienHolderParts, updateLienHolder } from '../../flows/onboard/lien-holders.ts';
import { listLienHolders } from '../../store/onboard/lien-holder.ts';
import { nameListQuery, readNameList } from '../kit/name-list.ts';
import { type OperatorRoute, operatorRoute } from '../kit/operator-route.ts';
import type { LienHolderPage, WireLienHolder } from '../wire/onboard.ts';
import { byEntryId, line, reason } from './onboard-schemas.ts';

const particulars = { name: line, addressLine1: line, city: line, postalCode: line };

export function lienHolderRoutes(parts: LienHolderParts): readonly OperatorRoute[] {
  return [
    operatorRoute({
      method: 'GET',
      path: '/api/lien-holders',
      access: 'viewer',
      query: Type.Object(nameListQuery),
      handle: async ({ query }): Promise<LienHolderPage | OperatorRefusal> => {
        const list = readNameList(query, 'text');
        return isOperatorRefusal(list) ? list : listLienHolders(parts.database, list);
      },
    }),
    operatorRoute({
      method: 'POST',
      path: '/api/lien-holders',
      access: 'support',
      body: Type.Object({ id: line, ...particulars, reason }),
      handle: ({ body, actor }): Promise<WireLienHolder | OperatorRefusal> =>
        createLienHolder(parts, body, { actor, reason: body.reason ?? '' }),
    }),
    operatorRoute({
      method: 'PATCH',
      path: '/api/lien-holders/:id',
      access: 'support',
      params: byEntryId,
      body: Type.Object({ ...Type.Partial(Type.Object(particulars)).properties, reason }),
      handle: ({ params, body, actor }): Promise<WireLienHolder | OperatorRefusal> => {
        const { reason = '', ...changes } = body;
        return updateLienHolder(parts, params.id, changes, { actor, reason });
      },
    }),
  ];
}
