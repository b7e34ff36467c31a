import type { FastifyRequest } from 'fastify';
import { callerAddress } from '../../domain/call/address-key.ts';
import type { DeclineLimits } from '../../domain/card/declines.ts';
import type { Allowance, RateLimiter } from './rate-limit.ts';

/** Declined cards by the address that sent them; an application's own are counted by the flow. */
export interface DeclineParts {
  readonly limiter: RateLimiter;
  readonly declineLimits: DeclineLimits;
}

export async function countDecline({ limiter, declineLimits }: DeclineParts, request: FastifyRequest): Promise<void> {
  await limiter.consume(keyOf(request), declineLimits.perAddressAndMinute);
}

/** Returns null unless too many cards from this address were declined. */
export function exhaustedDeclines({ limiter }: DeclineParts, request: FastifyRequest): Allowance | null {
  return limiter.exhausted(keyOf(request));
}

const keyOf = (request: FastifyRequest): string => `declines ${callerAddress(request)}`;
