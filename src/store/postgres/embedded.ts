import pg from 'pg';
import { chooseAccount } from './embedded/account.ts';
import { ensureCluster, ROLE } from './embedded/cluster.ts';
import { findDistribution } from './embedded/distribution.ts';
import { EmbeddedPostgresError, explain } from './embedded/error.ts';
import { type DataFolder, openDataFolder } from './embedded/folder.ts';
import { keepRunning } from './embedded/keep-running.ts';
import { takeLock } from './embedded/lock.ts';
import { startServer } from './embedded/server.ts';

/*
 * The built-in PostgreSQL: a real server, started from npm-installed programs, its data under one folder.
 *
 *   1. folder        create or open it
 *   2. lock          one service per folder; the kernel releases it when the holder ends     embedded/lock.ts
 *   3. account       PostgreSQL refuses root: as root it runs as another user                embedded/account.ts
 *   4. programs      in node_modules, or a copy where that user can reach them               embedded/distribution.ts
 *   5. cluster       created once, in a temporary folder, then renamed                       embedded/cluster.ts
 *   6. remains       a server left by a killed service is stopped without losing a row       embedded/remains.ts
 *   7. server        on a free port of 127.0.0.1, in a session of its own                    embedded/server.ts
 *   8. database      created if missing
 *   9. watch         a server that dies is started again on the same port                    embedded/keep-running.ts
 *
 * SIGKILL or a power failure may interrupt any step; the next start repeats the steps and repairs what it finds.
 * PostgreSQL's own safety settings stay, so an acknowledged row is never lost.
 */

export { EmbeddedPostgresError };

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  readonly log: (event: string, facts: object) => void;
  /**
   * PostgreSQL settings that replace ours, by their names in postgresql.conf; not port or cluster_name, which we need
   * to find it.
   */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called once when the server died and could not be started again. */
  readonly onExit?: (error: EmbeddedPostgresError) => void;
}

export interface EmbeddedPostgres {
  /** It contains the password, so it is never logged. */
  readonly url: string;
  /** Ends open connections and stops the server; the folder is free for another service afterwards. */
  stop(): Promise<void>;
}

export const DATABASE = 'northbind';
const CONNECT_LIMIT_MS = 10_000;
export const DATABASE_MISSING = '3D000';
const PASSWORD_WRONG = '28P01';

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    const folder = await openDataFolder(options.dataDir);
    const unlock = await takeLock(folder);
    try {
      return await startInFolder(folder, unlock, options);
    } catch (error) {
      unlock();
      throw error;
    }
  } catch (error) {
    throw explain(error, options.dataDir);
  }
}

async function startInFolder(
  folder: DataFolder,
  unlock: () => void,
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { log, settings = {}, onExit } = options;
  const since = performance.now();
  const account = await chooseAccount(folder);
  const programs = await findDistribution(folder, account, log);
  const { password, isNew } = await ensureCluster(folder, programs, account);
  const setup = { folder, programs, account, settings, log };
  const server = await startServer(setup);
  const urlOf = (database: string) => `postgres://${ROLE}:${password}@127.0.0.1:${server.port}/${database}`;
  try {
    await ensureDatabase(urlOf, folder);
  } catch (error) {
    await server.stop();
    throw error;
  }
  log('postgres.ready', { port: server.port, pid: server.pid, isNew, tookMs: Math.round(performance.now() - since) });

  const stop = keepRunning(server, setup, onExit);
  let stopped: Promise<void> | undefined;
  return {
    url: urlOf(DATABASE),
    stop: () => {
      stopped ??= stop().finally(unlock);
      return stopped;
    },
  };
}

async function ensureDatabase(urlOf: (database: string) => string, folder: DataFolder): Promise<void> {
  try {
    await runSql(urlOf(DATABASE), 'SELECT 1');
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === PASSWORD_WRONG) {
      throw new EmbeddedPostgresError(
        `${folder.password} does not hold the password of the database beside it: restore that file, or set DATA_DIR to a new folder.`,
      );
    }
    if (code !== DATABASE_MISSING) throw error;
    await runSql(urlOf('postgres'), `CREATE DATABASE ${DATABASE}`);
  }
}

async function runSql(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_LIMIT_MS });
  // The pending query rejects as well; without a listener the event would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end().catch(() => {});
  }
}
