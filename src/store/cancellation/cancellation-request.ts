import type { Cancellation } from '../../domain/cancellation/cancellation.ts';
import type { RequestAsked, RequestEnding, RequestMade } from '../../domain/cancellation/cancellation-request.ts';
import type { ApplicationId } from '../../domain/ids.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import { auditedSql } from '../audit/audit.ts';
import { read, write } from '../statement.ts';

/** A partner's request that the operator has yet to decide. */
export interface OpenRequest extends RequestAsked, RequestMade {
  readonly id: string;
  readonly applicationId: ApplicationId;
  readonly seller: Pick<Seller, 'id' | 'province' | 'todayFloor'>;
  /** What the partner was told that it comes to. */
  readonly terms: Cancellation;
}

/** Returns null if no request of the policy is open. */
export const readOpenRequest = read.firstRow<OpenRequest, [{ readonly policyNumber: string }]>(
  'read_open_cancellation_request',
  `SELECT cancellation_request.id, application_id AS "applicationId", ground, effective_date AS "effectiveDate", note, terms,
          counts_from AS "countsFrom",
          json_build_object('id', seller.id, 'province', seller.province, 'todayFloor', seller.today_floor) AS seller
   FROM cancellation_request
   JOIN seller ON seller.id = cancellation_request.seller_id
   WHERE policy_number = :policyNumber AND decision IS NULL`,
);

/** A request and what became of it. */
export interface LatestRequest extends Pick<OpenRequest, 'ground' | 'note' | 'terms'> {
  /** Null while it is open. What was replaced is never the latest. */
  readonly decision: Exclude<RequestEnding, 'replaced'> | null;
  readonly requestedAt: string;
  readonly decidedAt: string | null;
  readonly declineReason: string | null;
}

/** Returns null if nothing was asked for the seller's policy, or there is none. */
export const readLatestRequest = read.firstRow<
  LatestRequest,
  [{ readonly policyNumber: string; readonly sellerId: string }]
>(
  'read_latest_cancellation_request',
  `SELECT ground, note, terms, decision, rfc3339(created_at) AS "requestedAt", rfc3339(decided_at) AS "decidedAt",
          decision_reason AS "declineReason"
   FROM cancellation_request
   WHERE policy_number = :policyNumber AND seller_id = :sellerId
   ORDER BY id DESC
   LIMIT 1`,
);

export interface NewRequest extends Pick<OpenRequest, keyof RequestAsked | 'terms' | 'countsFrom'> {
  readonly policyNumber: string;
  readonly holdsCharge: boolean;
}

/** The caller holds the policy's lock and knows that no request is open. */
export const insertRequest = write.runs(
  'insert_cancellation_request',
  `WITH asked AS (
     INSERT INTO cancellation_request (policy_number, application_id, seller_id, ground, effective_date, note, terms, refund_cents,
                                       counts_from, holds_charge)
     SELECT policy_number, application_id, seller_id, :ground, :effectiveDate, :note, :terms, :refundCents, :countsFrom, :holdsCharge
     FROM policy
     WHERE policy_number = :policyNumber
     RETURNING id, application_id, policy_number
   )
   INSERT INTO audit (application_id, event, facts)
   SELECT application_id, ${auditedSql('cancellation requested', { policyNumber: 'policy_number', requestId: 'id', ground: ':ground::text' })}
   FROM asked`,
  ({ terms, ...request }: NewRequest) => ({
    ...request,
    terms: JSON.stringify(terms),
    refundCents: terms.refundCents,
  }),
);

/** A cancellation is the answer to what was asked for. */
export const acceptOpenRequest = write.findsRow<[{ readonly policyNumber: string }]>(
  'accept_cancellation_request',
  `UPDATE cancellation_request
   SET decision = 'accepted', decided_at = now()
   WHERE policy_number = :policyNumber AND decision IS NULL`,
);

/** Ends the open request when the partner takes it back or replaces it by the next one. */
export const endOpenRequest = write.runs<[{ readonly id: string; readonly ending: 'withdrawn' | 'replaced' }]>(
  'end_cancellation_request',
  `UPDATE cancellation_request
   SET decision = :ending, decided_at = now()
   WHERE id = :id AND decision IS NULL`,
);

/** The reason is for the partner, in an event. */
export const declineOpenRequest = write.runs<[{ readonly id: string; readonly reason: string }]>(
  'decline_cancellation_request',
  `UPDATE cancellation_request
   SET decision = 'declined', decided_at = now(), decision_reason = :reason
   WHERE id = :id AND decision IS NULL`,
);

/** Whether a rescission of the policy, asked for in time, is yet to be decided: until then its card is not charged. */
export const isChargeHeldSql = (policyNumber: string): string => `EXISTS (
  SELECT FROM cancellation_request
  WHERE cancellation_request.policy_number = ${policyNumber} AND decision IS NULL AND holds_charge)`;
