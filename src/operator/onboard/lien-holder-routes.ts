import { createLienHolder, updateLienHolder } from '../../flows/lienholder/lien-holders.ts';
import type { OnboardParts } from '../../flows/operator/actor-and-reason.ts';
import { listLienHolders } from '../../store/lienholder/lien-holder.ts';
import { readNameList } from '../kit/name-list.ts';
import { type OperatorRoute, operatorRoute, sends } from '../kit/operator-route.ts';
import * as wire from '../wire/onboard.ts';
import type { Page } from '../wire/parts.ts';

export function lienHolderRoutes(parts: OnboardParts): readonly OperatorRoute[] {
  return [
    operatorRoute('GET /api/lien-holders', 'viewer', {
      query: wire.nameListQuery,
      answer: sends<Page<wire.WireLienHolder>>(),
      scope: 'visible',
      handle: ({ query }) => listLienHolders(parts.database, readNameList(query, 'text')),
    }),
    operatorRoute('POST /api/lien-holders', 'support', {
      body: wire.newLienHolder,
      answer: sends<wire.WireLienHolder>(),
      handle: ({ body: { reason = '', ...given }, actor }) => createLienHolder(parts, given, { actor, reason }),
    }),
    operatorRoute('PATCH /api/lien-holders/:id', 'support', {
      params: wire.byEntryId,
      body: wire.lienHolderChanges,
      answer: sends<wire.WireLienHolder>(),
      handle: ({ params, body: { reason = '', ...changes }, actor }) =>
        updateLienHolder(parts, params.id, changes, { actor, reason }),
    }),
  ];
}
