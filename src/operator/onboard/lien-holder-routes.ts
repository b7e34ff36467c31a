import { isOperatorRefusal } from '../../domain/operator/refusal.ts';
import { createLienHolder, type LienHolderParts, updateLienHolder } from '../../flows/onboard/lien-holders.ts';
import { listLienHolders } from '../../store/onboard/lien-holder.ts';
import { readNameList } from '../kit/name-list.ts';
import { type OperatorRoute, operatorRoute } from '../kit/operator-route.ts';
import * as wire from '../wire/onboard.ts';
import { pageOf } from '../wire/parts.ts';

export function lienHolderRoutes(parts: LienHolderParts): readonly OperatorRoute[] {
  return [
    operatorRoute('GET /api/lien-holders', 'viewer', {
      query: wire.nameListQuery,
      answer: pageOf(wire.lienHolder),
      scope: 'visible',
      handle: async ({ query }) => {
        const list = readNameList(query, 'text');
        return isOperatorRefusal(list) ? list : listLienHolders(parts.database, list);
      },
    }),
    operatorRoute('POST /api/lien-holders', 'support', {
      body: wire.newLienHolder,
      answer: wire.lienHolder,
      handle: ({ body: { reason = '', ...given }, actor }) => createLienHolder(parts, given, { actor, reason }),
    }),
    operatorRoute('PATCH /api/lien-holders/:id', 'support', {
      params: wire.byEntryId,
      body: wire.lienHolderChanges,
      answer: wire.lienHolder,
      handle: ({ params, body: { reason = '', ...changes }, actor }) =>
        updateLienHolder(parts, params.id, changes, { actor, reason }),
    }),
  ];
}
