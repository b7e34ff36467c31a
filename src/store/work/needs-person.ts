import type { VisibleIntegrations } from '../../domain/operator/operator.ts';
import { type WorkKind, workKinds } from '../../domain/work/needs-person.ts';
import type { Tx } from '../database.ts';
import { allSql } from '../list/values.ts';
import { isVisibleSql } from '../operator/visible-integrations.ts';
import { read, sendRead } from '../statement.ts';
import { stuckWork } from './stuck-work.ts';
import { isFreeSql } from './work.ts';

/**
 * Counts, by kind, the work that needs the operator. Reads only partial indexes of open work, so it is fast at any
 * size.
 */
export async function countNeedsPerson(
  tx: Tx,
  visibleIntegrations: VisibleIntegrations = null,
): Promise<Readonly<Record<WorkKind, number>>> {
  const { rows } = await sendRead<{ kind: WorkKind; count: number }>(
    tx,
    `SELECT kind, count(*)::int AS count
     FROM (${workKinds.map((kind) => needsPersonSql(kind)).join(' UNION ALL ')}) AS stuck
     WHERE ${isVisibleSql('stuck.seller_id', ':visibleIntegrations')}
     GROUP BY kind`,
    { visibleIntegrations },
  );
  const counts = new Map(rows.map(({ kind, count }) => [kind, count]));
  return Object.fromEntries(workKinds.map((kind) => [kind, counts.get(kind) ?? 0])) as Record<WorkKind, number>;
}

/** Work that the service has yet to finish. What is left to the operator is not counted. */
export interface OpenWork {
  readonly count: number;
  /** How long ago the oldest was due first; 0 if there is none. Unlike a due time it does not start again at each try. */
  readonly oldestSeconds: number;
}

export async function readOpenWork(tx: Tx): Promise<Readonly<Record<WorkKind, OpenWork>>> {
  const { rows } = await sendRead<OpenWork & { kind: WorkKind }>(
    tx,
    `SELECT kind, count(*)::int AS count, greatest(extract(epoch FROM now() - min(since)), 0)::float8 AS "oldestSeconds"
     FROM (${workKinds.map(openSql).join(' UNION ALL ')}) AS open
     GROUP BY kind`,
  );
  const found = new Map(rows.map(({ kind, ...open }) => [kind, open]));
  const none = { count: 0, oldestSeconds: 0 };
  return Object.fromEntries(workKinds.map((kind) => [kind, found.get(kind) ?? none])) as Record<WorkKind, OpenWork>;
}

/** Refunds that a person has to pay: they are no failure, but must not be forgotten. They are among the reversals. */
export const readRefundsToPay = read.onlyRow<OpenWork>(
  null,
  `SELECT count(*)::int AS count,
          coalesce(greatest(extract(epoch FROM now() - min(created_at)), 0), 0)::float8 AS "oldestSeconds"
   FROM reversal
   WHERE given_up_at IS NOT NULL AND payee = 'Customer'`,
);

function openSql(kind: WorkKind): string {
  const { table, open = `${table}.due_at IS NOT NULL`, openSince } = stuckWork[kind];
  return `SELECT '${kind}' AS kind, ${openSince} AS since FROM ${table} WHERE ${open}`;
}

/** Selects the work of a kind that needs the operator, of all sales or of one, with the same columns for all kinds. */
export function needsPersonSql(kind: WorkKind, saleId: string | null = null): string {
  const { table, where, id, what, applicationId, policyNumber, sellerId, amountCents, since, ...own } = stuckWork[kind];
  const { ofSale = (sale) => `${applicationId} = ${sale}` } = own;
  const { count = `${table}.attempts`, lapseNoticedOn = 'NULL::date', difference = 'NULL::json' } = own;
  return `
    SELECT '${kind}' AS kind, ${id} AS id, ${what} AS what, ${applicationId} AS "applicationId", ${policyNumber} AS "policyNumber",
           ${sellerId} AS seller_id, ${amountCents}::integer AS "amountCents", ${since} AS since, ${count} AS count,
           ${table}.failure, ${table}.last_error AS cause,
           ${lapseNoticedOn} AS "lapseNoticedOn", ${difference} AS difference,
           rfc3339(${table}.due_at) AS "nextAttemptAt", ${own.paymentId ?? 'NULL::uuid'} AS payment_id, ${own.customer ?? 'NULL::json'} AS customer,
           NOT ${isFreeSql(table)} AS "mayStillSucceed", ${table}.lease_until IS NOT NULL AS "isBegun", ${own.charge ?? 'NULL::json'} AS charge
    FROM ${table}
    WHERE ${allSql([where, saleId !== null && ofSale(saleId)])}`;
}
