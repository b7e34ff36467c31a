import { createLienHolder, updateLienHolder } from '../../flows/lienholder/lien-holders.ts';
import type { OnboardParts } from '../../flows/operator/actor-and-reason.ts';
import { createDealer, linkDealer, unlinkDealer, updateDealer } from '../../flows/partner/dealers.ts';
import { listLienHolders } from '../../store/lienholder/lien-holder.ts';
import { listDealers } from '../../store/partner/dealer.ts';
import { readSeller } from '../../store/partner/seller.ts';
import { refuse } from '../kit/accepted.ts';
import { readNameList } from '../kit/name-list.ts';
import { namedById, type OperatorRoute, operatorRoute, sends } from '../kit/operator-route.ts';
import * as wire from '../wire/onboard.ts';
import type { Page } from '../wire/parts.ts';

export function dealerRoutes(parts: OnboardParts): readonly OperatorRoute[] {
  const { database } = parts;
  return [
    operatorRoute('GET /api/dealers', 'viewer', {
      query: wire.nameListQuery,
      answer: sends<Page<wire.WireDealer>>(),
      scope: 'visible',
      handle: ({ query, operator: { visibleIntegrations } }) =>
        listDealers(database, { ...readNameList(query, 'text'), sellerId: null, visibleIntegrations }),
    }),
    operatorRoute('GET /api/sellers/:id/dealers', 'viewer', {
      ...namedById('seller'),
      query: wire.nameListQuery,
      answer: sends<Page<wire.WireDealer>>(),
      handle: async ({ params, query, operator: { visibleIntegrations } }) => {
        const list = readNameList(query, 'text');
        const { id: sellerId } = (await readSeller(database, { id: params.id })) ?? refuse('NotFound');
        return listDealers(database, { ...list, sellerId, visibleIntegrations });
      },
    }),
    operatorRoute('POST /api/dealers', 'support', {
      body: wire.newDealer,
      answer: sends<wire.WireDealer>(),
      handle: ({ body: { reason = '', ...given }, actor }) => createDealer(parts, given, { actor, reason }),
    }),
    operatorRoute('PATCH /api/dealers/:id', 'support', {
      params: wire.byEntryId,
      body: wire.dealerChanges,
      answer: sends<wire.WireDealer>(),
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
