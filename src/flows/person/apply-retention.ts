import { dateIn, type PlainDate } from '../../domain/calendar.ts';
import type { ErasureId } from '../../domain/ids.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { judgeErasure } from '../../domain/person/judge-erasure.ts';
import { type KeptFor, type RetentionKind, retentionKinds, retentionOn } from '../../domain/person/retention.ts';
import { lockChains } from '../../store/audit/audit-chain.ts';
import { recordAct } from '../../store/audit/operator-act.ts';
import { type Tx, transact } from '../../store/database.ts';
import { eraseSales, insertErasure, lockSales, type NewErasure } from '../../store/person/erasure.ts';
import {
  countOver,
  eraseOver,
  findOver,
  findStillOver,
  lockStillOver,
  type Over,
} from '../../store/person/retention.ts';
import { linkAll } from '../audit/link-audit.ts';
import { newId } from '../new-id.ts';
import { givenReason } from '../operator/reason.ts';
import type { Parts } from '../parts.ts';

export type RetentionParts = Parts<'database' | 'clock' | 'retention'>;

/** What a run would do now. */
export interface RetentionPreview extends KeptFor {
  readonly kind: RetentionKind;
  /** How many are over their time; `countedMax` stands for that many or more. */
  readonly over: number;
}

export const countedMax = 10_000;

/** The dry run: counts and changes nothing. */
export async function previewRetention(parts: RetentionParts): Promise<readonly RetentionPreview[]> {
  const { database, clock, retention } = parts;
  const kept = retentionOn(retention, dateIn('ON', clock()));
  const rows: RetentionPreview[] = [];
  for (const kind of retentionKinds) {
    const { before } = kept[kind];
    const over = before === null ? 0 : await countOver(database, kind, before, countedMax);
    rows.push({ kind, ...kept[kind], over });
  }
  return rows;
}

export type RetentionCounts = Readonly<Partial<Record<RetentionKind, number>>>;

const batchMax = 200;
// What is more than a run's share is the next run's.
const perKindMax = 100_000;

/**
 * Erases what is over its time, batch by batch, each in a transaction with its record. A run that ends early, or dies,
 * leaves the rest to the next one. Returns what was erased, by kind.
 */
export async function applyRetention(
  { database, clock, retention }: RetentionParts,
  by: Pick<NewErasure, 'actor' | 'reason'>,
  signal?: AbortSignal,
): Promise<RetentionCounts> {
  const today = dateIn('ON', clock());
  const kept = retentionOn(retention, today);
  const counts: Partial<Record<RetentionKind, number>> = {};
  for (const kind of retentionKinds) {
    const { before } = kept[kind];
    if (before === null || signal?.aborted) continue;
    counts[kind] = 0;
    const found = await transact(database, (tx) => findOver(tx, kind, before, perKindMax));
    for (const { table, keys } of found)
      for (let first = 0; first < keys.length && !signal?.aborted; first += batchMax) {
        const over = { table, keys: keys.slice(first, first + batchMax) };
        const order = { kind, over, before, today, policyYears: retention.policyYears, by };
        counts[kind] += await transact(database, (tx) => eraseBatch(tx, order));
      }
  }
  return counts;
}

/** Erases what is over its time now, for an operator who does not wait for the night. */
export async function runRetention(
  parts: RetentionParts,
  actor: Actor,
  given: string,
): Promise<{ readonly counts: RetentionCounts } | OperatorRefusal> {
  const reason = givenReason(given);
  if (reason === null) return refuseOperator('ReasonRequired', 'reason');
  await recordAct(parts.database, { actor, action: 'run retention', subject: 'retention', reason });
  return { counts: await applyRetention(parts, { actor, reason }) };
}

interface Batch {
  readonly kind: RetentionKind;
  readonly over: Over;
  readonly before: PlainDate;
  readonly today: PlainDate;
  readonly policyYears: number;
  readonly by: Pick<NewErasure, 'actor' | 'reason'>;
}

async function eraseBatch(tx: Tx, { kind, over, before, today, policyYears, by }: Batch): Promise<number> {
  await lockChains(tx);
  await linkAll(tx);
  const erasureId = newId<ErasureId>();
  const record = (count: number) =>
    insertErasure(tx, { id: erasureId, kind: 'retention', ...by, report: { counts: { [kind]: count } } });
  if (kind === 'quotes' || kind === 'policies') {
    const found = await lockSales(tx, over.keys);
    // Judged again under the lock: a quote may have been revised or a bind begun since the look.
    const still = new Set(await findStillOver(tx, kind, before, over.keys));
    const ids = found
      .filter((sale) => judgeErasure(sale, today, policyYears).scope === 'person')
      .map(({ applicationId }) => applicationId)
      .filter((id) => still.has(id));
    if (ids.length === 0) return 0;
    await record(ids.length);
    await eraseSales(tx, erasureId, 'person', ids);
    return ids.length;
  }
  // Another run may have been at them since the look.
  const still = { table: over.table, keys: await lockStillOver(tx, kind, over, before) };
  if (still.keys.length === 0) return 0;
  await record(still.keys.length);
  return eraseOver(tx, kind, still, erasureId);
}
