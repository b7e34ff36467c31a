import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { silence } from '../adapters/none/none.ts';
import { makeOidc } from '../adapters/oidc/oidc.ts';
import { makeOutboxMailer } from '../adapters/outbox-mail/outbox-mail.ts';
import { makeWebhookSender } from '../adapters/webhooks/webhook-sender.ts';
import { buildApi } from '../api/api.ts';
import { makeRateLimiter } from '../api/kit/rate-limit.ts';
import { makeTokens } from '../api/kit/tokens.ts';
import { type DocumentPrinter, type DocumentPrinterParts, openDocumentPrinter } from '../documents/document-printer.ts';
import type { Clock } from '../domain/calendar.ts';
import { type DeclineLimits, declineLimitsOf } from '../domain/card/declines.ts';
import { mayActFor } from '../domain/credential/oauth.ts';
import { makeReadTerms } from '../flows/books/read-terms.ts';
import { canPrintBrand } from '../flows/brand/preview-brand.ts';
import { nameCaller } from '../flows/call/name-caller.ts';
import { makeRequestRecorder } from '../flows/call/partner-requests.ts';
import { makeAuthenticator } from '../flows/credential/authenticate.ts';
import { isClientStampGood, makeClientAuthenticator, sellersOf } from '../flows/credential/oauth-token.ts';
import { makeSecretBox } from '../flows/credential/secret-box.ts';
import { type HashCost, makeSecretHasher } from '../flows/credential/secret-hash.ts';
import { makeAnswerCounter } from '../flows/dashboard/answer-counter.ts';
import { resealWebhookSecrets } from '../flows/event/webhook-endpoints.ts';
import { resealAuthenticators } from '../flows/operator/change-key.ts';
import { noPoints } from '../flows/points.ts';
import { resealSaleLinks } from '../flows/sale-link/sale-links.ts';
import { resealLinks } from '../flows/unpaid/keep-link.ts';
import { makeUnresolvedVins } from '../flows/vehicle/unresolved-vins.ts';
import { makeVehicleIds } from '../flows/vehicle/vehicle-id.ts';
import { startTicker } from '../jobs/ticker.ts';
import { watchJobs } from '../jobs/watch.ts';
import { buildOperatorServer } from '../operator/operator-server.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import { addSalePage } from '../sale-page/sale-page-routes.ts';
import { makeSandboxPoints } from '../sandbox/bind-points.ts';
import { readSandboxKey } from '../sandbox/keys.ts';
import { publishedSecrets } from '../sandbox/sellers.ts';
import type { Database } from '../store/database.ts';
import { isMigrated } from '../store/postgres/migrate.ts';
import { loadDecoder } from '../vehicles/decoder.ts';
import {
  type BackgroundJobsParts,
  type JobPeriods,
  noBackgroundJobs,
  startBackgroundJobs,
  usualPeriods,
} from './background-jobs.ts';
import type { Addresses } from './banner.ts';
import { CleanupStack } from './cleanup-stack.ts';
import { clock as realClock } from './clock.ts';
import { type Config, ConfigError } from './config.ts';
import { deriveKeys } from './derive-keys.ts';
import { issuerOf } from './issuer.ts';
import type { LogSink } from './log.ts';
import { type Metrics, makeMetrics } from './metrics.ts';
import { openParties, type SandboxAddresses } from './parties.ts';
import { openRateLimitStore } from './rate-limit-store.ts';
import { makeSandboxRoutes } from './sandbox-routes.ts';
import { openStorage } from './storage.ts';
import { version } from './version.ts';
import { makeWatch } from './watch.ts';

/** A running service. */
export interface Service {
  readonly addresses: Addresses;
  /**
   * Is reported unhealthy for the lame-duck time and serves meanwhile; then drains requests and closes everything in
   * reverse order of opening.
   */
  readonly close: () => Promise<void>;
}

export interface ServiceParts {
  readonly config: Config;
  readonly log: LogSink;
  /** The built-in PostgreSQL died and could not be restarted. */
  readonly onDatabaseGone: (error: Error) => void;
  readonly clock?: Clock;
  /** The sandbox's parties, if they run in their own processes. */
  readonly sandboxParties?: SandboxAddresses;
  readonly periods?: JobPeriods;
  readonly hashCost?: HashCost;
  readonly startTypesetter?: DocumentPrinterParts['start'];
  /** Start the typesetter with the service and listen when both are ready; otherwise the first document starts it. */
  readonly isWarmedUp?: boolean;
  readonly declineLimits?: DeclineLimits;
  readonly limiterTimeoutMs?: number;
}

