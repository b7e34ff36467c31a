import { createDecoder, createVerifier, TokenError } from 'fast-jwt';
import { mayActFor, type OAuthClient, readScope } from '../../domain/credential/oauth.ts';
import { type Scope, scopesForAllSellers } from '../../domain/credential/scope.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import { takeAssertion } from '../../store/credential/oauth-assertion.ts';
import type { Reference } from '../../store/reference/keeper.ts';
import { type Sellers, stampOf } from '../../store/reference/sellers.ts';
import type { NamedCaller } from '../call/name-caller.ts';
import type { Parts } from '../parts.ts';
import { goodHashes, Remembered } from './authenticate.ts';
import { type ClientKey, readClientKey } from './client-keys.ts';

/** How a client proves itself: by its secret (RFC 6749 §2.3) or by a signed assertion (RFC 7523). */
export type ClientProof =
  | { readonly kind: 'secret'; readonly clientId: string; readonly secret: string }
  | { readonly kind: 'assertion'; readonly assertion: string };

export interface OAuthTokenParts extends Parts<'database' | 'reference' | 'hasher'> {
  /** The public half of a key that everybody can read: nobody proves anything by it. Null in the sandbox. */
  readonly refusedKey: object | null;
}

/** Where a proof came from, and what it may name as its audience: the service's address or its token endpoint. */
export interface ProofContext {
  readonly address: string;
  readonly audiences: readonly string[];
  readonly now: Date;
}

export interface ProvenClient {
  readonly client: OAuthClient;
  /** Identifies the secret or the keys by which it proved itself. */
  readonly stamp: string;
}

export interface ClientAuthenticator {
  /** Whether this proof was verified before and is still good. */
  readonly recognise: (proof: ClientProof, now: Date) => ProvenClient | null;
  /** Returns null for an unknown or disabled client and a wrong proof alike. */
  readonly verify: (proof: ClientProof, context: ProofContext) => Promise<ProvenClient | null>;
  /** Who this proof and scope name, for the log: only names that exist, as `nameCaller`. */
  readonly name: (proof: ClientProof | null, scope: string) => NamedCaller;
}

export function makeClientAuthenticator(parts: OAuthTokenParts): ClientAuthenticator {
  const secrets = new Remembered();
  const clientOf = (clientId: string): OAuthClient | null =>
    parts.reference().sellers.oauthClientByClientId.get(clientId) ?? null;

  const recognise: ClientAuthenticator['recognise'] = (proof, now) => {
    if (proof.kind === 'assertion') return null;
    const client = clientOf(proof.clientId);
    const hash = secrets.find([proof.clientId, proof.secret]);
    if (client === null || hash === null || !isClientActive(client) || !hashesOf(client, now).includes(hash))
      return null;
    return { client, stamp: stampOf(hash, client.id) };
  };

  const name: ClientAuthenticator['name'] = (proof, scope) => {
    const given = proof?.kind === 'assertion' ? unverifiedSubject(proof.assertion) : proof?.clientId;
    const client = given == null ? null : clientOf(given);
    const username = readScope(scope)?.username ?? null;
    const seller =
      client === null || username === null ? null : parts.reference().sellers.find(client.integration, username);
    return { clientId: client?.clientId ?? null, username: seller?.username ?? null };
  };

  return {
    recognise,
    name,
    verify: async (proof, context) => {
      const { address, now } = context;
      if (proof.kind === 'assertion') return verifyAssertion(parts, clientOf, proof.assertion, context);
      const { clientId, secret } = proof;
      const client = clientOf(clientId);
      const hash = await parts.hasher.judge(
        { lane: client === null ? 'other' : 'known', address, name: clientId },
        (match) => match(secret, hashesOf(client, now)),
      );
      if (hash === null || client === null || !isClientActive(client)) return null;
      secrets.add([clientId, secret], hash);
      return { client, stamp: stampOf(hash, client.id) };
    },
  };
}

function isClientActive({ isDisabled, integration }: OAuthClient): boolean {
  return !isDisabled && !integration.isDisabled;
}

function hashesOf(client: OAuthClient | null, now: Date): readonly (string | null)[] {
  return goodHashes(client?.secretHash, client?.previousSecret, now);
}

/** Returns whether a token with this stamp is still good. */
export function isClientStampGood(client: OAuthClient, stamp: string, now: Date): boolean {
  if (!isClientActive(client)) return false;
  const hashes = hashesOf(client, now).filter((hash) => hash !== null);
  return [...hashes.map((hash) => stampOf(hash, client.id)), keyStamp(client)].includes(stamp);
}

const keyStamp = (client: OAuthClient): string => stampOf(JSON.stringify(client.publicKeys), client.id);

const assertionLengthMax = 8_000;
const jtiLengthMax = 200;
// An assertion is made for one request; a long life would only help a thief.
const lifetimeSecondsMax = 3_600;
const clockToleranceMs = 30_000;

type AssertionClaims = Readonly<Partial<Record<'iss' | 'sub' | 'jti' | 'exp' | 'nbf' | 'iat' | 'aud', unknown>>>;

