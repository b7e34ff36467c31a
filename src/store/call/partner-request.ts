import type { Tx } from '../database.ts';
import { allSql, Values } from '../list/values.ts';
import { columnsOf, runs } from '../statement.ts';

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
export const insertRequests = runs<[rows: readonly PartnerRequest[]]>(
  'insert_partner_requests',
  `INSERT INTO partner_request (id, seller_id, request_id, at, operation, status, codes, duration_ms)
   SELECT id, seller_id, request_id, at, operation, status, string_to_array(codes, ' '), duration_ms
   FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::text[], $6::integer[], $7::text[], $8::integer[])
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
export const removeOldRequests = runs<[keptDays: number, countMax: number]>(
  'remove_old_partner_requests',
  `DELETE FROM partner_request
   WHERE id IN (SELECT id FROM partner_request
                WHERE id < (SELECT uuidv7(-make_interval(days => $1::integer)))
                ORDER BY id
                LIMIT $2)`,
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

/** Returns a page of the seller's calls, newest first, and one more when there is a next page. */
export async function listRequests(tx: Tx, sellerId: string, filter: RequestFilter): Promise<readonly ListedRequest[]> {
  const values = new Values();
  const { requestId, operation, statuses, since, until, after } = filter;
  const conditions = allSql([
    `seller_id = ${values.add(sellerId)}`,
    requestId !== null && `request_id = ${values.add(requestId)}`,
    operation !== null && `operation = ${values.add(operation)}`,
    statuses !== null && `status BETWEEN ${values.add(statuses[0])} AND ${values.add(statuses[1])}`,
    since !== null && `at >= ${values.add(since)}`,
    until !== null && `at < ${values.add(until)}`,
    after !== null && `id < ${values.add(after)}`,
  ]);
  const text = `
   SELECT id, request_id AS "requestId", rfc3339(at) AS at, operation, status, codes, duration_ms AS "durationMs"
   FROM partner_request
   WHERE ${conditions}
   ORDER BY id DESC
   LIMIT ${values.add(filter.limit + 1)}`;
  const { rows } = await tx.query<ListedRequest>(text, values.list);
  return rows;
}
