import { Type } from '@northbind/contract/type.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOperatorRefusal, type OperatorRefusalCode } from '../domain/operator/operator-refusal.ts';
import type { SecretBox } from '../flows/credential/secret-box.ts';
import {
  beginProviderSignIn,
  finishProviderSignIn,
  type KeptSignIn,
  type ProviderSignInParts,
} from '../flows/operator/sign-in-by-provider.ts';
import { type OperatorRoute, operatorRoute } from './kit/operator-route.ts';
import { readCookie, writeCookie, writeSessionToken } from './kit/session-cookie.ts';

export interface OidcRoutesParts extends ProviderSignInParts {
  readonly box: SecretBox;
  readonly isProduction: boolean;
  /** Null for the address under which the browser asks, which was checked. */
  readonly publicUrl: string | null;
}

const callbackPath = '/api/session/oidc/callback';

/**
 * Sign-in at an identity provider: the browser is sent there and comes back with a code. What belongs to this one
 * sign-in is kept in a cookie, encrypted, so that any instance can finish it. A problem is shown by the sign-in page.
 */
export function oidcRoutes(parts: OidcRoutesParts): readonly OperatorRoute[] {
  return [
    operatorRoute('GET /api/session/oidc', 'anyone', {
      handle: async ({ request, reply }) => {
        const begun = await beginProviderSignIn(parts, `${publicUrlOf(parts, request)}${callbackPath}`);
        if (isOperatorRefusal(begun)) return sendProblem(reply, begun.code);
        keepSignIn(parts, reply, begun.kept);
        return reply.redirect(begun.url);
      },
    }),
    operatorRoute(`GET ${callbackPath}`, 'anyone', {
      query: Type.Object({}, { additionalProperties: Type.String({ maxLength: 4_000 }) }),
      handle: async ({ request, reply }) => {
        const kept = readSignIn(parts, request);
        writeCookie(reply, { ...signInCookie, value: null, isProduction: parts.isProduction });
        if (kept === null) return sendProblem(reply, 'SignInFailed');
        const arrivedUrl = `${publicUrlOf(parts, request)}${request.url}`;
        const { account, outcome } = await finishProviderSignIn(parts, arrivedUrl, kept);
        const facts = { route: `GET ${callbackPath}`, account, address: request.ip, requestId: request.id };
        if (isOperatorRefusal(outcome)) {
          parts.log.warn('operator not signed in', { ...facts, code: outcome.code });
          return sendProblem(reply, outcome.code);
        }
        parts.log.info('operator signed in', facts);
        writeSessionToken(reply, outcome.token, parts.isProduction);
        return reply.redirect('/');
      },
    }),
  ];
}

function publicUrlOf({ publicUrl }: OidcRoutesParts, { host }: FastifyRequest): string {
  return publicUrl ?? `http://${host}`;
}

function sendProblem(reply: FastifyReply, code: OperatorRefusalCode): FastifyReply {
  return reply.redirect(`/?problem=${code}`);
}

/** Sent when the provider sends the browser back, which a strict cookie would not be. */
const signInCookie = { name: 'northbind_oidc', sameSite: 'Lax', maxAgeSeconds: 600 } as const;

function keepSignIn({ box, isProduction }: OidcRoutesParts, reply: FastifyReply, kept: KeptSignIn): void {
  const value = box.close(Buffer.from(JSON.stringify(kept))).toString('base64url');
  writeCookie(reply, { ...signInCookie, value, isProduction });
}

function readSignIn({ box, isProduction }: OidcRoutesParts, request: FastifyRequest): KeptSignIn | null {
  const value = readCookie(request, { name: signInCookie.name, wanted: /^[\w-]{40,2000}$/, isProduction });
  const kept = value === null ? null : box.open(Buffer.from(value, 'base64url'));
  return kept === null ? null : (JSON.parse(kept.toString()) as KeptSignIn); // Else it is not of our making.
}
