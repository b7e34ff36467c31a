import { createSigner, createVerifier, TokenError } from 'fast-jwt';
import { defaultScopes, type Scope } from '../../domain/credential/scope.ts';
import { isActive, isStampGood, type Seller } from '../../domain/partner/seller.ts';
import type { Reach } from '../../flows/call/reach.ts';
import type { PreviousKey } from '../../flows/credential/previous-key.ts';

/**
 * Bearer tokens, signed so that any instance can verify them without a database. A token contains the stamp of the
 * credentials it was issued for and ends with them: it is refused by every instance as soon as one of them is revoked
 * or its overlap ends.
 */
export interface Tokens {
  readonly issue: (subject: Subject, now: Date) => { readonly token: string; readonly expiresAt: Date };
  /** Null when the token is forged, expired, or its seller may no longer use it. */
  readonly verify: (token: string, now: Date) => Bearer | null;
}

/** Whom a token is for, and by which credentials it was got: the seller's own, or those of an OAuth client. */
export interface Subject {
  /** Null: all sellers of the client. */
  readonly seller: Seller | null;
  readonly credentialStamp: string;
  readonly client: { readonly id: string; readonly scopes: readonly Scope[] } | null;
  /** It is for the service's own sale page, and never leaves the service. */
  readonly isOfPage?: true;
}

export interface Bearer {
  readonly reach: Reach;
  readonly scopes: readonly Scope[];
  /** The call is made by the service's own sale page for a customer, who is counted there. */
  readonly isOfPage?: boolean;
}

export interface TokensOptions {
  readonly key: string;
  readonly previousKey?: PreviousKey | null;
  readonly lifetimeMinutes: number;
  readonly sellerById: (id: string) => Seller | undefined;
  /** Whether the client still is, may act for the seller, and its credentials of this stamp are good. */
  readonly isClientGood: (clientId: string, seller: Seller, stamp: string, now: Date) => boolean;
  /** The sellers that the client may act for; none if it is gone or its credentials of this stamp are not good. */
  readonly sellersOfClient: (clientId: string, stamp: string, now: Date) => readonly Seller[];
}

interface Claims {
  /** The seller's id, or `*` for all of the client's. */
  readonly sub: string;
  readonly stamp: string;
  readonly exp: number;
  /** The OAuth client and its scopes; absent in a token for the seller's own credentials. */
  readonly client?: string;
  readonly scope?: string;
  readonly page?: true;
}

// Our tokens have about 250 characters. Longer text is refused without hashing it.
const tokenLengthMax = 1_000;
const knownMax = 10_000;

export function makeTokens(options: TokensOptions): Tokens {
  const { key, previousKey = null, lifetimeMinutes, sellerById, isClientGood, sellersOfClient } = options;
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
    issue: ({ seller, credentialStamp, client, isOfPage }, now) => {
      const expiresAt = new Date(Math.floor(now.getTime() / 1_000) * 1_000 + lifetimeMinutes * 60_000);
      const claims: Claims = {
        sub: seller?.id ?? allSellers,
        stamp: credentialStamp,
        exp: expiresAt.getTime() / 1_000,
        ...(client !== null && { client: client.id, scope: client.scopes.join(' ') }),
        ...(isOfPage && { page: true }),
      };
      return { token: sign({ ...claims }), expiresAt };
    },
    verify: (token, now) => {
      if (token.length > tokenLengthMax) return null;
      const claims = claimsOf(token);
      if (claims === null || claims.exp * 1_000 <= now.getTime()) return null;
      const { client, stamp, scope = '' } = claims;
      const granted = scope.split(' ') as Scope[];
      if (claims.sub === allSellers) {
        const sellers = client === undefined ? [] : sellersOfClient(client, stamp, now);
        if (client === undefined || sellers.length === 0) return null;
        return { reach: { kind: 'client', clientId: client, sellers }, scopes: granted };
      }
      const seller = sellerById(claims.sub);
      if (seller === undefined || !isActive(seller)) return null;
      const reach: Reach = { kind: 'seller', seller };
      if (client === undefined)
        return isStampGood(seller, stamp, now)
          ? { reach, scopes: defaultScopes, isOfPage: claims.page === true }
          : null;
      return isClientGood(client, seller, stamp, now) ? { reach, scopes: granted } : null;
    },
  };
}

const allSellers = '*';

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
