import type { PlainDate } from '../domain/calendar/calendar.ts';
import type { CardCharge, Policy } from '../domain/policy/policy.ts';
import {
  type LaterCard,
  type MoneyStatus,
  type PolicyStatus,
  type PolicyView,
  withLaterCharge,
} from '../domain/policy/policy-view.ts';
import { currentPolicy } from './current-policy.ts';
import type { Tx } from './database.ts';
import { all, Values } from './lists/values.ts';
import {
  isCancelled,
  isState,
  laterCardSql,
  moneyStatusSql,
  narrowByMoney,
  policyStatusJoins,
  policyStatusSql,
} from './policy-status.ts';
import { allRows, columnsOf, findsRow, firstRow } from './statement.ts';

/** Returns the seller's policy as it stands; null if it does not exist or belongs to another seller. */
export async function readPolicy(
  tx: Tx,
  sellerId: string,
  policyNumber: string,
  today: PlainDate,
): Promise<PolicyView | null> {
  const row = await read(tx, today, policyNumber, sellerId);
  return row && toView(row);
}

interface PolicyOn {
  readonly policyNumber: string;
  readonly today: PlainDate;
}

/** Returns the policies as they stand on these days of their sellers'. */
export async function readPoliciesOn(tx: Tx, wanted: readonly PolicyOn[]): Promise<ReadonlyMap<string, PolicyView>> {
  return new Map((await readMany(tx, wanted)).map((row) => [row.snapshot.policyNumber, toView(row)]));
}

export interface PolicyFilter {
  readonly partnerReference: string | null;
  readonly vin: string | null;
  readonly status: PolicyStatus | null;
  readonly moneyStatus: MoneyStatus | null;
  /** The seller's days, both included. */
  readonly boundFrom: PlainDate | null;
  readonly boundTo: PlainDate | null;
  /** What the days can be by the real clock, to read only that part of the index; null with a test clock. */
  readonly boundWithin: { readonly since: Date | null; readonly until: Date | null } | null;
  /** The last policy of the previous page. */
  readonly after: string | null;
  readonly limit: number;
}

/** Returns a page of the seller's policies, newest first, and one more when there is a next page. */
export async function listPolicies(
  tx: Tx,
  sellerId: string,
  today: PlainDate,
  filter: PolicyFilter,
): Promise<readonly PolicyView[]> {
  const { text, values } = policyListSql(sellerId, today, filter);
  const { rows } = await tx.query<ViewRow>(text, values);
  return rows.map(toView);
}

export const isPolicyOf = findsRow<[sellerId: string, policyNumber: string]>(
  'find_policy',
  'SELECT FROM policy WHERE policy_number = $2 AND seller_id = $1',
);

interface ViewRow extends Omit<PolicyView, 'policy'> {
  readonly snapshot: Policy;
  readonly laterCharge: CardCharge | null;
  readonly laterCard: LaterCard | null;
}

function toView({ snapshot, laterCharge, laterCard, ...row }: ViewRow): PolicyView {
  return { ...row, policy: withLaterCharge(snapshot, laterCharge, laterCard) };
}

// Ids begin with their time, so a document's id says when it was made.
const columns = (
  today: string,
): string => `${currentPolicy} AS snapshot, policy.amendment_count AS "amendmentCount", due_charge.charge AS "laterCharge",
          ${laterCardSql} AS "laterCard",
          ${policyStatusSql(today)} AS status, ${moneyStatusSql} AS "moneyStatus",
          policy.reference AS "paymentReference", rfc3339(policy.bound_at) AS "boundAt",
          coalesce(due_charge.charge ->> 'chargedAt', policy.snapshot #>> '{payment,card,charge,chargedAt}',
                   rfc3339(card_payment.authorized_at)) AS "cardAt",
          (SELECT coalesce(json_agg(json_build_object('downloadId', document.id, 'kind', document.kind,
                                             'createdAt', rfc3339(uuid_extract_timestamp(document.id))) ORDER BY document.id), '[]')
           FROM document WHERE document.policy_number = policy.policy_number) AS documents,
          CASE WHEN cancellation.policy_number IS NOT NULL THEN
            json_build_object('effectiveDate', cancellation.cancelled_on, 'refundCents', cancellation.refund_cents,
                              'settlement', cancellation.settlement, 'requestedBy', cancellation.requested_by, 'status', 'Cancelled')
          ELSE
            (SELECT json_build_object('effectiveDate', terms ->> 'cancelledOn', 'refundCents', terms -> 'refundCents',
                                      'settlement', terms ->> 'settlement', 'requestedBy', terms ->> 'requestedBy',
                                      'status', CASE WHEN decision IS NULL THEN 'Requested' ELSE 'Declined' END)
             FROM cancellation_request
             WHERE cancellation_request.policy_number = policy.policy_number
             ORDER BY id DESC
             LIMIT 1)
          END AS cancellation`;

