import type { PlainDate } from '../../domain/calendar.ts';
import type { Withdrawer } from '../../domain/cancellation/cancellation-cause.ts';
import { isPaidInTime } from '../../domain/cancellation/non-payment.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { todayOf } from '../../domain/partner/seller.ts';
import { note } from '../../store/audit/audit.ts';
import { type CancellablePolicy, readCancellable, withdrawScheduled } from '../../store/cancellation/cancellation.ts';
import type { Tx } from '../../store/database.ts';
import { mail } from '../../store/mail/policy-mail.ts';
import { lockPolicy } from '../../store/policy/lock-policy.ts';
import { tell } from '../event/tell.ts';
import { correctOnRecord, type PolicyAsked } from '../operator/correction.ts';
import type { Parts } from '../parts.ts';
import { judgeVehicle } from '../policy/judge-vehicle.ts';

/** Takes back a cancellation before its day: the policy goes on as if it had never been cancelled. */
export function withdrawCancellation(
  { database, now }: Parts<'database' | 'now'>,
  actor: Actor,
  { policyNumber, reason }: PolicyAsked,
) {
  return correctOnRecord(database, { actor, reason }, async (tx) => {
    await lockPolicy(tx, policyNumber);
    const found = await readCancellable(tx, policyNumber);
    if (found === null) return refuseOperator('NotFound', 'policyNumber');
    const { cancellation, policy, seller } = found;
    const today = todayOf(seller, now);
    if (cancellation === null) return refuseOperator('CancellationNotThere', 'policyNumber');
    const { cancelledOn } = cancellation.terms;
    if (cancellation.isInEffect || cancelledOn <= today)
      return refuseOperator('CancellationInEffect', 'policyNumber', { day: cancelledOn });
    const { applicationId, inputs } = policy;
    const { vin } = inputs.vehicle;
    // From the day of the cancellation on, the vehicle may have been sold another policy.
    const covered = await judgeVehicle(tx, { vin, applicationId, sellerId: seller.id, day: cancelledOn });
    if (covered !== null) return covered;
    await withdraw(tx, found, { today, by: 'operator' });
    return { action: 'withdraw cancellation', subject: policyNumber, applicationId, facts: { cancelledOn } };
  });
}

/** The customer has paid within the notice of a non-payment: the cover goes on. `paidOn`: the customer's own day. */
export async function withdrawIfPaid(
  tx: Tx,
  policyNumber: string,
  { paidOn, today }: { readonly paidOn: PlainDate; readonly today: PlainDate },
): Promise<void> {
  const found = await readCancellable(tx, policyNumber);
  if (found === null || found.cancellation === null) return;
  const { terms, isInEffect } = found.cancellation;
  if (isPaidInTime({ ...terms, isInEffect }, paidOn)) await withdraw(tx, found, { today, by: 'payment' });
}

async function withdraw(
  tx: Tx,
  { policy, seller, cancellation }: CancellablePolicy,
  { today, by }: { readonly today: PlainDate; readonly by: Withdrawer },
): Promise<void> {
  const { policyNumber, applicationId } = policy;
  await withdrawScheduled(tx, { policyNumber, by });
  const { cancelledOn } = cancellation!.terms;
  await mail(tx, { policyNumber, kind: 'withdrawal', facts: { cancelledOn, withdrawnBy: by } });
  await note(tx, { applicationId, event: 'cancellation withdrawn', facts: { policyNumber, cancelledOn, by } });
  await tell(tx, { type: 'cancellation.withdrawn', policyNumber, sellerId: seller.id, today });
}
