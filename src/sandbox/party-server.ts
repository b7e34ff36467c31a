import { createHash, timingSafeEqual } from 'node:crypto';
import { findSandboxFault, type SandboxFault } from '@northbind/contract/sandbox-faults.ts';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Log } from '../domain/log.ts';
import { refuseUnparsable, silentMsMax } from '../flows/call/refuse-unparsable.ts';

// A request has this long to arrive; handling it takes milliseconds.
const requestTimeoutMs = 10_000;

/** A party's server: it logs every response, and answers faults without repeating anything of the request. */
export function buildPartyServer(name: string, bodyBytesMax: number, log: Log): FastifyInstance {
  const app = Fastify({
    logger: false,
    bodyLimit: bodyBytesMax,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: silentMsMax,
    clientErrorHandler: refuseUnparsable,
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        keywords: ['x-component'],
        validateSchema: false, // To check our own schemas would take a fifth of a second at every start.
      },
    },
  });
  // JSON only: a page of another origin can send it only after a CORS preflight.
  app.removeContentTypeParser('text/plain');

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders);
    const requestId = requestIdOf(request);
    if (requestId !== null) reply.header('x-request-id', requestId);
  });
  app.addHook('onResponse', async (request, reply) => {
    log.info(`sandbox ${name} answered`, {
      requestId: requestIdOf(request),
      method: request.method,
      route: request.routeOptions.url, // The pattern: a URL could contain anything.
      // Null: the reply was lost by a fault, or the caller had disconnected.
      status: reply.raw.writableFinished ? reply.statusCode : null,
      durationMs: Math.round(reply.elapsedTime),
    });
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'not found' }));
  app.setErrorHandler<FastifyError>((error, request, reply): FastifyReply => {
    const status = error.statusCode ?? 500;
    const facts = { requestId: requestIdOf(request), route: request.routeOptions.url, code: error.code, status };
    if (status < 500) {
      // Its message is left out: a parser's would quote the body, card and bank numbers included.
      log.warn(`sandbox ${name} could not read a request`, facts);
      return reply.code(status).send({ reason: 'request malformed' });
    }
    log.error(`sandbox ${name} failed`, { ...facts, error: error.stack });
    return reply.code(500).send({ error: 'internal error' });
  });
  return app;
}

/** The fault that the caller asks for by its header. */
export function faultOf({ headers }: FastifyRequest): SandboxFault | null {
  return findSandboxFault(String(headers['sandbox-fault']));
}

/** Breaks the connection, so that the caller does not know whether something was done. */
export function loseReply(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  request.raw.socket.destroy();
}

/** Lets only the party's client in. */
export function requireToken(app: FastifyInstance, token: string): void {
  const expected = digest(`Bearer ${token}`);
  app.addHook('onRequest', async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) return reply.code(401).send({});
  });
}

/** Makes texts of any length comparable in constant time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const securityHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

function requestIdOf(request: FastifyRequest): string | null {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && sane.test(given) ? given : null;
}

const sane = /^[A-Za-z0-9._:/+=-]{1,128}$/;
