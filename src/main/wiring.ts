import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { makeOutboxMailer } from '../adapters/outbox-mail/outbox-mail.ts';
import { makeSmtpMailer } from '../adapters/smtp/smtp-mailer.ts';
import { buildApi } from '../api/api.ts';
import { makeRateLimiter } from '../api/kit/rate-limit.ts';
import { makeTokens } from '../api/kit/tokens.ts';
import { openDocumentPrinter } from '../documents/document-printer.ts';
import { type Issuer, sampleIssuer } from '../documents/issuer.ts';
import type { Clock } from '../domain/calendar/calendar.ts';
import { makeAuthenticate } from '../flows/authenticate.ts';
import { finishBinds } from '../flows/bind/finish-binds.ts';
import { reverseDue } from '../flows/bind/give-back.ts';
import { noPoints } from '../flows/bind/points.ts';
import { deliverMail } from '../flows/deliver-mail.ts';
import { contentOf } from '../flows/fetch-document.ts';
import { makeSecretHasher } from '../flows/secret-hash.ts';
import { makeVehicleIds } from '../flows/vehicle-id.ts';
import { chargeDueJob } from '../jobs/charge-due.ts';
import { startJobEngine } from '../jobs/engine.ts';
import { sweepCardPaymentsJob } from '../jobs/sweep-card-payments.ts';
import { startTicker } from '../jobs/ticker.ts';
import { buildOperatorServer } from '../operator/operator-server.ts';
import type { Mailer } from '../ports/mailer.ts';
import { makeSandboxPoints } from '../sandbox/bind-points.ts';
import { readSandboxKey } from '../sandbox/keys.ts';
import { seedSandbox } from '../sandbox/seed.ts';
import { openDatabase } from '../store/database.ts';
import { startEmbeddedPostgres } from '../store/embedded.ts';
import { isMigrated, migrate } from '../store/migrate.ts';
import { keepReference } from '../store/reference/keeper.ts';
import { loadDecoder } from '../vehicles/decoder.ts';
import type { Addresses } from './banner.ts';
import { clock as realClock } from './clock.ts';
import type { Config } from './config.ts';
import { deriveKeys } from './keys.ts';
import type { LogSink } from './log.ts';
import { makeMetrics } from './metrics.ts';
import { OpenThings } from './open-things.ts';
import { openParties } from './parties.ts';
import { openRateLimitStore } from './rate-limit-store.ts';
import { makeSandboxRoutes } from './sandbox-routes.ts';

/** A running Northbind: the wiring of all rooms, from the settings to open ports. */
export interface Service {
  readonly addresses: Addresses;
  /** Drains requests, then closes everything in the reverse order of opening. */
  readonly close: () => Promise<void>;
}

export interface ServiceParts {
  readonly config: Config;
  readonly log: LogSink;
  /** The built-in PostgreSQL died and could not be started again: there is nothing left to serve with. */
  readonly onDatabaseGone: (error: Error) => void;
  readonly clock?: Clock;
}

export const version: string = readVersion();

export async function startService(parts: ServiceParts): Promise<Service> {
  const { config, log } = parts;
  const open = new OpenThings();
  try {
    const addresses = await wire(parts, open);
    log.info('started', { mode: config.mode, version, ...addresses, defaults: config.defaults });
    return {
      addresses,
      close: async () => {
        await open.close();
        log.info('stopped');
      },
    };
  } catch (error) {
    await open.close().catch(() => undefined); // The first fault is the one to tell.
    throw error;
  }
}

