import { chmod } from 'node:fs/promises';
import pg from 'pg';
import { makeSecretHasher } from '../../src/flows/secret-hash.ts';
import { seedSandbox } from '../../src/sandbox/seed.ts';
import { openDatabase } from '../../src/store/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/store/embedded.ts';
import { migrate } from '../../src/store/migrate.ts';

export const templateName = 'northbind_template';

/** One real PostgreSQL for a whole test run, with a migrated and seeded database that each test file copies. */
export async function startTestPostgres(folder: string): Promise<EmbeddedPostgres> {
  await chmod(folder, 0o755); // As root, PostgreSQL runs as another user and must reach its data.
  // Nothing here outlives the run, so nothing needs to reach the disk; tests of durability start servers of their own.
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    log: () => undefined,
    settings: { fsync: 'off', max_connections: '400' },
  });
  await withAdmin(postgres.url, (admin) => admin.query(`CREATE DATABASE ${templateName}`));
  const database = openDatabase({
    url: urlOf(postgres.url, templateName),
    poolSize: 2,
    onConnectionLost: () => undefined,
  });
  await migrate(database);
  await seedSandbox(database, makeSecretHasher().hash);
  await database.end();
  return postgres;
}

export async function withAdmin<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: urlOf(url, 'postgres') });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

export function urlOf(url: string, databaseName: string): string {
  const address = new URL(url);
  address.pathname = `/${databaseName}`;
  return address.href;
}
