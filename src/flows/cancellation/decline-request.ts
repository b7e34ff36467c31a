import type { Actor } from '../../domain/operator/operator.ts';
import { refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { todayOf } from '../../domain/partner/seller.ts';
import { note } from '../../store/audit/audit.ts';
import { declineOpenRequest, readOpenRequest } from '../../store/cancellation/cancellation-request.ts';
import { lockPolicy } from '../../store/policy/lock-policy.ts';
import { recordEvent } from '../event/record-event.ts';
import { correctOnRecord, type PolicyAsked } from '../operator/correction.ts';
import type { Parts } from '../parts.ts';

export interface Decline extends PolicyAsked {
  /** The request that the operator has seen. Refused if that is not open any more. */
  readonly requestId?: string;
}

/** Declines a partner's request for a cancellation, who reads the reason. It is accepted by cancelling the policy. */
export function declineRequest(
  { database, now }: Parts<'database' | 'now'>,
  actor: Actor,
  { policyNumber, reason: given, requestId: shown }: Decline,
) {
  return correctOnRecord(database, { actor, reason: given }, async (tx, reason) => {
    await lockPolicy(tx, policyNumber);
    const request = await readOpenRequest(tx, { policyNumber });
    if (request === null || (shown ?? request.id) !== request.id)
      return refuseOperator('RequestNotOpen', 'policyNumber');
    const { id: requestId, applicationId, ground, seller } = request;
    await declineOpenRequest(tx, { id: requestId, reason });
    await note(tx, { applicationId, event: 'cancellation declined', facts: { policyNumber, requestId } });
    const today = todayOf(seller, now);
    const facts = { declineReason: reason };
    await recordEvent(tx, { type: 'cancellation.declined', policyNumber, sellerId: seller.id, today, facts });
    return { action: 'decline cancellation', subject: policyNumber, applicationId, facts: { requestId, ground } };
  });
}
