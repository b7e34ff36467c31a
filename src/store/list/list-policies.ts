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
import { type PartOfSale, pageOfFoundSql } from './page-of-found.ts';
import { applicantNameSql, emailAddressSql, sellerSql, vehicleSql } from './sale-columns.ts';
import { isSaleInState } from './sale-state.ts';
import { sellerTodaySql, todayJoinSql, todaySql } from './today.ts';
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
          cancellation.cancelled_on AS "cancelledOn", ${policyStatusSql(sellerTodaySql)} AS status, ${moneyStatusSql} AS "moneyStatus"
   FROM page
   JOIN policy ON policy.policy_number = page.id
   JOIN application ON application.id = policy.application_id
   JOIN seller ON seller.id = policy.seller_id
   ${todayJoinSql}
   ${policyStatusJoinsSql}
   ORDER BY page.key, page.sale_id DESC, policy.bound_at DESC, policy.policy_number DESC`,
  idOf: ({ policyNumber }) => policyNumber,
};

/** The conditions that a policy is in the asked states; the first are for indexes, the last decide. */
function inStates(values: Values, { state, moneyStatus }: ListFilter): readonly (string | false)[] {
  const derived = (sql: string): string =>
    `(SELECT ${sql} FROM seller ${todayJoinSql} ${policyStatusJoinsSql} WHERE seller.id = policy.seller_id)`;
  return [
    ...(state === 'Cancelled' ? [isCancelledSql] : []),
    ...moneyConditionsSql(moneyStatus),
    state !== null && isStateSql(derived(policyStatusSql(sellerTodaySql)), values.add(state)),
    moneyStatus !== null && isStateSql(derived(moneyStatusSql), values.add(moneyStatus)),
  ];
}

/** Cancellations are few, and repeat the columns that order policies. */
function pageByTimeSql(values: Values, filter: ListFilter): string {
  const { state, moneyStatus, since, until, cursor, limit } = filter;
  const isOfCancellations = state === 'Cancelled' && moneyStatus === null;
  const conditions = allSql([
    ...ofSellers(values, filter),
    since !== null && `bound_at >= ${values.add(since)}`,
    until !== null && `bound_at < ${values.add(until)}`,
    cursor !== null &&
      `(bound_at, policy_number) < (SELECT bound_at, policy_number FROM policy WHERE ${allSql([`policy_number = ${values.add(cursor)}`, ...ofSellers(values, filter)])})`,
    ...(isOfCancellations ? [] : inStates(values, filter)),
  ]);
  return `page AS (
     SELECT NULL AS key, NULL::uuid AS sale_id, policy_number AS id
     FROM ${isOfCancellations ? 'cancellation' : 'policy'}
     WHERE ${conditions}
     ORDER BY bound_at DESC, policy_number DESC
     LIMIT ${values.add(limit + 1)}
   )`;
}

const partOfSale = (values: Values, filter: ListFilter): PartOfSale => ({
  ofSale: `
       SELECT policy_number AS id, bound_at
       FROM policy
       WHERE ${allSql(['application_id = sale.id', ...inStates(values, filter)])}`,
  conditions: [
    filter.since !== null && `part.bound_at >= ${values.add(filter.since)}`,
    filter.until !== null && `part.bound_at < ${values.add(filter.until)}`,
  ],
  // Cancelled policies are few: they are read first, instead of searching every sale of a common name.
  saleConditions: filter.state === 'Cancelled' ? [isSaleInState.cancelled] : [],
  saleOf: (id) => `SELECT application_id FROM policy WHERE policy_number = ${id}`,
});
