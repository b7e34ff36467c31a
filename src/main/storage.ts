import type { Log } from '../domain/log.ts';
import { seedSandbox } from '../sandbox/seed.ts';
import { type Database, longLimits, type OpenDatabase, openDatabase, type Tx, usualLimits } from '../store/database.ts';
import { writeDatabaseMode } from '../store/postgres/database-mode.ts';
import { startEmbeddedPostgres } from '../store/postgres/embedded.ts';
import {
  assertMode,
  assertUsable,
  isMigrated,
  migrate,
  SchemaBehindError,
  tellOwnSchema,
} from '../store/postgres/migrate.ts';
import { examinePooler, explainPooler } from '../store/postgres/pooler.ts';
import { assertVersion } from '../store/postgres/postgres-version.ts';
import { openReplica } from '../store/postgres/replica.ts';
import { waitForDatabase } from '../store/postgres/wait-for-database.ts';
import { keepReference } from '../store/reference/keeper.ts';
import type { CleanupStack } from './cleanup-stack.ts';
import type { Config } from './config.ts';
import type { LogSink } from './log.ts';

export interface StorageParts {
  readonly config: Config;
  readonly log: LogSink;
  readonly onDatabaseGone: (error: Error) => void;
  /** Hashes the sandbox's secrets for seeding. */
  readonly hash: (secret: string) => Promise<string>;
}

const directPoolSize = 2;

/**
 * Opens PostgreSQL, ready to use: migrated, seeded in the sandbox, with its reference data in memory. `direct` is past
 * any pooler, so that its connections keep their session: for imports.
 */
export async function openStorage({ config, log, onDatabaseGone, hash }: StorageParts, cleanup: CleanupStack) {
  const url = config.databaseUrl?.reveal() ?? (await startBuiltIn({ config, log, onDatabaseGone }, cleanup));
  const directUrl = config.databaseDirectUrl?.reveal() ?? url;
  const isPooled = directUrl !== url;
  const onConnectionLost = (error: Error): void => log.warn('database connection lost', { error: error.message });
  const open = (options: Omit<Parameters<typeof openDatabase>[0], 'onConnectionLost'>): OpenDatabase => {
    const opened = openDatabase({ ...options, onConnectionLost });
    cleanup.add(() => opened.end());
    return opened;
  };
  const database = open({ url, poolSize: config.databasePoolSize, limits: { ...usualLimits, isPooled } });
  const direct = open({ url: directUrl, poolSize: directPoolSize, limits: longLimits, name: 'northbind direct' });

  await waitForDatabase(
    { DATABASE_URL: database, ...(isPooled && { DATABASE_DIRECT_URL: direct }) },
    { seconds: config.databaseWaitSeconds, log },
  )
    .then(() => assertVersion(direct))
    .then(() => examinePooler(database, { isPooled }))
    .catch((error: unknown) => {
      throw explainPooler(error);
    });
  await ensureMigrated(direct, config, log);
  if (config.mode === 'sandbox') await seedSandbox(database, hash);
  const reference = await keepReference({
    database,
    url: directUrl,
    onConnected: tellOwnSchema,
    onFault: (error) => log.warn('reference data not refreshed', { error: String(error) }),
    onSilent: () => {
      log.warn('database silent', {});
      for (const one of [database, direct]) one.breakConnections('the database gives no sign of life');
    },
  });
  cleanup.add(reference.close);
  return { directUrl, database, direct, reference, reads: openReads(config, database, { open, log }, cleanup) };
}

interface ReadsParts {
  readonly open: (options: Omit<Parameters<typeof openDatabase>[0], 'onConnectionLost'>) => OpenDatabase;
  readonly log: Log;
}

/** Reads what may be a moment old. */
function openReads(config: Config, primary: OpenDatabase, { open, log }: ReadsParts, cleanup: CleanupStack): Tx {
  const url = config.databaseReplicaUrl?.reveal();
  if (url === undefined) return primary;
  const limits = { ...usualLimits, retryMs: 0 };
  const replica = openReplica({
    primary,
    replica: open({ url, poolSize: config.databasePoolSize, limits, name: 'northbind reads' }),
    staleMsMax: config.replicaStaleSeconds * 1_000,
    onChange: (isUsed) => log.warn(isUsed ? 'reads from the replica' : 'reads from the primary', {}),
  });
  cleanup.add(replica.close);
  return replica.reads;
}

async function ensureMigrated(direct: Database, { autoMigrate, databaseMode: mode }: Config, log: Log): Promise<void> {
  if (!autoMigrate) {
    if (!(await isMigrated(direct))) throw new SchemaBehindError();
    await assertUsable(direct);
    await assertMode(direct, mode);
    await writeDatabaseMode(direct, mode);
    return;
  }
  const since = performance.now();
  const { applied, derivedMode } = await migrate(direct, mode, { log, isStart: true });
  const tookMs = Math.round(performance.now() - since);
  if (applied.length > 0) log.info('migrated', { migrations: applied, tookMs });
  if (derivedMode !== null) log.info('database mode concluded from its data', { mode: derivedMode });
}

async function startBuiltIn({ config, log, onDatabaseGone }: Omit<StorageParts, 'hash'>, cleanup: CleanupStack) {
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (event, facts) => log.info(event, { ...facts }),
    onExit: onDatabaseGone,
  });
  cleanup.add(postgres.stop);
  return postgres.url;
}
