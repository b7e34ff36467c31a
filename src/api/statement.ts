import { Readable } from 'node:stream';
import type { AnswerOf } from '@northbind/contract/operation.ts';
import { statement, statementLinesMax } from '@northbind/contract/statement.ts';
import type { FastifyRequest } from 'fastify';
import { parseMonth } from '../domain/books/period.ts';
import type { StatementAmounts, StatementLine } from '../domain/books/reports.ts';
import { toDollars } from '../domain/money.ts';
import type { PaymentMethod } from '../domain/payment-method.ts';
import { type ReportParts, readStatement, writeStatement } from '../flows/books/write-reports.ts';
import { sellersIn } from '../flows/call/reach.ts';
import { ok, refused, valid } from './kit/answer.ts';
import type { AddOperation } from './kit/operation-route.ts';

export function addStatement(add: AddOperation, { reads }: ReportParts): void {
  add(statement, async ({ reach, params: { month }, request }) => {
    const period = parseMonth(month);
    if (period === null) return refused([{ code: 'MonthInvalid', field: 'month' }]);
    const sellerIds = sellersIn(reach).map(({ id }) => id);
    if (wantsCsv(request)) {
      const bytes = Readable.from(writeStatement(reads, sellerIds, period));
      return { kind: 'file', contentType: 'text/csv; charset=utf-8', filename: `statement-${month}.csv`, bytes };
    }
    const found = await readStatement(reads, { sellerIds, period, linesMax: statementLinesMax });
    return ok({
      ...valid,
      month,
      currency: 'CAD',
      lines: found.lines.map(wireLine),
      hasMoreLines: found.isCut,
      totals: { ...wireAmounts(found.totals), balance: toDollars(found.totals.balanceCents) },
    });
  });
}

function wantsCsv({ headers }: FastifyRequest): boolean {
  return /^\s*text\/csv\b/i.test(headers.accept ?? '');
}

type Line = AnswerOf<typeof statement>['lines'][number];

function wireLine({ day, seller, policyNumber, kind, paymentMethod, ...amounts }: StatementLine): Line {
  return {
    date: day,
    seller,
    policyNumber,
    kind,
    paymentMethod: paymentMethod as PaymentMethod,
    ...wireAmounts(amounts),
  };
}

function wireAmounts(amounts: StatementAmounts) {
  return {
    premium: toDollars(amounts.premiumCents),
    tax: toDollars(amounts.taxCents),
    total: toDollars(amounts.totalCents),
    commission: toDollars(amounts.commissionCents),
    collected: toDollars(amounts.collectedCents),
  };
}