export async function startService(parts: ServiceParts): Promise<Service> {
  const { config, log } = parts;
  const cleanup = new CleanupStack();
  try {
    const stopping = new AbortController();
    const addresses = await wire(parts, stopping.signal, cleanup);
    if (config.isOutboundOff) log.warn('nothing goes out', { setting: 'OUTBOUND=off' });
    log.info('started', { mode: config.mode, version, ...addresses, defaults: config.defaults });
    return {
      addresses,
      close: async () => {
        stopping.abort();
        if (config.lameDuckSeconds > 0) await sleep(config.lameDuckSeconds * 1_000);
        await cleanup.close();
        log.info('stopped');
      },
    };
  } catch (error) {
    await cleanup.close().catch(() => undefined); // Report the first error, not that of the cleanup.
    throw error;
  }
}

async function wire(parts: ServiceParts, stopping: AbortSignal, cleanup: CleanupStack) {
  const { config, log, clock = realClock, onDatabaseGone, sandboxParties: elsewhere } = parts;
  const isProduction = config.mode === 'production';
  const hasher = makeSecretHasher({ cost: parts.hashCost, ...(isProduction && { published: publishedSecrets }) });
  const issuer = issuerOf(config);
  let countPrinterEvent: Metrics['printerEvent'] = () => undefined;
  const printer = openDocumentPrinter({
    issuer,
    ...(parts.startTypesetter !== undefined && { start: parts.startTypesetter }),
    report: (event, facts) => {
      countPrinterEvent(event);
      log.warn(event, facts);
    },
  });
  cleanup.add(printer.close);
  // Beside the rest of the start, which waits for the database. Where it fails, the first document starts it again.
  const warmedUp = parts.isWarmedUp === true ? printer.warm().catch(() => undefined) : null;
  const storage = await openStorage({ config, log, onDatabaseGone, hash: hasher.hash }, cleanup);
  const { directUrl, database, reads, reference } = storage;
  const tracing = config.tracing ? (await import('./tracing.ts')).startTracing(version) : null;
  if (tracing !== null) {
    cleanup.add(tracing.close);
    tracing.watchDatabase(database);
  }
  const jobWatch = watchJobs();
  const metrics = makeMetrics({ database, hashQueueDepth: hasher.queueDepth, jobAges: jobWatch.ages, clock });
  const limiter = await openLimiter(parts, database, metrics, cleanup);
  const watch = makeWatch({ metrics, log, trace: tracing?.trace ?? null });
  const parties = await openParties(
    { config, databaseUrl: directUrl, clock, log, elsewhere: elsewhere ?? null },
    cleanup,
  );
  countPrinterEvent = metrics.printerEvent;
  if (config.issuer?.logo != null) await assertLogoPrints(printer);

  const keys = await openKeys(parts, database, metrics);
  const shared = {
    database,
    reads,
    log,
    clock,
    isProduction,
    reference: reference.current,
    refreshReference: reference.refresh,
    refreshOldReference: reference.refreshOld,
    cards: watch.party('cards', parties.cards),
    lender: watch.party('lender', parties.lender),
    at: isProduction ? noPoints : makeSandboxPoints(config.dieAt),
    readTerms: makeReadTerms(reference),
    printer,
    webhooks: openWebhookSender(config),
    webhookBox: keys.webhookBox,
    answerBox: keys.answerBox,
    linkBox: keys.linkBox,
    publicUrl: config.publicUrl,
    lapseNoticeDays: config.lapseNoticeDays,
    retention: config.retention,
  };
  const mailer = watch.party('mail', await openMailer(config, issuer.emailAddress, cleanup));
  const jobsParts = {
    ...shared,
    jobWatch,
    mailer,
    issuer,
    watch,
    mailLanes: config.mailLanes,
    effectiveDateDays: config.effectiveDateDays,
    operatorEmail: config.operatorEmail ?? issuer.emailAddress,
  };
  const { isOutboundOff } = config;
  const jobs = isOutboundOff ? noBackgroundJobs : await startBackgroundJobs(jobsParts, cleanup, parts.periods);
  metrics.watchJobs(jobs.waiting);
  stopping.addEventListener('abort', jobs.takeNoMore);
  const answers = flushEvery(
    makeAnswerCounter(shared),
    { log, jobWatch, name: 'flush-answers', everyMs: 10_000, notFlushed: 'answers not counted' },
    cleanup,
  );
  const decoder = loadDecoder();
  const { unresolvedVinsMs: everyMs } = parts.periods ?? usualPeriods;
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

  const { rateLimit, tokenMinutes, trustProxy, cardTicketMinutes, effectiveDateDays } = config;
  let operatorAddress = '';
  const tokens = makeTokens({
    ...keys.tokens,
    lifetimeMinutes: tokenMinutes,
    sellerById: (id) => reference.current().sellers.byId.get(id),
    isClientGood: (id, seller, stamp, now) => {
      const client = reference.current().sellers.oauthClientById.get(id);
      return client !== undefined && mayActFor(client, seller) && isClientStampGood(client, stamp, now);
    },
    sellersOfClient: (id, stamp, now) => {
      const { sellers } = reference.current();
      const client = sellers.oauthClientById.get(id);
      return client !== undefined && isClientStampGood(client, stamp, now) ? sellersOf(sellers, client) : [];
    },
  });
  const api = await buildApi({
    ...shared,
    rateLimit,
    tokenMinutes,
    trustProxy,
    cardTicketMinutes,
    effectiveDateDays,
    limiter,
    issuer,
    tokens,
    decoder,
    unresolvedVins,
    vehicleIds: makeVehicleIds(keys.vehicleIds.key, keys.vehicleIds.previousKey),
    authenticator: makeAuthenticator({ reference: reference.current, hasher }),
    nameCaller: (given) => nameCaller(reference.current(), given),
    publicUrl: config.publicUrl,
    clients: makeClientAuthenticator({ ...shared, hasher }),
    isMigrated: () => isMigrated(database),
    declineLimits: parts.declineLimits ?? declineLimitsOf(isProduction),
    isStopping: () => stopping.aborted,
    shortage: () => database.shortage(),
    isOutboundOff,
    version,
    lateJobs: jobWatch.late,
    onAnswered: (answered) => {
      metrics.observe(answered);
      answers.observe(answered);
      if (!answered.isOfPage) requests.observe(answered);
      log.info('answered', { ...answered, durationMs: Math.round(answered.durationMs * 100) / 100 });
    },
    watchRequests: tracing?.watchRequests ?? null,
    pagesUrl: config.pagesUrl,
    addSalePage: (app) => addSalePage(app, { ...shared, tokens, tokenMinutes, limiter, issuer, effectiveDateDays }),
    addSandbox:
      parties.sandbox &&
      makeSandboxRoutes({
        ...shared,
        ...parties.sandbox,
        reference,
        pagesUrl: config.pagesUrl,
        operatorUrl: () => config.operatorPublicUrl ?? operatorAddress,
      }),
  });
  const operator = buildOperatorServer({
    ...shared,
    isProduction,
    isOutboundOff,
    version,
    hasher,
    trustProxy,
    direct: storage.direct,
    allowedHosts: config.operatorHosts,
    isSecondFactorRequired: config.isSecondFactorRequired,
    issuerNames: [issuer.name, issuer.emailAddress, issuer.website],
    oidc: oidcOf(config),
    box: keys.box,
    metricsToken: config.metricsToken?.reveal() ?? null,
    decodeVin: decoder.decode,
    consoleFolder: new URL('../../console/dist/', import.meta.url),
    readMetrics: async () => ({ text: await metrics.registry.metrics(), contentType: metrics.registry.contentType }),
  });
  await warmedUp;
  operatorAddress = await listen(operator, config.operatorHost, config.operatorPort, cleanup);
  const addresses = {
    operator: operatorAddress,
    service: await listen(api, config.host, config.port, cleanup),
    checkout: isProduction ? null : new URL(parties.cards.checkoutJsUrl).origin,
  };
  return addresses;
}

