import type { FastifyReply, FastifyRequest } from 'fastify';

/** The session's token is in a cookie that no script can read and that is sent to this origin alone. */
const name = 'northbind_session';
const shape = /^[A-Za-z0-9_-]{43}$/;

export function readSessionToken(request: FastifyRequest): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value = ''] = pair.trim().split('=');
    if (key === name && shape.test(value)) return value;
  }
  return null;
}

/** Secure in production, where the console is reached over TLS; the sandbox is plain HTTP on this machine. */
export function writeSessionToken(reply: FastifyReply, token: string | null, isProduction: boolean): void {
  const ends = token === null ? '; Max-Age=0' : '';
  const secure = isProduction ? '; Secure' : '';
  reply.header('set-cookie', `${name}=${token ?? ''}; Path=/; HttpOnly; SameSite=Strict${secure}${ends}`);
}
