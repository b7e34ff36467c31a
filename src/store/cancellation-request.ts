import type { ApplicationId } from '../domain/ids.ts';
import type { Cancellation } from '../domain/policy/cancellation.ts';
import type { RequestGround } from '../domain/policy/cancellation-request.ts';
import type { Tx } from './database.ts';
import { findsRow, firstRow, runs } from './statement.ts';

/** A partner's request that the operator has yet to decide. */
export interface OpenRequest {
  readonly id: string;
  readonly applicationId: ApplicationId;
  readonly ground: RequestGround;
  readonly note: string | null;
  /** What the partner was told that it comes to. */
  readonly terms: Cancellation;
}

/** Returns null if no request of the policy is open. */
export const readOpenRequest = firstRow<OpenRequest, [policyNumber: string]>(
  'read_open_cancellation_request',
  `SELECT id, application_id AS "applicationId", ground, note, terms
   FROM cancellation_request
   WHERE policy_number = $1 AND decision IS NULL`,
);

export type NewRequest = Pick<OpenRequest, 'ground' | 'note' | 'terms'> & { readonly policyNumber: string };

/** The caller holds the policy's lock and knows that no request is open. */
export const insertRequest = runs(
  'insert_cancellation_request',
  `WITH asked AS (
     INSERT INTO cancellation_request (policy_number, application_id, seller_id, ground, note, terms)
     SELECT policy_number, application_id, seller_id, $2, $3, $4
     FROM policy
     WHERE policy_number = $1
     RETURNING id, application_id, policy_number
   )
   INSERT INTO audit (application_id, event, facts)
   SELECT application_id, 'cancellation requested',
          json_build_object('policyNumber', policy_number, 'requestId', id, 'ground', $2::text)
   FROM asked`,
  ({ policyNumber, ground, note, terms }: NewRequest) => [policyNumber, ground, note, JSON.stringify(terms)],
);

/** Declines the request. The reason is for the partner, in an event. */
export async function declineOpenRequest(tx: Tx, { id }: OpenRequest, reason: string): Promise<void> {
  await decline(tx, id, reason);
  await recordDeclined(tx, id);
}

/** A cancellation is the answer to what was asked for. */
export const acceptOpenRequest = findsRow<[policyNumber: string]>(
  'accept_cancellation_request',
  `UPDATE cancellation_request
   SET decision = 'accepted', decided_at = now()
   WHERE policy_number = $1 AND decision IS NULL`,
);

const decline = runs<[id: string, reason: string]>(
  'decline_cancellation_request',
  `UPDATE cancellation_request
   SET decision = 'declined', decided_at = now(), decision_reason = $2
   WHERE id = $1 AND decision IS NULL`,
);

// After the request: the event's trigger reads the reason there, so that the audit holds no free text.
const recordDeclined = runs<[id: string]>(
  'record_declined_cancellation_request',
  `INSERT INTO audit (application_id, event, facts)
   SELECT application_id, 'cancellation declined', json_build_object('policyNumber', policy_number, 'requestId', id)
   FROM cancellation_request
   WHERE id = $1`,
);
