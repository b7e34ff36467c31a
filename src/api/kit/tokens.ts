import { createSigner, createVerifier, TokenError } from 'fast-jwt';
import { isActive, isStampGood, type Seller } from '../../domain/seller.ts';
import type { PreviousKey } from '../../flows/previous-key.ts';

/**
 * Bearer tokens, signed so that any instance can verify them without a database. A token contains the stamp of the
 * credentials it was issued for and ends with them: it is refused by every instance as soon as one of them is revoked
 * or its overlap ends.
 */
export interface Tokens {
  readonly issue: (
    seller: Seller,
    credentialStamp: string,
    now: Date,
  ) => { readonly token: string; readonly expiresAt: Date };
  /** Null when the token is forged, expired, or its seller may no longer use it. */
  readonly verify: (token: string, now: Date) => Seller | null;
}

export interface TokensOptions {
  readonly key: string;
  readonly previousKey?: PreviousKey | null;
  readonly lifetimeMinutes: number;
  readonly sellerById: (id: string) => Seller | undefined;
}

interface Claims {
  readonly sub: string;
  readonly stamp: string;
  readonly exp: number;
}

// Our tokens have about 250 characters. Longer text is refused without hashing it.
const tokenLengthMax = 1_000;
const knownMax = 10_000;

export function makeTokens({ key, previousKey = null, lifetimeMinutes, sellerById }: TokensOptions): Tokens {
  const sign = createSigner({ key, algorithm: 'HS256' });
  const check = verifierOf(key);
  const checkBefore = previousKey && verifierOf(previousKey.key);
  // Saves the HMAC of a token seen before: 9 µs per request (bench/caches.ts). The library's own cache hashes the token
  // first, which costs as much.
  const known = new Map<string, Claims>();
  const claimsOf = (token: string): Claims | null => {
    const seen = known.get(token);
    if (seen !== undefined) return seen;
    let claims = readClaims(check, token);
    if (claims === null && checkBefore !== null) {
      claims = readClaims(checkBefore, token);
      if (claims !== null) previousKey?.onUse();
    }
    if (claims !== null) {
      if (known.size >= knownMax) known.clear();
      known.set(token, claims);
    }
    return claims;
  };
  return {
    issue: (seller, credentialStamp, now) => {
      const expiresAt = new Date(Math.floor(now.getTime() / 1_000) * 1_000 + lifetimeMinutes * 60_000);
      const claims: Claims = { sub: seller.id, stamp: credentialStamp, exp: expiresAt.getTime() / 1_000 };
      return { token: sign({ ...claims }), expiresAt };
    },
    verify: (token, now) => {
      if (token.length > tokenLengthMax) return null;
      const claims = claimsOf(token);
      if (claims === null || claims.exp * 1_000 <= now.getTime()) return null;
      const seller = sellerById(claims.sub);
      return seller !== undefined && isActive(seller) && isStampGood(seller, claims.stamp, now) ? seller : null;
    },
  };
}

/** Expiry is checked above, by `clock`. */
function verifierOf(key: string): (token: string) => Claims {
  return createVerifier({ key, algorithms: ['HS256'], ignoreExpiration: true });
}

function readClaims(check: (token: string) => Claims, token: string): Claims | null {
  try {
    return check(token);
  } catch (error) {
    if (error instanceof TokenError) return null;
    throw error;
  }
}
