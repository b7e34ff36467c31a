import { setTimeout as sleep } from 'node:timers/promises';
import { type DocumentPrinter, type DocumentPrinterParts, openDocumentPrinter } from '../documents/document-printer.ts';
import type { Issuer } from '../documents/issuer.ts';
import type { Clock } from '../domain/calendar.ts';
import { type DeclineLimits, declineLimitsOf } from '../domain/card/declines.ts';
import { samplePolicy } from '../domain/policy/sample-policy.ts';
import { type HashCost, makeSecretHasher } from '../flows/credential/secret-hash.ts';
import { watchJobs } from '../jobs/watch.ts';
import { publishedKey, publishedSecrets } from '../sandbox/sellers.ts';
import type { OpenDatabase } from '../store/database.ts';
import { loadDecoder } from '../vehicles/decoder.ts';
import { type JobPeriods, usualPeriods } from './background-jobs.ts';
import type { Addresses } from './banner.ts';
import { CleanupStack } from './cleanup-stack.ts';
import { clock as realClock } from './clock.ts';
import { type Config, ConfigError } from './config.ts';
import { issuerOf } from './issuer.ts';
import { listen } from './listen.ts';
import type { LogSink } from './log.ts';
import { type Metrics, makeMetrics } from './metrics.ts';
import { openKeys } from './open-keys.ts';
import { openLimiter } from './open-limiter.ts';
import { openParties } from './parties.ts';
import type { SandboxAddresses } from './sandbox-addresses.ts';
import { makeSandboxRoutes } from './sandbox-routes.ts';
import { share } from './shared.ts';
import { openStorage } from './storage.ts';
import type { Tracing } from './tracing.ts';
import { version } from './version.ts';
import { makeWatch } from './watch.ts';
import { watchSchema } from './watch-schema.ts';
import { wireApi } from './wire-api.ts';
import { wireJobs } from './wire-jobs.ts';
import { wireOperator } from './wire-operator.ts';

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
    for (const { name, known } of config.misspelt) log.warn('unknown setting', { name, isMeant: known });
    const stopping = new AbortController();
    const addresses = await wire(parts, stopping.signal, cleanup);
    if (config.isOutboundOff) log.warn('nothing goes out', { setting: 'OUTBOUND=off' });
    log.info('started', { mode: config.databaseMode, version, ...addresses, defaults: config.defaults });
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

async function wire(parts: ServiceParts, stopping: AbortSignal, cleanup: CleanupStack): Promise<Addresses> {
  const { config, log, clock = realClock, onDatabaseGone, periods = usualPeriods } = parts;
  const isProduction = config.mode === 'production';
  const issuer = issuerOf(config);
  const hasher = makeSecretHasher({ cost: parts.hashCost, ...(isProduction && { published: publishedSecrets }) });
  const jobWatch = watchJobs();
  const metrics = makeMetrics({ hashQueueDepth: hasher.queueDepth, jobAges: jobWatch.ages, logLinesLost: log.lost });
  const printer = openPrinter(parts, { issuer, metrics }, cleanup);
  // Beside the rest of the start, which waits for the database. Where it fails, the first document starts it again.
  const warmedUp = parts.isWarmedUp === true ? printer.warm().catch(() => undefined) : null;

  const storage = await openStorage({ config, log, onDatabaseGone, hash: hasher.hash }, cleanup);
  const { directUrl, database, direct, reference } = storage;
  metrics.watchDatabase(database, clock);
  const tracing = await openTracing(config, database, cleanup);
  const watch = makeWatch({ metrics, log, trace: tracing?.trace ?? null });
  const limiter = openLimiter({ log, database, metrics, timeoutMs: parts.limiterTimeoutMs });
  const elsewhere = parts.sandboxParties ?? null;
  const parties = await openParties({ config, databaseUrl: directUrl, clock, log, elsewhere }, cleanup);
  if (config.issuer?.logo != null) await assertLogoPrints(printer);
  const keys = await openKeys({ config, log, database, metrics });

  const schema = watchSchema({ database, log, jobWatch }, cleanup);
  const shared = share({ config, clock, log, storage, schema, watch, jobWatch, parties, keys, printer, issuer });
  const jobs = await wireJobs(shared, { config, periods }, cleanup);
  metrics.watchJobs(jobs.waiting);
  for (const signal of [stopping, schema.outdated]) signal.addEventListener('abort', jobs.takeNoMore);

  const decoder = loadDecoder();
  const operator = wireOperator(shared, { config, direct, hasher, box: keys.box, decoder, metrics });
  const operatorAddress = await listen(operator, config.operatorHost, config.operatorPort, cleanup);

  const operatorUrl = config.operatorPublicUrl ?? operatorAddress;
  const { pagesUrl } = config;
  const addSandbox =
    parties.sandbox && makeSandboxRoutes({ ...shared, ...parties.sandbox, reference, pagesUrl, operatorUrl });
  const declineLimits = parts.declineLimits ?? declineLimitsOf(isProduction);
  const api = await wireApi(
    shared,
    {
      config,
      periods,
      declineLimits,
      hasher,
      refusedKey: isProduction ? publishedKey : null,
      keys,
      decoder,
      limiter,
      metrics,
      tracing,
      stopping,
      addSandbox,
    },
    cleanup,
  );
  await warmedUp;
  return {
    operator: operatorAddress,
    service: await listen(api, config.host, config.port, cleanup),
    checkout: isProduction ? null : new URL(parties.cards.checkoutJsUrl).origin,
  };
}

function openPrinter(
  { startTypesetter, log }: ServiceParts,
  { issuer, metrics }: { readonly issuer: Issuer; readonly metrics: Metrics },
  cleanup: CleanupStack,
): DocumentPrinter {
  const printer = openDocumentPrinter({
    issuer,
    ...(startTypesetter !== undefined && { start: startTypesetter }),
    report: (event, facts) => {
      metrics.printerEvent(event);
      log.warn(event, facts);
    },
  });
  cleanup.add(printer.close);
  return printer;
}

async function openTracing(config: Config, database: OpenDatabase, cleanup: CleanupStack): Promise<Tracing | null> {
  if (!config.tracing) return null;
  const { startTracing } = await import('./tracing.ts');
  const tracing = startTracing(version);
  cleanup.add(tracing.close);
  tracing.watchDatabase(database);
  return tracing;
}

/** A logo that can't be printed would keep every document from being made. */
async function assertLogoPrints(printer: DocumentPrinter): Promise<void> {
  const sample = { kind: 'declaration', policy: samplePolicy('en', '2026-01-01'), language: 'en' } as const;
  const isGood = await printer.print(sample).then(Boolean, () => false);
  if (!isGood) throw new ConfigError(["ISSUER_LOGO can't be printed: save it as a plain PNG."]);
}
