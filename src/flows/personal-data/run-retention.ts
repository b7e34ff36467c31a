import type { Actor } from '../../domain/operator/operator.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import { recordAct } from '../../store/operator-act.ts';
import { givenReason } from '../correct/reason.ts';
import { applyRetention, type RetentionCounts, type RetentionParts } from './apply-retention.ts';

/** Erases what is over its time now, for an operator who does not wait for the night. */
export async function runRetention(
  parts: RetentionParts,
  actor: Actor,
  given: string,
): Promise<{ readonly counts: RetentionCounts } | OperatorRefusal> {
  const reason = givenReason(given);
  if (reason === null) return refuseOperator('ReasonRequired', 'reason');
  await recordAct(parts.database, { actor, action: 'run retention', subject: 'retention', reason });
  return { counts: await applyRetention(parts, { actor, reason }) };
}
