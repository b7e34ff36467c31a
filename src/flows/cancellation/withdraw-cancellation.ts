import { dayOfCancellation } from '../../domain/cancellation/non-payment.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { applyConsequences, withdrawCancellation as withdraw } from '../account/apply-consequences.ts';
import { type AccountParts, openAccount } from '../account/open-account.ts';
import { correctOnRecord, type PolicyAsked } from '../operator/correction.ts';
import type { Parts } from '../parts.ts';
import { judgeVehicle } from '../policy/judge-vehicle.ts';

/** Takes back a cancellation before its day: the policy goes on as if it had never been cancelled. */
export function withdrawCancellation(
  { database, now, ...parts }: AccountParts & Parts<'database' | 'now'>,
  actor: Actor,
  { policyNumber, reason }: PolicyAsked,
) {
  return correctOnRecord(database, { actor, reason }, async (tx) => {
    const open = await openAccount(tx, policyNumber, { now });
    if (open === null) return refuseOperator('NotFound', 'policyNumber');
    const { cancellationTerms, record, policy, seller } = open.stored;
    if (cancellationTerms === null || record.cancellation === null)
      return refuseOperator('CancellationNotThere', 'policyNumber');
    const { cancelledOn } = cancellationTerms;
    if (dayOfCancellation(record.cancellation, record.charge, open.at.today) >= cancelledOn)
      return refuseOperator('CancellationInEffect', 'policyNumber', { day: cancelledOn });
    const { applicationId, inputs } = policy;
    const { vin } = inputs.vehicle;
    // From the day of the cancellation on, the vehicle may have been sold another policy.
    const covered = await judgeVehicle(tx, { vin, applicationId, sellerId: seller.id, day: cancelledOn });
    if (covered !== null) return covered;
    await applyConsequences(parts, await withdraw(open, 'operator'));
    return { action: 'withdraw cancellation', subject: policyNumber, applicationId, facts: { cancelledOn } };
  });
}
