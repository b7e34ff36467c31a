import type { Tx } from '../database.ts';
import { allSql, Values } from '../list/values.ts';
import { columnsOf, write } from '../statement.ts';

/** A call of a seller's, as it was answered. */
export interface PartnerRequest {
  readonly id: string;
  readonly sellerId: string;
  readonly requestId: string;
  readonly at: Date;
  readonly operation: string;
  readonly status: number;
  readonly codes: readonly string[];
  readonly durationMs: number;
}

/** Writes a batch. The codes of a call are joined, since an array of arrays would have to be even. */
export const insertRequests = write.runs<[rows: readonly PartnerRequest[]]>(
  'insert_partner_requests',
  `INSERT INTO partner_request (id, seller_id, request_id, at, operation, status, codes, duration_ms)
   SELECT id, seller_id, request_id, at, operation, status, string_to_array(codes, ' '), duration_ms
   FROM unnest(:id::uuid[], :sellerId::uuid[], :requestId::text[], :at::timestamptz[], :operation::text[], :status::integer[], :codes::text[],
               :durationMs::integer[])
     AS row (id, seller_id, request_id, at, operation, status, codes, duration_ms)`,
  (rows) =>
    columnsOf(
      rows.map((row) => ({ ...row, codes: row.codes.join(' ') })),
      'id',
      'sellerId',
      'requestId',
      'at',
      'operation',
      'status',
      'codes',
      'durationMs',
    ),
);

/** Removes a batch of those that are older. */
export const removeOldRequests = write.runs<[{ readonly keptDays: number; readonly countMax: number }]>(
  'remove_old_partner_requests',
  `DELETE FROM partner_request
   WHERE id IN (SELECT id FROM partner_request
                WHERE id < (SELECT uuidv7(-make_interval(days => :keptDays::integer)))
                ORDER BY id
                LIMIT :countMax)`,
);

export interface RequestFilter {
  readonly requestId: string | null;
  readonly operation: string | null;
  /** The lowest and the highest, both included. */
  readonly statuses: readonly [number, number] | null;
  readonly since: Date | null;
  readonly until: Date | null;
  readonly after: string | null;
  readonly limit: number;
}

export type ListedRequest = Omit<PartnerRequest, 'sellerId' | 'at'> & { readonly at: string };

/** A page, one more call when there is a next page, and where the reading stopped although there may be more. */
export interface ReadRequests {
  readonly rows: readonly ListedRequest[];
  /** Null if the page is full, or nothing is left. */
  readonly stoppedAt: string | null;
}

/**
 * So many calls one page looks through at most. A seller may have millions, and a filter that fits none of them would
 * read them all: one partner could keep the database from the others.
 */
export const lookedThroughMax = 20_000;

/** Returns a page of the seller's calls, newest first. */
export async function listRequests(tx: Tx, sellerId: string, filter: RequestFilter): Promise<ReadRequests> {
  const values = new Values();
  const { operation, statuses, since, until, limit } = filter;
  const latest = `SELECT * ${latestSql(values, sellerId, filter)} LIMIT ${values.add(lookedThroughMax)}`;
  const conditions = allSql([
    operation !== null && `operation = ${values.add(operation)}`,
    statuses !== null && `status BETWEEN ${values.add(statuses[0])} AND ${values.add(statuses[1])}`,
    since !== null && `at >= ${values.add(since)}`,
    until !== null && `at < ${values.add(until)}`,
  ]);
  const text = `
   SELECT id, request_id AS "requestId", rfc3339(at) AS at, operation, status, codes, duration_ms AS "durationMs"
   FROM (${latest}) AS latest
   WHERE ${conditions}
   ORDER BY id DESC
   LIMIT ${values.add(limit + 1)}`;
  const { rows } = await tx.query<ListedRequest>(text, values.list);
  return { rows, stoppedAt: rows.length > limit ? null : await lastLookedAt(tx, sellerId, filter) };
}

/** Returns the last call that was looked at; null if all were, or those before it are too old. */
async function lastLookedAt(tx: Tx, sellerId: string, filter: RequestFilter): Promise<string | null> {
  const values = new Values();
  const latest = latestSql(values, sellerId, filter);
  const text = `SELECT id, at ${latest} OFFSET ${values.add(lookedThroughMax - 1)} LIMIT 1`;
  const [last] = (await tx.query<{ id: string; at: Date }>(text, values.list)).rows;
  return last === undefined || (filter.since !== null && last.at < filter.since) ? null : last.id;
}

/** The calls before the page, the latest first: all that an index has in this order. */
function latestSql(values: Values, sellerId: string, { requestId, after }: RequestFilter): string {
  const conditions = allSql([
    `seller_id = ${values.add(sellerId)}`,
    requestId !== null && `request_id = ${values.add(requestId)}`,
    after !== null && `id < ${values.add(after)}`,
  ]);
  return `FROM partner_request WHERE ${conditions} ORDER BY id DESC`;
}
