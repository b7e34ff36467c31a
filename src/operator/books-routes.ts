import { daysOf, parseMonth } from '../domain/books/period.ts';
import { refuseOperator } from '../domain/operator/operator-refusal.ts';
import { maskSettled, seesPeople } from '../domain/person/mask.ts';
import { type PrintStatementParts, printStatement } from '../flows/books/print-statement.ts';
import { type ReconcileParts, reconcileFile, withdrawFile } from '../flows/books/reconcile-file.ts';
import { readStatement, writeBordereau, writeStatement, writeTaxReport } from '../flows/books/write-reports.ts';
import type { Parts } from '../flows/parts.ts';
import { listDifferences, listPayoutFiles, type PayoutFileRow } from '../store/books/payout-file.ts';
import { listBookLines, readBalances } from '../store/books/read-accounts.ts';
import { readSeller } from '../store/partner/seller.ts';
import { listInsurers } from '../store/tariff/rate-book.ts';
import { accepted } from './kit/accepted.ts';
import { csvAnswer, fileAnswer } from './kit/file-answer.ts';
import { type OperatorRoute, operatorRoute, sends } from './kit/operator-route.ts';
import { sentFile } from './kit/sent-file.ts';
import * as wire from './wire/books.ts';
import { byId, type Page, reasoned } from './wire/parts.ts';

export type BooksRoutesParts = PrintStatementParts & Omit<ReconcileParts, 'now'> & Parts<'clock'>;

/**
 * Balances and lines, statements, bordereaux, the tax report, and payout files. No personal data: policies by their
 * numbers.
 */
export function booksRoutes(parts: BooksRoutesParts): readonly OperatorRoute[] {
  return [statementRoute(parts), ...accountRoutes(parts), ...reportRoutes(parts), ...payoutFileRoutes(parts)];
}

function statementRoute(parts: PrintStatementParts): OperatorRoute {
  return operatorRoute('GET /api/books/statements/:sellerId/:month', 'viewer', {
    params: wire.byStatement,
    query: wire.statementQuery,
    scope: { thing: 'seller', name: 'sellerId' },
    handle: async ({ params: { sellerId, month }, query, reply }) => {
      const period = parseMonth(month)!; // As the schema says.
      const seller = await readSeller(parts.database, { id: sellerId });
      if (seller === null) return refuseOperator('NotFound', 'sellerId');
      const name = statementName(seller, month);
      if (query.as === 'json')
        return readStatement(parts.reads, { sellerIds: [sellerId], period, linesMax: statementLinesMax });
      if (query.as === 'pdf')
        return fileAnswer(reply, 'application/pdf', `${name}.pdf`, await printStatement(parts, seller, period));
      return csvAnswer(reply, `${name}.csv`, writeStatement(parts.reads, [sellerId], period));
    },
  });
}

/** What a screen shows of a statement. */
export const statementLinesMax = 500;

/** The name of a statement's file, without its end. */
export function statementName({ username }: { readonly username: string }, month: string): string {
  return `statement-${username.replaceAll(/[^A-Za-z0-9.-]/g, '-')}-${month}`;
}

function accountRoutes({ reads }: PrintStatementParts): readonly OperatorRoute[] {
  const asked = <Query extends { from: string; to: string; sellerId?: string | undefined }>(query: Query) =>
    daysOf(query) === null
      ? refuseOperator('DaysOutOfRange', 'to')
      : { cursor: null, limit: 50, ...query, sellerId: query.sellerId ?? null };
  return [
    operatorRoute('GET /api/books/balances', 'viewer', {
      query: wire.balancesQuery,
      handle: async ({ query }) => ({ rows: await readBalances(reads, accepted(asked(query))), nextCursor: null }),
    }),
    operatorRoute('GET /api/books/lines', 'viewer', {
      query: wire.linesQuery,
      handle: ({ query }) => listBookLines(reads, accepted(asked(query))),
    }),
  ];
}

function reportRoutes({ reads }: PrintStatementParts): readonly OperatorRoute[] {
  return [
    operatorRoute('GET /api/books/insurers', 'viewer', {
      answer: sends<wire.Insurers>(),
      handle: async () => ({ rows: await listInsurers(reads) }),
    }),
    operatorRoute('GET /api/books/bordereaux/:month', 'viewer', {
      params: wire.byMonth,
      query: wire.bordereauQuery,
      handle: async ({ params: { month }, query: { insurer = '' }, reply }) => {
        const name = ['bordereau', ...(insurer === '' ? [] : [insurer]), month].join('-');
        return csvAnswer(reply, `${name}.csv`, writeBordereau(reads, insurer || null, parseMonth(month)!));
      },
    }),
    operatorRoute('GET /api/books/taxes', 'viewer', {
      query: wire.taxesQuery,
      handle: async ({ query: { from, to }, reply }) => {
        if (daysOf({ from, to }) === null) return refuseOperator('DaysOutOfRange', 'to');
        return csvAnswer(reply, `taxes-${from}-${to}.csv`, writeTaxReport(reads, { from, to }));
      },
    }),
  ];
}

const payoutFilesMax = 100;
const differencesMax = 500;

function payoutFileRoutes({ clock, database, ...others }: BooksRoutesParts): readonly OperatorRoute[] {
  const parts = () => ({ ...others, database, now: clock() });
  return [
    operatorRoute('POST /api/books/settlements', 'admin', {
      query: wire.payoutFileQuery,
      takesCsv: true,
      handle: ({ query: { party, fileName, from, to, dryRun: isDryRun = false, ...columns }, request, actor }) => {
        const file = sentFile(request.body);
        return reconcileFile(parts(), actor, { party, fileName, period: { from, to }, columns, isDryRun }, file);
      },
    }),
    operatorRoute('POST /api/books/settlements/:id/withdraw', 'admin', {
      params: byId,
      body: reasoned,
      handle: ({ params, body, actor }) => withdrawFile(parts(), actor, { ...params, ...body }),
    }),
    operatorRoute('GET /api/books/settlements/:id/differences', 'viewer', {
      params: byId,
      handle: async ({ params: { id }, operator }): Promise<Page<wire.FileDifference>> => {
        const rows = await listDifferences(database, { fileId: id, limit: differencesMax });
        return { rows: seesPeople(operator.role) ? rows : rows.map(maskSettled), nextCursor: null };
      },
    }),
    operatorRoute('GET /api/books/settlements', 'viewer', {
      handle: async (): Promise<Page<PayoutFileRow>> => ({
        rows: await listPayoutFiles(database, { limit: payoutFilesMax }),
        nextCursor: null,
      }),
    }),
  ];
}
