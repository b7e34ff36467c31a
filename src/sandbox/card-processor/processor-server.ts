import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Clock } from '../../domain/calendar/calendar.ts';
import type { Log } from '../../domain/log.ts';
import type { Database } from '../../store/database.ts';
import { addCheckoutFiles } from './checkout-files.ts';
import { addCustomerApi } from './customer-api.ts';
import { addMerchantApi } from './merchant-api.ts';

export interface ProcessorServerParts {
  readonly database: Database;
  readonly apiToken: string;
  readonly clock: Clock;
  readonly log: Log;
}

// The longest body is a card with its ticket.
const bodyBytesMax = 8 * 1024;
// For a request to arrive; handling it takes milliseconds.
const requestTimeoutMs = 10_000;

/** The processor's server: `/api` for the merchant, `/checkout` for the customer. */
export function buildProcessorServer({ database, apiToken, clock, log }: ProcessorServerParts): FastifyInstance {
  const app = Fastify({
    logger: false,
    bodyLimit: bodyBytesMax,
    requestTimeout: requestTimeoutMs,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  });
  // JSON only: a page of another origin can send it only after a CORS preflight.
  app.removeContentTypeParser('text/plain');

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders);
    const requestId = requestIdOf(request);
    if (requestId !== null) reply.header('x-request-id', requestId);
  });
  app.addHook('onResponse', async (request, reply) => {
    log.info('sandbox card processor answered', {
      requestId: requestIdOf(request),
      method: request.method,
      route: request.routeOptions.url, // The pattern: a URL could contain anything.
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime),
    });
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'not found' }));
  app.setErrorHandler((error, request, reply) => answerFault(log, error as FastifyError, request, reply));

  app.register(async (api) => addMerchantApi(api, { database, apiToken, clock }), { prefix: '/api' });
  app.register(
    async (checkout) => {
      addCustomerApi(checkout, { database, clock });
      addCheckoutFiles(checkout);
    },
    { prefix: '/checkout' },
  );
  return app;
}

const securityHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Repeats nothing of the request: a parser's message would quote the body, card number included. */
function answerFault(log: Log, error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error.statusCode ?? 500;
  const facts = { requestId: requestIdOf(request), route: request.routeOptions.url, code: error.code, status };
  if (status < 500) {
    log.warn('sandbox card processor could not read a request', facts);
    return reply.code(status).send({ reason: 'request malformed' });
  }
  log.error('sandbox card processor failed', { ...facts, error: error.stack });
  return reply.code(500).send({ error: 'internal error' });
}

function requestIdOf(request: FastifyRequest): string | null {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && sane.test(given) ? given : null;
}

const sane = /^[A-Za-z0-9._:/+=-]{1,128}$/;
