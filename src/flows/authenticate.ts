import { createHmac, randomBytes } from 'node:crypto';
import { type Integration, isActive, isStampGood, type PreviousSecret, type Seller } from '../domain/seller.ts';
import type { Reference } from '../store/reference/keeper.ts';
import { stampOf } from '../store/reference/sellers.ts';
import type { SecretHasher } from './secret-hash.ts';

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

export type Authenticate = (credentials: Credentials, now: Date) => Promise<Authenticated | null>;

export interface AuthenticateParts {
  readonly reference: () => Reference;
  readonly hasher: SecretHasher;
}

// An entry is two short hashes; a partner needs one per seller.
const recognisedMax = 10_000;

/**
 * Returns the seller of these credentials, or null. Whatever is wrong, disabled or expired, four hashes are computed
 * and the result is the same, so that neither the response nor its time reveals which credential was wrong. Valid
 * credentials are remembered by a keyed fingerprint in this process until they change, so that a partner that
 * authenticates for every call does not use up a core: two hashes take 80 ms, the fingerprint a few µs.
 */
export function makeAuthenticate({ reference, hasher }: AuthenticateParts): Authenticate {
  const fingerprintKey = randomBytes(32);
  const recognised = new Map<string, string>();

  return async (credentials, now) => {
    const { sellers } = reference();
    const integration = sellers.integrationByClientId.get(credentials.clientId) ?? null;
    const seller = integration === null ? null : sellers.find(integration, credentials.username);
    const fingerprint = createHmac('sha256', fingerprintKey)
      .update(JSON.stringify(Object.values(credentials)))
      .digest('base64');
    const known = recognised.get(fingerprint);
    if (known !== undefined && seller !== null && isActive(seller) && isStampGood(seller, known, now))
      return { seller, credentialStamp: known };
    const credentialStamp = await match(credentials, integration, seller, now);
    if (credentialStamp === null || seller === null) return null;
    if (recognised.size >= recognisedMax) recognised.clear();
    recognised.set(fingerprint, credentialStamp);
    return { seller, credentialStamp };
  };

  /** Returns the stamp of the matching pair. Tries the current pair first, which most partners send. */
  async function match(
    given: Credentials,
    integration: Integration | null,
    seller: Seller | null,
    now: Date,
  ): Promise<string | null> {
    const mayEnter = seller !== null && isActive(seller);
    const current = await compare(given, integration?.secretHash ?? null, seller?.passwordHash ?? null);
    if (mayEnter && current.secretHash !== null && current.passwordHash !== null) return seller.credentialStamp;
    const previous = await compare(
      given,
      hashUntil(integration?.previousSecret, now),
      hashUntil(seller?.previousPassword, now),
    );
    const secretHash = current.secretHash ?? previous.secretHash;
    const passwordHash = current.passwordHash ?? previous.passwordHash;
    return mayEnter && secretHash !== null && passwordHash !== null ? stampOf(secretHash, passwordHash) : null;
  }

  /** Always computes two hashes, even if there is nothing to compare with. Returns those that match. */
  async function compare(given: Credentials, secretHash: string | null, passwordHash: string | null) {
    const isSecretRight = await hasher.matches(given.clientSecret, secretHash);
    const isPasswordRight = await hasher.matches(given.password, passwordHash);
    return { secretHash: isSecretRight ? secretHash : null, passwordHash: isPasswordRight ? passwordHash : null };
  }
}

function hashUntil(previous: PreviousSecret | null | undefined, now: Date): string | null {
  return previous && previous.until > now ? previous.hash : null;
}
