import { addDays } from '../../domain/calendar.ts';
import { type Seller, todayOf } from '../../domain/partner/seller.ts';
import { note } from '../../store/audit/audit.ts';
import {
  type CancellablePolicy,
  cancellationWork,
  type DueCancellation,
  readCancellable,
} from '../../store/cancellation/cancellation.ts';
import { transact } from '../../store/database.ts';
import { lockPolicy } from '../../store/policy/lock-policy.ts';
import { tell } from '../event/tell.ts';
import type { Parts } from '../parts.ts';
import { refundOf } from '../refund/refund-of.ts';
import { carryOutAndAsk } from '../unpaid/carry-out-and-ask.ts';
import { type Ending, runDueWork } from '../work/run-due-work.ts';

export type TakeEffectParts = Parts<'database' | 'log' | 'linkBox' | 'reference'>;

const turnMax = 1_000;
// One transaction.
const trySeconds = 30;
const askAgainSeconds = 30;
const paymentAwaited = {
  failure: 'waiting',
  cause: 'the customer may have paid within the notice: that has to be known first',
} as const;

/**
 * Cancellations whose day has come, by each seller's own date, take effect: what is owed back falls due. One for
 * non-payment waits while a payment of its notice is not known.
 */
export async function takeEffect(
  parts: TakeEffectParts,
  sellers: readonly Seller[],
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const days = new Map(sellers.map((seller) => [seller.id, todayOf(seller, now)]));
  const take = () =>
    cancellationWork.take(parts.database, trySeconds, null, {
      sellerIds: [...days.keys()],
      todays: [...days.values()],
    });
  const handle = async (due: DueCancellation): Promise<Ending> => {
    const { id: policyNumber, sellerId } = due;
    const ending = await transact(parts.database, async (tx): Promise<Ending> => {
      await lockPolicy(tx, policyNumber);
      const at = { today: days.get(sellerId)!, now };
      const found = await readCancellable(tx, policyNumber);
      if (found?.cancellation && !refundOf(found, at.today).plan.isDue) {
        // Withdrawn if it was paid; put into effect with the answer if it was not.
        await cancellationWork.postpone(tx, due, { ...paymentAwaited, waitSeconds: askAgainSeconds });
        return 'open';
      }
      await carryOutAndAsk({ ...parts, tx }, policyNumber, at);
      if (found === null || !isNeverMade(found)) return 'ended';
      const { applicationId } = found.policy;
      await note(tx, { applicationId, event: 'scheduled card not charged', facts: { policyNumber } });
      const told = { policyNumber, sellerId, today: at.today, facts: { nextAttemptOn: null } };
      await tell(tx, { type: 'payment.refused', ...told });
      return 'ended';
    });
    parts.log.info(ending === 'ended' ? 'cancellation in effect' : 'cancellation waits', { policyNumber });
    return ending;
  };
  return (await runDueWork({ take, handle, trySeconds, turnMax }, signal)).ended;
}

/**
 * Customer and partner were told of a refund of a charge that was to come first, and it could not be sent before the
 * day, or was left because of another tax.
 */
function isNeverMade(found: CancellablePolicy): boolean {
  const { dueCharge, cancellation } = found;
  if (dueCharge === null || cancellation === null || cancellation.isInEffect) return false;
  const { cancelledOn, plan } = cancellation.terms;
  const isLeft = dueCharge.state === 'refused' && dueCharge.tries === 1 && plan.chargedFirstOn !== null;
  return isLeft || refundOf(found, addDays(cancelledOn, -1)).plan.chargedFirstOn !== null;
}
