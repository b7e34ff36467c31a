import type { DifferenceId } from '../../domain/ids.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { endDifference, lockDifference } from '../../store/books/payout-file.ts';
import type { Tx } from '../../store/database.ts';
import type { CorrectionMade } from '../operator/correction.ts';

/** Records what the operator found out. */
export async function settleDifference(
  tx: Tx,
  id: DifferenceId,
  settlementReference: string,
): Promise<CorrectionMade | OperatorRefusal> {
  const difference = await lockDifference(tx, { id });
  if (difference === null) return refuseOperator('NotFound', 'id');
  const { isOpen, applicationId, kind, reference } = difference;
  if (!isOpen) return refuseOperator('DifferenceNotOpen');
  await endDifference(tx, { id, settlementReference });
  const facts = { kind, reference, settlementReference };
  return { action: 'settle difference', subject: id, ...(applicationId && { applicationId }), facts };
}
