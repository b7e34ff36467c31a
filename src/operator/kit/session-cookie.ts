import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The session's token is in a cookie that no script can read and that is sent to this origin alone. */
const session = { name: 'northbind_session', sameSite: 'Strict' } as const;
const shape = /^[A-Za-z0-9_-]{43}$/;

export function readSessionToken(request: FastifyRequest, isProduction: boolean): string | null {
  return readCookie(request, { name: session.name, wanted: shape, isProduction });
}

export function writeSessionToken(reply: FastifyReply, token: string | null, isProduction: boolean): void {
  writeCookie(reply, { ...session, value: token, isProduction });
}

/** Sent to our page with the session, in an answer that no other origin can read. */
export function csrfTokenOf(token: string): string {
  return createHash('sha256').update(`csrf ${token}`).digest('base64url');
}

export function readCookie(
  request: FastifyRequest,
  { name, wanted, isProduction }: { readonly name: string; readonly wanted: RegExp; readonly isProduction: boolean },
): string | null {
  const full = fullName(name, isProduction);
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value = ''] = pair.trim().split('=');
    if (key === full && wanted.test(value)) return value;
  }
  return null;
}

/**
 * Secure in production, where the console is reached over TLS; the sandbox is plain HTTP on this machine. By the
 * prefix, browsers take the cookie only from this very host: another one of the domain can't set it for us.
 */
function fullName(name: string, isProduction: boolean): string {
  return isProduction ? `__Host-${name}` : name;
}

interface Cookie {
  readonly name: string;
  readonly sameSite: 'Strict' | 'Lax';
  /** Null deletes it. */
  readonly value: string | null;
  readonly maxAgeSeconds?: number;
  readonly isProduction: boolean;
}

export function writeCookie(reply: FastifyReply, cookie: Cookie): void {
  const { name, sameSite, value, maxAgeSeconds, isProduction } = cookie;
  const age = value === null ? 0 : maxAgeSeconds;
  const ends = age === undefined ? '' : `; Max-Age=${age}`;
  const secure = isProduction ? '; Secure' : '';
  const written = `${fullName(name, isProduction)}=${value ?? ''}`;
  reply.header('set-cookie', `${written}; Path=/; HttpOnly; SameSite=${sameSite}${secure}${ends}`);
}
