import type { DifferenceId } from '../../domain/ids.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { endDifference, lockDifference, type OpenDifference } from '../../store/books/payout-file.ts';
import type { Tx } from '../../store/database.ts';
import type { CorrectionMade } from '../operator/correction.ts';

/** Looks again: what was missing may be in a file by now. */
export async function retryDifference(tx: Tx, id: DifferenceId): Promise<CorrectionMade | OperatorRefusal> {
  const difference = await openDifference(tx, id);
  if (isOperatorRefusal(difference)) return difference;
  if (!difference.isMatched) return refuseOperator('DifferenceRemains');
  await endDifference(tx, id, null);
  return done('retry difference', difference);
}

/** Records what the operator found out. */
export async function settleDifference(
  tx: Tx,
  id: DifferenceId,
  reference: string,
): Promise<CorrectionMade | OperatorRefusal> {
  const difference = await openDifference(tx, id);
  if (isOperatorRefusal(difference)) return difference;
  await endDifference(tx, id, reference);
  return done('settle difference', difference, { settlementReference: reference });
}

async function openDifference(tx: Tx, id: DifferenceId): Promise<OpenDifference | OperatorRefusal> {
  const difference = await lockDifference(tx, id);
  if (difference === null) return refuseOperator('NotFound', 'id');
  return difference.isOpen ? difference : refuseOperator('DifferenceNotOpen');
}

function done(action: string, { id, applicationId, kind, reference }: OpenDifference, facts = {}): CorrectionMade {
  return { action, subject: id, ...(applicationId && { applicationId }), facts: { kind, reference, ...facts } };
}
