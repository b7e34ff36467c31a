import { createHmac, randomBytes } from 'node:crypto';
import { type Integration, isActive, type Seller } from '../domain/seller.ts';
import type { Reference } from '../store/reference/keeper.ts';
import type { SecretHasher } from './secret-hash.ts';

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly username: string;
  readonly password: string;
}

export type Authenticate = (credentials: Credentials) => Promise<Seller | null>;

export interface AuthenticateParts {
  readonly reference: () => Reference;
  readonly hasher: SecretHasher;
}

// One entry is two short hashes; a partner needs one per seller.
const recognisedMax = 10_000;

/**
 * Tells whose credentials these are, or null. Whatever is wrong or disabled, both hashes are computed and the answer is
 * the same, so that neither the answer nor its time says which credential it was.
 *
 * Credentials that were right before are recognised by a keyed fingerprint that lives and dies with this process, as
 * long as nothing about them has changed: a partner that authenticates for every call does not cost a core.
 */
export function makeAuthenticate({ reference, hasher }: AuthenticateParts): Authenticate {
  const fingerprintKey = randomBytes(32);
  const recognised = new Map<string, string>();

  return async (credentials) => {
    const { sellers } = reference();
    const integration = sellers.integrationByClientId.get(credentials.clientId) ?? null;
    const seller = integration === null ? null : sellers.find(integration, credentials.username);
    const fingerprint = createHmac('sha256', fingerprintKey)
      .update(JSON.stringify(Object.values(credentials)))
      .digest('base64');
    const isKnown = seller !== null && isActive(seller) && recognised.get(fingerprint) === seller.credentialStamp;
    const isRight = isKnown || (await bothMatch(credentials, integration, seller));
    if (!isRight || seller === null || !isActive(seller)) return null;
    if (recognised.size >= recognisedMax) recognised.clear();
    recognised.set(fingerprint, seller.credentialStamp);
    return seller;
  };

  async function bothMatch(
    given: Credentials,
    integration: Integration | null,
    seller: Seller | null,
  ): Promise<boolean> {
    const isSecretRight = await hasher.matches(given.clientSecret, integration?.secretHash ?? null);
    const isPasswordRight = await hasher.matches(given.password, seller?.passwordHash ?? null);
    return isSecretRight && isPasswordRight;
  }
}
