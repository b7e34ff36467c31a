import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { addressKey } from '../../domain/call/address-key.ts';
import { Busy } from '../../domain/call/busy.ts';
import { type TrustedProxies, trustOf } from '../../domain/call/trusted-proxies.ts';
import type { Facts, Log } from '../../domain/log.ts';
import { mayAct } from '../../domain/operator/operator.ts';
import {
  allOf,
  isOperatorRefusal,
  type OperatorRefusal,
  type OperatorRefusalCode,
  operatorRefusals,
  refuseOperator,
} from '../../domain/operator/operator-refusal.ts';
import { Unavailable } from '../../domain/unavailable.ts';
import type { WorkKind } from '../../domain/work/needs-person.ts';
import { compress } from '../../flows/call/compress.ts';
import { refuseUnparsable, silentMsMax } from '../../flows/call/refuse-unparsable.ts';
import { hasSecondHost } from '../../flows/call/second-host.ts';
import { findSession } from '../../flows/operator/sign-in.ts';
import type { Database } from '../../store/database.ts';
import type { OperatorSession } from '../../store/operator/operator-session.ts';
import { isVisible } from '../../store/operator/visible-integrations.ts';
import type { ErrorsAnswer } from '../wire/access.ts';
import { refusalOf } from './accepted.ts';
import { equalsSecret } from './equals-secret.ts';
import { closed, fieldOf, lazyValidators, validatorOptions } from './lazy-validator.ts';
import type { OperatorRoute, SignedIn } from './operator-route.ts';
import { csrfTokenOf, readSessionToken } from './session-cookie.ts';
import { unstorablePlace } from './unstorable-text.ts';

/**
 * The HTTP server of the operator's API, which denies by default: a route needs a session with the role that its
 * definition names and, for everything but GET, the CSRF token that only our own page can read.
 */
export interface GuardedServerParts {
  readonly database: Database;
  readonly log: Log;
  readonly isProduction: boolean;
  readonly trustProxy: TrustedProxies;
  /** The names under which browsers reach this port, beside addresses and localhost. */
  readonly allowedHosts: readonly string[];
  /** Whether an operator without an authenticator may do nothing but set one up. */
  readonly isSecondFactorRequired: boolean;
  /** A newer version has changed the schema so that this instance can't use it: it takes no more calls. */
  readonly isOutdated: () => boolean;
  readonly timeouts?: Timeouts;
}

export interface Timeouts {
  readonly headersMs: number;
  readonly requestMs: number;
  /** How long the whole request of somebody who is not signed in may take. */
  readonly openMs: number;
  readonly checkMs: number;
}

// A request's head is one packet; an import of 64 MiB takes minutes on a slow line.
const usualTimeouts: Timeouts = { headersMs: 15_000, requestMs: 300_000, openMs: 60_000, checkMs: 5_000 };

/** A request without a session is a sign-in, and needs no more. */
const openBodyBytesMax = 8 * 1024;
const bodyBytesMax = 4 * 1024 * 1024; // A rate book is the largest thing in JSON.
const csvBytesMax = 64 * 1024 * 1024; // 100,000 lines with room to spare; read as a stream.

export function buildGuardedServer(parts: GuardedServerParts): FastifyInstance {
  const headers = securityHeaders(parts.isProduction);
  const { headersMs, requestMs, openMs, checkMs } = parts.timeouts ?? usualTimeouts;
  const app = Fastify({
    logger: false,
    genReqId: () => randomUUID(),
    trustProxy: trustOf(parts.trustProxy),
    bodyLimit: openBodyBytesMax,
    connectionTimeout: silentMsMax,
    requestTimeout: requestMs,
    http: { headersTimeout: headersMs, connectionsCheckingInterval: checkMs },
    clientErrorHandler: refuseUnparsable,
    schemaController: lazyValidators,
    ajv: { customOptions: validatorOptions },
  });
  app.addContentTypeParser('text/csv', { bodyLimit: csvBytesMax }, (_request, stream, done) => done(null, stream));
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    request.cutOff = cutOffAfter(openMs, request, reply);
    if (isAllowedHost(request.headers.host, parts.allowedHosts) && !hasSecondHost(request.raw)) return done();
    send(reply, refuseOperator('HostNotAllowed'));
  });
  app.addHook('onSend', (request, reply, payload) => compress(request.headers['accept-encoding'], reply, payload));
  app.setErrorHandler((error, request, reply) => answerFault(parts.log, error as FastifyError, request, reply));
  return app;
}