async function wire(
  { config, log, clock = realClock, onDatabaseGone }: ServiceParts,
  open: OpenThings,
): Promise<Addresses> {
  const isProduction = config.mode === 'production';
  const url = await databaseUrl(config, log, open, onDatabaseGone);
  const database = openDatabase({
    url,
    poolSize: config.databasePoolSize,
    onConnectionLost: (error) => log.warn('database connection lost', { error: error.message }),
  });
  open.add(() => database.end());
  const tracing = config.tracing ? (await import('./tracing.ts')).startTracing(version) : null;
  if (tracing !== null) {
    open.add(tracing.close);
    tracing.watchDatabase(database);
  }

  const migrated = await migrate(database);
  if (migrated.length > 0) log.info('migrated', { migrations: migrated });
  const hasher = makeSecretHasher();
  if (!isProduction) await seedSandbox(database, hasher.hash);
  const reference = await keepReference({
    database,
    url,
    onFault: (error) => log.warn('reference data not refreshed', { error: String(error) }),
  });
  open.add(reference.close);

  const keys = deriveKeys(config.secretKey?.reveal() ?? (await readSandboxKey(database)));
  const metrics = makeMetrics({ database, hashQueueDepth: hasher.queueDepth });
  const onLimiterFault = (error: unknown): void => {
    metrics.limiterFault();
    log.warn('rate limit counted by this instance alone', { error: String(error) });
  };
  const rateLimits = openRateLimitStore(database, config.redisUrl, onLimiterFault);
  open.add(rateLimits.close);

  const parties = await openParties({ config, databaseUrl: url, clock, log }, open);
  const printer = await openDocumentPrinter(issuerOf(config));
  open.add(printer.close);
  const bindParts = {
    database,
    log,
    cards: parties.cards,
    lender: parties.lender,
    at: isProduction ? noPoints : makeSandboxPoints(config.dieAt),
  };
  open.add(
    startTicker({
      name: 'finish-binds',
      everyMs: 2_000,
      log,
      run: async () => {
        await finishBinds({ ...bindParts, reference: reference.current });
        await reverseDue(bindParts);
      },
    }),
  );
  const issuer = issuerOf(config);
  const mailer = openMailer(config, issuer.emailAddress, open);
  open.add(
    startTicker({
      name: 'deliver-mail',
      everyMs: 1_000,
      log,
      run: () =>
        deliverMail({ database, mailer, log, issuer, readContent: (id) => contentOf({ database, printer }, id) }),
    }),
  );
  const jobs = await startJobEngine({
    url,
    log,
    jobs: [
      sweepCardPaymentsJob({ database, cards: parties.cards, reference: reference.current, log, clock }),
      chargeDueJob({ database, cards: parties.cards, reference: reference.current, log, clock }),
    ],
  });
  open.add(jobs.close);
  metrics.watchJobs(jobs.waiting);

  const api = await buildApi({
    clock,
    tokens: makeTokens({
      key: keys.tokens,
      lifetimeMinutes: config.tokenMinutes,
      sellerById: (id) => reference.current().sellers.byId.get(id),
    }),
    limiter: makeRateLimiter({ shared: rateLimits.shared, onFault: onLimiterFault }),
    rateLimit: config.rateLimit,
    tokenMinutes: config.tokenMinutes,
    trustProxy: config.trustProxy,
    isProduction,
    ...bindParts,
    reference: reference.current,
    cardTicketMinutes: config.cardTicketMinutes,
    decoder: loadDecoder(),
    vehicleIds: makeVehicleIds(keys.vehicleIds),
    effectiveDateDays: config.effectiveDateDays,
    authenticate: makeAuthenticate({ reference: reference.current, hasher }),
    isMigrated: () => isMigrated(database),
    onAnswered: (answered) => {
      metrics.observe(answered);
      log.info('answered', { ...answered, durationMs: Math.round(answered.durationMs * 100) / 100 });
    },
    watch: tracing?.watchRequests ?? null,
    printer,
    addSandbox:
      parties.sandbox === null
        ? null
        : makeSandboxRoutes({ database, cards: parties.cards, log, clock, reference, ...parties.sandbox }),
  });
  const operator = buildOperatorServer({
    readMetrics: async () => ({ text: await metrics.registry.metrics(), contentType: metrics.registry.contentType }),
  });
  return {
    operator: await listen(operator, config.operatorHost, config.operatorPort, open),
    service: await listen(api, config.host, config.port, open),
  };
}

/** Production prints the operator's particulars; premium finance, which has no adapter yet, would be asked about there too. */
function issuerOf({ issuer }: Config): Issuer {
  return issuer === null ? sampleIssuer : { ...issuer, lender: issuer, notice: null };
}

/** Mail goes out for real where a mail server is named; the sandbox otherwise keeps it in its outbox. */
function openMailer({ smtpUrl }: Config, from: string, open: OpenThings): Mailer {
  if (smtpUrl === null) return makeOutboxMailer();
  const mailer = makeSmtpMailer({ url: smtpUrl.reveal(), from });
  open.add(mailer.close);
  return mailer;
}

async function databaseUrl(
  config: Config,
  log: LogSink,
  open: OpenThings,
  onDatabaseGone: (error: Error) => void,
): Promise<string> {
  if (config.databaseUrl !== null) return config.databaseUrl.reveal();
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (event, facts) => log.info(event, { ...facts }),
    onExit: onDatabaseGone,
  });
  open.add(postgres.stop);
  return postgres.url;
}

/** Opens the port last, when everything behind it is ready. */
async function listen(app: FastifyInstance, host: string, port: number, open: OpenThings): Promise<string> {
  await app.listen({ host, port });
  open.add(() => drain(app));
  const { port: actual } = app.server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${actual}`;
}

/** Takes no new connection and lets running requests end. A connection that is done would be kept alive: it is closed. */
async function drain(app: FastifyInstance): Promise<void> {
  const closeIdle = setInterval(() => app.server.closeIdleConnections(), 20);
  await app.close().finally(() => clearInterval(closeIdle));
}

function readVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}
