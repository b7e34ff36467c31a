import type { ReversalId } from '../../domain/ids.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import type { Tx } from '../../store/database.ts';
import { lockReversal, reversalWork, type StuckReversal, settleReversal } from '../../store/reversal.ts';
import type { Done } from './correction.ts';

export async function retryReversal(tx: Tx, id: ReversalId): Promise<Done | OperatorRefusal> {
  const reversal = await openReversal(tx, id);
  if (isOperatorRefusal(reversal)) return reversal;
  await reversalWork.hasten(tx, id);
  return done('retry reversal', reversal);
}

/** Records that the money was given back another way: by cheque, or in the processor's or the lender's own console. */
export async function settleReversalOutside(
  tx: Tx,
  id: ReversalId,
  reference: string,
): Promise<Done | OperatorRefusal> {
  const reversal = await openReversal(tx, id);
  if (isOperatorRefusal(reversal)) return reversal;
  await settleReversal(tx, id, reference);
  return done('settle reversal', reversal, { reference });
}

async function openReversal(tx: Tx, id: ReversalId): Promise<StuckReversal | OperatorRefusal> {
  const reversal = await lockReversal(tx, id);
  if (reversal === null) return refuseOperator('NotFound', 'id');
  if (reversal.state !== 'due') return refuseOperator('ReversalNotDue');
  if (reversal.isTried) return refuseOperator('ReversalUnderWay'); // The try may succeed at any moment.
  return reversal;
}

function done(action: string, { id, applicationId, kind, key, amountCents }: StuckReversal, facts = {}): Done {
  return { action, subject: id, applicationId, facts: { kind, key, amountCents, ...facts } };
}
