import { parseMonth } from '../domain/books/period.ts';
import { parseDate } from '../domain/calendar.ts';
import { requestedRefund } from '../domain/cancellation/cancellation-request.ts';
import type { Actor } from '../domain/operator/operator.ts';
import type { OperatorAction } from '../domain/operator/operator-action.ts';
import { type OperatorRefusal, type OperatorRefusalCode, refuseOperator } from '../domain/operator/operator-refusal.ts';
import { isActive, type Seller } from '../domain/partner/seller.ts';
import type { Refusal, RefusalCode } from '../domain/refusal.ts';
import { type PrintStatementParts, printStatement } from '../flows/books/print-statement.ts';
import { readStatement, writeStatement } from '../flows/books/write-reports.ts';
import {
  previewRequest,
  type RecordRequest,
  requestCancellation,
  withdrawRequest,
} from '../flows/cancellation/request-cancellation.ts';
import { downloadDocument } from '../flows/document/fetch-document.ts';
import { readFilter } from '../flows/list/read-filter.ts';
import type { Parts } from '../flows/parts.ts';
import { readDeskPolicy } from '../flows/policy/desk-policy.ts';
import { createLinkFor, linksOf, mailLinkOf, withdrawLinkOf } from '../flows/sale-link/operator-links.ts';
import { recordAct, recordViews } from '../store/audit/operator-act.ts';
import { policyList } from '../store/list/list-policies.ts';
import { readList } from '../store/list/listing.ts';
import { isLinkOf } from '../store/sale-link/followed-link.ts';
import { statementLinesMax, statementName } from './books-routes.ts';
import { accepted, refuse } from './kit/accepted.ts';
import { csvAnswer, fileAnswer } from './kit/file-answer.ts';
import { type OperatorCall, type OperatorRoute, operatorRoute, sends } from './kit/operator-route.ts';
import { byMonth, type Statement, statementQuery } from './wire/books.ts';
import * as wire from './wire/desk.ts';
import { byId, type Page } from './wire/parts.ts';
import * as links from './wire/sale-links.ts';
import type { PolicyRow } from './wire/sales.ts';

export type DeskRoutesParts = PrintStatementParts & Parts<'reference' | 'linkBox' | 'publicUrl' | 'clock'>;

const pageRows = 25;

/**
 * The desk of one seller: its links, policies, papers and statements, and asking for a cancellation. Each handler takes
 * the seller from the account and never from the request, and reads by the flows that the seller's own software calls:
 * so another's thing is answered as what does not exist.
 */
export function deskRoutes(parts: DeskRoutesParts): readonly OperatorRoute[] {
  return [
    ...linkRoutes(parts),
    ...policyRoutes(parts),
    documentRoute(parts),
    ...requestRoutes(parts),
    statementRoute(parts),
  ];
}

/** The account's own seller, while it may sell: a disabled one is answered nothing by the API either. */
function sellerOf({ reference }: Parts<'reference'>, { operator }: Pick<OperatorCall, 'operator'>): Seller {
  const seller = reference().sellers.byId.get(operator.sellerId!);
  return seller !== undefined && isActive(seller) ? seller : refuse('DeskClosed');
}

function linkRoutes(parts: DeskRoutesParts): readonly OperatorRoute[] {
  const { database, clock } = parts;
  const now = () => ({ ...parts, now: clock() });
  async function ownLink(call: Pick<OperatorCall, 'operator'>, id: string): Promise<string> {
    const { id: sellerId } = sellerOf(parts, call);
    return (await isLinkOf(database, { id, sellerId })) ? id : refuse('NotFound');
  }
  return [
    operatorRoute('GET /api/desk/sale-links', 'desk', {
      query: wire.linksQuery,
      answer: sends<Page<links.WireSaleLink>>(),
      handle: async ({ query: { cursor = null, limit = pageRows }, ...call }) =>
        accepted(await linksOf(now(), sellerOf(parts, call).id, { cursor, limit })),
    }),
    operatorRoute('POST /api/desk/sale-links', 'desk', {
      body: links.newSaleLink,
      answer: sends<links.CreatedSaleLink>(),
      handle: async ({ body: { reason = '', ...asked }, actor, ...call }) =>
        accepted(await createLinkFor(now(), sellerOf(parts, call).id, asked, { actor, reason })),
    }),
    operatorRoute('POST /api/desk/sale-links/:id/mail', 'desk', {
      params: byId,
      handle: async ({ params, actor, ...call }) =>
        mailLinkOf(now(), await ownLink(call, params.id), { actor, reason: '' }),
    }),
    operatorRoute('DELETE /api/desk/sale-links/:id', 'desk', {
      params: byId,
      handle: async ({ params, actor, ...call }) =>
        withdrawLinkOf(now(), await ownLink(call, params.id), { actor, reason: '' }),
    }),
  ];
}

