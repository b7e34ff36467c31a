import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyError, FastifyInstance } from 'fastify';
import type { Log } from '../../domain/log.ts';

export interface GuardParts {
  readonly token: string;
  readonly log: Log;
}

/**
 * Asks every caller for the token, logs what was answered, and turns faults into answers that repeat nothing of the
 * request.
 */
export function guardDoor(app: FastifyInstance, { token, log }: GuardParts): void {
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
      // Null: the reply was lost on purpose, or the caller had gone.
      status: reply.raw.writableFinished ? reply.statusCode : null,
    });
  });

  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    // The message of a parser quotes the body, bank numbers included; that of a fault behind the door does not.
    const facts = status < 500 ? { code: error.code } : { code: error.code, error: error.message };
    log.warn('sandbox lender failed', { requestId: request.headers['x-request-id'], status, ...facts });
    return reply.code(status).send(status < 500 ? { reason: 'request malformed' } : { error: 'internal error' });
  });
}

/** Texts of any length become comparable in constant time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
