import { daysOf, type Period } from '../../domain/books/period.ts';
import type { BordereauLine, StatementLine, StatementTax, TaxLine } from '../../domain/books/reports.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import { type CsvCell, csvLine } from '../../domain/csv-line.ts';
import { formatDollars } from '../../domain/money.ts';
import {
  readBordereauDay,
  readStatementDay,
  readStatementTotals,
  readTaxReport,
} from '../../store/books/read-reports.ts';
import type { Tx } from '../../store/database.ts';
import type { Parts } from '../parts.ts';

/*
 * The reports of the books as CSV, line by line. docs/guide/books.md publishes their columns: a column, once published,
 * keeps its name and meaning, and new ones are added at the end.
 */

/** What sellers have sold, earned and collected. */
export function writeStatement(reads: Tx, sellerIds: readonly string[], period: Period): AsyncGenerator<string> {
  return writeDays(statementColumns, period, (day) => readStatementDay(reads, { sellerIds, day }));
}

/**
 * The statement in memory: at most so many lines, whether there are more (`isCut`), and what all of the period come to.
 */
export async function readStatement(
  reads: Tx,
  {
    sellerIds,
    period,
    linesMax,
  }: { readonly sellerIds: readonly string[]; readonly period: Period; readonly linesMax: number },
) {
  const found: StatementLine[] = [];
  for (const day of daysOf(period) ?? []) {
    found.push(...(await readStatementDay(reads, { sellerIds, day })));
    if (found.length > linesMax) break;
  }
  const totals = await readStatementTotals(reads, sellerIds, period);
  return { lines: found.slice(0, linesMax), isCut: found.length > linesMax, totals };
}

/** What insurers hear: each product of each policy that was bound, changed or cancelled. */
export function writeBordereau(reads: Tx, insurer: string | null, period: Period): AsyncGenerator<string> {
  return writeDays(bordereauColumns, period, (day) => readBordereauDay(reads, insurer, day));
}

/** What is owed to authorities, by province and rate. */
export async function* writeTaxReport(reads: Tx, period: Period): AsyncGenerator<string> {
  yield titles(taxColumns);
  yield lines(taxColumns, await readTaxReport(reads, period));
}

export type ReportParts = Parts<'reads'>;

type Columns<Row> = readonly (readonly [title: string, of: (row: Row) => CsvCell])[];

const statementColumns: Columns<StatementLine> = [
  ['date', (line) => line.day],
  ['policy_number', (line) => line.policyNumber],
  ['kind', (line) => line.kind],
  ['payment_method', (line) => line.paymentMethod],
  ['premium', (line) => ({ cents: line.premiumCents })],
  ['tax', (line) => ({ cents: line.taxCents })],
  ['total', (line) => ({ cents: line.totalCents })],
  ['commission', (line) => ({ cents: line.commissionCents })],
  ['collected', (line) => ({ cents: line.collectedCents })],
  ['taxes', (line) => line.taxes.map(taxCell).join('; ')],
  ['seller', (line) => line.seller],
];

const bordereauColumns: Columns<BordereauLine> = [
  ['insurer', (line) => line.insurer],
  ['date', (line) => line.day],
  ['kind', (line) => line.kind],
  ['policy_number', (line) => line.policyNumber],
  ['product', (line) => line.product],
  ['province', (line) => line.province],
  ['seller', (line) => line.seller],
  ['effective_date', (line) => line.effectiveDate],
  ['expiry_date', (line) => line.expiryDate],
  ['premium', (line) => ({ cents: line.premiumCents })],
  ['commission', (line) => ({ cents: line.commissionCents })],
  ['net', (line) => ({ cents: line.netCents })],
];

const taxColumns: Columns<TaxLine> = [
  ['province', (line) => line.province],
  ['tax', (line) => line.authority],
  ['rate_percent', (line) => line.ratePpm / 10_000],
  ['taxable', (line) => ({ cents: line.taxableCents })],
  ['amount', (line) => ({ cents: line.taxCents })],
];

/** `HST 13%: 43.03` */
function taxCell({ authority, ratePpm, amountCents }: StatementTax): string {
  return `${authority} ${ratePpm / 10_000}%: ${formatDollars(amountCents)}`;
}

async function* writeDays<Row>(
  columns: Columns<Row>,
  period: Period,
  read: (day: PlainDate) => Promise<readonly Row[]>,
): AsyncGenerator<string> {
  yield titles(columns);
  for (const day of daysOf(period) ?? []) yield lines(columns, await read(day));
}

function titles<Row>(columns: Columns<Row>): string {
  return csvLine(columns.map(([title]) => title));
}

function lines<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  return rows.map((row) => csvLine(columns.map(([, of]) => of(row)))).join('');
}
