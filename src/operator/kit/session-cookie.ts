import type { FastifyReply, FastifyRequest } from 'fastify';

/** The session's token is in a cookie that no script can read and that is sent to this origin alone. */
const session = { name: 'northbind_session', path: '/', sameSite: 'Strict' } as const;
const shape = /^[A-Za-z0-9_-]{43}$/;

export function readSessionToken(request: FastifyRequest): string | null {
  return readCookie(request, session.name, shape);
}

export function writeSessionToken(reply: FastifyReply, token: string | null, isProduction: boolean): void {
  writeCookie(reply, { ...session, value: token, isProduction });
}

export function readCookie(request: FastifyRequest, name: string, wanted: RegExp): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value = ''] = pair.trim().split('=');
    if (key === name && wanted.test(value)) return value;
  }
  return null;
}

interface Cookie {
  readonly name: string;
  readonly path: string;
  readonly sameSite: 'Strict' | 'Lax';
  /** Null deletes it. */
  readonly value: string | null;
  readonly maxAgeSeconds?: number;
  readonly isProduction: boolean;
}

/** Secure in production, where the console is reached over TLS; the sandbox is plain HTTP on this machine. */
export function writeCookie(reply: FastifyReply, cookie: Cookie): void {
  const { name, path, sameSite, value, maxAgeSeconds, isProduction } = cookie;
  const age = value === null ? 0 : maxAgeSeconds;
  const ends = age === undefined ? '' : `; Max-Age=${age}`;
  const secure = isProduction ? '; Secure' : '';
  reply.header('set-cookie', `${name}=${value ?? ''}; Path=${path}; HttpOnly; SameSite=${sameSite}${secure}${ends}`);
}