async function verifyAssertion(
  { database, refusedKey }: Pick<OAuthTokenParts, 'database' | 'refusedKey'>,
  clientOf: (clientId: string) => OAuthClient | null,
  assertion: string,
  { audiences, now }: ProofContext,
): Promise<ProvenClient | null> {
  const named = unverifiedSubject(assertion);
  const client = named === null ? null : clientOf(named);
  if (client === null || !isClientActive(client)) return null;
  for (const jwk of client.publicKeys) {
    if (refusedKey !== null && isSameKey(jwk, refusedKey)) continue;
    const claims = claimsBy(jwk, assertion, [...audiences], now);
    if (claims === null || isForOthersToo(claims) || claims.iss !== client.clientId || claims.sub !== client.clientId)
      continue;
    const { jti } = claims;
    const expiresAt = expiryOf(claims, now);
    if (!isJti(jti) || expiresAt === null) return null;
    const isFirst = await takeAssertion(database, { clientId: client.id, jti, expiresAt });
    return isFirst ? { client, stamp: keyStamp(client) } : null;
  }
  return null;
}

/** Another audience could present it here in the client's name. */
const isForOthersToo = ({ aud }: AssertionClaims): boolean => Array.isArray(aud) && aud.length > 1;

function isSameKey(one: Readonly<{ x?: unknown }>, other: Readonly<{ x?: unknown }>): boolean {
  return one.x !== undefined && one.x === other.x;
}

/** PostgreSQL, which remembers it, takes neither NUL nor half of a surrogate pair. */
function isJti(jti: unknown): jti is string {
  return (
    typeof jti === 'string' && jti !== '' && jti.length <= jtiLengthMax && !jti.includes('\0') && jti.isWellFormed()
  );
}

/** Returns null for one that has passed or is too far away. */
function expiryOf({ exp }: AssertionClaims, now: Date): Date | null {
  if (typeof exp !== 'number') return null;
  const leftMs = exp * 1_000 - now.getTime();
  const isGood = leftMs > -clockToleranceMs && leftMs <= lifetimeSecondsMax * 1_000 + clockToleranceMs;
  return isGood ? new Date(exp * 1_000) : null;
}

/** The client that it names, before anything is proven. */
function unverifiedSubject(assertion: string): string | null {
  if (assertion.length > assertionLengthMax) return null;
  const claims = claimsOrNull(() => createDecoder()(assertion));
  // The verifier throws errors of another class than its own for numbers that are no valid times.
  if (claims === null || ![claims.exp, claims.nbf, claims.iat].every(isTimeIfGiven)) return null;
  return typeof claims.sub === 'string' ? claims.sub : null;
}

function isTimeIfGiven(seconds: unknown): boolean {
  return seconds === undefined || (typeof seconds === 'number' && !Number.isNaN(new Date(seconds * 1_000).getTime()));
}

/** Returns null unless the key has signed it for us and it has not expired. */
function claimsBy(jwk: object, assertion: string, audience: string[], now: Date): AssertionClaims | null {
  const key = keyOf(jwk);
  if (key === null) return null;
  return claimsOrNull(() => {
    const verify = createVerifier({
      key: key.pem,
      algorithms: [key.algorithm],
      allowedAud: audience,
      requiredClaims: ['exp', 'jti', 'iss', 'sub', 'aud'],
      clockTimestamp: now.getTime(),
      clockTolerance: clockToleranceMs,
      cache: false,
    });
    return verify(assertion);
  });
}

/** Read once: a changed key is another object. Null: it proves nothing, whoever has stored it. */
function keyOf(jwk: object): ClientKey | null {
  const known = keysKnown.get(jwk);
  if (known !== undefined) return known;
  const key = readClientKey(jwk);
  keysKnown.set(jwk, key);
  return key;
}

const keysKnown = new WeakMap<object, ClientKey | null>();

function claimsOrNull(read: () => AssertionClaims): AssertionClaims | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof TokenError) return null;
    throw error;
  }
}

export type OAuthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  | 'unauthorized_client';

export interface Grant {
  /** Null: all sellers of the client. */
  readonly seller: Seller | null;
  readonly scopes: readonly Scope[];
}

/**
 * Returns the seller that the token is for, and its scopes; null if the scope can't be granted: a word of it is none,
 * the client may not use it, no seller is named where the client has several, or the seller is not the client's.
 */
export function grantScope(reference: Reference, client: OAuthClient, scope: string): Grant | null {
  const asked = readScope(scope);
  if (asked === null || !asked.scopes.every((one) => client.scopes.includes(one))) return null;
  if (asked.isForAllSellers) return grantForAll(reference, client, asked.scopes);
  const seller = sellerFor(reference, client, asked.username);
  if (seller === null) return null;
  return { seller, scopes: asked.scopes.length === 0 ? client.scopes : asked.scopes };
}

function sellerFor({ sellers }: Reference, client: OAuthClient, username: string | null): Seller | null {
  if (username !== null) {
    const seller = sellers.find(client.integration, username);
    return seller !== null && mayActFor(client, seller) ? seller : null;
  }
  const own = sellersOf(sellers, client);
  return own.length === 1 ? own[0]! : null;
}

function grantForAll({ sellers }: Reference, client: OAuthClient, asked: readonly Scope[]): Grant | null {
  const scopes = asked.length > 0 ? asked : scopesForAllSellers.filter((scope) => client.scopes.includes(scope));
  const isAllowed = scopes.length > 0 && scopes.every((scope) => scopesForAllSellers.includes(scope));
  return isAllowed && sellersOf(sellers, client).length > 0 ? { seller: null, scopes } : null;
}

/** The sellers that the client may act for now. */
export function sellersOf({ byId }: Pick<Sellers, 'byId'>, client: OAuthClient): readonly Seller[] {
  return [...byId.values()].filter((seller) => mayActFor(client, seller));
}
