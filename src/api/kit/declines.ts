import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerAddress } from '../../domain/address-key.ts';
import type { DeclineLimits } from '../../domain/card-payment/declines.ts';
import { refuseBusy } from './admission.ts';
import type { RateLimiter } from './rate-limit.ts';

/** Declined cards by the address that sent them; an application's own are counted by the flow. */
export interface DeclineParts {
  readonly limiter: RateLimiter;
  readonly declineLimits: DeclineLimits;
}

export async function countDecline({ limiter, declineLimits }: DeclineParts, request: FastifyRequest): Promise<void> {
  await limiter.consume(keyOf(request), declineLimits.perAddressAndMinute);
}

/** Whether too many cards from this address were declined. */
export function areDeclinesExhausted({ limiter }: DeclineParts, request: FastifyRequest): boolean {
  return limiter.exhausted(keyOf(request)) !== null;
}

/** Returns true when it refused the start of a card payment, because too many cards from this address were declined. */
export function refuseAfterDeclines({ limiter }: DeclineParts, request: FastifyRequest, reply: FastifyReply): boolean {
  const exhausted = limiter.exhausted(keyOf(request));
  if (exhausted !== null) refuseBusy(request, reply, exhausted.resetSeconds);
  return exhausted !== null;
}

const keyOf = (request: FastifyRequest): string => `declines ${callerAddress(request)}`;
