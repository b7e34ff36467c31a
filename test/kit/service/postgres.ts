import { chmod } from 'node:fs/promises';
import pg from 'pg';
import { readConfig } from '../../../src/main/config.ts';
import { startService } from '../../../src/main/wiring.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../src/store/postgres/embedded.ts';

export const templateName = 'northbind_template';

/** Tests sign in all the time, and at the usual cost each hash takes 40 ms of a core. */
export const testHashCost = { memory: 64, passes: 1 };

/** One real PostgreSQL for a whole test run, with a migrated and seeded database that each test file copies. */
export async function startTestPostgres(folder: string): Promise<EmbeddedPostgres> {
  await chmod(folder, 0o755); // As root, PostgreSQL runs as another user and must reach its data.
  // No data outlives the run, so fsync is off; tests of durability start servers of their own.
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    log: () => undefined,
    settings: { fsync: 'off', max_connections: '400' },
  });
  await makeTemplate(postgres.url);
  return postgres;
}

/**
 * The database that others are copied from, as a first start leaves it: migrated, seeded, with the tables of
 * the sandbox's parties. Half a second less for each file that starts a service.
 */
export async function makeTemplate(url: string): Promise<void> {
  await withAdmin(url, (admin) => admin.query(`CREATE DATABASE ${templateName}`));
  const config = readConfig({ PORT: '0', DATABASE_URL: urlOf(url, templateName) });
  const quiet = (): void => undefined;
  const log = { info: quiet, warn: quiet, error: quiet, flush: quiet, lost: () => 0 };
  const service = await startService({
    config,
    log,
    hashCost: testHashCost,
    onDatabaseGone: (error) => {
      throw error;
    },
  });
  await service.close();
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