const joins = `${policyStatusJoins}
   LEFT JOIN card_payment ON card_payment.id = policy.card_payment_id`;

const read = firstRow<ViewRow, [today: PlainDate, policyNumber: string, sellerId: string]>(
  'read_policy',
  `SELECT ${columns('$1')}
   FROM policy
   ${joins}
   WHERE policy.policy_number = $2 AND policy.seller_id = $3`,
);

const readMany = allRows<ViewRow, [wanted: readonly PolicyOn[]]>(
  'read_policies_on',
  `SELECT ${columns('wanted.today')}
   FROM unnest($1::text[], $2::date[]) AS wanted (policy_number, today)
   JOIN policy ON policy.policy_number = wanted.policy_number
   ${joins}`,
  (wanted) => columnsOf(wanted, 'policyNumber', 'today'),
);

/** Not a named statement: each combination of filters needs a plan of its own. */
export function policyListSql(sellerId: string, today: PlainDate, filter: PolicyFilter) {
  const values = new Values();
  const day = values.add(today);
  const { partnerReference, vin, status, moneyStatus, boundFrom, boundTo, boundWithin, after } = filter;
  const boundOn = `(policy.snapshot ->> 'boundOn')::date`;
  const conditions = all([
    `policy.seller_id = ${values.add(sellerId)}`,
    partnerReference !== null && `policy.partner_reference = ${values.add(partnerReference)}`,
    vin !== null &&
      `policy.application_id IN (SELECT id FROM application WHERE vin = ${values.add(vin)} AND application.seller_id = policy.seller_id)`,
    status !== null && isState(policyStatusSql(day), values.add(status)),
    moneyStatus !== null && isState(moneyStatusSql, values.add(moneyStatus)),
    ...narrowByStatus(filter, day),
    ...narrowByMoney(moneyStatus),
    boundFrom !== null && `${boundOn} >= ${values.add(boundFrom)}`,
    boundTo !== null && `${boundOn} <= ${values.add(boundTo)}`,
    boundWithin?.since != null && `policy.bound_at >= ${values.add(boundWithin.since)}`,
    boundWithin?.until != null && `policy.bound_at < ${values.add(boundWithin.until)}`,
    after !== null &&
      `(policy.bound_at, policy.policy_number) < (SELECT bound_at, policy_number FROM policy WHERE policy_number = ${values.add(after)})`,
  ]);
  const text = `
   WITH page AS MATERIALIZED (
     SELECT policy.policy_number
     FROM policy
     ${policyStatusJoins}
     WHERE ${conditions}
     ORDER BY policy.bound_at DESC, policy.policy_number DESC
     LIMIT ${values.add(filter.limit + 1)}
   )
   SELECT ${columns(day)}
   FROM page
   JOIN policy ON policy.policy_number = page.policy_number
   ${joins}
   ORDER BY policy.bound_at DESC, policy.policy_number DESC`;
  return { text, values: values.list };
}

/**
 * Conditions that follow from the state of the cover, for an index: few policies are cancelled, and cover begins at
 * most 31 days after a quote and lasts a year at least.
 */
function narrowByStatus(
  { status, moneyStatus, boundWithin }: PolicyFilter,
  today: string,
): readonly (string | false)[] {
  return [
    status === 'Cancelled' && isCancelled,
    // Only what was cancelled is refunded: else all policies would be read to find none.
    status !== null && status !== 'Cancelled' && isRefund(moneyStatus) && 'false',
    boundWithin !== null && status === 'NotStarted' && `policy.bound_at > ${today}::date - 32`,
    boundWithin !== null && status === 'Expired' && `policy.bound_at < ${today}::date - 364`,
  ];
}

function isRefund(status: MoneyStatus | null): boolean {
  return status === 'Refunded' || status === 'PartRefunded';
}
