import { accountOf } from '../../domain/account/account.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import type { Cancellation } from '../../domain/cancellation/cancellation.ts';
import type { MoneyStatus } from '../../domain/policy/money-status.ts';
import type { CardCharge, Policy } from '../../domain/policy/policy.ts';
import {
  type CancellationView,
  type LaterCard,
  type PolicyStatus,
  type PolicyView,
  withLaterCharge,
} from '../../domain/policy/policy-view.ts';
import { refundAsItStands } from '../../domain/refund/refund-as-it-stands.ts';
import { givenByUsCents } from '../../domain/refund/refund-plan.ts';
import { type AccountRow, cancellationSql, chargeWorkSql, recordOf } from '../account/account.ts';
import { entriesSql, refundWorkSql } from '../account/entries.ts';
import { isVoidedSql } from '../books/entry.ts';
import type { Tx } from '../database.ts';
import { allSql, Values } from '../list/values.ts';
import { columnsOf, read, sendRead } from '../statement.ts';
import { currentPolicySql } from './current-policy.ts';
import {
  cancelledJoinsSql,
  coverDaysMin,
  isStateSql,
  laterCardSql,
  policyStatusJoinsSql,
  policyStatusSql,
} from './policy-status.ts';

/** Returns the seller's policy as it stands; null if it does not exist or belongs to another seller. */
export async function readPolicy(
  tx: Tx,
  sellerId: string,
  policyNumber: string,
  today: PlainDate,
): Promise<PolicyView | null> {
  const row = await readRow(tx, { today, policyNumber, sellerId });
  return row && toView(row, today);
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

/** Returns a page of the sellers' policies, newest first, and one more when there is a next page. */
export async function listPolicies(
  tx: Tx,
  sellers: readonly SellerDay[],
  filter: PolicyFilter,
): Promise<readonly PolicyView[]> {
  const { text, values } = policyListSql(sellers, filter);
  const { rows } = await sendRead<ViewRow & { readonly today: PlainDate }>(tx, text, values);
  return rows.map(({ today, ...row }) => toView(row, today));
}

/** A seller whose policies are listed, and its day. */
export interface SellerDay {
  readonly sellerId: string;
  readonly today: PlainDate;
}

export const isPolicyOf = read.findsRow<[{ readonly sellerIds: readonly string[]; readonly policyNumber: string }]>(
  'find_policy',
  'SELECT FROM policy WHERE policy_number = :policyNumber AND seller_id = ANY (:sellerIds::uuid[])',
);

interface ViewRow extends Omit<PolicyView, 'policy' | 'cancellation' | 'refunds' | 'amountDueCents'>, AccountRow {
  readonly snapshot: Policy;
  readonly laterCharge: CardCharge | null;
  readonly laterCard: LaterCard | null;
  /** The terms of the open request. */
  readonly requested: Cancellation | null;
}

function toView(
  { snapshot, laterCharge, laterCard, cancellation: kept, charge, entries, refundWork, requested, ...row }: ViewRow,
  today: PlainDate,
): PolicyView {
  const policy = withLaterCharge(snapshot, laterCharge, laterCard);
  const { cancellationTerms, record } = recordOf(policy, { cancellation: kept, charge, entries, refundWork });
  const account = accountOf(record, today);
  const { refunds } = refundAsItStands({ policy, cancellationTerms, record, account }, today);
  const view = { ...row, policy, refunds, amountDueCents: account.dueCents };
  if (cancellationTerms === null) return { ...view, cancellation: requested && asRequested(requested) };
  const { cancelledOn, requestedBy, ground } = cancellationTerms;
  const status = row.status === 'Cancelled' ? 'InEffect' : 'Scheduled';
  const refundCents = givenByUsCents({ owed: refunds });
  return { ...view, cancellation: { effectiveDate: cancelledOn, requestedBy, ground, refundCents, status } };
}

/** Says a cancellation as the partner who asked for it was told. */
function asRequested({ cancelledOn, requestedBy, ground, plan }: Cancellation): CancellationView {
  return { effectiveDate: cancelledOn, requestedBy, ground, refundCents: givenByUsCents(plan), status: 'Requested' };
}

const columnsSql = (
  today: string,
): string => `${currentPolicySql} AS snapshot, (SELECT username FROM seller WHERE seller.id = policy.seller_id) AS seller,
          policy.amendment_count AS "amendmentCount", due_charge.charge AS "laterCharge",
          ${laterCardSql} AS "laterCard",
          ${policyStatusSql(today)} AS status, policy.money_status AS "moneyStatus",
          policy.reference AS "paymentReference", rfc3339(policy.bound_at) AS "boundAt", rfc3339(now()) AS "asOf",
          coalesce(due_charge.charge ->> 'chargedAt', policy.snapshot #>> '{payment,card,charge,chargedAt}',
                   rfc3339(card_payment.authorized_at)) AS "cardAt",
          (SELECT coalesce(json_agg(json_build_object('downloadId', document.id, 'kind', document.kind,
                                             'createdAt', rfc3339(document.created_at)) ORDER BY document.id), '[]')
           FROM document
           WHERE document.policy_number = policy.policy_number AND NOT ${isVoidedSql('document.entry_id')}) AS documents,
          ${cancellationSql} AS cancellation, ${chargeWorkSql} AS charge, ${entriesSql} AS entries, ${refundWorkSql} AS "refundWork",
          (SELECT terms FROM cancellation_request
           WHERE cancellation_request.policy_number = policy.policy_number AND decision IS NULL) AS requested`;

const joinsSql = `${policyStatusJoinsSql}
   LEFT JOIN card_payment ON card_payment.id = policy.card_payment_id`;

const readRow = read.firstRow<
  ViewRow,
  [{ readonly today: PlainDate; readonly policyNumber: string; readonly sellerId: string }]
>(
  'read_policy',
  `SELECT ${columnsSql(':today')}
   FROM policy
   ${joinsSql}
   WHERE policy.policy_number = :policyNumber AND policy.seller_id = :sellerId`,
);

/** This is no named statement: each combination of filters needs a plan of its own. */
export function policyListSql(sellers: readonly SellerDay[], filter: PolicyFilter) {
  const values = new Values();
  const [only, ...others] = sellers;
  const isOne = only !== undefined && others.length === 0;
  const day = isOne ? values.add('today', only.today) : 'each.today';
  const { partnerReference, vin, status, moneyStatus, boundFrom, boundTo, boundWithin, after } = filter;
  // Cancellations are few, and repeat the columns that order policies.
  const isOfCancelled = status === 'Cancelled';
  const ordered = isOfCancelled ? 'cancellation' : 'policy';
  const sellerId = isOne ? values.add('sellerId', only.sellerId) : 'each.seller_id';
  const conditions = allSql([
    `${ordered}.seller_id = ${sellerId}`,
    partnerReference !== null && `policy.partner_reference = ${values.add('partnerReference', partnerReference)}`,
    vin !== null && `policy.vin = ${values.add('vin', vin)}`,
    status !== null && isStateSql(policyStatusSql(day), values.add('status', status)),
    moneyStatus !== null && `policy.money_status = ${values.add('moneyStatus', moneyStatus)}`,
    ...narrowByStatus(filter, day),
    boundFrom !== null && `policy.bound_on >= ${values.add('boundFrom', boundFrom)}`,
    boundTo !== null && `policy.bound_on <= ${values.add('boundTo', boundTo)}`,
    boundWithin?.since != null && `${ordered}.bound_at >= ${values.add('since', boundWithin.since)}`,
    boundWithin?.until != null && `${ordered}.bound_at < ${untilLateSql(values, sellerId, filter)}`,
    after !== null &&
      `(${ordered}.bound_at, ${ordered}.policy_number) < (SELECT bound_at, policy_number FROM policy WHERE policy_number = ${values.add('after', after)})`,
  ]);
  const limit = `LIMIT ${values.add('rowsMax', filter.limit + 1)}`;
  const page = `
     SELECT policy.policy_number, policy.bound_at, ${day}::date AS today
     FROM ${isOfCancelled ? cancelledJoinsSql : `policy ${policyStatusJoinsSql}`}
     WHERE ${conditions}
     ORDER BY ${ordered}.bound_at DESC, ${ordered}.policy_number DESC
     ${limit}`;
  const text = `
   WITH page AS MATERIALIZED (${isOne ? page : pageOfManySql(values, sellers, page, limit)})
   SELECT page.today, ${columnsSql('page.today')}
   FROM page
   JOIN policy ON policy.policy_number = page.policy_number
   ${joinsSql}
   ORDER BY policy.bound_at DESC, policy.policy_number DESC`;
  return { text, values: values.named };
}

/**
 * The end of the range of `bound_at`. It reaches as far as the latest of the days asked for that was finished more than a
 * week after its day: a charge may be unknown for as long, and a policy that a restore has forgotten is entered later.
 */
function untilLateSql(values: Values, sellerId: string, { boundFrom, boundTo, boundWithin }: PolicyFilter): string {
  return `greatest(${values.add('until', boundWithin!.until)}, (
      SELECT max(late.bound_at) + interval '1 second'
      FROM policy AS late
      WHERE late.seller_id = ${sellerId} AND (late.bound_at AT TIME ZONE 'UTC')::date > late.bound_on + 7
        AND late.bound_on BETWEEN coalesce(${values.add('lateFrom', boundFrom)}::date, '-infinity') AND ${values.add('lateTo', boundTo)}::date))`;
}

/** Each seller's page by its own index, and of these the newest: else all policies of all sellers would be sorted. */
function pageOfManySql(values: Values, sellers: readonly SellerDay[], ofEach: string, limit: string): string {
  const { sellerId, today } = columnsOf(sellers, 'sellerId', 'today');
  return `
     SELECT policy.*
     FROM unnest(${values.add('sellerIds', sellerId)}::uuid[], ${values.add('todays', today)}::date[]) AS each (seller_id, today)
     CROSS JOIN LATERAL (${ofEach}) AS policy
     ORDER BY policy.bound_at DESC, policy.policy_number DESC
     ${limit}`;
}

/** Conditions that follow from the state of the cover, for an index. */
function narrowByStatus({ status, boundWithin }: PolicyFilter, today: string): readonly (string | false)[] {
  return [
    status === 'NotStarted' && `policy.effective_date > ${today}::date`,
    boundWithin !== null && status === 'Expired' && `policy.bound_at < ${today}::date - ${coverDaysMin}`,
  ];
}
