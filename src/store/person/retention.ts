import type { PlainDate } from '../../domain/calendar.ts';
import type { RetentionKind } from '../../domain/person/retention.ts';
import { type Trail, trailNames, trails } from '../audit/audit-chain.ts';
import type { Tx } from '../database.ts';
import { firstIdAt } from '../first-id-at.ts';
import { sendRead, sendWrite } from '../statement.ts';
import { coverEndsOnSql, erasableSaleJoinsSql, eraseAddressSql, isUnderWaySql } from './erasure.ts';

/*
 * What is over its time, by kind. Moments are UTC's: a day more or less does not matter here. Only sales are erased as
 * a whole, like at a person's request; the other kinds lose a column or the row.
 */

// What is under way, or has a product that still covers, is left out. `among`: a condition on `application_id`.
const saleSources = {
  quotes: () => `
    FROM application
    ${erasableSaleJoinsSql}
    WHERE application.erased_by IS NULL AND application.revised_at < :cutoff::date AND policy.policy_number IS NULL
      AND NOT ${isUnderWaySql}`,
  policies: (among = 'true') => `
    FROM (
      SELECT application_id FROM policy WHERE cover_ends_on < :cutoff::date AND ${among}
      UNION
      SELECT application_id FROM cancellation WHERE cancelled_on < :cutoff::date AND ${among}
    ) AS ended
    JOIN application ON application.id = ended.application_id
    ${erasableSaleJoinsSql}
    WHERE application.erased_by IS NULL AND ${coverEndsOnSql} < :cutoff::date AND NOT ${isUnderWaySql}`,
} as const;

/** What goes by its id, which begins with its time. */
const aged = {
  mails: {
    table: 'mail',
    where: `mail.id < :cutoff AND mail.due_at IS NULL AND mail.given_up_at IS NULL AND mail.erased_at IS NULL`,
    erase: `UPDATE mail SET ${eraseAddressSql}`,
  },
  'sale-links': {
    table: 'sale_link',
    // One with an application goes with that.
    where: `id < :cutoff AND valid_until < uuid_extract_timestamp(:cutoff::uuid)::date AND application_id IS NULL AND sale::text <> '{}'`,
    erase: `UPDATE sale_link SET sale = '{}', words = '{}', partner_reference = NULL, revision = revision + 1`,
  },
  events: { table: 'event', where: 'id < :cutoff AND place IS NOT NULL', erase: 'DELETE FROM event' },
  deliveries: {
    table: 'webhook_delivery',
    where: 'id < :cutoff AND due_at IS NULL',
    erase: 'DELETE FROM webhook_delivery',
  },
} as const;

/** How much is over its time: at most `countMax`, so that a look costs little. */
export async function countOver(tx: Tx, kind: RetentionKind, before: PlainDate, countMax: number): Promise<number> {
  const over = overOf(kind, before);
  const found = over.map(({ source }) => `SELECT ${source}`);
  const { rows } = await sendRead<{ count: number }>(
    tx,
    `SELECT count(*)::int AS count FROM (SELECT FROM (${found.join(' UNION ALL ')}) AS found LIMIT :countMax) AS counted`,
    { cutoff: over[0]!.cutoff, countMax },
  );
  return rows[0]!.count;
}

/** Rows of one table that are over their time, by their keys. */
export interface Over {
  readonly table: string;
  readonly keys: readonly string[];
}

/**
 * Returns what is over its time, table by table. A look passes all that was erased before, and policies when it is for
 * quotes: with many sales it takes seconds, so that a run looks once and not before each batch. Nobody waits for it.
 */
export async function findOver(
  tx: Tx,
  kind: RetentionKind,
  before: PlainDate,
  countMax: number,
): Promise<readonly Over[]> {
  const found: Over[] = [];
  await sendWrite(tx, `SET LOCAL statement_timeout = '${lookSeconds}s'`);
  for (const { table, key, source, cutoff } of overOf(kind, before)) {
    const look = `SELECT ${key}::text AS key ${source} LIMIT :countMax`;
    // Both ends have a limit: PostgreSQL, and we for its answer.
    const answerLimit = { query_timeout: (lookSeconds + 5) * 1_000 };
    const { rows } = await sendRead<{ key: string }>(tx, look, { cutoff, countMax }, answerLimit);
    found.push({ table, keys: rows.map((row) => row.key) });
  }
  return found;
}

const lookSeconds = 300;

/** Returns those of the sales that are still over their time, once they are locked. */
export async function findStillOver(
  tx: Tx,
  kind: 'quotes' | 'policies',
  before: PlainDate,
  keys: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sendRead<{ id: string }>(
    tx,
    `SELECT application.id ${saleSources[kind]('application_id = ANY (:keys::uuid[])')} AND application.id = ANY (:keys::uuid[])`,
    { cutoff: before, keys },
  );
  return rows.map(({ id }) => id);
}

interface OverSql {
  readonly table: string;
  readonly key: string;
  /** The statement from its FROM on. */
  readonly source: string;
  /** A day or, where a row's id says its time, the first id of that day: `:cutoff` of the source. */
  readonly cutoff: string;
}

function overOf(kind: RetentionKind, before: PlainDate): readonly OverSql[] {
  switch (kind) {
    case 'quotes':
    case 'policies':
      return [{ table: 'application', key: 'application.id', source: saleSources[kind](), cutoff: before }];
    case 'audit':
      return trailNames.map((trail) => ({
        table: trail,
        key: 'place',
        cutoff: before,
        source: `FROM ${trail} WHERE ${isOldRowSql(trail)}`,
      }));
    default:
      return [
        {
          table: aged[kind].table,
          key: 'id',
          cutoff: firstIdAt(new Date(before)),
          source: `FROM ${aged[kind].table} WHERE ${aged[kind].where}`,
        },
      ];
  }
}

/** Without what has nothing to erase, such as most views. */
function isOldRowSql(trail: string): string {
  const hasReason = trail === 'operator_act' ? ` OR reason <> ''` : '';
  return `place IS NOT NULL AND erased_by IS NULL AND ${trails[trail as Trail].at} < :cutoff::date AND (facts::text <> '{}'${hasReason})`;
}

type RowKind = Exclude<RetentionKind, 'quotes' | 'policies'>;

/** Locks those of the rows that are still over their time, and returns their keys. What others hold is left out. */
export async function lockStillOver(
  tx: Tx,
  kind: RowKind,
  { table, keys }: Over,
  before: PlainDate,
): Promise<readonly string[]> {
  const { key, source, cutoff } = overOf(kind, before).find((one) => one.table === table)!;
  const type = kind === 'audit' ? 'bigint' : 'uuid';
  const { rows } = await sendWrite<{ key: string }>(
    tx,
    `SELECT ${key}::text AS key ${source} AND ${key} = ANY (:keys::${type}[]) FOR UPDATE SKIP LOCKED`,
    { cutoff, keys },
  );
  return rows.map((row) => row.key);
}

/** Erases or deletes the rows, which are locked. Returns how many it was. */
export async function eraseOver(tx: Tx, kind: RowKind, { table, keys }: Over, erasureId: string): Promise<number> {
  const emptied = `facts = '{}', salt = NULL, erased_by = :erasureId${table === 'operator_act' ? `, reason = ''` : ''}`;
  const sql =
    kind === 'audit'
      ? `UPDATE ${table} SET ${emptied} WHERE place = ANY (:keys::bigint[])`
      : `${aged[kind].erase} WHERE id = ANY (:keys::uuid[])`;
  const { rowCount } = await sendWrite(tx, sql, { erasureId, keys });
  return rowCount ?? 0;
}
