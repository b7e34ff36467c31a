import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ErrorCode } from '@northbind/contract/errors.ts';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Busy } from '../../domain/call/busy.ts';
import { type TrustedProxies, trustOf } from '../../domain/call/trusted-proxies.ts';
import type { Scope } from '../../domain/credential/scope.ts';
import type { Log } from '../../domain/log.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import { Unavailable } from '../../domain/unavailable.ts';
import { compress } from '../../flows/call/compress.ts';
import type { NamedCaller } from '../../flows/call/name-caller.ts';
import type { Reach } from '../../flows/call/reach.ts';
import { refuseUnparsable, silentMsMax } from '../../flows/call/refuse-unparsable.ts';
import { hasSecondHost } from '../../flows/call/second-host.ts';
import { type AdmissionParts, admit, countRefusedForm, refuseBusy } from './admission.ts';
import { sendRefusals } from './answer.ts';
import { readJsonBodies } from './read-body.ts';

/** The HTTP server of the partners' API: request ids, security headers, admission, JSON bodies and error handling. */
export interface HttpServerParts extends AdmissionParts {
  readonly log: Log;
  readonly trustProxy: TrustedProxies;
  /** Every answer then closes its connection, so that the caller opens the next one elsewhere. */
  readonly isStopping: () => boolean;
  /** A newer version has changed the schema so that this instance can't use it: it takes no more calls. */
  readonly isOutdated: () => boolean;
  /** The same, looked at now. */
  readonly lookAtSchema: () => Promise<boolean>;
  readonly onAnswered: (answered: Answered) => void;
}

export interface Answered {
  readonly operation: string;
  readonly status: number;
  readonly durationMs: number;
  readonly requestId: string;
  readonly sellerId: string | null;
  /** The caller's, as the proxies in front tell it. */
  readonly address: string;
  readonly codes: readonly string[];
  /** Whether the service's own sale page asked: then it is no call of the partner's. */
  readonly isOfPage: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null without a token, and for a token of all sellers of a client. */
    seller: Seller | null;
    reach: Reach | null;
    /** The version of the reference data by which the caller was admitted. */
    judgedBy: string;
    /** Whether the service's own sale page asks, for a customer. */
    isOfPage: boolean;
    /** Whether this answer has a secret, in an operation whose answers may have one. */
    isSecret: boolean;
    /** Whether an authenticate call has been counted by the rate limit. */
    isCounted: boolean;
    beganMs: number;
    refusedCodes: readonly string[];
    /** Who was named by an authenticate call that was judged. */
    caller: NamedCaller | null;
  }
  interface FastifyContextConfig {
    access?: 'bearer' | 'credentials' | 'none';
    operation?: string;
    /** An operation with access by credentials knows them only when the body was read. */
    areCredentialsInBody?: true;
    /** The path of a resource that has metadata of its own (RFC 9728); else it is the API. */
    resource?: string;
    /** A token needs one of these. */
    scopes?: readonly Scope[];
    /** Whether its answers are compressed where the caller asks for it. */
    isCompressed?: boolean;
    /** Whether a token for all sellers of a client may call it. */
    isForAllSellers?: boolean | undefined;
  }
}

const bodyBytesMax = 64 * 1024;
// Node's own limit of a request's head, so that an id of any length is an unknown id, not an unknown route.
const headBytesMax = 16 * 1024;
// No answer takes longer: a bind waits at most this long for a processor or a lender.
const requestTimeoutMs = 60_000;

// Other servers log this number when the client has closed the request.
const abortedStatus = 499;

export function buildHttpServer(parts: HttpServerParts): FastifyInstance {
  const headers = securityHeaders(parts.isProduction);
  const app = Fastify({
    logger: false, // One line per request, written below: the built-in logging costs a third of the throughput.
    genReqId: requestIdOf,
    trustProxy: trustOf(parts.trustProxy),
    bodyLimit: bodyBytesMax,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: silentMsMax,
    // While the service drains, requests on open connections are served, with `Connection: close`.
    return503OnClosing: false,
    routerOptions: { maxParamLength: headBytesMax, caseSensitive: false },
    rewriteUrl: ({ url = '' }) => withoutLastSlash(url),
    // Called without any hooks, for a URL that can't be parsed.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(headers).header('x-request-id', request.id);
      sendRefusals(request, reply, [{ code: 'RouteNotFound', field: '' }]);
    },
    clientErrorHandler: refuseUnparsable,
  });
  app.decorateRequest('seller', null);
  app.decorateRequest('reach', null);
  app.decorateRequest('judgedBy', '');
  app.decorateRequest('isCounted', false);
  app.decorateRequest('isOfPage', false);
  app.decorateRequest('isSecret', false);
  app.decorateRequest('beganMs', 0);
  app.decorateRequest('refusedCodes');
  app.decorateRequest('caller', null);
  readJsonBodies(app);

  app.addHook('onRequest', (request, reply, done) => {
    request.beganMs = performance.now();
    request.refusedCodes = noCodes;
    reply.headers(headers).header('x-request-id', request.id);
    if (parts.isStopping() || parts.isOutdated()) reply.header('connection', 'close');
    if (hasSecondHost(request.raw)) return void reply.code(400).send();
    if (parts.isOutdated() && !isHealthcheck(request)) return done(tooOld());
    done();
  });
  app.addHook('onRequest', (request, reply) => admit(parts, request, reply));
  app.addHook('onSend', (request, reply, payload) =>
    compress(request.headers['accept-encoding'], reply, payload, {
      isAnswer: request.routeOptions.config.isCompressed === true && !request.isSecret,
    }),
  );
  app.addHook('onResponse', (request, reply, done) => {
    reportAnswered(parts, request, reply.statusCode);
    done();
  });
  // The caller went away: no answer can be sent, so none is reported otherwise.
  app.addHook('onRequestAbort', (request, done) => {
    reportAnswered(parts, request, abortedStatus);
    done();
  });
  app.setNotFoundHandler((request, reply) => sendRefusals(request, reply, [{ code: 'RouteNotFound', field: '' }]));
  app.setErrorHandler((error, request, reply) => answerFault(parts, error as FastifyError, request, reply));
  return app;
}