/** A body that drips keeps a connection open, also one that is not read because the answer was a refusal. */
function cutOffAfter(ms: number, { raw }: FastifyRequest, reply: FastifyReply): NodeJS.Timeout {
  const timer = setTimeout(() => {
    if (raw.complete || raw.destroyed) return;
    if (!reply.raw.headersSent) raw.socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
    raw.socket.destroySoon();
  }, ms);
  raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
  return timer.unref();
}

export function addOperatorRoute(app: FastifyInstance, parts: GuardedServerParts, route: OperatorRoute): void {
  const { database, log } = parts;
  const { method, access, params, query, body } = route;
  app.route({
    method,
    url: route.path,
    bodyLimit: access === 'anyone' ? openBodyBytesMax : bodyBytesMax,
    schema: {
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body: closed(body) }),
    },
    onRequest: async (request, reply) => {
      if (parts.isOutdated()) return send(reply, refuseOperator('InstanceOutdated'));
      const token = readSessionToken(request, parts.isProduction);
      const session = token === null ? null : await findSession(database, token);
      const refusal = admitOperator(route, request, token, session) ?? judgeSecondFactor(parts, route, session);
      if (refusal !== null) {
        log.info('operator refused', { ...factsOf(route, request, session), code: refusal.code });
        return send(reply, refusal);
      }
      const isCsv = request.headers['content-type']?.startsWith('text/csv') ?? false;
      if (isCsv !== (route.takesCsv ?? false)) return send(reply, refuseOperator('RequestInvalid', 'content-type'));
      request.session = session;
      if (session !== null) clearTimeout(request.cutOff);
    },
    preHandler: async (request, reply) => {
      const place = unstorablePlace({ params: request.params, query: request.query, body: request.body });
      if (place !== null) return send(reply, refuseOperator('RequestInvalid', place));
    },
    handler: async (request, reply) => {
      const operator = signedIn(request.session);
      await hideInvisible(database, route, request, operator);
      const actor = { kind: 'account', name: operator.name } as const;
      const call = {
        body: request.body,
        query: request.query,
        params: request.params,
        operator,
        actor,
        request,
        reply,
      };
      const answer = await Promise.try(route.handle, call).catch(refusalOf);
      if (reply.sent) return reply;
      if (isOperatorRefusal(answer)) {
        // Shows guessed passwords in the log before a name is locked.
        if (access === 'anyone')
          log.warn('operator not signed in', { ...factsOf(route, request, null), code: answer.code });
        return send(reply, answer);
      }
      log.info(eventOf(route), factsOf(route, request, request.session ?? null));
      return answer == null ? reply.code(204).send() : reply.send(answer);
    },
  });
}

function eventOf({ access, method }: OperatorRoute): string {
  if (access === 'anyone' && method === 'POST') return 'operator signed in';
  return method === 'GET' ? 'operator read' : 'operator acted';
}

function factsOf({ method, path }: OperatorRoute, request: FastifyRequest, session: OperatorSession | null): Facts {
  return {
    route: `${method} ${path}`,
    account: session?.name ?? request.accountTried ?? null,
    operator: session?.accountId ?? null,
    address: request.ip,
    requestId: request.id,
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    session?: OperatorSession | null;
    /** Ends the connection of somebody who is not signed in and whose body does not arrive. */
    cutOff?: NodeJS.Timeout;
    /** The account that somebody tries to sign in to, if there is such a one. */
    accountTried?: string | null;
  }
}

/**
 * Checks in this order: from our page, signed in, CSRF token, password changed, the desk of a seller, role, limit to
 * integrations.
 */
function admitOperator(
  { access, method, path, scope }: OperatorRoute,
  request: FastifyRequest,
  token: string | null,
  session: OperatorSession | null,
): OperatorRefusal | null {
  if (isFromElsewhere(request)) return refuseOperator('RequestForged');
  if (access === 'anyone') return null;
  if (token === null || session === null) return refuseOperator('SignInRequired');
  if (method !== 'GET' && !equalsSecret(request.headers['x-csrf-token'], csrfTokenOf(token)))
    return refuseOperator('RequestForged');
  if (session.mustChangePassword && !path.startsWith('/api/session')) return refuseOperator('PasswordChangeRequired');
  if (access === 'signed-in') return null;
  if (session.sellerId !== null) return access === 'desk' ? null : refuseOperator('DeskOnly');
  if (access === 'desk') return refuseOperator('RoleNotEnough');
  if (!mayAct(session.role, access)) return refuseOperator('RoleNotEnough');
  return session.integrationIds !== null && scope === undefined ? refuseOperator('IntegrationsLimited') : null;
}

