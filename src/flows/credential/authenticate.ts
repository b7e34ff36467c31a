import { createHmac, randomBytes } from 'node:crypto';
import {
  type Integration,
  isActive,
  isStampGood,
  type PreviousSecret,
  type Seller,
} from '../../domain/partner/seller.ts';
import { stampOf } from '../../store/reference/sellers.ts';
import type { Parts } from '../parts.ts';
import type { Match } from './secret-hash.ts';

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly username: string;
  readonly password: string;
}

export interface Authenticated {
  readonly seller: Seller;
  /** Identifies the secret and the password that were sent: current or, during an overlap, previous. */
  readonly credentialStamp: string;
}

export interface Authenticator {
  /** Returns the seller of credentials that were verified before and are still good; null for all others. */
  readonly recognise: (credentials: Credentials, now: Date) => Authenticated | null;
  /** Whether this client secret was verified before and is still good. */
  readonly knowsClient: (client: Pick<Credentials, 'clientId' | 'clientSecret'>, now: Date) => boolean;
  /** Verifies credentials, in the turn of the caller's address; null when any is wrong, disabled or expired. */
  readonly verify: (credentials: Credentials, address: string, now: Date) => Promise<Authenticated | null>;
}

/**
 * Verifies the four credentials of a partner. Whatever is wrong, disabled or expired, one hash is computed and the
 * result is the same, so that neither the response nor its time reveals which credential was wrong: the client secret
 * is hashed or, once it has been verified, the password. Only the first use of a right client secret in this process
 * takes both hashes.
 *
 * What was verified is remembered by a keyed fingerprint in this process until it changes, so that a partner that
 * authenticates for every call does not use up a core: a hash takes 40 ms, the fingerprint a few µs.
 */
export function makeAuthenticator({ reference, hasher }: Parts<'reference' | 'hasher'>): Authenticator {
  const credentials = new Remembered();
  const clients = new Remembered();
  const integrationOf = (clientId: string): Integration | null =>
    reference().sellers.integrationByClientId.get(clientId) ?? null;
  const sellerOf = (integration: Integration | null, username: string): Seller | null =>
    integration === null ? null : reference().sellers.find(integration, username);

  /** Returns the hash that this client secret was found to match, if it still counts. */
  function knownSecretHash(clientId: string, clientSecret: string, now: Date): string | null {
    const hash = clients.find([clientId, clientSecret]);
    return hash !== null && secretHashes(integrationOf(clientId), now).includes(hash) ? hash : null;
  }

  async function matchPair(match: Match, given: Credentials, now: Date): Promise<string | null> {
    const integration = integrationOf(given.clientId);
    const seller = sellerOf(integration, given.username);
    let secretHash = knownSecretHash(given.clientId, given.clientSecret, now);
    if (secretHash === null) {
      secretHash = await match(given.clientSecret, secretHashes(integration, now));
      if (secretHash === null) return null;
      clients.add([given.clientId, given.clientSecret], secretHash);
    }
    const passwordHash = await match(given.password, goodHashes(seller?.passwordHash, seller?.previousPassword, now));
    if (passwordHash === null || seller === null || !isActive(seller)) return null;
    return stampOf(secretHash, passwordHash);
  }

  const recognise: Authenticator['recognise'] = (given, now) => {
    const seller = sellerOf(integrationOf(given.clientId), given.username);
    const stamp = credentials.find(Object.values(given));
    if (stamp === null || seller === null || !isActive(seller) || !isStampGood(seller, stamp, now)) return null;
    return { seller, credentialStamp: stamp };
  };

  return {
    recognise,
    knowsClient: ({ clientId, clientSecret }, now) => knownSecretHash(clientId, clientSecret, now) !== null,
    verify: async (given, address, now) => {
      const lane = integrationOf(given.clientId) === null ? 'other' : 'known';
      const stamp = await hasher.judge(
        { lane, address, name: given.clientId },
        // A partner's processes start together: the first may have been verified meanwhile.
        async (match) => recognise(given, now)?.credentialStamp ?? matchPair(match, given, now),
      );
      const seller = sellerOf(integrationOf(given.clientId), given.username);
      if (stamp === null || seller === null) return null;
      credentials.add(Object.values(given), stamp);
      return { seller, credentialStamp: stamp };
    },
  };
}

function secretHashes(integration: Integration | null, now: Date): readonly (string | null)[] {
  return goodHashes(integration?.secretHash, integration?.previousSecret, now);
}

/** The current hash and, during an overlap, the previous one; null for none. */
export function goodHashes(
  current: string | null | undefined,
  previous: PreviousSecret | null | undefined,
  now: Date,
): readonly (string | null)[] {
  return [current ?? null, previous && previous.until > now ? previous.hash : null];
}

/** Remembers what was verified, by a fingerprint that says nothing outside this process. */
export class Remembered {
  readonly #key = randomBytes(32);
  readonly #byFingerprint = new Map<string, string>();

  find(words: readonly string[]): string | null {
    return this.#byFingerprint.get(this.#fingerprint(words)) ?? null;
  }

  add(words: readonly string[], value: string): void {
    if (this.#byFingerprint.size >= rememberedMax) this.#byFingerprint.clear();
    this.#byFingerprint.set(this.#fingerprint(words), value);
  }

  #fingerprint(words: readonly string[]): string {
    return createHmac('sha256', this.#key).update(JSON.stringify(words)).digest('base64');
  }
}

// An entry is two short texts; a partner needs one per seller, and one for its client secret.
const rememberedMax = 10_000;
