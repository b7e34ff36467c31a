import type { StatementLine, StatementTotals } from '../domain/books/reports.ts';
import type { DocumentContext } from './document-context.ts';
import type { StatementRequest } from './print-request.ts';
import { figures, prose, type SheetContent } from './sheet.ts';
import { taxNotes } from './tax-notes.ts';

/** A seller's statement of a month. */
export function composeStatement({ statement }: StatementRequest, context: DocumentContext): SheetContent {
  const { words, formats } = context;
  const { lines, isCut, totals, taxes } = statement;
  const money = formats.money;
  const isOwed = totals.balanceCents < 0;
  return {
    title: words.statement,
    subtitle: statement.sellerName,
    policyNumber: { label: words.month, lines: [formats.month(statement.month)] },
    blocks: [
      figures(
        [words.commission, money(totals.commissionCents)],
        [words.collected, money(totals.collectedCents)],
        [isOwed ? words.owedToYou : words.owedByYou, money(Math.abs(totals.balanceCents))],
      ),
      {
        kind: 'prices',
        title: words.policies,
        columns: [words.policyNumber, words.premium, words.tax, words.commission, words.collected],
        rows: lines.map((line) => ({
          name: line.policyNumber,
          note: `${formats.date(line.day)} · ${words.statementKinds[line.kind]}`,
          cells: cellsOf(line, money),
        })),
        total: [words.total, ...cellsOf(totals, money)],
        notes: taxNotes(taxes, context),
      },
      ...(isCut ? [prose('', ['', words.statementCut])] : []),
    ],
  };
}

function cellsOf(amounts: StatementLine | StatementTotals, money: (cents: number) => string): readonly string[] {
  return [amounts.premiumCents, amounts.taxCents, amounts.commissionCents, amounts.collectedCents].map(money);
}
