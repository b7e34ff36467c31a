import type { Tx } from '../database.ts';
import { allSql, Values } from '../list/values.ts';
import { columnsOf, sendRead, write } from '../statement.ts';

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
  readonly after: string | null;
  readonly limit: number;
}

/** Whose calls, and of which time: a day is each seller's own. */
export interface RequestsOf {
  readonly sellerId: string;
  readonly since: Date | null;
  readonly until: Date | null;
}

export interface ListedRequest extends Omit<PartnerRequest, 'at'> {
  readonly at: string;
}

/** A page, one more call when there is a next page, and where the reading stopped although there may be more. */
export interface ReadRequests {
  readonly rows: readonly ListedRequest[];
  /** Null if nothing is left. */
  readonly stoppedAt: string | null;
}

/**
 * So many calls one page looks through at most. A seller may have millions, and a filter that fits none of them would
 * read them all: one partner could keep the database from the others.
 */
export const lookedThroughMax = 20_000;

/** Returns a page of the sellers' calls, newest first. Of each seller an equal share is looked through. */
export async function listRequests(
  tx: Tx,
  sellers: readonly RequestsOf[],
  filter: RequestFilter,
): Promise<ReadRequests> {
  const share = Math.ceil(lookedThroughMax / sellers.length);
  const values = new Values();
  const { operation, statuses, limit } = filter;
  const latest = `SELECT * ${latestSql(values, filter)} LIMIT ${values.add('share', share)}`;
  const conditions = allSql([
    operation !== null && `operation = ${values.add('operation', operation)}`,
    statuses !== null &&
      `status BETWEEN ${values.add('lowestStatus', statuses[0])} AND ${values.add('highestStatus', statuses[1])}`,
    '(each.since IS NULL OR at >= each.since)',
    '(each.until IS NULL OR at < each.until)',
  ]);
  const text = `
   SELECT id, latest.seller_id AS "sellerId", request_id AS "requestId", rfc3339(at) AS at, operation, status, codes, duration_ms AS "durationMs"
   FROM ${eachSql(values, sellers)}
   CROSS JOIN LATERAL (${latest}) AS latest
   WHERE ${conditions}
   ORDER BY id DESC
   LIMIT ${values.add('rowsMax', limit + 1)}`;
  const { rows } = await sendRead<ListedRequest>(tx, text, values.named);
  if (sellers.length === 1 && rows.length > limit) return { rows, stoppedAt: null };
  const stoppedAt = await lastLookedAt(tx, sellers, filter, share);
  // Calls of another seller before it may not have been looked at.
  return { rows: rows.filter(({ id }) => stoppedAt === null || id >= stoppedAt), stoppedAt };
}

/**
 * Returns where the reading stops: at the newest of the calls at which the share of a seller ends; null if every seller
 * was read as far as its time goes.
 */
async function lastLookedAt(
  tx: Tx,
  sellers: readonly RequestsOf[],
  filter: RequestFilter,
  share: number,
): Promise<string | null> {
  const values = new Values();
  const last = `SELECT id, at ${latestSql(values, filter)} OFFSET ${values.add('passed', share - 1)} LIMIT 1`;
  const text = `
   SELECT id
   FROM ${eachSql(values, sellers)}
   CROSS JOIN LATERAL (${last}) AS latest
   WHERE each.since IS NULL OR at >= each.since
   ORDER BY id DESC
   LIMIT 1`;
  const { rows } = await sendRead<{ id: string }>(tx, text, values.named);
  return rows[0]?.id ?? null;
}

function eachSql(values: Values, sellers: readonly RequestsOf[]): string {
  const { sellerId, since, until } = columnsOf(sellers, 'sellerId', 'since', 'until');
  return `unnest(${values.add('sellerIds', sellerId)}::uuid[], ${values.add('since', since)}::timestamptz[],
                 ${values.add('until', until)}::timestamptz[]) AS each (seller_id, since, until)`;
}

/** The calls of a seller before the page, the latest first: all that an index has in this order. */
function latestSql(values: Values, { requestId, after }: RequestFilter): string {
  const conditions = allSql([
    'partner_request.seller_id = each.seller_id',
    requestId !== null && `request_id = ${values.add('requestId', requestId)}`,
    after !== null && `id < ${values.add('after', after)}`,
  ]);
  return `FROM partner_request WHERE ${conditions} ORDER BY id DESC`;
}