const isHealthcheck = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.operation?.startsWith('healthcheck') === true;

const tooOld = (cause?: Error): Unavailable =>
  new Unavailable('A newer version has changed the schema of the database.', { cause });

/**
 * `/v1/quote/dealers/` is `/v1/quote/dealers`. A page of a browser keeps its slash, because its links are relative to
 * its address.
 */
function withoutLastSlash(url: string): string {
  return url.replace(lastSlash, '$1');
}

const lastSlash = /^(\/(?!(?:docs|pay|sale|swagger)\/)[^?]*[^/?])\/(?=\?|$)/i;

/** The caller's own id when it is safe to log, else a new one. */
function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[A-Za-z0-9._:/+=-]{1,128}$/.test(given) ? given : randomUUID();
}

function reportAnswered(parts: HttpServerParts, request: FastifyRequest, status: number): void {
  const { access, operation = 'unknown' } = request.routeOptions.config;
  if (access === 'credentials') {
    countRefusedForm(parts, request);
    logSignIn(parts.log, request, status);
  }
  parts.onAnswered({
    operation,
    status,
    durationMs: performance.now() - request.beganMs,
    requestId: request.id,
    sellerId: request.seller?.id ?? null,
    address: request.ip,
    codes: request.refusedCodes,
    isOfPage: request.isOfPage,
  });
}

function logSignIn(log: Log, request: FastifyRequest, status: number): void {
  const { clientId = null, username = null } = request.caller ?? {};
  const facts = { clientId, username, address: request.ip, requestId: request.id };
  if (status === 200) log.info('partner signed in', facts);
  else log.warn('partner not signed in', { ...facts, status });
}

const noCodes: readonly ErrorCode[] = [];

async function answerFault(
  parts: HttpServerParts,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (error instanceof Busy) return refuseBusy(request, reply, 1);
  if (error instanceof Unavailable) return refuseUnavailable(parts.log, error, request, reply);
  if (request.raw.destroyed && error.code === 'ECONNRESET') return reply; // Reported as aborted.
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return sendRefusals(request, reply, [{ code: 'UnsupportedMediaType', field: '' }]);
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return readOff(request.raw).then(() => sendRefusals(request, reply, [{ code: 'RequestTooLarge', field: '' }]));
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return reply.code(400).send(); // The caller disconnected, or sent a wrong length.
  }
  if (await parts.lookAtSchema()) return refuseUnavailable(parts.log, tooOld(error), request, reply);
  parts.log.error('request failed', {
    requestId: request.id,
    operation: request.routeOptions.config.operation,
    error: error.stack,
    code: error.code,
  });
  return sendRefusals(request, reply, [{ code: 'InternalError', field: '', params: { requestId: request.id } }]);
}

/**
 * Many clients read an answer only after they have sent their whole body, and lose it when the connection closes
 * before: what is left of a body that is a little too large is read and dropped.
 */
async function readOff(request: IncomingMessage): Promise<void> {
  let left = readOffBytesMax;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, readOffMs);
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) resolve();
  });
  request.once('end', resolve).once('close', resolve).resume();
  await promise;
  clearTimeout(timer);
}

const readOffBytesMax = 1024 * 1024;
const readOffMs = 2_000;

function refuseUnavailable(log: Log, error: Unavailable, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  log.warn('unavailable', {
    requestId: request.id,
    operation: request.routeOptions.config.operation,
    error: error.message,
  });
  const seconds = error.retryAfterSeconds;
  reply.header('retry-after', String(seconds));
  return sendRefusals(request, reply, [{ code: 'ServiceUnavailable', field: '', params: { seconds } }]);
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
