import { createHash } from 'node:crypto';
import {
  directLines,
  type PayoutParty,
  type PayoutSum,
  parsePayoutWords,
  payoutLineKindOf,
  plainWord,
  sumByKind,
  type WrittenLine,
} from '../../domain/books/payout-line.ts';
import { daysOf, type Period } from '../../domain/books/period.ts';
import { type Difference, parseAmount, reconcile } from '../../domain/books/reconcile.ts';
import type { DifferenceRow } from '../../domain/books/reports.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { recordAct } from '../../store/audit/operator-act.ts';
import {
  insertPayoutFile,
  insertReconciliation,
  isKnownFile,
  readBookedMoney,
  withdrawPayoutFile,
} from '../../store/books/payout-file.ts';
import { type Database, transact } from '../../store/database.ts';
import { readCsv } from '../import/read-csv.ts';
import { correctOnRecord } from '../operator/correction.ts';

export interface SettlementOrder {
  readonly party: PayoutParty;
  readonly fileName: string;
  /** The days that the file is about: what the books have of them must be in it. */
  readonly period: Period;
  readonly columns: SettlementColumns;
  /** It is only said what it would come to. */
  readonly isDryRun?: boolean;
}

/** The names of the file's columns. */
export interface SettlementColumns {
  readonly reference: string;
  readonly amount: string;
  /** The column that says what a line is, and the word that makes it a refund, where it is not a usual one. */
  readonly kind?: string | undefined;
  readonly refundWord?: string | undefined;
  /** What other words of that column mean, as `Commission=fee, Virement=payout`. */
  readonly words?: string | undefined;
}

export interface PayoutFileResult {
  /** Null after a dry run. */
  readonly fileId: string | null;
  readonly lines: number;
  readonly matched: number;
  readonly missing: number;
  readonly different: number;
  readonly unknown: number;
  /** What the lines come to by what they are. Fees, reserves and payouts are not compared. */
  readonly sums: readonly PayoutSum[];
  /** The first of them. */
  readonly differences: readonly DifferenceRow[];
}

// A month of a large seller; a file with more is one for fewer days.
const linesMax = 100_000;
const bytesMax = 32 * 1024 * 1024;
const lineBytesMax = 64 * 1024;
const referenceLengthMax = 200;
const differencesShownMax = 20;

/**
 * Compares the payout file of the processor or the lender with the books. What agrees is marked as settled, and
 * each difference needs a person, like any other work that the service can't finish.
 */
export async function reconcileFile(
  database: Database,
  actor: Actor,
  order: SettlementOrder,
  source: AsyncIterable<Uint8Array>,
): Promise<PayoutFileResult | OperatorRefusal> {
  const { party, period, columns, isDryRun = false } = order;
  const fileName = order.fileName.slice(0, 200);
  if (daysOf(period) === null) return refuseOperator('DaysOutOfRange', 'to');
  const words = parsePayoutWords(columns.words ?? '');
  if (words === null) return refuseOperator('SettlementWordsInvalid', 'words');
  const own = new Map([...words, [plainWord(columns.refundWord ?? 'refund'), 'refund'] as const]);
  const file = await readSettlement(source, columns, (word) => payoutLineKindOf(party, word, own));
  if (isOperatorRefusal(file)) return file;
  const { lines, sha256 } = file;
  return transact(database, async (tx) => {
    if (isDryRun && (await isKnownFile(tx, { party, sha256 }))) return refuseOperator('SettlementFileKnown');
    const fileId = isDryRun
      ? null
      : await insertPayoutFile(tx, { party, name: fileName, sha256, period, lines: lines.length });
    if (fileId === null && !isDryRun) return refuseOperator('SettlementFileKnown');
    const references = lines.map(({ reference }) => reference);
    const { matched, differences } = reconcile(lines, await readBookedMoney(tx, party, period, references));
    const count = (kind: string): number => differences.filter((one) => one.kind === kind).length;
    const counts = {
      lines: lines.length,
      matched: matched.length,
      missing: count('missing'),
      different: count('different'),
      unknown: count('unknown'),
    };
    const shown = differences.slice(0, differencesShownMax).map(rowOf);
    const result = { fileId, ...counts, sums: sumByKind(lines), differences: shown };
    if (fileId === null) return result;
    await insertReconciliation(tx, { fileId, party, matched, differences });
    await recordAct(tx, {
      actor,
      action: 'reconcile settlement file',
      subject: fileId,
      reason: `${party} ${period.from} to ${period.to}`,
      facts: { party, fileName, ...period, ...counts },
    });
    return result;
  });
}

