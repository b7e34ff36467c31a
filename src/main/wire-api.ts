import type { FastifyInstance } from 'fastify';
import { buildApi } from '../api/api.ts';
import type { RateLimiter } from '../api/kit/rate-limit.ts';
import { makeTokens } from '../api/kit/tokens.ts';
import type { DeclineLimits } from '../domain/card/declines.ts';
import { mayActFor } from '../domain/credential/oauth.ts';
import { nameCaller } from '../flows/call/name-caller.ts';
import { makeRequestRecorder } from '../flows/call/partner-requests.ts';
import { makeAuthenticator } from '../flows/credential/authenticate.ts';
import { isClientStampGood, makeClientAuthenticator, sellersOf } from '../flows/credential/oauth-token.ts';
import type { SecretHasher } from '../flows/credential/secret-hash.ts';
import { makeAnswerCounter } from '../flows/dashboard/answer-counter.ts';
import { makeUnresolvedVins } from '../flows/vehicle/unresolved-vins.ts';
import { makeVehicleIds } from '../flows/vehicle/vehicle-id.ts';
import { addSalePage } from '../sale-page/sale-page-routes.ts';
import { readSchemaState } from '../store/postgres/migrate.ts';
import type { Decoder } from '../vehicles/decoder.ts';
import type { JobPeriods } from './background-jobs.ts';
import type { CleanupStack } from './cleanup-stack.ts';
import type { Config } from './config.ts';
import { flushEvery } from './flush-every.ts';
import type { Metrics } from './metrics.ts';
import type { openKeys } from './open-keys.ts';
import type { Shared } from './shared.ts';
import type { Tracing } from './tracing.ts';
import { version } from './version.ts';

export interface ApiWiringParts {
  readonly config: Config;
  readonly periods: JobPeriods;
  readonly declineLimits: DeclineLimits;
  readonly hasher: SecretHasher;
  readonly refusedKey: object | null;
  readonly keys: Awaited<ReturnType<typeof openKeys>>;
  readonly decoder: Decoder;
  readonly limiter: RateLimiter;
  readonly metrics: Metrics;
  readonly tracing: Tracing | null;
  readonly stopping: AbortSignal;
  /** What only the sandbox serves; null in production. */
  readonly addSandbox: Parameters<typeof buildApi>[0]['addSandbox'];
}

/** The partners' API, and the pages of their customers. What it counts in memory is flushed. */
export async function wireApi(shared: Shared, parts: ApiWiringParts, cleanup: CleanupStack): Promise<FastifyInstance> {
  const { config, periods, hasher, keys, decoder, limiter, metrics, tracing, stopping } = parts;
  const { database, reference, jobWatch, issuer, log } = shared;
  const { rateLimit, tokenMinutes, trustProxy, cardTicketMinutes, effectiveDateDays, isOutboundOff, pagesUrl } = config;
  const everyMs = periods.unresolvedVinsMs;
  const answers = flushEvery(
    makeAnswerCounter(shared),
    { log, jobWatch, name: 'flush-answers', everyMs: 10_000, notFlushed: 'answers not counted' },
    cleanup,
  );
  const unresolvedVins = flushEvery(
    makeUnresolvedVins({ ...shared, yearMax: decoder.yearMax }),
    { log, jobWatch, name: 'flush-unresolved-vins', everyMs, notFlushed: 'unresolved VINs not written' },
    cleanup,
  );
  const requests = flushEvery(
    makeRequestRecorder(shared),
    { log, jobWatch, name: 'flush-requests', everyMs, notFlushed: 'requests not written' },
    cleanup,
  );
  const tokens = wireTokens(shared, parts);
  const vehicleIds = makeVehicleIds(keys.vehicleIds.key, keys.vehicleIds.previousKey);
  const ofPage = { tokens, tokenMinutes, limiter, issuer, effectiveDateDays, decoder, vehicleIds };
  return buildApi({
    ...shared,
    rateLimit,
    tokenMinutes,
    trustProxy,
    cardTicketMinutes,
    effectiveDateDays,
    limiter,
    tokens,
    decoder,
    unresolvedVins,
    vehicleIds,
    authenticator: makeAuthenticator({ reference, hasher }),
    nameCaller: (given) => nameCaller(reference(), given),
    clients: makeClientAuthenticator({ ...shared, hasher, refusedKey: parts.refusedKey }),
    readSchemaState: () => readSchemaState(database),
    declineLimits: parts.declineLimits,
    isStopping: () => stopping.aborted,
    shortage: () => database.shortage(),
    isOutboundOff,
    shownVersion: shared.isProduction ? null : version,
    lateJobs: jobWatch.late,
    onAnswered: (answered) => {
      metrics.observe(answered);
      answers.observe(answered);
      if (!answered.isOfPage) requests.observe(answered);
      log.info('answered', { ...answered, durationMs: Math.round(answered.durationMs * 100) / 100 });
    },
    watchRequests: tracing?.watchRequests ?? null,
    pagesUrl,
    addSalePage: (app) => addSalePage(app, { ...shared, ...ofPage }),
    addAssistant: config.isAssistantServed ? await openAssistant(shared, config) : null,
    addSandbox: parts.addSandbox,
  });
}

/** The protocol's library is read only where it is needed. */
async function openAssistant(shared: Shared, { pagesUrl }: Config): Promise<(app: FastifyInstance) => void> {
  const { addAssistant } = await import('../assistant/assistant-routes.ts');
  return (app) => addAssistant(app, { ...shared, pagesUrl });
}

/** A token ends with its seller or client, as the reference data in memory have them. */
function wireTokens({ reference }: Shared, { config, keys }: ApiWiringParts) {
  return makeTokens({
    ...keys.tokens,
    lifetimeMinutes: config.tokenMinutes,
    sellerById: (id) => reference().sellers.byId.get(id),
    isClientGood: (id, seller, stamp, now) => {
      const client = reference().sellers.oauthClientById.get(id);
      return client !== undefined && mayActFor(client, seller) && isClientStampGood(client, stamp, now);
    },
    sellersOfClient: (id, stamp, now) => {
      const { sellers } = reference();
      const client = sellers.oauthClientById.get(id);
      return client !== undefined && isClientStampGood(client, stamp, now) ? sellersOf(sellers, client) : [];
    },
  });
}
