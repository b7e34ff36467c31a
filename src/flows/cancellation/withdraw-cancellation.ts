import type { PlainDate } from '../../domain/calendar.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { todayOf } from '../../domain/partner/seller.ts';
import { note } from '../../store/audit/audit.ts';
import {
  type CancellablePolicy,
  lockToCancel,
  readCancellable,
  withdrawScheduled,
} from '../../store/cancellation/cancellation.ts';
import type { Tx } from '../../store/database.ts';
import { mail } from '../../store/mail/policy-mail.ts';
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
    await lockToCancel(tx, policyNumber);
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

/** The customer has paid within the notice of a non-payment: the cover goes on. */
export async function withdrawIfPaid(tx: Tx, policyNumber: string, today: PlainDate): Promise<void> {
  const found = await readCancellable(tx, policyNumber);
  const cancellation = found?.cancellation ?? null;
  if (found === null || cancellation === null || cancellation.isInEffect) return;
  // On its day it is too late, also before the job has put it into effect.
  const { ground, cancelledOn } = cancellation.terms;
  if (ground === 'NonPayment' && cancelledOn > today) await withdraw(tx, found, { today, by: 'payment' });
}

async function withdraw(
  tx: Tx,
  { policy, seller, cancellation }: CancellablePolicy,
  { today, by }: { readonly today: PlainDate; readonly by: 'payment' | 'operator' },
): Promise<void> {
  const { policyNumber, applicationId } = policy;
  await withdrawScheduled(tx, policyNumber, by);
  const { cancelledOn } = cancellation!.terms;
  await mail(tx, { policyNumber, kind: 'withdrawal', facts: { cancelledOn, withdrawnBy: by } });
  await note(tx, { applicationId, event: 'cancellation withdrawn', facts: { policyNumber, cancelledOn, by } });
  await tell(tx, { type: 'cancellation.withdrawn', policyNumber, sellerId: seller.id, today });
}