/** Replaces the name of a thing that the operator may not see by one that names nothing, so that it looks so. */
async function hideInvisible(
  database: Database,
  { scope }: OperatorRoute,
  request: FastifyRequest,
  { visibleIntegrations }: SignedIn,
): Promise<void> {
  if (visibleIntegrations === null || scope === undefined || scope === 'visible') return;
  const params = request.params as Record<string, string>;
  const named = scope.place === 'body' ? (request.body as Record<string, string>) : params;
  const thing = scope.thing === 'work' ? (params.kind as WorkKind) : scope.thing;
  if (!(await isVisible(database, thing, named[scope.name]!, visibleIntegrations))) named[scope.name] = nobodysId;
}

const nobodysId = '00000000-0000-7000-8000-000000000000';

/** The identity provider asks for a second factor by itself. */
function judgeSecondFactor(
  { isSecondFactorRequired }: GuardedServerParts,
  { path }: OperatorRoute,
  session: OperatorSession | null,
): OperatorRefusal | null {
  const hasFactor = session === null || session.isTotpOn || session.isFederated;
  if (!isSecondFactorRequired || hasFactor || path.startsWith('/api/session')) return null;
  return refuseOperator('SecondFactorRequired');
}

/**
 * A page of another site can reach this port under a name of its own, whose address it changes (DNS rebinding), and is
 * then of the same origin. Addresses and localhost can't be taken over so.
 */
function isAllowedHost(host: string | undefined, allowed: readonly string[]): boolean {
  const name = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.exec(host ?? '')?.[1]?.toLowerCase();
  return name !== undefined && (name === 'localhost' || addressKey(name) !== null || allowed.includes(name));
}

/** Browsers send `Sec-Fetch-Site`. Other clients don't, and have no cookie that a page could abuse. */
function isFromElsewhere({ method, headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return method !== 'GET' && typeof site === 'string' && site !== 'same-origin';
}

const notSignedIn: SignedIn = { accountId: '', name: '', role: 'viewer', visibleIntegrations: [], sellerId: null };

function signedIn(session: OperatorSession | null | undefined): SignedIn {
  if (session == null) return notSignedIn;
  const { accountId, name, role, integrationIds, sellerId } = session;
  return { accountId, name, role, visibleIntegrations: integrationIds, sellerId };
}

const statuses: Partial<Record<OperatorRefusalCode, number>> = {
  SignInFailed: 401,
  SignInRequired: 401,
  CodeRequired: 401,
  CodeInvalid: 401,
  SignInLocked: 429,
  Busy: 503,
  DatabaseAway: 503,
  InstanceOutdated: 503,
  RoleNotEnough: 403,
  DeskOnly: 403,
  DeskClosed: 403,
  RequestForged: 403,
  PasswordChangeRequired: 403,
  SecondFactorRequired: 403,
  IntegrationsLimited: 403,
  HostNotAllowed: 421,
  NotFound: 404,
};

function send(reply: FastifyReply, refusal: OperatorRefusal): FastifyReply {
  const answer: ErrorsAnswer = {
    errors: allOf(refusal).map(({ code, field, details }) => ({
      code,
      field,
      message: operatorRefusals[code],
      ...(details && { details }),
    })),
  };
  return reply.code(statuses[refusal.code] ?? 422).send(answer);
}

function answerFault(log: Log, error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Busy) return send(reply, refuseOperator('Busy'));
  if (error instanceof Unavailable) {
    log.warn('unavailable', { requestId: request.id, route: request.routeOptions.url, error: error.message });
    return send(reply, refuseOperator('DatabaseAway'));
  }
  if (error.validation !== undefined) {
    const answer: ErrorsAnswer = {
      errors: error.validation.map(({ instancePath, message = '', params }) => ({
        code: 'RequestInvalid',
        field: fieldOf(instancePath, params),
        message,
      })),
    };
    return reply.code(422).send(answer);
  }
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return reply
      .code(error.statusCode)
      .send({ errors: [{ code: 'RequestInvalid', field: '', message: error.message }] });
  }
  log.error('operator request failed', { requestId: request.id, route: request.routeOptions.url, error: error.stack });
  const message = `Something went wrong here. The log has it under ${request.id}.`;
  return reply.code(500).send({ errors: [{ code: 'InternalError', field: '', message }] });
}

function securityHeaders(isProduction: boolean): Readonly<Record<string, string>> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(isProduction && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}
