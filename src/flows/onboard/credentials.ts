import { type OperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import { transact } from '../../store/database.ts';
import { readIntegration, revokePreviousSecretRow, rotateIntegrationSecret } from '../../store/onboard/integration.ts';
import { lockRow } from '../../store/onboard/lock-row.ts';
import { readSeller, revokePreviousPasswordRow, rotateSellerPassword } from '../../store/onboard/seller.ts';
import { recordAct } from '../../store/operator-act.ts';
import type { By } from './by.ts';
import type { IssueParts } from './integrations.ts';
import { newSecret } from './new-secret.ts';

/**
 * A partner changes over without a gap: after a rotation the one before stays good, with every token given for it, until
 * the overlap ends or it is revoked. Without an overlap it ends at once, everywhere: what to do when it has leaked.
 */
export interface Rotation extends By {
  /** 0 to 720. */
  readonly overlapHours: number;
  readonly now: Date;
}

export interface Rotated {
  /** In no other place than here: it is kept as a hash. */
  readonly secret: string;
  readonly previousUntil: Date | null;
}

const overlapHoursMax = 720; // 30 days: a partner's release cycle.

export async function rotateClientSecret(
  { database, hash }: IssueParts,
  integrationId: string,
  rotation: Rotation,
): Promise<Rotated | OperatorRefusal> {
  if (!isOverlap(rotation.overlapHours)) return refuseOperator('OverlapInvalid', 'overlapHours');
  const secret = newSecret('nbs');
  const kept = { hash: await hash(secret), now: rotation.now, previousUntil: previousUntilOf(rotation) };
  return transact(database, async (tx) => {
    const isThere = await lockRow(tx, 'integration', integrationId);
    const integration = isThere ? await readIntegration(tx, integrationId) : null;
    if (integration === null) return refuseOperator('NotFound');
    await rotateIntegrationSecret(tx, integrationId, kept);
    await recordAct(tx, actOf('rotate client secret', integration.clientId, rotation));
    return { secret, previousUntil: kept.previousUntil };
  });
}

export async function rotatePassword(
  { database, hash }: IssueParts,
  sellerId: string,
  rotation: Rotation,
): Promise<Rotated | OperatorRefusal> {
  if (!isOverlap(rotation.overlapHours)) return refuseOperator('OverlapInvalid', 'overlapHours');
  const secret = newSecret('nbp');
  const kept = { hash: await hash(secret), now: rotation.now, previousUntil: previousUntilOf(rotation) };
  return transact(database, async (tx) => {
    const seller = (await lockRow(tx, 'seller', sellerId)) ? await readSeller(tx, sellerId) : null;
    if (seller === null) return refuseOperator('NotFound');
    await rotateSellerPassword(tx, sellerId, kept);
    await recordAct(tx, actOf('rotate password', seller.username, rotation));
    return { secret, previousUntil: kept.previousUntil };
  });
}

/** Ends the overlap now. */
export async function revokePreviousSecret(
  { database }: Pick<IssueParts, 'database'>,
  integrationId: string,
  { actor, reason, now }: By & { readonly now: Date },
): Promise<undefined | OperatorRefusal> {
  return transact(database, async (tx) => {
    const integration = await readIntegration(tx, integrationId);
    if (integration === null) return refuseOperator('NotFound');
    if (!(await revokePreviousSecretRow(tx, integrationId, now))) return refuseOperator('NothingPrevious');
    await recordAct(tx, { actor, reason, action: 'revoke previous client secret', subject: integration.clientId });
    return undefined;
  });
}

/** Ends the overlap now. */
export async function revokePreviousPassword(
  { database }: Pick<IssueParts, 'database'>,
  sellerId: string,
  { actor, reason, now }: By & { readonly now: Date },
): Promise<undefined | OperatorRefusal> {
  return transact(database, async (tx) => {
    const seller = await readSeller(tx, sellerId);
    if (seller === null) return refuseOperator('NotFound');
    if (!(await revokePreviousPasswordRow(tx, sellerId, now))) return refuseOperator('NothingPrevious');
    await recordAct(tx, { actor, reason, action: 'revoke previous password', subject: seller.username });
    return undefined;
  });
}

function isOverlap(hours: number): boolean {
  return Number.isInteger(hours) && hours >= 0 && hours <= overlapHoursMax;
}

function previousUntilOf({ overlapHours, now }: Rotation): Date | null {
  return overlapHours === 0 ? null : new Date(now.getTime() + overlapHours * 3_600_000);
}

function actOf(action: string, subject: string, { actor, reason, overlapHours }: Rotation) {
  return { actor, reason, action, subject, facts: { overlapHours } };
}
