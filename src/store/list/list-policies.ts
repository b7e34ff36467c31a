import type { PolicyRow } from '../../domain/list/sale-rows.ts';
import { policyStatuses } from '../../domain/policy/policy-view.ts';
import {
  coverDaysMin,
  isCancelledSql,
  isStateSql,
  policyStatusJoinsSql,
  policyStatusSql,
} from '../policy/policy-status.ts';
import { ofSales, ofSellers, type RowFilter } from './filter.ts';
import type { Listing } from './listing.ts';
import { applicantNameSql, emailAddressSql, isRescindedSql, sellerSql, vehicleSql } from './sale-columns.ts';
import { daysByProvince, sellerTodaySql, todayJoinSql, todaySql } from './today.ts';
import { allSql, type Values } from './values.ts';

/** Policies, newest first. */
export const policyList: Listing<PolicyRow> = {
  states: policyStatuses,
  hasMoneyStatus: true,
  page: (values, filter) => `${todaySql(values, filter.now)}, ${pageByTimeSql(values, filter)}`,
  select: `
   SELECT policy.policy_number AS "policyNumber", policy.application_id AS "applicationId", rfc3339(policy.bound_at) AS "boundAt",
          ${sellerSql} AS seller, policy.effective_date AS "effectiveDate", policy.expiry_date AS "expiryDate", application.vin,
          ${vehicleSql} AS vehicle, ${applicantNameSql} AS "applicantName", ${emailAddressSql} AS "emailAddress",
          policy.payment_method AS "paymentMethod", policy.reference, policy.total_cents AS "totalCents",
          cancellation.cancelled_on AS "cancelledOn", ${isRescindedSql} AS "isRescinded", ${policyStatusSql(sellerTodaySql)} AS status,
          policy.money_status AS "moneyStatus"
   FROM page
   JOIN policy ON policy.policy_number = page.id
   JOIN application ON application.id = policy.application_id
   JOIN seller ON seller.id = policy.seller_id
   ${todayJoinSql}
   ${policyStatusJoinsSql}
   ORDER BY policy.bound_at DESC, policy.policy_number DESC`,
  idOf: ({ policyNumber }) => policyNumber,
  // Compared with the first id of the next millisecond, as `firstIdAt` makes it, so that an index begins there.
  isBeforeCursor: (values, cursor) => `application_id < (
     SELECT (lpad(to_hex(floor(extract(epoch FROM bound_at) * 1000)::bigint + 1), 12, '0') || '70008000000000000000')::uuid
     FROM policy
     WHERE policy_number = ${values.add('cursor', cursor)})`,
};

/** The conditions that a policy is in the asked states; the first are for indexes, the last decide. */
function inStates(values: Values, { state, moneyStatus, now }: RowFilter): readonly (string | false)[] {
  const derived = (sql: string): string =>
    `(SELECT ${sql} FROM seller ${todayJoinSql} ${policyStatusJoinsSql} WHERE seller.id = policy.seller_id)`;
  return [
    ...(state === 'Cancelled' ? [isCancelledSql] : []),
    state === 'NotStarted' && hasNotStartedSql(values, now),
    state !== null && isStateSql(derived(policyStatusSql(sellerTodaySql)), values.add('state', state)),
    moneyStatus !== null && `policy.money_status = ${values.add('moneyStatus', moneyStatus)}`,
  ];
}

/** Cover that begins after today wherever it is earliest; the state decides by each seller's own day. */
const hasNotStartedSql = (values: Values, now: Date): string =>
  `policy.effective_date > ${values.add('earliestToday', daysByProvince(now).days.toSorted()[0])}::date`;

/** Cover that has ended by today wherever it is latest. */
const hasEndedSql = (values: Values, now: Date): string =>
  `policy.cover_ends_on <= ${values.add('latestToday', daysByProvince(now).days.toSorted().at(-1))}::date`;

/** In the sandbox, sellers can be ahead of time; nobody else is. */
const aheadSql = 'SELECT id FROM seller WHERE today_floor IS NOT NULL';

function boundIn(values: Values, { since, until }: RowFilter): readonly (string | false)[] {
  return [
    since !== null && `bound_at >= ${values.add('since', since)}`,
    until !== null && `bound_at < ${values.add('until', until)}`,
  ];
}

/** Cancellations are few, and repeat the columns that order policies. */
function pageByTimeSql(values: Values, filter: RowFilter): string {
  const { state, moneyStatus, cursor } = filter;
  const isOfCancellations = state === 'Cancelled' && moneyStatus === null;
  const table = isOfCancellations ? 'cancellation' : 'policy';
  const conditions = [
    ...ofSellers(values, filter),
    ...boundIn(values, filter),
    ofSales(values, filter, 'application_id'),
    cursor !== null &&
      `(bound_at, policy_number) < (SELECT bound_at, policy_number FROM policy WHERE ${allSql([`policy_number = ${values.add('cursor', cursor)}`, ...ofSellers(values, filter)])})`,
    ...(isOfCancellations ? [] : inStates(values, filter)),
  ];
  const limit = values.add('rowsMax', filter.limit + 1);
  const newest = (...more: readonly string[]): string => `
     SELECT policy_number AS id, bound_at
     FROM ${table}
     WHERE ${allSql([...more, ...conditions])}
     ORDER BY bound_at DESC, policy_number DESC
     LIMIT ${limit}`;
  const range = rangeOf(values, filter);
  if (range === null) return `page AS (${newest()})`;
  const ofAhead = newest('policy.seller_id = ahead.id', `NOT (${range})`);
  return `page AS (
     SELECT *
     FROM ((${newest(range)})
           UNION ALL SELECT own.* FROM (${aheadSql}) AS ahead CROSS JOIN LATERAL (${ofAhead}) AS own) AS own
     ORDER BY bound_at DESC, id DESC
     LIMIT ${limit}
   )`;
}

/** When policies in this state were bound, but for sellers who are ahead; null for any time, and for few sales. */
function rangeOf(values: Values, { state, now, sales }: RowFilter): string | null {
  if (sales !== null || (state !== 'Expired' && state !== 'NotStarted')) return null;
  const yearBefore = `${values.add('yearBefore', aYearBefore(now))}::timestamptz`;
  return state === 'Expired'
    ? `${hasEndedSql(values, now)} AND policy.bound_at < ${yearBefore}`
    : `policy.bound_at > ${yearBefore} - interval '3 days'`;
}

const aYearBefore = (now: Date): Date => new Date(now.getTime() - coverDaysMin * 86_400_000);
