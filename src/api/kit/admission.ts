import { protectedResource } from '@northbind/contract/oauth.ts';
import { findSandboxFault, type SandboxFault } from '@northbind/contract/sandbox-faults.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../domain/calendar.ts';
import { callerAddress } from '../../domain/call/address-key.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import { Unavailable } from '../../domain/unavailable.ts';
import { sellersIn } from '../../flows/call/reach.ts';
import type { Authenticator } from '../../flows/credential/authenticate.ts';
import type { Parts } from '../../flows/parts.ts';
import { sendEmpty, sendRefusals } from './answer.ts';
import { type OwnAddressParts, ownAddress } from './own-address.ts';
import { type Allowance, type RateLimiter, windowSeconds } from './rate-limit.ts';
import type { Bearer, Tokens } from './tokens.ts';

export interface AdmissionParts
  extends OwnAddressParts,
    Parts<'reference' | 'refreshReference' | 'refreshOldReference'> {
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly authenticator: Authenticator;
  readonly limiter: RateLimiter;
  readonly rateLimit: number;
  readonly isProduction: boolean;
}

/**
 * Identifies the caller and applies the rate limit. A call with a valid token counts against its integration, any other
 * against the caller's address, so that a partner's allowance can't be used up without its credentials. An authenticate
 * call is counted once its outcome is known, by `countAuthenticate`: right credentials are not refused for wrong ones
 * from the same address. Only after too many wrong ones are all from that address refused unread, because each costs a
 * hash, except those that name a client secret which is known to be right.
 */
export async function admit(
  parts: AdmissionParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const access = request.routeOptions.config.access;
  if (access === 'none') return undefined;
  await parts.refreshOldReference();
  const isAskedFor = !parts.isProduction && faultOf(request) === 'RateLimitExceeded';
  if (access === 'credentials') {
    if (isAskedFor) return refuseBusy(request, reply, windowSeconds);
    // What its body proves is judged there, before a hash is computed.
    if (request.routeOptions.config.areCredentialsInBody) return undefined;
    return parts.authenticator.knowsClient(clientOf(request), parts.clock())
      ? undefined
      : refuseExhausted(parts, request, reply);
  }
  const bearer = identify(parts, request);
  const reach = request.reach;
  // All sellers of a client are of one integration.
  const anySeller = reach && sellersIn(reach)[0]!;
  const allowance = request.isOfPage
    ? unlimited
    : anySeller === null
      ? await countAddress(parts, request)
      : await countIntegration(parts, anySeller, reply);
  if (!allowance.isAllowed || isAskedFor) return refuseBusy(request, reply, allowance.resetSeconds);
  return refuseCaller(parts, bearer, request, reply);
}

/** Whoever was admitted is judged again, by reference data that were changed since. Returns the refusal, if any. */
export async function admitAgain(
  parts: AdmissionParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  await parts.refreshReference();
  return refuseCaller(parts, identify(parts, request), request, reply);
}

/** Notes who calls, by the reference data as they are now. */
function identify(parts: AdmissionParts, request: FastifyRequest): Bearer | null {
  request.judgedBy = parts.reference().version;
  const bearer = callerOf(parts, request);
  const reach = bearer?.reach ?? null;
  request.reach = reach;
  request.seller = reach?.kind === 'seller' ? reach.seller : null;
  request.isOfPage = bearer?.isOfPage === true;
  return bearer;
}

function refuseCaller(
  parts: OwnAddressParts,
  bearer: Bearer | null,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  const { access } = request.routeOptions.config;
  if (bearer === null) return access === 'bearer' ? refuseToken(parts, request, reply) : undefined;
  const { scopes, isForAllSellers } = request.routeOptions.config;
  if (scopes !== undefined && !scopes.some((scope) => bearer.scopes.includes(scope)))
    return refuseScope(request, reply, scopes);
  if (bearer.reach.kind === 'client' && isForAllSellers !== true)
    return refuseScope(request, reply, ['seller:<username>']);
  return undefined;
}

/** Says where to learn how a token is got (RFC 9728), and of one that was sent, that it is none (RFC 6750). */
function refuseToken(parts: OwnAddressParts, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { authorization = '' } = request.headers;
  if (authorization !== '' && !/^bearer\b/i.test(authorization)) return sendEmpty(reply, 401);
  const { resource = '' } = request.routeOptions.config;
  const metadata = `resource_metadata="${ownAddress(parts, request)}${protectedResource.path}${resource}"`;
  const fault = authorization === '' ? '' : 'error="invalid_token", ';
  return sendEmpty(reply, 401, `Bearer ${fault}${metadata}`);
}

