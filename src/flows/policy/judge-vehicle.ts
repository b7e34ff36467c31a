import type { PlainDate } from '../../domain/calendar.ts';
import type { ApplicationId } from '../../domain/ids.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import type { Tx } from '../../store/database.ts';
import { findCovering, lockVehicle, refusesSecondPolicy } from '../../store/policy/covered-vehicle.ts';

/**
 * Where the integration refuses a second policy for a vehicle: refuses to put this one on a vehicle that another one
 * covers on the day or later, or may in a moment. Until the transaction ends, no bind of the vehicle begins.
 */
export async function judgeVehicle(
  tx: Tx,
  { vin, applicationId, sellerId, day }: CoveredVehicle,
): Promise<OperatorRefusal | null> {
  const integrationId = await refusesSecondPolicy(tx, { sellerId });
  if (integrationId === null) return null;
  await lockVehicle(tx, { integrationId, vin });
  const covering = await findCovering(tx, { integrationId, vin, application: applicationId, day, sellerId });
  if (covering === null) return null;
  const { policyNumber } = covering;
  return policyNumber === null
    ? refuseOperator('VehicleBeingBound')
    : refuseOperator('VehicleAlreadyCovered', '', { policyNumber });
}

interface CoveredVehicle {
  readonly vin: string;
  readonly applicationId: ApplicationId;
  readonly sellerId: string;
  readonly day: PlainDate;
}
