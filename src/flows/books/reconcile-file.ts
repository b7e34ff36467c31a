import { createHash } from 'node:crypto';
import { entriesOfNet, entryOfVoid, type NetFile } from '../../domain/books/entry-of.ts';
import {
  directLines,
  netOf,
  type PayoutLine,
  type PayoutParty,
  type PayoutSum,
  parsePayoutWords,
  payoutLineKindOf,
  plainWord,
  sumByKind,
  type WrittenLine,
} from '../../domain/books/payout-line.ts';
import { daysOf, type Period } from '../../domain/books/period.ts';
import {
  type Difference,
  parseAmount,
  payoutDifference,
  type Reconciliation,
  reconcile,
} from '../../domain/books/reconcile.ts';
import type { DifferenceRow } from '../../domain/books/reports.ts';
import { dateIn } from '../../domain/calendar.ts';
import type { EntryId } from '../../domain/ids.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { recordAct } from '../../store/audit/operator-act.ts';
import { insertEntry, readVoidable } from '../../store/books/entry.ts';
import {
  insertPayoutFile,
  insertReconciliation,
  lockMatches,
  readBookedMoney,
  readDisputes,
  readRecorded,
  readSalesOfMoney,
  withdrawPayoutFile,
} from '../../store/books/payout-file.ts';
import { rehearse, type Tx, transact } from '../../store/database.ts';
import { readCsv } from '../import/read-csv.ts';
import { newId } from '../new-id.ts';
import { correctOnRecord } from '../operator/correction.ts';
import type { Parts } from '../parts.ts';
import { isToRecord, type RecordDisputesParts, recordDisputes, voidDisputes } from './record-disputes.ts';

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
  /** What was recorded of disputes because of it. */
  readonly disputes: number;
  readonly missing: number;
  readonly different: number;
  readonly unknown: number;
  /** What the lines come to by what they are. */
  readonly sums: readonly PayoutSum[];
  /** Only the first are named; the list of the file has all. */
  readonly differences: readonly DifferenceRow[];
}

// A month of a large seller; a file with more is one for fewer days.
const linesMax = 100_000;
const bytesMax = 32 * 1024 * 1024;
const lineBytesMax = 64 * 1024;
const referenceLengthMax = 200;
const differencesShownMax = 20;

export type ReconcileParts = RecordDisputesParts & Parts<'database'>;

/**
 * Compares the payout file of the processor or the lender with the books. What agrees is marked as settled. What it says
 * of disputes is recorded, and what the party keeps or holds back is booked. Each difference needs a person, like any
 * other work that the service can't finish.
 */
export async function reconcileFile(
  { database, ...parts }: ReconcileParts,
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
  const taking = (tx: Tx) =>
    takeFile(parts, tx, { ...order, fileName, lines, sha256, actor, tellsKinds: columns.kind !== undefined });
  const taken = await (isDryRun ? rehearse(database, taking) : transact(database, taking));
  return isOperatorRefusal(taken) || !isDryRun ? taken : { ...taken, fileId: null };
}

interface FileToTake extends Pick<SettlementOrder, 'party' | 'period' | 'fileName'> {
  readonly actor: Actor;
  readonly lines: readonly PayoutLine[];
  readonly sha256: Buffer;
  readonly tellsKinds: boolean;
}

async function takeFile(
  parts: RecordDisputesParts,
  tx: Tx,
  { party, period, fileName, actor, lines, sha256, tellsKinds }: FileToTake,
): Promise<PayoutFileResult | OperatorRefusal> {
  const net = netOf(lines);
  const fileId = await insertPayoutFile(tx, { party, name: fileName, sha256, period, lines: lines.length, net });
  if (fileId === null) return refuseOperator('SettlementFileKnown');
  const references = [...new Set(lines.map(({ reference }) => reference))];
  const sales = await readSalesOfMoney(tx, { party, references });
  const compare = async () =>
    reconcile({ lines, tellsKinds, sales, booked: await readBookedMoney(tx, party, period, references) });
  const found = await compare();
  const disputes = await disputesToRecord(tx, { lines, period, found });
  const recorded = await recordDisputes(parts, tx, { fileId, to: period.to, sales, lines: disputes });
  const { matched, differences: ofMoney } = recorded.length === 0 ? found : await compare();
  const differences = [...ofMoney, ...payoutDifference(lines, net)];
  const kept = await bookNet(parts, tx, { fileId, party, net, happenedOn: period.to });
  await insertReconciliation(tx, { fileId, party, matched, differences, recorded: [...recorded, ...kept] });
  const count = (kind: string): number => differences.filter((one) => one.kind === kind).length;
  const counts = {
    lines: lines.length,
    matched: matched.length,
    disputes: recorded.length,
    missing: count('missing'),
    different: count('different'),
    unknown: count('unknown'),
  };
  await recordAct(tx, {
    actor,
    action: 'reconcile settlement file',
    subject: fileId,
    reason: `${party} ${period.from} to ${period.to}`,
    facts: { party, fileName, ...period, ...counts },
  });
  const shown = differences.slice(0, differencesShownMax).map(rowOf);
  return { fileId, ...counts, sums: sumByKind(lines), differences: shown };
}

