import { seedSandbox } from '../sandbox/seed.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { startEmbeddedPostgres } from '../store/embedded.ts';
import { migrate } from '../store/migrate.ts';
import { keepReference, type ReferenceKeeper } from '../store/reference/keeper.ts';
import type { CleanupStack } from './cleanup-stack.ts';
import type { Config } from './config.ts';
import type { LogSink } from './log.ts';

/** PostgreSQL, ready to use: migrated, seeded in the sandbox, with its reference data in memory. */
export interface Storage {
  readonly url: string;
  readonly database: Database;
  readonly reference: ReferenceKeeper;
}

export interface StorageParts {
  readonly config: Config;
  readonly log: LogSink;
  readonly onDatabaseGone: (error: Error) => void;
  /** Hashes the sandbox's secrets for seeding. */
  readonly hash: (secret: string) => Promise<string>;
}

export async function openStorage(
  { config, log, onDatabaseGone, hash }: StorageParts,
  cleanup: CleanupStack,
): Promise<Storage> {
  const url = config.databaseUrl?.reveal() ?? (await startBuiltIn({ config, log, onDatabaseGone }, cleanup));
  const database = openDatabase({
    url,
    poolSize: config.databasePoolSize,
    onConnectionLost: (error) => log.warn('database connection lost', { error: error.message }),
  });
  cleanup.add(() => database.end());
  const { applied, derivedMode } = await migrate(database, { mode: config.mode, isStart: true });
  if (applied.length > 0) log.info('migrated', { migrations: applied });
  if (derivedMode !== null) log.info('database mode concluded from its data', { mode: derivedMode });
  if (config.mode === 'sandbox') await seedSandbox(database, hash);
  const reference = await keepReference({
    database,
    url,
    onFault: (error) => log.warn('reference data not refreshed', { error: String(error) }),
  });
  cleanup.add(reference.close);
  return { url, database, reference };
}

async function startBuiltIn(
  { config, log, onDatabaseGone }: Omit<StorageParts, 'hash'>,
  cleanup: CleanupStack,
): Promise<string> {
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (event, facts) => log.info(event, { ...facts }),
    onExit: onDatabaseGone,
  });
  cleanup.add(postgres.stop);
  return postgres.url;
}
