import { type PolicyRow, policyStatuses } from '../../domain/operator/sale-rows.ts';
import { type ListFilter, ofSellers } from './filter.ts';
import type { Listing } from './listing.ts';
import { type PartOfSale, pageOfFound } from './page-of-found.ts';
import { applicantNameSql, emailAddressSql, sellerSql, vehicleSql } from './sale-columns.ts';
import { isSaleInState } from './sale-state.ts';
import { all, type Values } from './values.ts';

/** Policies, newest first; with a search, in the order of the matching sales. */
export const policyList: Listing<PolicyRow> = {
  states: policyStatuses,
  page: (values, filter) =>
    filter.search === null ? pageByTime(values, filter) : pageOfFound(values, filter, partOfSale(values, filter)),
  select: `
   SELECT policy.policy_number AS "policyNumber", policy.application_id AS "applicationId", rfc3339(policy.bound_at) AS "boundAt",
          ${sellerSql} AS seller, policy.effective_date AS "effectiveDate", policy.expiry_date AS "expiryDate", application.vin,
          ${vehicleSql} AS vehicle, ${applicantNameSql} AS "applicantName", ${emailAddressSql} AS "emailAddress",
          policy.payment_method AS "paymentMethod", policy.reference, policy.total_cents AS "totalCents",
          cancellation.cancelled_on AS "cancelledOn"
   FROM page
   JOIN policy ON policy.policy_number = page.id
   JOIN application ON application.id = policy.application_id
   JOIN seller ON seller.id = policy.seller_id
   LEFT JOIN cancellation ON cancellation.policy_number = policy.policy_number
   ORDER BY page.key, page.sale_id DESC, policy.bound_at DESC, policy.policy_number DESC`,
  idOf: ({ policyNumber }) => policyNumber,
};

const isNotCancelled = 'NOT EXISTS (SELECT FROM cancellation WHERE policy_number = policy.policy_number)';

/** Cancellations are few, and repeat the columns that order policies. */
function pageByTime(values: Values, filter: ListFilter): string {
  const { state, since, until, cursor, limit } = filter;
  const table = state === 'cancelled' ? 'cancellation' : 'policy';
  const conditions = all([
    ...ofSellers(values, filter),
    since !== null && `bound_at >= ${values.add(since)}`,
    until !== null && `bound_at < ${values.add(until)}`,
    cursor !== null &&
      `(bound_at, policy_number) < (SELECT bound_at, policy_number FROM policy WHERE ${all([`policy_number = ${values.add(cursor)}`, ...ofSellers(values, filter)])})`,
    state === 'bound' && isNotCancelled,
  ]);
  return `page AS (
     SELECT NULL AS key, NULL::uuid AS sale_id, policy_number AS id
     FROM ${table}
     WHERE ${conditions}
     ORDER BY bound_at DESC, policy_number DESC
     LIMIT ${values.add(limit + 1)}
   )`;
}

const partOfSale = (values: Values, { state, since, until }: ListFilter): PartOfSale => ({
  ofSale: `
       SELECT policy_number AS id, bound_at
       FROM policy
       WHERE ${all(['application_id = sale.id', state === 'bound' && isNotCancelled])}`,
  conditions: [
    since !== null && `part.bound_at >= ${values.add(since)}`,
    until !== null && `part.bound_at < ${values.add(until)}`,
  ],
  // Cancelled policies are few: they are read first, instead of searching every sale of a common name.
  saleConditions: state === 'cancelled' ? [isSaleInState.cancelled] : [],
  saleOf: (id) => `SELECT application_id FROM policy WHERE policy_number = ${id}`,
});
