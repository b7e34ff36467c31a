import { Northbind } from '@northbind/sdk';
import type { FastifyInstance } from 'fastify';
import { callInside } from '../api/kit/call-inside.ts';
import type { Tokens } from '../api/kit/tokens.ts';
import type { Clock } from '../domain/calendar.ts';
import type { Seller } from '../domain/partner/seller.ts';

export interface PageClientParts {
  readonly app: FastifyInstance;
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly tokenMinutes: number;
}

/**
 * The partner API as the sale page calls it: by the SDK, inside this process. So a sale by a link is the same quote,
 * payment and bind as any other, and nothing of it is written twice. The visitor's address goes along, because declined
 * cards are counted by it.
 */
export function openPageClient(parts: PageClientParts, seller: Seller, address: string): Northbind {
  return new Northbind({
    baseUrl: 'https://sale-page.invalid',
    clientId: seller.integration.clientId,
    clientSecret: 'none',
    username: seller.username,
    password: 'none',
    fetch: (asked, given) => answerInside(parts, seller, address, String(asked), given),
  });
}

async function answerInside(
  { app, tokens, clock, tokenMinutes }: PageClientParts,
  seller: Seller,
  address: string,
  asked: string,
  given: RequestInit = {},
): Promise<Response> {
  const url = new URL(asked);
  if (url.pathname === '/v1/authenticate') {
    const subject = { seller, credentialStamp: seller.credentialStamp, client: null, isOfPage: true } as const;
    const { token, expiresAt } = tokens.issue(subject, clock());
    return Response.json({ token, expiryTime: expiresAt.toISOString(), expiryMinutes: tokenMinutes });
  }
  return callInside(app, { address, url }, given);
}
