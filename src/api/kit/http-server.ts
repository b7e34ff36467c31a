import type { ErrorCode } from '@northbind/contract/errors.ts';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Clock } from '../../domain/calendar/calendar.ts';
import type { Log } from '../../domain/log.ts';
import type { Seller } from '../../domain/seller.ts';
import { Unavailable } from '../../domain/unavailable.ts';
import { HashQueueFull } from '../../flows/secret-hash.ts';
import { admit, countRefusedForm, refuseBusy } from './admission.ts';
import { sendRefusals } from './answer.ts';
import type { RateLimiter } from './rate-limit.ts';
import { requestIdOf } from './request-id.ts';
import type { Tokens } from './tokens.ts';

/** The HTTP server of the partners' API: request ids, security headers, admission, JSON bodies and error handling. */
export interface HttpServerParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly tokens: Tokens;
  readonly limiter: RateLimiter;
  readonly rateLimit: number;
  /** How many proxies in front are ours; the caller's address is read that far from the right of X-Forwarded-For. */
  readonly trustProxy: number;
  readonly isProduction: boolean;
  readonly onAnswered: (answered: Answered) => void;
}

export interface Answered {
  readonly operation: string;
  readonly status: number;
  readonly durationMs: number;
  readonly requestId: string;
  readonly sellerId: string | null;
  readonly codes: readonly ErrorCode[];
}

declare module 'fastify' {
  interface FastifyRequest {
    seller: Seller | null;
    /** Whether an authenticate call has been counted by the rate limit. */
    isCounted: boolean;
    refusedCodes: readonly ErrorCode[];
  }
  interface FastifyContextConfig {
    access?: 'bearer' | 'credentials' | 'none';
    operation?: string;
  }
}

const bodyBytesMax = 64 * 1024;
// Node's own limit of a request's head, so that an id of any length is an unknown id, not an unknown route.
const headBytesMax = 16 * 1024;
// No answer takes longer: a bind waits at most this long for a processor or a lender.
const requestTimeoutMs = 60_000;

export function buildHttpServer(parts: HttpServerParts): FastifyInstance {
  const headers = securityHeaders(parts.isProduction);
  const app = Fastify({
    logger: false, // One line per request, written below: the built-in logging costs a third of the throughput.
    genReqId: requestIdOf,
    trustProxy: (_address: string, hop: number) => hop < parts.trustProxy,
    bodyLimit: bodyBytesMax,
    requestTimeout: requestTimeoutMs,
    // While the service drains, requests on open connections are served, with `Connection: close`.
    return503OnClosing: false,
    routerOptions: { maxParamLength: headBytesMax },
    // Called without any hooks, for a URL that can't be parsed.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(headers).header('x-request-id', request.id);
      sendRefusals(request, reply, [{ code: 'RouteNotFound', field: '' }]);
    },
    clientErrorHandler: refuseUnparsable,
  });
  app.decorateRequest('seller', null);
  app.decorateRequest('isCounted', false);
  app.decorateRequest('refusedCodes');
  readJsonBodies(app);

  app.addHook('onRequest', (request, reply, done) => {
    request.refusedCodes = noCodes;
    reply.headers(headers).header('x-request-id', request.id);
    done();
  });
  app.addHook('onRequest', (request, reply) => admit(parts, request, reply));
  app.addHook('onResponse', (request, reply, done) => {
    const { access, operation = 'unknown' } = request.routeOptions.config;
    if (access === 'credentials') countRefusedForm(parts, request);
    parts.onAnswered({
      operation,
      status: reply.statusCode,
      durationMs: reply.elapsedTime,
      requestId: request.id,
      sellerId: request.seller?.id ?? null,
      codes: request.refusedCodes,
    });
    done();
  });
  app.setNotFoundHandler((request, reply) => sendRefusals(request, reply, [{ code: 'RouteNotFound', field: '' }]));
  app.setErrorHandler((error, request, reply) => answerFault(parts.log, error as FastifyError, request, reply));
  return app;
}

const noCodes: readonly ErrorCode[] = [];

/** `application/json`, `text/json` and `application/*+json`; everything else is 415 by itself. */
function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  for (const type of ['application/json', 'text/json', /^application\/[\w.!#$&^-]+\+json(;|$)/]) {
    app.addContentTypeParser<string>(type, { parseAs: 'string' }, (_request, text, done) =>
      done(null, parseJson(text)),
    );
  }
}

/** Returns null for text that is not JSON; the operation refuses it as it does every body that is not an object. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function answerFault(log: Log, error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof HashQueueFull) return refuseBusy(request, reply, 1);
  if (error instanceof Unavailable) return refuseUnavailable(log, error, request, reply);
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return sendRefusals(request, reply, [{ code: 'UnsupportedMediaType', field: '' }]);
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return sendRefusals(request, reply, [{ code: 'RequestTooLarge', field: '' }]);
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return reply.code(400).send(); // The caller disconnected, or sent a wrong length.
  }
  log.error('request failed', {
    requestId: request.id,
    operation: request.routeOptions.config.operation,
    error: error.stack,
    code: error.code,
  });
  return sendRefusals(request, reply, [{ code: 'InternalError', field: '', details: { requestId: request.id } }]);
}

// A failover takes some seconds; the request itself has waited for a part of them.
const retryAfterSeconds = 2;

function refuseUnavailable(log: Log, error: Unavailable, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  log.warn('unavailable', {
    requestId: request.id,
    operation: request.routeOptions.config.operation,
    error: error.message,
  });
  const seconds = String(retryAfterSeconds);
  reply.header('retry-after', seconds);
  return sendRefusals(request, reply, [{ code: 'ServiceUnavailable', field: '', details: { seconds } }]);
}

function securityHeaders(isProduction: boolean): Readonly<Record<string, string>> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(isProduction && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

/** For bytes that are not HTTP: there is no request object, only a socket. */
function refuseUnparsable(error: NodeJS.ErrnoException, socket: import('node:net').Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.end(
    `HTTP/1.1 ${status}\r\nX-Request-Id: ${requestIdOf({ headers: {} })}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
  );
}