/** A logo that can't be printed would keep every document from being made. */
async function assertLogoPrints(printer: DocumentPrinter): Promise<void> {
  const isGood = await canPrintBrand(printer, null).catch(() => false);
  if (!isGood) throw new ConfigError(["ISSUER_LOGO can't be printed: save it as a plain PNG."]);
}

/** During a change of `SECRET_KEY` the previous key is accepted, and its use is counted. */
async function openKeys({ config, log }: ServiceParts, database: Database, metrics: Metrics) {
  const [secret, secretBefore] = config.secretKeys ?? [];
  const current = deriveKeys(secret?.reveal() ?? (await readSandboxKey(database)));
  const before = secretBefore === undefined ? null : deriveKeys(secretBefore.reveal());
  const pair = (use: 'tokens' | 'vehicleIds') => ({
    key: current[use],
    previousKey: before && { key: before[use], onUse: () => metrics.previousKeyUsed(use) },
  });
  const box = makeSecretBox(current.operators, before?.operators);
  const webhookBox = makeSecretBox(current.webhooks, before?.webhooks);
  // Not sealed anew: what the previous key has closed is forgotten after a day.
  const answerBox = makeSecretBox(current.answers, before?.answers);
  const linkBox = makeSecretBox(current.links, before?.links);
  if (before !== null) {
    await resealAuthenticators(database, box, log);
    await resealWebhookSecrets(database, webhookBox, log);
    await resealLinks(database, linkBox, log);
    await resealSaleLinks(database, linkBox, log);
  }
  return { tokens: pair('tokens'), vehicleIds: pair('vehicleIds'), box, webhookBox, answerBox, linkBox };
}

