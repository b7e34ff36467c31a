import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyError, FastifyInstance } from 'fastify';
import type { Log } from '../../domain/log.ts';

export interface GuardParts {
  readonly token: string;
  readonly log: Log;
}

/** Requires the token, logs every response, and answers faults without repeating anything of the request. */
export function guardRequests(app: FastifyInstance, { token, log }: GuardParts): void {
  const expected = digest(`Bearer ${token}`);

  app.addHook('onRequest', async (request, reply) => {
    const given = digest(request.headers.authorization ?? '');
    if (!timingSafeEqual(given, expected)) return reply.code(401).send({ error: 'token missing or wrong' });
  });

  app.addHook('onResponse', async (request, reply) => {
    log.info('sandbox lender answered', {
      requestId: request.headers['x-request-id'],
      method: request.method,
      route: request.routeOptions.url,
      // Null: the reply was lost by a fault, or the caller had disconnected.
      status: reply.raw.writableFinished ? reply.statusCode : null,
    });
  });

  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    // A parser's message (4xx) quotes the body, bank numbers included; that of an internal error does not.
    const facts = status < 500 ? { code: error.code } : { code: error.code, error: error.message };
    log.warn('sandbox lender failed', { requestId: request.headers['x-request-id'], status, ...facts });
    return reply.code(status).send(status < 500 ? { reason: 'request malformed' } : { error: 'internal error' });
  });
}

/** Makes texts of any length comparable in constant time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
