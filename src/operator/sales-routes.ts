import { addDays, type Clock } from '../domain/calendar.ts';
import { type OperatorRefusal, refuseOperator } from '../domain/operator/operator-refusal.ts';
import { maskHistory, maskRow, maskStuck, seesPeople } from '../domain/person/mask.ts';
import { readDashboard } from '../flows/dashboard/read-dashboard.ts';
import type { DocumentParts } from '../flows/document/fetch-document.ts';
import { exportList } from '../flows/list/export-list.ts';
import { type ListRequest, readFilter } from '../flows/list/read-filter.ts';
import { readDocument, readMail, viewSale, viewStuck } from '../flows/list/read-on-record.ts';
import { writeNote } from '../flows/operator/write-note.ts';
import type { Parts } from '../flows/parts.ts';
import { recordViews, type ViewedSale } from '../store/audit/operator-act.ts';
import { readHistory } from '../store/history/read-history.ts';
import { documentList } from '../store/list/list-documents.ts';
import { paymentList } from '../store/list/list-payments.ts';
import { policyList } from '../store/list/list-policies.ts';
import { saleList } from '../store/list/list-sales.ts';
import { type Listing, readList } from '../store/list/listing.ts';
import { countStuck, listStuck } from '../store/work/list-stuck.ts';
import { accepted } from './kit/accepted.ts';
import { csvAnswer, fileAnswer } from './kit/file-answer.ts';
import { mailPage } from './kit/mail-page.ts';
import { type OperatorCall, type OperatorRoute, operatorRoute } from './kit/operator-route.ts';
import { type Page, pageQuery, type SearchedPage } from './wire/parts.ts';
import * as wire from './wire/sales.ts';

export interface SalesRoutesParts extends DocumentParts, Parts<'reads'> {
  readonly clock: Clock;
}

/**
 * Reading sales: lists, one sale, documents, what needs attention, dashboard, exports. For viewers, people are masked.
 */
export function salesRoutes(parts: SalesRoutesParts): readonly OperatorRoute[] {
  return [...listRoutes(parts), ...saleRoutes(parts), ...stuckRoutes(parts), dashboardRoute(parts), exportRoute(parts)];
}

function listRoutes({ database, reads, clock }: SalesRoutesParts): readonly OperatorRoute[] {
  async function answer<Row extends ViewedSale & { readonly applicantName: string }>(
    listing: Listing<Row>,
    { query, operator, actor }: Pick<OperatorCall<unknown, ListRequest>, 'query' | 'operator' | 'actor'>,
  ): Promise<SearchedPage<Row>> {
    const { visibleIntegrations, role } = operator;
    const filter = accepted(
      readFilter(listing, query, { isWhole: !seesPeople(role), visibleIntegrations, now: clock() }),
    );
    const page = await readList(reads, listing, filter);
    if (!seesPeople(role)) return { ...page, rows: page.rows.map(maskRow) };
    await recordViews(database, actor, page.rows);
    return page;
  }
  const asked = { query: wire.listQuery, scope: 'visible' } as const;
  return [
    operatorRoute('GET /api/sales', 'viewer', { ...asked, handle: (call) => answer(saleList, call) }),
    operatorRoute('GET /api/policies', 'viewer', {
      ...asked,
      query: wire.policiesQuery,
      handle: (call) => answer(policyList, call),
    }),
    operatorRoute('GET /api/payments', 'viewer', { ...asked, handle: (call) => answer(paymentList, call) }),
    operatorRoute('GET /api/documents', 'viewer', { ...asked, handle: (call) => answer(documentList, call) }),
  ];
}

function saleRoutes(parts: SalesRoutesParts): readonly OperatorRoute[] {
  return [
    operatorRoute('GET /api/sales/:applicationId', 'viewer', {
      params: wire.bySale,
      scope: { thing: 'sale', name: 'applicationId' },
      handle: async ({ params, operator, actor }): Promise<wire.SaleHistory | OperatorRefusal> => {
        const { applicationId } = params;
        const masked = async () => {
          const history = await readHistory(parts.database, applicationId, parts.clock());
          return history && maskHistory(history);
        };
        const seen = seesPeople(operator.role)
          ? viewSale(parts.database, applicationId, { actor, now: parts.clock() })
          : masked();
        return (await seen) ?? refuseOperator('NotFound', 'applicationId');
      },
    }),
    operatorRoute('POST /api/sales/:applicationId/notes', 'support', {
      params: wire.bySale,
      scope: { thing: 'sale', name: 'applicationId' },
      body: wire.newNote,
      handle: ({ params, body, actor }) => writeNote(parts.database, actor, { ...params, ...body }),
    }),
    // Not for viewers: a document contains personal data, which can't be masked.
    operatorRoute('GET /api/documents/:id/content', 'support', {
      params: wire.byDocument,
      scope: { thing: 'document', name: 'id' },
      handle: async ({ params, actor, reply }) => {
        const { filename, bytes } = accepted(await readDocument(parts, params.id, actor));
        return fileAnswer(reply, 'application/pdf', filename, bytes);
      },
    }),
    operatorRoute('GET /api/mails/:id/content', 'support', {
      params: wire.byMail,
      query: wire.mailContentQuery,
      scope: { thing: 'mails', name: 'id' },
      handle: async ({ params, query: { part = 'html' }, actor, reply }) =>
        mailPage(reply, part, accepted(await readMail(parts, params.id, actor))[part]),
    }),
  ];
}

function stuckRoutes({ database, clock }: SalesRoutesParts): readonly OperatorRoute[] {
  const today = (): string => clock().toISOString().slice(0, 10);
  return [
    operatorRoute('GET /api/needs-person', 'viewer', {
      scope: 'visible',
      handle: async ({ operator: { visibleIntegrations } }): Promise<wire.NeedsPersonAnswer> => ({
        counts: await countStuck(database, { today: today(), visibleIntegrations }),
      }),
    }),
    operatorRoute('GET /api/needs-person/:kind', 'viewer', {
      params: wire.byStuckKind,
      query: pageQuery,
      scope: 'visible',
      handle: async ({
        params,
        query: { cursor = null, limit = 50 },
        operator: { visibleIntegrations, role },
        actor,
      }): Promise<Page<wire.StuckRow>> => {
        const asked = { kind: params.kind, today: today(), cursor, limit, visibleIntegrations };
        if (seesPeople(role)) return viewStuck(database, asked, actor);
        const page = await listStuck(database, asked);
        return { ...page, rows: page.rows.map(maskStuck) };
      },
    }),
  ];
}

function dashboardRoute(parts: SalesRoutesParts): OperatorRoute {
  return operatorRoute('GET /api/dashboard', 'viewer', {
    query: wire.dashboardQuery,
    scope: 'visible',
    handle: ({ query, operator: { visibleIntegrations } }): Promise<wire.Dashboard | OperatorRefusal> => {
      const to = query.to ?? parts.clock().toISOString().slice(0, 10);
      const days = { from: query.from ?? addDays(to, -29), to };
      return readDashboard(parts, { ...days, sellerId: query.sellerId ?? null, visibleIntegrations });
    },
  });
}

function exportRoute({ database, reads, clock }: SalesRoutesParts): OperatorRoute {
  return operatorRoute('POST /api/exports', 'support', {
    body: wire.exportOrder,
    scope: 'visible',
    handle: async ({ body: { what, filters, reason }, actor, operator: { visibleIntegrations }, reply }) => {
      const order = { what, filters, actor, reason, visibleIntegrations, now: clock() };
      return csvAnswer(reply, `${what}.csv`, accepted(await exportList({ database, reads }, order)));
    },
  });
}
