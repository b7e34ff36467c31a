import type { PolicyRow } from '../../domain/list/sale-rows.ts';
import { policyStatuses } from '../../domain/policy/policy-view.ts';
import {
  coverDaysMin,
  isCancelledSql,
  isStateSql,
  moneyConditionsSql,
  moneyStatusSql,
  policyStatusJoinsSql,
  policyStatusSql,
} from '../policy/policy-status.ts';
import { idAt, type ListFilter, ofSellers } from './filter.ts';
import type { Listing } from './listing.ts';
import { type PartOfSale, pageOfFoundSql } from './page-of-found.ts';
import { applicantNameSql, emailAddressSql, isRescindedSql, sellerSql, vehicleSql } from './sale-columns.ts';
import { daysByProvince, sellerTodaySql, todayJoinSql, todaySql } from './today.ts';
import { allSql, type Values } from './values.ts';

/** Policies, newest first; with a search, in the order of the matching sales. */
export const policyList: Listing<PolicyRow> = {
  states: policyStatuses,
  hasMoneyStatus: true,
  page: (values, filter) =>
    `${todaySql(values, filter.now)}, ${filter.search === null ? pageByTimeSql(values, filter) : pageOfFoundSql(values, filter, partOfSale(values, filter))}`,
  select: `
   SELECT policy.policy_number AS "policyNumber", policy.application_id AS "applicationId", rfc3339(policy.bound_at) AS "boundAt",
          ${sellerSql} AS seller, policy.effective_date AS "effectiveDate", policy.expiry_date AS "expiryDate", application.vin,
          ${vehicleSql} AS vehicle, ${applicantNameSql} AS "applicantName", ${emailAddressSql} AS "emailAddress",
          policy.payment_method AS "paymentMethod", policy.reference, policy.total_cents AS "totalCents",
          cancellation.cancelled_on AS "cancelledOn", ${isRescindedSql} AS "isRescinded", ${policyStatusSql(sellerTodaySql)} AS status, ${moneyStatusSql} AS "moneyStatus"
   FROM page
   JOIN policy ON policy.policy_number = page.id
   JOIN application ON application.id = policy.application_id
   JOIN seller ON seller.id = policy.seller_id
   ${todayJoinSql}
   ${policyStatusJoinsSql}
   ORDER BY page.rank, page.key, page.sale_id DESC, policy.bound_at DESC, policy.policy_number DESC`,
  idOf: ({ policyNumber }) => policyNumber,
};

/** The conditions that a policy is in the asked states; the first are for indexes, the last decide. */
function inStates(values: Values, { state, moneyStatus, now }: ListFilter): readonly (string | false)[] {
  const derived = (sql: string): string =>
    `(SELECT ${sql} FROM seller ${todayJoinSql} ${policyStatusJoinsSql} WHERE seller.id = policy.seller_id)`;
  return [
    ...(state === 'Cancelled' ? [isCancelledSql] : []),
    state === 'NotStarted' && hasNotStartedSql(values, now),
    ...moneyConditionsSql(moneyStatus),
    state !== null && isStateSql(derived(policyStatusSql(sellerTodaySql)), values.add(state)),
    moneyStatus !== null && isStateSql(derived(moneyStatusSql), values.add(moneyStatus)),
  ];
}

/** Cover that begins after today wherever it is earliest; the state decides by each seller's own day. */
const hasNotStartedSql = (values: Values, now: Date): string =>
  `policy.effective_date > ${values.add(daysByProvince(now)[1].toSorted()[0])}::date`;

/** Cover that has ended by today wherever it is latest. */
const hasEndedSql = (values: Values, now: Date): string =>
  `policy.cover_ends_on <= ${values.add(daysByProvince(now)[1].toSorted().at(-1))}::date`;

/** In the sandbox, sellers can be ahead of time; nobody else is. */
const aheadSql = 'SELECT id FROM seller WHERE today_floor IS NOT NULL';

function boundIn(values: Values, { since, until }: ListFilter): readonly (string | false)[] {
  return [since !== null && `bound_at >= ${values.add(since)}`, until !== null && `bound_at < ${values.add(until)}`];
}

/** Cancellations are few, and repeat the columns that order policies. */
function pageByTimeSql(values: Values, filter: ListFilter): string {
  const { state, moneyStatus, cursor } = filter;
  const isOfCancellations = state === 'Cancelled' && moneyStatus === null;
  const table = isOfCancellations ? 'cancellation' : 'policy';
  const conditions = [
    ...ofSellers(values, filter),
    ...boundIn(values, filter),
    cursor !== null &&
      `(bound_at, policy_number) < (SELECT bound_at, policy_number FROM policy WHERE ${allSql([`policy_number = ${values.add(cursor)}`, ...ofSellers(values, filter)])})`,
    ...(isOfCancellations ? [] : inStates(values, filter)),
  ];
  const limit = values.add(filter.limit + 1);
  const newest = (...more: readonly string[]): string => `
     SELECT NULL AS rank, NULL AS key, NULL::uuid AS sale_id, policy_number AS id, bound_at
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

/** When policies in this state were bound, but for sellers who are ahead; null for any time. */
function rangeOf(values: Values, { state, now }: ListFilter): string | null {
  if (state !== 'Expired' && state !== 'NotStarted') return null;
  const yearBefore = `${values.add(aYearBefore(now))}::timestamptz`;
  return state === 'Expired'
    ? `${hasEndedSql(values, now)} AND policy.bound_at < ${yearBefore}`
    : `policy.bound_at > ${yearBefore} - interval '3 days'`;
}

const aYearBefore = (now: Date): Date => new Date(now.getTime() - coverDaysMin * 86_400_000);

/** Selects the sales with a policy in a state in which few may be. */
function rareSales(values: Values, filter: ListFilter): string | null {
  const { state, now } = filter;
  const salesOf = (table: 'policy' | 'cancellation', ...more: readonly string[]): string =>
    `SELECT application_id AS id FROM ${table} WHERE ${allSql([...more, ...ofSellers(values, filter), ...boundIn(values, filter)])}`;
  switch (state) {
    case 'Cancelled':
      return salesOf('cancellation');
    case 'NotStarted':
      return salesOf('policy', hasNotStartedSql(values, now));
    case 'Expired':
      return `${salesOf('policy', hasEndedSql(values, now))} UNION ALL ${salesOf('policy', `seller_id = ANY (ARRAY(${aheadSql}))`)}`;
    default:
      return null;
  }
}

const partOfSale = (values: Values, filter: ListFilter): PartOfSale => ({
  ofSale: `
       SELECT policy_number AS id, bound_at
       FROM policy
       WHERE ${allSql(['application_id = sale.id', ...boundIn(values, filter), ...inStates(values, filter)])}`,
  conditions: [],
  saleConditions:
    filter.state === 'Expired' ? [`(id < ${values.add(idAt(aYearBefore(filter.now)))} OR EXISTS (${aheadSql}))`] : [],
  rare: rareSales(values, filter),
  saleOf: (id) => `SELECT application_id FROM policy WHERE policy_number = ${id}`,
});
