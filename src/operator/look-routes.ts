import { Readable } from 'node:stream';
import Type from 'typebox';
import { addDays, type Clock } from '../domain/calendar/calendar.ts';
import type { ApplicationId, DocumentId } from '../domain/ids.ts';
import { maskAddressesIn, maskHistory, maskRow, seesPeople } from '../domain/operator/mask.ts';
import { stuckKinds } from '../domain/operator/needs-person.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../domain/operator/refusal.ts';
import type { DocumentParts } from '../flows/fetch-document.ts';
import { exportKinds, exportList } from '../flows/look/export-list.ts';
import { readDashboard } from '../flows/look/read-dashboard.ts';
import { readDocument } from '../flows/look/read-document.ts';
import { type LookAsked, readFilter } from '../flows/look/read-filter.ts';
import type { Page } from '../store/look/filter.ts';
import { documentList } from '../store/look/list-documents.ts';
import { paymentList } from '../store/look/list-payments.ts';
import { policyList } from '../store/look/list-policies.ts';
import { saleList } from '../store/look/list-sales.ts';
import { countStuck, listStuck } from '../store/look/list-stuck.ts';
import { type Listing, readList } from '../store/look/listing.ts';
import { readHistory } from '../store/look/read-history.ts';
import { idOf } from './kit/id.ts';
import { type OperatorRoute, operatorRoute, type SignedIn } from './kit/operator-route.ts';
import type { Dashboard, NeedsPersonAnswer, SaleHistory, StuckPage } from './wire/look.ts';

export interface LookRoutesParts extends DocumentParts {
  readonly clock: Clock;
}

const day = Type.String({ format: 'date', maxLength: 10 });
const id = Type.String({ format: 'uuid', maxLength: 36 });
const limit = Type.Integer({ minimum: 1, maximum: 100 });
const filters = {
  search: Type.Optional(Type.String({ maxLength: 200 })),
  sellerId: Type.Optional(id),
  state: Type.Optional(Type.String({ maxLength: 20 })),
  from: Type.Optional(day),
  to: Type.Optional(day),
  zone: Type.Optional(Type.String({ maxLength: 60 })),
};
const byUuid = Type.Object({ ...filters, cursor: Type.Optional(id), limit: Type.Optional(limit) });
const byPolicyNumber = Type.Object({
  ...filters,
  cursor: Type.Optional(Type.String({ maxLength: 20, pattern: '^NB[0-9]+$' })),
  limit: Type.Optional(limit),
});

/** What the operator can see. Viewers see people masked. */
export function lookRoutes(parts: LookRoutesParts): readonly OperatorRoute[] {
  return [...listRoutes(parts), ...saleRoutes(parts), ...stuckRoutes(parts), dashboardRoute(parts), exportRoute(parts)];
}

function listRoutes({ database }: LookRoutesParts): readonly OperatorRoute[] {
  async function answer<Row extends { readonly applicantName: string }>(
    listing: Listing<Row>,
    { query, operator }: { readonly query: LookAsked; readonly operator: SignedIn },
  ): Promise<Page<Row> | OperatorRefusal> {
    const filter = readFilter(listing, query, !seesPeople(operator.role));
    if (isOperatorRefusal(filter)) return filter;
    const { rows, nextCursor } = await readList(database, listing, filter);
    return { rows: seesPeople(operator.role) ? rows : rows.map(maskRow), nextCursor };
  }
  const list = { method: 'GET', access: 'viewer' } as const;
  return [
    operatorRoute({ ...list, path: '/api/sales', query: byUuid, handle: (call) => answer(saleList, call) }),
    operatorRoute({
      ...list,
      path: '/api/policies',
      query: byPolicyNumber,
      handle: (call) => answer(policyList, call),
    }),
    operatorRoute({ ...list, path: '/api/payments', query: byUuid, handle: (call) => answer(paymentList, call) }),
    operatorRoute({ ...list, path: '/api/documents', query: byUuid, handle: (call) => answer(documentList, call) }),
  ];
}

function saleRoutes(parts: LookRoutesParts): readonly OperatorRoute[] {
  return [
    operatorRoute({
      method: 'GET',
      path: '/api/sales/:applicationId',
      access: 'viewer',
      params: Type.Object({ applicationId: idOf<ApplicationId>() }),
      handle: async ({ params, operator }): Promise<SaleHistory | OperatorRefusal> => {
        const history = await readHistory(parts.database, params.applicationId);
        if (history === null) return refuseOperator('NotFound', 'applicationId');
        return seesPeople(operator.role) ? history : maskHistory(history);
      },
    }),
    // The paper names the customer and can't be masked: not for viewers.
    operatorRoute({
      method: 'GET',
      path: '/api/documents/:id/content',
      access: 'support',
      params: Type.Object({ id: idOf<DocumentId>() }),
      handle: async ({ params, actor, reply }) => {
        const content = await readDocument(parts, params.id, actor);
        if (isOperatorRefusal(content)) return content;
        reply.headers({
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename="${content.filename}"`,
        });
        return content.bytes;
      },
    }),
  ];
}

function stuckRoutes({ database, clock }: LookRoutesParts): readonly OperatorRoute[] {
  const today = (): string => clock().toISOString().slice(0, 10);
  return [
    operatorRoute({
      method: 'GET',
      path: '/api/needs-person',
      access: 'viewer',
      handle: async (): Promise<NeedsPersonAnswer> => ({ counts: await countStuck(database, today()) }),
    }),
    operatorRoute({
      method: 'GET',
      path: '/api/needs-person/:kind',
      access: 'viewer',
      params: Type.Object({ kind: Type.Union(stuckKinds.map((kind) => Type.Literal(kind))) }),
      query: Type.Object({ cursor: Type.Optional(id), limit: Type.Optional(limit) }),
      handle: async ({ params, query, operator }): Promise<StuckPage> => {
        const { cursor = null, limit = 50 } = query;
        const page = await listStuck(database, { kind: params.kind, today: today(), cursor, limit });
        if (seesPeople(operator.role)) return page;
        return { ...page, rows: page.rows.map((row) => ({ ...row, cause: row.cause && maskAddressesIn(row.cause) })) };
      },
    }),
  ];
}

function dashboardRoute(parts: LookRoutesParts): OperatorRoute {
  return operatorRoute({
    method: 'GET',
    path: '/api/dashboard',
    access: 'viewer',
    query: Type.Object({ from: Type.Optional(day), to: Type.Optional(day), sellerId: Type.Optional(id) }),
    handle: ({ query }): Promise<Dashboard | OperatorRefusal> => {
      const to = query.to ?? parts.clock().toISOString().slice(0, 10);
      return readDashboard(parts, { from: query.from ?? addDays(to, -29), to, sellerId: query.sellerId ?? null });
    },
  });
}

function exportRoute({ database }: LookRoutesParts): OperatorRoute {
  return operatorRoute({
    method: 'POST',
    path: '/api/exports',
    access: 'support',
    body: Type.Object({
      what: Type.Union(exportKinds.map((kind) => Type.Literal(kind))),
      filters: Type.Object(filters),
      reason: Type.String({ maxLength: 500 }),
    }),
    handle: async ({ body: { what, filters, reason }, actor, reply }) => {
      const lines = await exportList({ database }, { what, filters, actor, reason });
      if (isOperatorRefusal(lines)) return lines;
      reply.headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${what}.csv"`,
      });
      return Readable.from(lines);
    },
  });
}
