import type { Clock } from '../../domain/calendar.ts';
import { maskLink, seesPeople } from '../../domain/person/mask.ts';
import type { Parts } from '../../flows/parts.ts';
import { createLinkFor, linksOf, mailLinkOf, withdrawLinkOf } from '../../flows/sale-link/operator-links.ts';
import { namedById, type OperatorRoute, operatorRoute, sends } from '../kit/operator-route.ts';
import { reasonQuery } from '../wire/onboard.ts';
import { type Page, pageQuery } from '../wire/parts.ts';
import * as wire from '../wire/sale-links.ts';

export interface SaleLinkRoutesParts extends Parts<'database' | 'linkBox' | 'publicUrl'> {
  readonly clock: Clock;
}

const pageRows = 25;

export function saleLinkRoutes(parts: SaleLinkRoutesParts): readonly OperatorRoute[] {
  const now = () => ({ ...parts, now: parts.clock() });
  return [
    operatorRoute('GET /api/sellers/:id/sale-links', 'viewer', {
      ...namedById('seller'),
      query: pageQuery,
      answer: sends<Page<wire.WireSaleLink>>(),
      handle: async ({ params, query: { cursor = null, limit = pageRows }, operator }) => {
        const page = await linksOf(now(), params.id, { cursor, limit });
        return seesPeople(operator.role) || !('rows' in page) ? page : { ...page, rows: page.rows.map(maskLink) };
      },
    }),
    operatorRoute('POST /api/sellers/:id/sale-links', 'support', {
      ...namedById('seller'),
      body: wire.newSaleLink,
      answer: sends<wire.CreatedSaleLink>(),
      handle: ({ params, body: { reason = '', ...asked }, actor }) =>
        createLinkFor(now(), params.id, asked, { actor, reason }),
    }),
    operatorRoute('POST /api/sale-links/:id/mail', 'support', {
      ...namedById('saleLink'),
      body: wire.mailOrder,
      handle: ({ params, body: { reason = '' }, actor }) => mailLinkOf(now(), params.id, { actor, reason }),
    }),
    operatorRoute('DELETE /api/sale-links/:id', 'support', {
      ...namedById('saleLink'),
      query: reasonQuery,
      handle: ({ params, query: { reason = '' }, actor }) => withdrawLinkOf(now(), params.id, { actor, reason }),
    }),
  ];
}
