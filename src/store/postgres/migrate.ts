import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../../domain/log.ts';
import type { DatabaseMode } from '../../domain/mode.ts';
import type { Database, Tx } from '../database.ts';
import { faultOfMode, readDatabaseMode, writeDatabaseMode } from './database-mode.ts';
import { toUnavailable } from './database-unavailable.ts';
import { MigrationError } from './migrate/error.ts';
import { type Migration, readMigrations } from './migrate/migration.ts';
import { runMigration } from './migrate/run-migration.ts';
import { findUnusable, refuseBesideOlder, tellSchema } from './migrate/serving.ts';
import { assertVersion } from './postgres-version.ts';

/** The service may not migrate by itself, and the schema is not that of this version. */
export class SchemaBehindError extends MigrationError {
  constructor() {
    super(
      'The database does not have the schema of this version, and AUTO_MIGRATE is off: run northbind migrate with a role that may change tables.',
    );
  }
}

/** A newer version has changed the schema so that this one can't use it. */
export class SchemaAheadError extends MigrationError {
  constructor(migration: string) {
    super(
      `A newer version has changed the database (${migration}) so that this version can't use it any more: start the newer version.`,
    );
  }
}

const folder = new URL('../migrations/', import.meta.url);

// Arbitrary, but unique among the advisory locks of this database.
const migrationLock = 710_526_001;
const lockPauseMs = 250;
const waitingLogMs = 5_000;

export interface Migrated {
  readonly applied: readonly string[];
  /** The mode that was concluded from the data of a database that had none written down; else null. */
  readonly derivedMode: DatabaseMode | null;
}

export interface MigrateOptions {
  /** A service is starting, so that the database belongs to its mode from now on. */
  readonly isStart?: boolean;
  readonly log?: Pick<Log, 'info'>;
  /** Migrate although instances of an older version are connected that can't go on afterwards. */
  readonly stopsOlder?: boolean;
  /** How long an index waits for one transaction of others. */
  readonly waitMsMax?: number;
  /** Other migrations than this version's, for tests. */
  readonly from?: URL;
}

/**
 * Migrates the schema forward, under a lock, so that any number of instances may start at once: one migrates, the
 * others wait for it. Instances of the previous version keep running meanwhile, and a migration drops nothing that they
 * use; one that does is refused while they are connected, unless told. A database of the other mode is refused and stays
 * as it was.
 */
export async function migrate(database: Database, mode: DatabaseMode, options: MigrateOptions = {}): Promise<Migrated> {
  return whileLocked(database, options, async (client, pending) => {
    const before = await assertMode(client, mode);
    await assertUsable(client);
    const applied = await pending();
    const isNew = options.isStart === true && (await writeDatabaseMode(client, mode));
    return { applied, derivedMode: isNew ? before : null };
  });
}

/** Throws if the database belongs to the other mode; returns its mode. */
export async function assertMode(tx: Tx, mode: DatabaseMode): Promise<DatabaseMode | null> {
  const found = await readDatabaseMode(tx, mode);
  const fault = faultOfMode(mode, found);
  if (fault !== null) throw new MigrationError(fault);
  return found;
}

/** Applies the migrations alone, whatever the database is for. */
export function applyMigrations(database: Database, options: MigrateOptions = {}): Promise<readonly string[]> {
  return whileLocked(database, options, (_client, pending) => pending());
}

async function whileLocked<T>(
  database: Database,
  options: MigrateOptions,
  work: (client: pg.PoolClient, applyPending: () => Promise<readonly string[]>) => Promise<T>,
): Promise<T> {
  const { log = silent, from = folder } = options;
  const migrations = await readMigrations(from);
  const client = await database.connect();
  try {
    await assertVersion(client);
    await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0');
    await lockOut(client, log);
    await createTables(client);
    return await work(client, async () => {
      const pending = await findPending(client, migrations);
      if (options.stopsOlder !== true) await refuseBesideOlder(client, pending);
      for (const migration of pending) await runMigration({ ...options, database, client, log }, migration);
      return pending.map(({ name }) => name);
    });
  } catch (error) {
    throw toUnavailable(error);
  } finally {
    client.release(true); // Its settings and its lock end with the connection.
  }
}

const silent: Pick<Log, 'info'> = { info: () => undefined };

/**
 * Asks for the lock again and again instead of waiting in one statement: a statement that waits keeps a snapshot, and
 * the other instance's CREATE INDEX CONCURRENTLY would wait for that to end.
 */
async function lockOut(client: pg.PoolClient, log: Pick<Log, 'info'>): Promise<void> {
  for (let saidAt = performance.now(); ; await sleep(lockPauseMs)) {
    const { rows } = await client.query<{ isOurs: boolean }>('SELECT pg_try_advisory_lock($1) AS "isOurs"', [
      migrationLock,
    ]);
    if (rows[0]?.isOurs === true) return;
    if (performance.now() - saidAt < waitingLogMs) continue;
    log.info('waiting for the migration of another instance', {});
    saidAt = performance.now();
  }
}

async function createTables(tx: Tx): Promise<void> {
  const { rows } = await tx.query<{ isThere: boolean }>(
    `SELECT to_regclass('migration') IS NOT NULL AND to_regclass('migration_progress') IS NOT NULL AS "isThere"`,
  );
  if (rows[0]?.isThere === true) return;
  await tx.query(`
    CREATE TABLE IF NOT EXISTS migration (
      name            text PRIMARY KEY,
      checksum        text NOT NULL,
      is_beside_older boolean NOT NULL,
      applied_at      timestamptz NOT NULL DEFAULT now()
    );
    CREATE TABLE IF NOT EXISTS migration_progress (
      name     text PRIMARY KEY,
      last_key text NOT NULL,
      rows     bigint NOT NULL
    )`);
}

async function findPending(tx: Tx, migrations: readonly Migration[]): Promise<readonly Migration[]> {
  const { rows } = await tx.query<{ name: string; checksum: string }>('SELECT name, checksum FROM migration');
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  return migrations.filter(({ name, checksum }) => {
    const before = applied.get(name);
    if (before !== undefined && before !== checksum) throw otherVersion(name);
    return before === undefined;
  });
}

function otherVersion(name: string): MigrationError {
  return new MigrationError(
    `The database was made by another version of Northbind (the migration ${name} differs): use that version, or another database or DATA_DIR.`,
  );
}

/** Tells who migrates which schema this instance was written for, as long as the connection lasts. */
export const tellOwnSchema = (tx: Tx): Promise<void> => tellSchema(tx, folder);

/** Throws if a newer version has made the schema unusable for this one. */
export async function assertUsable(tx: Tx): Promise<void> {
  const migration = await findUnusable(tx, folder);
  if (migration !== null) throw new SchemaAheadError(migration);
}

/** Whether the schema is that of this version, lacks something of it, or is of a newer one that this can't use. */
export type SchemaState = 'current' | 'behind' | 'ahead';

export async function readSchemaState(tx: Tx): Promise<SchemaState> {
  if (!(await isMigrated(tx))) return 'behind';
  return (await findUnusable(tx, folder)) === null ? 'current' : 'ahead';
}

/** Returns whether every migration of this version has been applied. */
export async function isMigrated(tx: Tx): Promise<boolean> {
  const names = (await readMigrations(folder)).map(({ name }) => name);
  const table = await tx.query<{ isThere: boolean }>(`SELECT to_regclass('migration') IS NOT NULL AS "isThere"`);
  if (!table.rows[0]!.isThere) return false;
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM migration WHERE name = ANY ($1)',
    [names],
  );
  return rows[0]?.count === names.length;
}