interface Found {
  readonly lines: readonly PayoutLine[];
  readonly period: Period;
  readonly found: Reconciliation;
}

/**
 * What the file says of disputes, and of refunds that came back, and the books do not have. What a file with a day in
 * common has said already is left to a person, and so is a line that stands in this one a second time: it may be the
 * same, or the bank has done it again. How a dispute ended is asked of each line that says so, also of one whose money
 * the books have. A refund came back only if a file has had it before: else the sign may mean something else.
 */
async function disputesToRecord(tx: Tx, { lines, period, found }: Found): Promise<readonly PayoutLine[]> {
  const textOf = ({ kind, reference, amountCents }: PayoutLine): string => `${kind} ${reference} ${amountCents}`;
  const asked = [...Map.groupBy(lines.filter(isToRecord), textOf).values()].map(([first]) => first!);
  if (asked.length === 0) return [];
  const known = await readDisputes(tx, { references: asked.map(({ reference }) => reference) });
  const isSaid = (kind: string, reference: string): boolean =>
    known.some(
      (one) =>
        one.kind === kind &&
        one.reference === reference &&
        one.fileFrom !== null &&
        one.fileFrom <= period.to &&
        period.from <= one.fileTo!,
    );
  const wasGiven = (reference: string): boolean =>
    found.matched.some((one) => one.kind === 'refund' && one.reference === reference) ||
    known.some((one) => one.kind === 'refund' && one.reference === reference && one.fileFrom !== null);
  const unknown = new Set(found.differences.filter(({ kind }) => kind === 'unknown').map(({ line }) => line));
  return asked.filter(({ kind, line, reference }) => {
    if (kind === 'dispute lost') return !isSaid('dispute-lost', reference);
    if (kind === 'refund returned' && !wasGiven(reference)) return false;
    return unknown.has(line) && !isSaid(entryKinds[kind as keyof typeof entryKinds], reference);
  });
}

const entryKinds = {
  dispute: 'dispute-opened',
  'dispute won': 'dispute-won',
  'refund returned': 'refund-returned',
} as const;

/** What the party says of itself, so that its account comes to what it pays out. */
async function bookNet({ now }: Pick<RecordDisputesParts, 'now'>, tx: Tx, net: NetFile): Promise<readonly EntryId[]> {
  const ids: EntryId[] = [];
  for (const entry of entriesOfNet(net)) {
    const id = newId<EntryId>();
    await insertEntry(tx, ofNoSale(now), { ...entry, id });
    ids.push(id);
  }
  return ids;
}

const ofNoSale = (now: Date) => ({ applicationId: null, policyNumber: null, sellerId: null, day: dateIn('ON', now) });

function rowOf({ sale, entryId: _, ...difference }: Difference): DifferenceRow {
  return { ...difference, applicationId: sale?.applicationId ?? null, policyNumber: sale?.policyNumber ?? null };
}

export interface WithdrawalAsked {
  readonly id: string;
  readonly reason: string;
}

/**
 * Withdraws a wrong file: what it confirmed is open again, what was recorded because of it is voided, and its differences
 * are gone. What only this file had found, of what others lacked, is missing again. It can be compared anew, with other
 * days or columns.
 */
export function withdrawFile(
  { database, ...parts }: ReconcileParts,
  actor: Actor,
  { id, reason }: WithdrawalAsked,
): Promise<null | OperatorRefusal> {
  return correctOnRecord(database, { actor, reason }, async (tx) => {
    await lockMatches(tx);
    const byPolicy = Map.groupBy(await readRecorded(tx, { fileId: id }), ({ policyNumber }) => policyNumber);
    for (const [policyNumber, entries] of byPolicy) {
      const ids = entries.map(({ entryId }) => entryId);
      const refused = policyNumber === null ? null : await voidDisputes(parts, tx, policyNumber, ids);
      if (refused !== null) return refused;
    }
    for (const { entryId } of byPolicy.get(null) ?? []) {
      const entry = entryOfVoid(await readVoidable(tx, { id: entryId }), 'operator');
      await insertEntry(tx, ofNoSale(parts.now), { ...entry, id: newId<EntryId>() });
    }
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
      if (line.amountCents !== 0 || line.kind === 'dispute lost') lines.push(line);
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
