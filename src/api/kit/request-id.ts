import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The caller's own id when it is safe to log, else a new one. */
export function requestIdOf(message: Pick<IncomingMessage, 'headers'>): string {
  const given = message.headers['x-request-id'];
  return typeof given === 'string' && sane.test(given) ? given : randomUUID();
}

const sane = /^[A-Za-z0-9._:/+=-]{1,128}$/;
