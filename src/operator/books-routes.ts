import { daysOf, parseMonth } from '../domain/books/period.ts';
import { refuseOperator } from '../domain/operator/operator-refusal.ts';
import { type PrintStatementParts, printStatement } from '../flows/books/print-statement.ts';
import { reconcileFile } from '../flows/books/reconcile-file.ts';
import { writeBordereau, writeStatement, writeTaxReport } from '../flows/books/write-reports.ts';
import { listPayoutFiles, type PayoutFileRow } from '../store/books/payout-file.ts';
import { readSeller } from '../store/partner/seller.ts';
import { csvAnswer, fileAnswer } from './kit/file-answer.ts';
import { type OperatorRoute, operatorRoute } from './kit/operator-route.ts';
import * as wire from './wire/books.ts';
import type { Page } from './wire/parts.ts';

/** Statements, bordereaux, the tax report, and payout files. No personal data: policies by their numbers. */
export function booksRoutes(parts: PrintStatementParts): readonly OperatorRoute[] {
  return [statementRoute(parts), ...reportRoutes(parts), ...payoutFileRoutes(parts)];
}

function statementRoute(parts: PrintStatementParts): OperatorRoute {
  return operatorRoute('GET /api/books/statements/:sellerId/:month', 'viewer', {
    params: wire.byStatement,
    query: wire.statementQuery,
    scope: { thing: 'seller', name: 'sellerId' },
    handle: async ({ params: { sellerId, month }, query, reply }) => {
      const period = parseMonth(month)!; // As the schema says.
      const seller = await readSeller(parts.database, sellerId);
      if (seller === null) return refuseOperator('NotFound', 'sellerId');
      const name = `statement-${seller.username.replaceAll(/[^A-Za-z0-9.-]/g, '-')}-${month}`;
      if (query.as === 'pdf')
        return fileAnswer(reply, 'application/pdf', `${name}.pdf`, await printStatement(parts, seller, period));
      return csvAnswer(reply, `${name}.csv`, writeStatement(parts.reads, sellerId, period));
    },
  });
}

function reportRoutes({ reads }: PrintStatementParts): readonly OperatorRoute[] {
  return [
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

function payoutFileRoutes({ database }: PrintStatementParts): readonly OperatorRoute[] {
  return [
    operatorRoute('POST /api/books/settlements', 'admin', {
      query: wire.payoutFileQuery,
      takesCsv: true,
      handle: ({ query: { party, fileName, from, to, ...columns }, request, actor }) => {
        const file = request.body as AsyncIterable<Uint8Array>;
        return reconcileFile(database, actor, { party, fileName, period: { from, to }, columns }, file);
      },
    }),
    operatorRoute('GET /api/books/settlements', 'viewer', {
      handle: async (): Promise<Page<PayoutFileRow>> => ({
        rows: await listPayoutFiles(database, payoutFilesMax),
        nextCursor: null,
      }),
    }),
  ];
}
