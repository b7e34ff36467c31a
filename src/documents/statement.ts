import type { StatementLine, StatementTotals } from '../domain/books/reports.ts';
import type { DocumentContext } from './document-context.ts';
import { languageList } from './document-languages.ts';
import { dateParts } from './formats.ts';
import { footerOf } from './issuer.ts';
import type { StatementRequest } from './print-request.ts';
import type { Block, PrintJob } from './sheet.ts';
import { taxNotes } from './tax-notes.ts';

/** A seller's statement of a month. */
export function composeStatement(
  { statement, language }: StatementRequest,
  contextOf: (language: 'en' | 'fr') => DocumentContext,
): PrintJob {
  const languages = languageList(language);
  const { words, issuer } = contextOf(languages[0]);
  return {
    title: `${words.statement} ${statement.month}`,
    author: issuer.name,
    date: dateParts(statement.to),
    sheets: languages.map((one) => {
      const context = contextOf(one);
      return {
        language: one,
        title: context.words.statement,
        subtitle: statement.sellerName,
        brand: issuer.name,
        policyNumber: { label: context.words.month, lines: [statement.month] },
        pageWords: context.words.page,
        footer: footerOf(issuer),
        notice: issuer.notice?.[one] ?? null,
        blocks: blocksOf(statement, context),
      };
    }),
  };
}

function blocksOf(
  { lines, isCut, totals, taxes }: StatementRequest['statement'],
  context: DocumentContext,
): readonly Block[] {
  const { words, formats } = context;
  const money = formats.money;
  const isOwed = totals.balanceCents < 0;
  return [
    {
      kind: 'figures',
      figures: [
        { label: words.commission, lines: [money(totals.commissionCents)] },
        { label: words.collected, lines: [money(totals.collectedCents)] },
        { label: isOwed ? words.owedToYou : words.owedByYou, lines: [money(Math.abs(totals.balanceCents))] },
      ],
    },
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
    ...(isCut ? [{ kind: 'text', title: '', items: [{ lead: '', text: words.statementCut }] } as const] : []),
  ];
}

function cellsOf(amounts: StatementLine | StatementTotals, money: (cents: number) => string): readonly string[] {
  return [amounts.premiumCents, amounts.taxCents, amounts.commissionCents, amounts.collectedCents].map(money);
}
