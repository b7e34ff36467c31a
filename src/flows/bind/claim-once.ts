import type { Seller } from '../../domain/partner/seller.ts';
import { type Refusal, type Refused, refusal, refused } from '../../domain/refusal.ts';
import { type Agreed, type Claim, claimBind } from '../../store/bind/bind.ts';
import { type Database, type Tx, transact } from '../../store/database.ts';
import { findCovering, lockVehicle } from '../../store/policy/covered-vehicle.ts';
import type { Sale } from '../../store/quote/sale.ts';
import type { ReferenceVersion } from '../../store/reference/keeper.ts';
import { firstRefusals } from '../first-refusals.ts';

interface Claiming {
  readonly seller: Seller;
  readonly sale: Sale;
  readonly owner: string;
  readonly agreed: Agreed;
  readonly judgedBy: ReferenceVersion;
  /** What must also hold, as whoever asked for the bind has it. */
  readonly judgeClaim: JudgeClaim | null;
}

/** A check that is made in the transaction of the claim. It locks what it reads, so that it still holds at its end. */
export type JudgeClaim = (tx: Tx) => Promise<readonly Refusal[]>;

export type Claimed =
  | { readonly kind: 'claimed'; readonly claim: Claim }
  | Refused
  /** Another request was faster. */
  | { readonly kind: 'changed' };

/**
 * Claims the bind. Where the integration refuses a second policy for a vehicle, claims of one vehicle are made one
 * after the other, and each sees those before it: of two at the same time one is told to wait for the other. Elsewhere
 * it costs nothing more.
 */
export async function claimOnce(database: Database, claiming: Claiming): Promise<Claimed> {
  const { seller, sale, owner, agreed, judgedBy, judgeClaim } = claiming;
  const claim = async (tx: Tx): Promise<Claimed> => {
    const made = await claimBind(tx, sale, owner, agreed, judgedBy, null);
    return made === null ? { kind: 'changed' } : { kind: 'claimed', claim: made };
  };
  const checks: readonly JudgeClaim[] = [
    ...(judgeClaim === null ? [] : [judgeClaim]),
    ...(seller.integration.refusesSecondPolicy ? [(tx: Tx) => judgeVehicle(tx, claiming)] : []),
  ];
  if (checks.length === 0) return claim(database);
  return transact(database, async (tx) => {
    const refusals = await firstRefusals(checks.map((check) => () => check(tx)));
    return refusals.length > 0 ? refused(...refusals) : claim(tx);
  });
}

/**
 * The policy that is asked for begins on its effective date: one that has ended by then does not stand in its way, such
 * as one that is renewed or cancelled to that day.
 */
async function judgeVehicle(tx: Tx, { seller, sale }: Pick<Claiming, 'seller' | 'sale'>): Promise<readonly Refusal[]> {
  const { vin } = sale.inputs.vehicle;
  const { id: integrationId } = seller.integration;
  await lockVehicle(tx, { integrationId, vin });
  const covering = await findCovering(tx, {
    integrationId,
    vin,
    application: sale.applicationId,
    day: sale.effectiveDate,
    sellerId: seller.id,
  });
  if (covering === null) return [];
  if (covering.policyNumber === null) return [refusal('BindInProgress')];
  const isOwn = covering.sellerId === seller.id;
  return [refusal('VehicleAlreadyCovered', '', isOwn ? { policyNumber: covering.policyNumber } : undefined)];
}
