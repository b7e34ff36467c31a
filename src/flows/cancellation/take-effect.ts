import { type Seller, todayOf } from '../../domain/partner/seller.ts';
import { cancellationWork, type DueCancellation, lockToCancel } from '../../store/cancellation/cancellation.ts';
import { transact } from '../../store/database.ts';
import type { Parts } from '../parts.ts';
import { carryOut } from '../refund/carry-out.ts';
import { askForUsedDays } from '../unpaid/keep-link.ts';
import { type Ending, runDueWork } from '../work/run-due-work.ts';

export type TakeEffectParts = Parts<'database' | 'log' | 'linkBox' | 'reference'>;

const turnMax = 1_000;
// One transaction.
const trySeconds = 30;

/** Cancellations whose day has come, by each seller's own date, take effect: what is owed back falls due. */
export async function takeEffect(
  parts: TakeEffectParts,
  sellers: readonly Seller[],
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const days = new Map(sellers.map((seller) => [seller.id, todayOf(seller, now)]));
  const take = () => cancellationWork.take(parts.database, trySeconds, null, [[...days.keys()], [...days.values()]]);
  const handle = async ({ id: policyNumber, sellerId }: DueCancellation): Promise<Ending> => {
    await transact(parts.database, async (tx) => {
      await lockToCancel(tx, policyNumber);
      const today = days.get(sellerId)!;
      if (await carryOut(tx, { policyNumber, today }))
        await askForUsedDays({ ...parts, tx }, policyNumber, { today, now });
    });
    parts.log.info('cancellation in effect', { policyNumber });
    return 'ended';
  };
  return (await runDueWork({ take, handle, trySeconds, turnMax }, signal)).ended;
}
