import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { recordAct } from '../../store/audit/operator-act.ts';
import { credentialIn } from '../../store/credential/credential.ts';
import { readOAuthClient } from '../../store/credential/oauth-client.ts';
import { type Tx, transact } from '../../store/database.ts';
import { readIntegration } from '../../store/partner/integration.ts';
import { lockRow } from '../../store/partner/lock-row.ts';
import { readSeller } from '../../store/partner/seller.ts';
import type { ActorAndReason } from '../operator/actor-and-reason.ts';
import type { IssueParts } from '../partner/integrations.ts';
import { newSecret } from './new-secret.ts';

/**
 * Rotates a credential without downtime: the previous one and its tokens stay valid until the overlap ends or it is
 * revoked. With no overlap it ends at once, everywhere, as needed after a leak.
 */
export interface Rotation extends ActorAndReason {
  /** The former secret works for 0 to 720 hours more. */
  readonly overlapHours: number;
  readonly now: Date;
}

export interface Rotated {
  /** Shown only here: only its hash is stored. */
  readonly secret: string;
  readonly previousUntil: Date | null;
}

const overlapHoursMax = 720; // 30 days: a partner's release cycle.

/** What differs between secrets and passwords. */
interface Credential {
  readonly stored: ReturnType<typeof credentialIn>;
  readonly prefix: 'nbs' | 'nbp';
  /** Its name in the record of acts. */
  readonly words: 'client secret' | 'OAuth client secret' | 'password';
  /** The owner's client id or username; null if there is no such owner. */
  readonly ownerName: (tx: Tx, id: string) => Promise<string | null>;
}

const clientSecret: Credential = {
  stored: credentialIn('integration', 'secret'),
  prefix: 'nbs',
  words: 'client secret',
  ownerName: async (tx, id) => (await readIntegration(tx, { id }))?.clientId ?? null,
};

const oauthSecret: Credential = {
  stored: credentialIn('oauth_client', 'secret'),
  prefix: 'nbs',
  words: 'OAuth client secret',
  ownerName: async (tx, id) => (await readOAuthClient(tx, { id }))?.clientId ?? null,
};

const password: Credential = {
  stored: credentialIn('seller', 'password'),
  prefix: 'nbp',
  words: 'password',
  ownerName: async (tx, id) => (await readSeller(tx, { id }))?.username ?? null,
};

export const rotateClientSecret = rotationOf(clientSecret);
export const rotatePassword = rotationOf(password);
export const rotateOAuthSecret = rotationOf(oauthSecret);
/** Ends the overlap now. */
export const revokePreviousOAuthSecret = revocationOf(oauthSecret);
/** Ends the overlap now. */
export const revokePreviousSecret = revocationOf(clientSecret);
/** Ends the overlap now. */
export const revokePreviousPassword = revocationOf(password);

type Rotate = (parts: IssueParts, ownerId: string, rotation: Rotation) => Promise<Rotated | OperatorRefusal>;

function rotationOf({ stored, prefix, words, ownerName }: Credential): Rotate {
  return async ({ database, hash }, ownerId, rotation) => {
    const { overlapHours, actor, reason, now } = rotation;
    if (!isOverlap(overlapHours)) return refuseOperator('OverlapInvalid', 'overlapHours');
    const secret = newSecret(prefix);
    const before = await stored.readHash(database, { id: ownerId });
    const kept = { hash: await hash(secret, before ?? undefined), now, previousUntil: previousUntilOf(rotation) };
    return transact(database, async (tx) => {
      const subject = (await lockRow(tx, stored.table, ownerId)) ? await ownerName(tx, ownerId) : null;
      if (subject === null) return refuseOperator('NotFound');
      await stored.replace(tx, ownerId, kept);
      await recordAct(tx, { actor, reason, action: `rotate ${words}`, subject, facts: { overlapHours } });
      return { secret, previousUntil: kept.previousUntil };
    });
  };
}

type Revoke = (
  parts: Pick<IssueParts, 'database'>,
  ownerId: string,
  revocation: ActorAndReason & { readonly now: Date },
) => Promise<undefined | OperatorRefusal>;

function revocationOf({ stored, words, ownerName }: Credential): Revoke {
  return async ({ database }, ownerId, { actor, reason, now }) =>
    transact(database, async (tx) => {
      const subject = await ownerName(tx, ownerId);
      if (subject === null) return refuseOperator('NotFound');
      if (!(await stored.forgetPrevious(tx, { id: ownerId, now }))) return refuseOperator('NothingPrevious');
      await recordAct(tx, { actor, reason, action: `revoke previous ${words}`, subject });
      return undefined;
    });
}

function isOverlap(hours: number): boolean {
  return Number.isInteger(hours) && hours >= 0 && hours <= overlapHoursMax;
}

function previousUntilOf({ overlapHours, now }: Rotation): Date | null {
  return overlapHours === 0 ? null : new Date(now.getTime() + overlapHours * 3_600_000);
}
