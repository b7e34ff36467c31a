import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { emptyDatabase } from '../kit/database.ts';

/** A release's migrations as they were published. CONTRIBUTING.md says how they are frozen. */
export interface Release {
  readonly version: string;
  /** By its hash and not by its tag, which a clone may lack. */
  readonly commit: string;
  readonly folder: string;
  /** SQL by file name, in order. */
  readonly migrations: ReadonlyMap<string, string>;
}

const released = new URL('./released/', import.meta.url);
export const present = readMigrations(new URL('../../src/store/migrations/', import.meta.url));
export const lastRelease = readLastRelease();

/** The migrations that came after the release, by name. */
export function migrationsSince({ migrations }: Release): readonly string[] {
  return [...present.keys()].filter((name) => !migrations.has(name));
}

/** An empty database as the release's own `northbind migrate` left it. */
export async function databaseOf({ migrations }: Release): Promise<string> {
  const connectionString = await emptyDatabase();
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(
    'CREATE TABLE migration (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  for (const [name, sql] of migrations) {
    await client.query(sql);
    const checksum = createHash('sha256').update(sql).digest('hex');
    await client.query('INSERT INTO migration (name, checksum) VALUES ($1, $2)', [name, checksum]);
  }
  await client.end();
  return connectionString;
}

function readLastRelease(): Release {
  const [version, ...others] = readdirSync(released);
  if (version === undefined || others.length > 0) throw new Error('One release is frozen: the last one.');
  const folder = new URL(`${version}/`, released);
  const commit = readFileSync(new URL('commit', folder), 'utf8').trim();
  return { version, commit, folder: folder.pathname, migrations: readMigrations(folder) };
}

function readMigrations(folder: URL): ReadonlyMap<string, string> {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return new Map(names.map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]));
}