function policyRoutes(parts: DeskRoutesParts): readonly OperatorRoute[] {
  const { database, reads, clock } = parts;
  return [
    operatorRoute('GET /api/desk/policies', 'desk', {
      query: wire.policiesQuery,
      answer: sends<Page<PolicyRow>>(),
      handle: async ({ query, actor, ...call }) => {
        const seller = sellerOf(parts, call);
        const visibleIntegrations = [seller.integration.id];
        const reader = { isWhole: false, visibleIntegrations, now: clock() };
        const filter = accepted(readFilter(policyList, { ...query, sellerId: seller.id }, reader));
        const page = await readList(reads, policyList, filter);
        await recordViews(database, actor, page.rows);
        return page;
      },
    }),
    operatorRoute('GET /api/desk/policies/:policyNumber', 'desk', {
      params: wire.byPolicy,
      answer: sends<wire.DeskPolicy>(),
      handle: async ({ params, actor, ...call }) => {
        const policy = await readDeskPolicy(parts, sellerOf(parts, call), params.policyNumber, clock());
        if (policy === null) return refuseOperator('NotFound', 'policyNumber');
        await recordViews(database, actor, [policy]);
        return policy;
      },
    }),
  ];
}

function documentRoute(parts: DeskRoutesParts): OperatorRoute {
  return operatorRoute('GET /api/desk/documents/:id', 'desk', {
    params: wire.byDocument,
    handle: async ({ params: { id }, actor, request, reply, ...call }) => {
      const seller = sellerOf(parts, call);
      const content = await downloadDocument(parts, { kind: 'seller', seller }, id, request.id);
      if (content === null) return refuseOperator('NotFound', 'id');
      if (content === 'erased') return refuseOperator('DocumentErased', 'id');
      const facts = { documentId: id };
      await recordAct(parts.database, { actor, action: 'read document', subject: seller.username, reason: '', facts });
      return fileAnswer(reply, 'application/pdf', content.filename, content.bytes);
    },
  });
}

const refusals: Partial<Record<RefusalCode, OperatorRefusalCode>> = {
  PolicyAlreadyCancelled: 'PolicyAlreadyCancelled',
  CancellationDateOutOfRange: 'CancellationDateOutOfRange',
  EffectiveDateBackDate: 'RequestBackDate',
  CancellationRequestNotFound: 'RequestNotOpen',
};

function refusalOf({ code, field }: Refusal): OperatorRefusal {
  return refuseOperator(refusals[code] ?? 'NotFound', field);
}

function requestRoutes(parts: DeskRoutesParts): readonly OperatorRoute[] {
  const { database, clock } = parts;
  const path = '/api/desk/policies/:policyNumber/cancellation-request';
  const asks = { params: wire.byPolicy, body: wire.requestOrder, answer: sends<wire.RequestTerms>() } as const;
  type Asked = Pick<OperatorCall<wire.RequestOrder, unknown, { readonly policyNumber: string }>, 'params' | 'body'>;
  const wishOf = ({ params, body: { ground, effectiveDate, note } }: Asked) => ({
    policyNumber: params.policyNumber.trim().toUpperCase(),
    ground,
    effectiveDate: parseDate(effectiveDate) ?? refuse('RequestInvalid', 'effectiveDate'),
    note: note?.trim() || null,
  });
  return [
    operatorRoute(`POST ${path}/preview`, 'desk', {
      ...asks,
      handle: async (call) => termsOf(await previewRequest(parts, sellerOf(parts, call), wishOf(call), clock())),
    }),
    operatorRoute(`POST ${path}`, 'desk', {
      ...asks,
      handle: async (call) => {
        const wish = wishOf(call);
        const facts = { ground: wish.ground, effectiveDate: wish.effectiveDate };
        const record = recordAs(call.actor, 'request cancellation', wish.policyNumber, facts);
        return termsOf(await requestCancellation(parts, sellerOf(parts, call), wish, clock(), record));
      },
    }),
    operatorRoute(`DELETE ${path}`, 'desk', {
      params: wire.byPolicy,
      handle: async ({ params, actor, ...call }) => {
        const policyNumber = params.policyNumber.trim().toUpperCase();
        const record = recordAs(actor, 'withdraw cancellation request', policyNumber);
        const refusal = await withdrawRequest({ database }, sellerOf(parts, call), policyNumber, clock(), record);
        return refusal && refusalOf(refusal);
      },
    }),
  ];
}

function recordAs(actor: Actor, action: OperatorAction, subject: string, facts = {}): RecordRequest {
  return (tx, applicationId) => recordAct(tx, { actor, action, subject, applicationId, reason: '', facts });
}

function termsOf(asked: Awaited<ReturnType<typeof previewRequest>>): wire.RequestTerms | OperatorRefusal {
  if ('code' in asked) return refusalOf(asked);
  return {
    effectiveDate: asked.cancelledOn,
    refundCents: requestedRefund(asked).refundCents,
    refunds: asked.plan.owed.map(({ payer, payee, amountCents }) => ({ payer, payee, amountCents })),
  };
}

function statementRoute(parts: DeskRoutesParts): OperatorRoute {
  return operatorRoute('GET /api/desk/statements/:month', 'desk', {
    params: byMonth,
    query: statementQuery,
    handle: async ({ params: { month }, query, reply, ...call }): Promise<object> => {
      const seller = sellerOf(parts, call);
      const period = parseMonth(month)!; // As the schema says.
      const name = statementName(seller, month);
      if (query.as === 'json') {
        const asked = { sellerIds: [seller.id], period, linesMax: statementLinesMax };
        return (await readStatement(parts.reads, asked)) satisfies Statement;
      }
      if (query.as === 'pdf')
        return fileAnswer(reply, 'application/pdf', `${name}.pdf`, await printStatement(parts, seller, period));
      return csvAnswer(reply, `${name}.csv`, writeStatement(parts.reads, [seller.id], period));
    },
  });
}
