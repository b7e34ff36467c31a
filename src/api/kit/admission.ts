import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../domain/calendar/calendar.ts';
import type { Seller } from '../../domain/seller.ts';
import { sendEmpty, sendRefusals } from './answer.ts';
import type { Allowance, RateLimiter } from './rate-limit.ts';
import { windowSeconds } from './rate-limit.ts';
import { faultOf } from './sandbox-fault.ts';
import type { Tokens } from './tokens.ts';

export interface AdmissionParts {
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly limiter: RateLimiter;
  readonly rateLimit: number;
  readonly isProduction: boolean;
}

/**
 * Says who is calling and whether they may call now. A call with a good token counts against its integration, any other
 * against the caller's address, so that nobody can use up a partner's allowance without the partner's credentials. The
 * authenticate call is counted where its outcome is known, by `countAuthenticate`: right credentials are not refused
 * for what others did wrong at the same address. Only when too many credentials from there were wrong, none are looked
 * at any more, or guessing would have no limit and each guess its price in hashes.
 */
export async function admit(
  parts: AdmissionParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const access = request.routeOptions.config.access;
  if (access === 'none') return undefined;
  const isAskedFor = !parts.isProduction && faultOf(request) === 'RateLimitExceeded';
  if (access === 'credentials') {
    const exhausted = parts.limiter.exhausted(guessKey(request));
    if (exhausted !== null || isAskedFor) return refuseBusy(request, reply, exhausted?.resetSeconds ?? windowSeconds);
    return undefined;
  }
  const seller = callerOf(parts, request);
  request.seller = seller;
  const allowance = seller === null ? await countAddress(parts, request) : await countIntegration(parts, seller, reply);
  if (!allowance.isAllowed || isAskedFor) return refuseBusy(request, reply, allowance.resetSeconds);
  if (seller === null && access === 'bearer') return sendEmpty(reply, 401);
  return undefined;
}

/**
 * Counts an authenticate call: a right one against its integration, a wrong one against the address. A wrong one must
 * look the same whatever was wrong, so it shows no counts. True when the call was refused here.
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

/** An authenticate call that was refused by its form never came to be counted: it counts against the address, too. */
export function countRefusedForm(parts: AdmissionParts, request: FastifyRequest): void {
  if (request.isCounted) return;
  void countGuess(parts, request).catch(() => undefined); // It has been answered; the limiter tells its own faults.
}

export function refuseBusy(request: FastifyRequest, reply: FastifyReply, seconds: number): FastifyReply {
  reply.header('retry-after', String(seconds));
  return sendRefusals(request, reply, [
    { code: 'RateLimitExceeded', field: '', details: { seconds: String(seconds) } },
  ]);
}

function callerOf({ tokens, clock }: AdmissionParts, request: FastifyRequest): Seller | null {
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

/** A wrong authenticate call is one of the address's bad calls, and one of its guesses. */
async function countGuess(parts: AdmissionParts, request: FastifyRequest): Promise<Allowance> {
  const [bad] = await Promise.all([
    countAddress(parts, request),
    parts.limiter.consume(guessKey(request), parts.rateLimit),
  ]);
  return bad;
}

const addressKey = (request: FastifyRequest): string => `address ${request.ip}`;
const guessKey = (request: FastifyRequest): string => `guesses ${request.ip}`;
