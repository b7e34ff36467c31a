import type { PlainDate } from '../../domain/calendar.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import { type Refusal, refusal } from '../../domain/refusal.ts';
import { type Agreed, type Claim, claimBind } from '../../store/bind/bind.ts';
import { type Database, type Tx, transact } from '../../store/database.ts';
import { findCovering, lockVehicle } from '../../store/policy/covered-vehicle.ts';
import type { Sale } from '../../store/quote/sale.ts';
import type { ReferenceVersion } from '../../store/reference/keeper.ts';

interface Claiming {
  readonly seller: Seller;
  readonly sale: Sale;
  readonly owner: string;
  readonly agreed: Agreed;
  readonly judgedBy: ReferenceVersion;
  /** Of whoever asked for the bind: what must hold, too. */
  readonly whyNot: ((tx: Tx) => Promise<Refusal | null>) | null;
}

/**
 * Claims the bind. Where the integration refuses a second policy for a vehicle, claims of one vehicle are made one
 * after the other, and each sees those before it: of two at the same time one is told to wait for the other. Elsewhere
 * it costs nothing more.
 *
 * The policy that is asked for begins on its effective date: one that has ended by then does not stand in its way, such
 * as one that is renewed or cancelled to that day.
 */
export async function claimOnce(
  database: Database,
  { seller, sale, owner, agreed, judgedBy, whyNot }: Claiming,
): Promise<Claim | Refusal | null> {
  const { integration } = seller;
  const claim = (tx: Tx): Promise<Claim | null> => claimBind(tx, sale, owner, agreed, judgedBy);
  if (!integration.refusesSecondPolicy && whyNot === null) return claim(database);
  const { vin } = sale.inputs.vehicle;
  const day: PlainDate = sale.effectiveDate;
  return transact(database, async (tx) => {
    const stopped = whyNot === null ? null : await whyNot(tx);
    if (stopped !== null) return stopped;
    if (!integration.refusesSecondPolicy) return claim(tx);
    await lockVehicle(tx, { integrationId: integration.id, vin });
    const covering = await findCovering(tx, {
      integrationId: integration.id,
      vin,
      application: sale.applicationId,
      day,
      sellerId: seller.id,
    });
    if (covering === null) return claim(tx);
    if (covering.policyNumber === null) return refusal('BindInProgress');
    const isOwn = covering.sellerId === seller.id;
    return refusal('VehicleAlreadyCovered', '', isOwn ? { policyNumber: covering.policyNumber } : undefined);
  });
}