function rowOf({ kind, line, booked }: Difference): DifferenceRow {
  return {
    kind,
    line: line?.line ?? null,
    reference: line?.reference ?? booked!.reference,
    applicationId: booked?.applicationId ?? null,
    policyNumber: booked?.policyNumber ?? null,
    bookedCents: booked?.amountCents ?? null,
    settledCents: line?.amountCents ?? null,
  };
}

export interface WithdrawalAsked {
  readonly id: string;
  readonly reason: string;
}

/**
 * Withdraws a wrong file: what it confirmed is open again, and its differences are gone. What only this file had found,
 * of what others lacked, is missing again. It can be compared anew, with other days or columns.
 */
export function withdrawFile(database: Database, actor: Actor, { id, reason }: WithdrawalAsked) {
  return correctOnRecord(database, { actor, reason }, async (tx) => {
    const file = await withdrawPayoutFile(tx, id);
    if (file === null) return refuseOperator('NotFound', 'id');
    return { action: 'withdraw settlement file', subject: id, facts: { ...file } };
  });
}

/** The first line that can't be read refuses the file: one that is read in part would look like a whole one. */
async function readSettlement(source: AsyncIterable<Uint8Array>, columns: SettlementColumns, kindOf: ReadKind) {
  const hash = createHash('sha256');
  const limits = { bytesMax, lineBytesMax, onBytes: () => undefined };
  const lines: WrittenLine[] = [];
  let places: Places | null = null;
  for await (const portion of readCsv(hashed(source, hash), limits)) {
    for (const row of portion) {
      if ('fault' in row) return refuseOperator(row.fault, '', { line: String(row.line) });
      if (places === null) {
        const found = placesOf(row.cells, columns);
        if (isOperatorRefusal(found)) return found;
        places = found;
        continue;
      }
      const line = readLine(row, places, kindOf);
      if (isOperatorRefusal(line)) return line;
      if (lines.length === linesMax) return refuseOperator('SettlementFileTooLong', '', { linesMax: String(linesMax) });
      if (line.amountCents !== 0) lines.push(line);
    }
  }
  return places === null ? refuseOperator('FileEmpty') : { lines: directLines(lines), sha256: hash.digest() };
}

async function* hashed(source: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
}

interface Places {
  readonly reference: number;
  readonly amount: number;
  readonly kind: number | null;
}

function placesOf(cells: readonly string[], columns: SettlementColumns): Places | OperatorRefusal {
  const titles = cells.map(plain);
  const placeOf = (name: string): number => titles.indexOf(plain(name));
  for (const name of [columns.reference, columns.amount, columns.kind])
    if (name !== undefined && placeOf(name) === -1)
      return refuseOperator('ColumnMissing', '', { column: name.slice(0, 60) });
  return {
    reference: placeOf(columns.reference),
    amount: placeOf(columns.amount),
    kind: columns.kind === undefined ? null : placeOf(columns.kind),
  };
}

function plain(title: string): string {
  return title.trim().toLowerCase();
}

function readLine(
  { line, cells }: { readonly line: number; readonly cells: readonly string[] },
  places: Places,
  kindOf: ReadKind,
): WrittenLine | OperatorRefusal {
  const kind = places.kind === null ? null : kindOf(cells[places.kind] ?? '');
  const reference = (cells[places.reference] ?? '').trim();
  const mayBeEmpty = kind === 'fee' || kind === 'reserve' || kind === 'payout';
  // PostgreSQL, which looks for it, takes no NUL.
  if ((reference === '' && !mayBeEmpty) || reference.length > referenceLengthMax || reference.includes('\0'))
    return refuseOperator('SettlementReferenceInvalid', '', { line: String(line) });
  const amountCents = parseAmount(cells[places.amount] ?? '');
  if (amountCents === null) return refuseOperator('SettlementAmountInvalid', '', { line: String(line) });
  return { line, kind, reference, amountCents };
}

type ReadKind = (word: string) => ReturnType<typeof payoutLineKindOf>;
