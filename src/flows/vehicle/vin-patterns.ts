import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { type GivenVinPattern, judgeVinPattern } from '../../domain/vehicle/judge-vin-pattern.ts';
import { recordAct } from '../../store/audit/operator-act.ts';
import { transact } from '../../store/database.ts';
import { deleteResolvedVins } from '../../store/vehicle/unresolved-vin.ts';
import { deleteVinPattern, insertVinPattern, type VinPatternRow } from '../../store/vehicle/vin-pattern.ts';
import type { ActorAndReason, OnboardParts } from '../operator/actor-and-reason.ts';

/** All of them are in every instance's memory. */
const patternsMax = 2_000;

/** Every instance reads VINs by it within a second. */
export async function createVinPattern(
  { database }: OnboardParts,
  given: GivenVinPattern,
  { actor, reason }: ActorAndReason,
): Promise<VinPatternRow | OperatorRefusal> {
  const judged = judgeVinPattern(given);
  if (isOperatorRefusal(judged)) return judged;
  return transact(database, async (tx) => {
    const created = await insertVinPattern(tx, judged, patternsMax);
    if (created === null) return refuseOperator('VinPatternsFull');
    await deleteResolvedVins(tx, judged);
    await recordAct(tx, { actor, reason, action: 'create VIN pattern', subject: judged.pattern, facts: { ...judged } });
    return created;
  });
}

/** Quotes and policies keep the vehicle as it was. */
export async function removeVinPattern(
  { database }: OnboardParts,
  id: string,
  { actor, reason }: ActorAndReason,
): Promise<VinPatternRow | OperatorRefusal> {
  return transact(database, async (tx) => {
    const removed = await deleteVinPattern(tx, { id });
    if (removed === null) return refuseOperator('NotFound');
    const { pattern: subject, id: _, ...facts } = removed;
    await recordAct(tx, { actor, reason, action: 'remove VIN pattern', subject, facts });
    return removed;
  });
}
