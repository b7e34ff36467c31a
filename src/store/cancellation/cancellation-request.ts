import type { Cancellation } from '../../domain/cancellation/cancellation.ts';
import type { RequestGround } from '../../domain/cancellation/cancellation-cause.ts';
import type { ApplicationId } from '../../domain/ids.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import { auditedSql } from '../audit/audit.ts';
import { read, write } from '../statement.ts';

/** A partner's request that the operator has yet to decide. */
export interface OpenRequest {
  readonly id: string;
  readonly applicationId: ApplicationId;
  readonly seller: Pick<Seller, 'id' | 'province' | 'todayFloor'>;
  readonly ground: RequestGround;
  readonly note: string | null;
  /** What the partner was told that it comes to. */
  readonly terms: Cancellation;
}

/** Returns null if no request of the policy is open. */
export const readOpenRequest = read.firstRow<OpenRequest, [{ readonly policyNumber: string }]>(
  'read_open_cancellation_request',
  `SELECT cancellation_request.id, application_id AS "applicationId", ground, note, terms,
          json_build_object('id', seller.id, 'province', seller.province, 'todayFloor', seller.today_floor) AS seller
   FROM cancellation_request
   JOIN seller ON seller.id = cancellation_request.seller_id
   WHERE policy_number = :policyNumber AND decision IS NULL`,
);

export type NewRequest = Pick<OpenRequest, 'ground' | 'note' | 'terms'> & { readonly policyNumber: string };

/** The caller holds the policy's lock and knows that no request is open. */
export const insertRequest = write.runs(
  'insert_cancellation_request',
  `WITH asked AS (
     INSERT INTO cancellation_request (policy_number, application_id, seller_id, ground, note, terms)
     SELECT policy_number, application_id, seller_id, :ground, :note, :terms
     FROM policy
     WHERE policy_number = :policyNumber
     RETURNING id, application_id, policy_number
   )
   INSERT INTO audit (application_id, event, facts)
   SELECT application_id, ${auditedSql('cancellation requested', { policyNumber: 'policy_number', requestId: 'id', ground: ':ground::text' })}
   FROM asked`,
  ({ policyNumber, ground, note, terms }: NewRequest) => ({ policyNumber, ground, note, terms: JSON.stringify(terms) }),
);

/** A cancellation is the answer to what was asked for. */
export const acceptOpenRequest = write.findsRow<[{ readonly policyNumber: string }]>(
  'accept_cancellation_request',
  `UPDATE cancellation_request
   SET decision = 'accepted', decided_at = now()
   WHERE policy_number = :policyNumber AND decision IS NULL`,
);

/** The reason is for the partner, in an event. */
export const declineOpenRequest = write.runs<[{ readonly id: string; readonly reason: string }]>(
  'decline_cancellation_request',
  `UPDATE cancellation_request
   SET decision = 'declined', decided_at = now(), decision_reason = :reason
   WHERE id = :id AND decision IS NULL`,
);
