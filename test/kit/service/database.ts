import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { longLimits, openDatabase } from '../../../src/store/database.ts';
import { applyMigrations } from '../../../src/store/postgres/migrate.ts';
import { afterwards } from '../processes/afterwards.ts';
import { startTestPostgres, templateName, urlOf, withAdmin } from './postgres.ts';

/**
 * A database of the calling test file's own, copied from the template in some 50 ms, so that files run in parallel.
 * It is dropped when the file is done.
 */
export async function cloneDatabase(template: string = templateName): Promise<string> {
  const server = await testServer();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withAdmin(server, (admin) => admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  afterwards(() => withAdmin(server, (admin) => admin.query(`DROP DATABASE ${name} WITH (FORCE)`)));
  return urlOf(server, name);
}

/** A database with nothing in it. */
export function emptyDatabase(): Promise<string> {
  return cloneDatabase('template0');
}

/** A database as `northbind migrate` leaves an empty one: the schema, and nothing in it. */
export async function migratedDatabase(): Promise<string> {
  const url = await emptyDatabase();
  const database = openDatabase({ url, poolSize: 2, onConnectionLost: () => undefined, limits: longLimits });
  await applyMigrations(database);
  await database.end();
  return url;
}

let own: Promise<string> | null = null;

/** The server of the test run; a file that is run by itself starts one. */
function testServer(): Promise<string> {
  const url = process.env.NORTHBIND_TEST_POSTGRES;
  if (url !== undefined) return Promise.resolve(url);
  own ??= startOwn();
  return own;
}

async function startOwn(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'northbind-test-'));
  const postgres = await startTestPostgres(folder);
  // Registered first, so it runs last: after the databases were dropped.
  afterwards(async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return postgres.url;
}
