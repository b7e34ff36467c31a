import type { PolicyRow } from '../../domain/list/sale-rows.ts';
import { policyStatuses } from '../../domain/policy/policy-view.ts';
import {
  isCancelledSql,
  isStateSql,
  moneyConditionsSql,
  moneyStatusSql,
  policyStatusJoinsSql,
  policyStatusSql,
} from '../policy/policy-status.ts';
import { type ListFilter, ofSellers } from './filter.ts';
import type { Listing } from './listing.ts';
import { ifFewSql, type PartOfSale, pageOfFoundSql } from './page-of-found.ts';
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
  const { state, moneyStatus, cursor, now } = filter;
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
  if (state !== 'Expired') return `page AS (${newest()})`;
  // Cover lasts a year at least.
  const ended = `${hasEndedSql(values, now)} AND policy.bound_at < ${values.add(now)}::timestamptz - interval '364 days'`;
  const ofAhead = newest('policy.seller_id = ahead.id', `NOT (${ended})`);
  return `page AS (
     SELECT *
     FROM ((${newest(ended)})
           UNION ALL SELECT own.* FROM (${aheadSql}) AS ahead CROSS JOIN LATERAL (${ofAhead}) AS own) AS expired
     ORDER BY bound_at DESC, id DESC
     LIMIT ${limit}
   )`;
}

/** Sales of which few have a policy in that state. */
function rareSales(values: Values, filter: ListFilter): readonly string[] {
  const { state, now, since } = filter;
  const ofPeriod = (selected: string): string => (since === null ? ifFewSql(selected) : `id IN (${selected})`);
  if (state === 'Cancelled')
    return [ofPeriod(`SELECT application_id FROM cancellation WHERE ${allSql(boundIn(values, filter))}`)];
  if (state === 'NotStarted') {
    const conditions = [hasNotStartedSql(values, now), ...boundIn(values, filter)];
    return [ofPeriod(`SELECT application_id FROM policy WHERE ${allSql(conditions)}`)];
  }
  if (state !== 'Expired') return [];
  // In the first years few covers have ended.
  const ended = ifFewSql(`SELECT application_id FROM policy WHERE ${hasEndedSql(values, now)}`);
  return [`(${ended} OR seller_id = ANY (ARRAY(${aheadSql})))`];
}

const partOfSale = (values: Values, filter: ListFilter): PartOfSale => ({
  ofSale: `
       SELECT policy_number AS id, bound_at
       FROM policy
       WHERE ${allSql(['application_id = sale.id', ...boundIn(values, filter), ...inStates(values, filter)])}`,
  conditions: [],
  saleConditions: rareSales(values, filter),
  saleOf: (id) => `SELECT application_id FROM policy WHERE policy_number = ${id}`,
});
