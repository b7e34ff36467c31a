import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Mode } from '../domain/mode.ts';
import { type Database, type Tx, transact } from './database.ts';
import { faultOfMode, readDatabaseMode, writeDatabaseMode } from './database-mode.ts';

/** The database can't be used by this version in this mode; the message says what to do. */
export class MigrationError extends Error {}

export interface MigrateOptions {
  readonly mode: Mode;
  /** A service is starting, so that the database belongs to its mode from now on. */
  readonly isStart: boolean;
}

export interface Migrated {
  readonly applied: readonly string[];
  /** The mode that was concluded from the data of a database that had none written down; else null. */
  readonly derivedMode: Mode | null;
}

const folder = new URL('./migrations/', import.meta.url);

// Arbitrary, but unique among the advisory locks of this database.
const migrationLock = 710_526_001;

// About 20 seconds in total.
const attemptsMax = 20;
const lockNotAvailable = '55P03';

/**
 * Migrates the schema forward, under a lock, so that any number of instances may start at once. Instances of the
 * previous version keep running: their requests wait meanwhile, and a migration never drops what they use. A database
 * of the other mode is refused and stays as it was.
 */
export async function migrate(database: Database, options: MigrateOptions): Promise<Migrated> {
  const migrations = await readMigrations();
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    try {
      return await transact(database, (tx) =>
        claimAndMigrate(tx, { ...options, migrations, lockTimeoutMs: attempt * 100 }),
      );
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error;
      await sleep(50);
    }
  }
  throw new MigrationError(
    'The tables are in use by something that does not end, such as a dump or a long report: end it, or try again later.',
  );
}

interface Plan extends MigrateOptions {
  readonly migrations: readonly Migration[];
  readonly lockTimeoutMs: number;
}

async function claimAndMigrate(tx: Tx, { migrations, mode, isStart, lockTimeoutMs }: Plan): Promise<Migrated> {
  // The wait for the lock may last as long as another instance's migration, so it needs no statement timeout.
  await tx.query('SET LOCAL statement_timeout = 0');
  await tx.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
  const before = await readDatabaseMode(tx);
  const fault = faultOfMode(mode, before);
  if (fault !== null) throw new MigrationError(fault);
  const applied = await applyPending(tx, migrations, lockTimeoutMs);
  const isNew = isStart && (await writeDatabaseMode(tx, mode));
  return { applied, derivedMode: isNew ? before : null };
}

async function applyPending(
  tx: Tx,
  migrations: readonly Migration[],
  lockTimeoutMs: number,
): Promise<readonly string[]> {
  const applied = await readApplied(tx);
  const pending = migrations.filter(({ name, checksum }) => {
    const before = applied.get(name);
    if (before !== undefined && before !== checksum) throw otherVersion(name);
    return before === undefined;
  });
  if (pending.length > 0) await lockTables(tx, lockTimeoutMs);
  for (const { name, checksum, sql } of pending) {
    await tx.query(sql);
    await tx.query('INSERT INTO migration (name, checksum) VALUES ($1, $2)', [name, checksum]);
  }
  return pending.map(({ name }) => name);
}

function otherVersion(name: string): MigrationError {
  return new MigrationError(
    `The database was made by another version of Northbind (the migration ${name} differs): use that version, or another database or DATA_DIR.`,
  );
}

/**
 * Locks all tables before any is changed. Locking them one by one could deadlock with a bind, which locks policy before
 * application. Newest first, because foreign keys point from newer to older tables. If a lock is not granted soon, all
 * are released and requested again: requests that wait for us must not also block us. The table of migrations is left
 * out, because health checks read it.
 */
async function lockTables(tx: Tx, timeoutMs: number): Promise<void> {
  const { rows } = await tx.query<{ names: string | null }>(
    `SELECT string_agg(oid::regclass::text, ', ' ORDER BY oid DESC) AS names
     FROM pg_class
     WHERE relnamespace = to_regnamespace(current_schema()::text) AND relkind = 'r' AND relname <> 'migration'`,
  );
  const names = rows[0]!.names;
  if (names === null) return;
  await tx.query(`SET LOCAL lock_timeout = ${timeoutMs}`);
  await tx.query(`LOCK TABLE ${names} IN ACCESS EXCLUSIVE MODE`);
  await tx.query('SET LOCAL lock_timeout = 0');
}

/** Returns whether every migration of this version has been applied. */
export async function isMigrated(tx: Tx): Promise<boolean> {
  const migrations = await readMigrations();
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM migration WHERE name = ANY ($1)',
    [migrations.map(({ name }) => name)],
  );
  return rows[0]?.count === migrations.length;
}

interface Migration {
  readonly name: string;
  readonly checksum: string;
  readonly sql: string;
}

async function readMigrations(): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function readApplied(tx: Tx): Promise<ReadonlyMap<string, string>> {
  await tx.query(`
    CREATE TABLE IF NOT EXISTS migration (
      name       text PRIMARY KEY,
      checksum   text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`);
  const { rows } = await tx.query<{ name: string; checksum: string }>('SELECT name, checksum FROM migration');
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}
