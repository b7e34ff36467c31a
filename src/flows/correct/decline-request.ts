import type { Actor } from '../../domain/operator/operator.ts';
import { refuseOperator } from '../../domain/operator/refusal.ts';
import { lockToCancel } from '../../store/cancellation.ts';
import { declineOpenRequest, readOpenRequest } from '../../store/cancellation-request.ts';
import type { Database } from '../../store/database.ts';
import { correct, type PolicyAsked } from './correction.ts';

/** Declines a partner's request for a cancellation, who reads the reason. It is accepted by cancelling the policy. */
export function declineRequest(database: Database, actor: Actor, { policyNumber, reason: given }: PolicyAsked) {
  return correct(database, { actor, reason: given }, async (tx, reason) => {
    await lockToCancel(tx, policyNumber);
    const request = await readOpenRequest(tx, policyNumber);
    if (request === null) return refuseOperator('RequestNotOpen', 'policyNumber');
    await declineOpenRequest(tx, request, reason);
    const { id: requestId, applicationId, ground } = request;
    return { action: 'decline cancellation', subject: policyNumber, applicationId, facts: { requestId, ground } };
  });
}
