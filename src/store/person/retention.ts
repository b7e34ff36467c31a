import type { PlainDate } from '../../domain/calendar.ts';
import type { RetentionKind } from '../../domain/person/retention.ts';
import { trailNames, trails } from '../audit/audit-chain.ts';
import type { Tx } from '../database.ts';
import { firstIdAt } from '../first-id-at.ts';
import { coverEndsOnSql, erasableSaleJoinsSql, eraseAddressSql, hasAddressSql, isUnderWaySql } from './erasure.ts';

/*
 * What is over its time, by kind. Moments are UTC's: a day more or less does not matter here. Only sales are erased as
 * a whole, like at a person's request; the other kinds lose a column or the row.
 */

/** Returns sales whose person is over its time. */
export async function findSalesOver(
  tx: Tx,
  kind: 'quotes' | 'policies',
  before: PlainDate,
  countMax: number,
): Promise<readonly string[]> {
  const { rows } = await tx.query<{ id: string }>(`SELECT application.id ${saleSources[kind]} LIMIT $2`, [
    before,
    countMax,
  ]);
  return rows.map(({ id }) => id);
}

// What is under way, or has a product that still covers, is left out: it would come first again in every batch.
const saleSources = {
  quotes: `
    FROM application
    ${erasableSaleJoinsSql}
    WHERE application.erased_by IS NULL AND application.revised_at < $1::date AND policy.policy_number IS NULL
      AND NOT ${isUnderWaySql}`,
  policies: `
    FROM (
      SELECT application_id FROM policy WHERE cover_ends_on < $1::date
      UNION
      SELECT application_id FROM cancellation WHERE cancelled_on < $1::date
    ) AS ended
    JOIN application ON application.id = ended.application_id
    ${erasableSaleJoinsSql}
    WHERE application.erased_by IS NULL AND ${coverEndsOnSql} < $1::date AND NOT ${isUnderWaySql}`,
} as const;

/** What goes by its id, which begins with its time. */
const aged = {
  mails: {
    table: 'mail',
    where: `mail.id < $1 AND mail.due_at IS NULL AND mail.given_up_at IS NULL AND ${hasAddressSql}`,
    erase: `UPDATE mail SET ${eraseAddressSql}`,
    lock: 'FOR UPDATE SKIP LOCKED',
  },
  'sale-links': {
    table: 'sale_link',
    // With an application, it goes with that.
    where: `id < $1 AND valid_until < uuid_extract_timestamp($1)::date AND application_id IS NULL AND sale::text <> '{}'`,
    erase: `UPDATE sale_link SET sale = '{}', partner_reference = NULL, revision = revision + 1`,
    lock: 'FOR UPDATE SKIP LOCKED',
  },
  events: { table: 'event', where: 'id < $1 AND place IS NOT NULL', erase: 'DELETE FROM event', lock: '' },
  deliveries: {
    table: 'webhook_delivery',
    where: 'id < $1 AND due_at IS NULL',
    erase: 'DELETE FROM webhook_delivery',
    lock: '',
  },
} as const;

/** How much is over its time: at most `countMax`, so that a look costs little. */
export async function countOver(tx: Tx, kind: RetentionKind, before: PlainDate, countMax: number): Promise<number> {
  const [found, limit] = overOf(kind, before);
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT FROM (${found}) AS found LIMIT $2) AS counted`,
    [limit, countMax],
  );
  return rows[0]!.count;
}

function overOf(kind: RetentionKind, before: PlainDate): [sql: string, limit: string] {
  switch (kind) {
    case 'quotes':
    case 'policies':
      return [`SELECT ${saleSources[kind]}`, before];
    case 'audit':
      return [
        trailNames.map((trail) => `SELECT FROM ${trail} WHERE ${isOldRowSql(trail)}`).join(' UNION ALL '),
        before,
      ];
    default:
      return [`SELECT FROM ${aged[kind].table} WHERE ${aged[kind].where}`, firstIdAt(new Date(before))];
  }
}

/** Without what has nothing to erase, such as most views. */
function isOldRowSql(trail: (typeof trailNames)[number]): string {
  const hasReason = trail === 'operator_act' ? ` OR reason <> ''` : '';
  return `place IS NOT NULL AND erased_by IS NULL AND ${trails[trail].at} < $1::date AND (facts::text <> '{}'${hasReason})`;
}

/** Erases or deletes a batch of what is over its time. Returns how many rows it was. */
export async function eraseOver(
  tx: Tx,
  kind: Exclude<RetentionKind, 'quotes' | 'policies'>,
  {
    before,
    erasureId,
    countMax,
  }: { readonly before: PlainDate; readonly erasureId: string; readonly countMax: number },
): Promise<number> {
  const run = async (sql: string, values: readonly unknown[]): Promise<number> =>
    (await tx.query(sql, [...values])).rowCount ?? 0;
  if (kind !== 'audit') {
    const { table, where, erase, lock } = aged[kind];
    return run(`${erase} WHERE id IN (SELECT id FROM ${table} WHERE ${where} ORDER BY id LIMIT $2 ${lock})`, [
      firstIdAt(new Date(before)),
      countMax,
    ]);
  }
  let count = 0;
  for (const trail of trailNames)
    count += await run(
      `UPDATE ${trail} SET facts = '{}', salt = NULL, erased_by = $2${trail === 'operator_act' ? `, reason = ''` : ''}
       WHERE place IN (SELECT place FROM ${trail} WHERE ${isOldRowSql(trail)} ORDER BY place LIMIT $3)`,
      [before, erasureId, countMax],
    );
  return count;
}