/** The sale page counts its visitors itself: none of them uses up what the partner's software may ask. */
const unlimited = { isAllowed: true, resetSeconds: 0 } as const;

/** Refuses credentials that are not known to be right from an address that has sent too many wrong ones. */
export function refuseExhausted(
  { limiter }: Pick<AdmissionParts, 'limiter'>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  const exhausted = limiter.exhausted(guessKey(request));
  return exhausted === null ? undefined : refuseBusy(request, reply, exhausted.resetSeconds);
}

/** The failure that a sandbox call asks for with its `Sandbox-Fault` header. Ignored in production. */
export function faultOf({ headers }: FastifyRequest): SandboxFault | null {
  return findSandboxFault(headerText(headers['sandbox-fault']));
}

/** Refuses a fault that can't happen here: it would let a partner's test pass that tests nothing. */
export function refuseOtherFault(
  request: FastifyRequest,
  reply: FastifyReply,
  allowed: readonly SandboxFault[],
): FastifyReply | undefined {
  const value = request.headers['sandbox-fault'];
  if (value === undefined || value === '') return undefined;
  const fault = faultOf(request);
  if (fault !== null && allowed.includes(fault)) return undefined;
  return sendRefusals(request, reply, [{ code: 'SandboxFaultUnknown', field: '', params: { allowed } }]);
}

/** Fails as any call can be asked to. The rate limit is used up at admission. */
export function failAsAsked(fault: SandboxFault | null): void {
  if (fault === 'ServiceUnavailable') throw new Unavailable('The sandbox was asked to be unavailable.');
  if (fault === 'InternalError') throw new Error('The sandbox was asked for an internal error.');
}

/** The credentials in the headers of an authenticate call; a missing one is empty. */
export function clientOf({ headers }: FastifyRequest): { readonly clientId: string; readonly clientSecret: string } {
  return { clientId: headerText(headers.client_id), clientSecret: headerText(headers.client_secret) };
}

function headerText(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}

/**
 * Counts an authenticate call: a right one against its integration, a wrong one against the address. The answer to a
 * wrong one has no counts, so that it is the same whatever was wrong. Returns true when it refused the call.
 */
export async function countAuthenticate(
  parts: AdmissionParts,
  seller: Seller | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  request.isCounted = true;
  const allowance = seller === null ? await countGuess(parts, request) : await countIntegration(parts, seller, reply);
  if (!allowance.isAllowed) refuseBusy(request, reply, allowance.resetSeconds);
  return !allowance.isAllowed;
}

/** Counts an authenticate call that was refused for its form, which `countAuthenticate` never sees. */
export function countRefusedForm(parts: AdmissionParts, request: FastifyRequest): void {
  if (request.isCounted) return;
  void countGuess(parts, request).catch(() => undefined); // Already answered; the limiter reports its own faults.
}

export function refuseBusy(request: FastifyRequest, reply: FastifyReply, seconds: number): FastifyReply {
  reply.header('retry-after', String(seconds));
  return sendRefusals(request, reply, [{ code: 'RateLimitExceeded', field: '', params: { seconds } }]);
}

/** Any one of the scopes would do. */
function refuseScope(request: FastifyRequest, reply: FastifyReply, scopes: readonly string[]): FastifyReply {
  reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"`);
  return sendRefusals(request, reply, [{ code: 'ScopeInsufficient', field: '', params: { scopes } }]);
}

function callerOf({ tokens, clock }: AdmissionParts, request: FastifyRequest): Bearer | null {
  const token = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return token === undefined ? null : tokens.verify(token, clock());
}

async function countIntegration(parts: AdmissionParts, seller: Seller, reply: FastifyReply): Promise<Allowance> {
  const allowance = await parts.limiter.consume(
    `integration ${seller.integration.id}`,
    seller.integration.rateLimit ?? parts.rateLimit,
  );
  reply.headers({
    'ratelimit-limit': String(allowance.limit),
    'ratelimit-remaining': String(allowance.remaining),
    'ratelimit-reset': String(allowance.resetSeconds),
  });
  return allowance;
}

function countAddress({ limiter, rateLimit }: AdmissionParts, request: FastifyRequest): Promise<Allowance> {
  return limiter.consume(addressKey(request), rateLimit);
}

/** Counts against both limits of an address: its calls without a token, and its wrong credentials. */
async function countGuess(parts: AdmissionParts, request: FastifyRequest): Promise<Allowance> {
  const [bad] = await Promise.all([
    countAddress(parts, request),
    parts.limiter.consume(guessKey(request), parts.rateLimit),
  ]);
  return bad;
}

const addressKey = (request: FastifyRequest): string => `address ${callerAddress(request)}`;
const guessKey = (request: FastifyRequest): string => `guesses ${callerAddress(request)}`;
