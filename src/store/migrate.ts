import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { type Database, type Tx, transact } from './database.ts';

/** This version of the service does not go with the database: a person must choose. */
export class MigrationError extends Error {
  constructor(name: string) {
    super(
      `The database was made by another version of Northbind (the migration ${name} differs): use that version, or another database or DATA_DIR.`,
    );
  }
}

const folder = new URL('./migrations/', import.meta.url);

// Any number will do, as long as nothing else in this database locks it.
const migrationLock = 710_526_001;

/** Brings the schema up to date. Forward only; under a lock, so that any number of instances may start at once. */
export async function migrate(database: Database): Promise<readonly string[]> {
  const migrations = await readMigrations();
  return transact(database, async (tx) => {
    // The wait for the lock is as long as another instance's migration: not a stuck statement.
    await tx.query('SET LOCAL statement_timeout = 0');
    await tx.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
    const applied = await readApplied(tx);
    const pending = migrations.filter(({ name, checksum }) => {
      const before = applied.get(name);
      if (before !== undefined && before !== checksum) throw new MigrationError(name);
      return before === undefined;
    });
    for (const { name, checksum, sql } of pending) {
      await tx.query(sql);
      await tx.query('INSERT INTO migration (name, checksum) VALUES ($1, $2)', [name, checksum]);
    }
    return pending.map(({ name }) => name);
  });
}

/** Whether every migration that this version of the service knows has been applied. */
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