async function openLimiter(
  { config, log, limiterTimeoutMs }: ServiceParts,
  database: Database,
  metrics: Metrics,
  cleanup: CleanupStack,
) {
  const onFault = (error: unknown): void => {
    metrics.limiterFault();
    log.warn('rate limit counted by this instance alone', { error: String(error) });
  };
  const { shared, close } = await openRateLimitStore(database, config.isOutboundOff ? null : config.redisUrl, onFault);
  cleanup.add(close);
  return makeRateLimiter({ shared, onFault, ...(limiterTimeoutMs !== undefined && { limiterTimeoutMs }) });
}

/** What is counted in memory is written now and then, and when the service stops. */
function flushEvery<T extends { readonly flush: () => Promise<void> }>(
  counted: T,
  { log, jobWatch, name, everyMs, notFlushed }: Pick<BackgroundJobsParts, 'log' | 'jobWatch'> & Flushing,
  cleanup: CleanupStack,
): T {
  cleanup.add(() => counted.flush().catch((error: unknown) => log.warn(notFlushed, { error: String(error) })));
  cleanup.add(startTicker({ name, everyMs, log, watch: jobWatch, run: counted.flush }));
  return counted;
}

interface Flushing {
  readonly name: string;
  readonly everyMs: number;
  readonly notFlushed: string;
}

function oidcOf({ oidc, operatorPublicUrl }: Config) {
  if (oidc === null) return null;
  const provider = makeOidc({ ...oidc, clientSecret: oidc.clientSecret.reveal() });
  return { provider, rules: oidc.rules, publicUrl: operatorPublicUrl };
}

function openWebhookSender({ mode, isOutboundOff }: Config): WebhookSender {
  const sender = makeWebhookSender({ isLoopbackAllowed: mode !== 'production' });
  if (!isOutboundOff) return sender;
  return { ...sender, send: async () => ({ kind: 'unanswered', cause: 'nothing goes out (OUTBOUND=off)' }) };
}

/** Sends mail through the configured mail server; without one, the sandbox keeps it in its outbox. */
async function openMailer(config: Config, from: string, cleanup: CleanupStack): Promise<Mailer> {
  const { smtpUrl, mailLanes, isOutboundOff } = config;
  if (isOutboundOff) return silence(makeOutboxMailer());
  if (smtpUrl === null) return makeOutboxMailer();
  const { makeSmtpMailer } = await import('../adapters/smtp/smtp-mailer.ts');
  const mailer = makeSmtpMailer({ url: smtpUrl.reveal(), from, connectionsMax: mailLanes });
  cleanup.add(mailer.close);
  return mailer;
}

/** Opens the port last, once everything else is ready. */
async function listen(app: FastifyInstance, host: string, port: number, cleanup: CleanupStack): Promise<string> {
  await app.listen({ host, port });
  cleanup.add(() => drain(app));
  const { port: actual } = app.server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${actual}`;
}

/** Accepts no new connection and lets running requests finish. Idle keep-alive connections are closed. */
async function drain(app: FastifyInstance): Promise<void> {
  const closeIdle = setInterval(() => app.server.closeIdleConnections(), 20);
  await app.close().finally(() => clearInterval(closeIdle));
}
