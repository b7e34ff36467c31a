import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseAccount } from '../../../src/store/postgres/embedded/account.ts';
import { ensureCluster, ROLE } from '../../../src/store/postgres/embedded/cluster.ts';
import { findDistribution } from '../../../src/store/postgres/embedded/distribution.ts';
import { openDataFolder } from '../../../src/store/postgres/embedded/folder.ts';
import { startServer } from '../../../src/store/postgres/embedded/server.ts';
import { makeTemplate, templateName, withAdmin } from '../../kit/service/postgres.ts';

/**
 * A PostgreSQL that only the proof restarts. Its settings are those of the built-in one, so an acknowledged
 * commit is on disk; only more connections are allowed.
 */
export interface ProofPostgres {
  readonly logPath: string;
  readonly password: string;
  /** A copy of a migrated and seeded database. */
  readonly newDatabase: () => Promise<string>;
  /** Its head; the kernel leaves the others to find out. SIGINT is a fast shutdown, SIGQUIT an immediate one. */
  readonly signal: (signal: 'SIGKILL' | 'SIGINT' | 'SIGQUIT') => void;
  /** Starts it again on the same port, when it is gone. */
  readonly start: () => Promise<void>;
  /** One of the service's connections at the server's end; PostgreSQL then restarts all of them by itself. */
  readonly killBackend: (pick: <T>(from: readonly T[]) => T) => Promise<void>;
  readonly untilReady: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const readyTriesMax = 600;
const readyPauseMs = 50;

export async function startProofPostgres(dataDir: string): Promise<ProofPostgres> {
  await mkdir(dataDir, { recursive: true });
  const log = (): void => undefined;
  const folder = await openDataFolder(dataDir);
  const account = await chooseAccount(folder);
  const programs = await findDistribution(folder, account, log);
  const { password } = await ensureCluster(folder, programs, account);
  const setup = { folder, programs, account, settings: { max_connections: '200' }, log };
  let server = await startServer(setup);
  const { port } = server;
  const urlOf = (database: string): string => `postgres://${ROLE}:${password}@127.0.0.1:${port}/${database}`;
  const untilReady = async (): Promise<void> => {
    const ask = () => withAdmin(urlOf('postgres'), (admin) => admin.query('SELECT 1'));
    for (let tries = 0; tries < readyTriesMax; tries += 1) {
      const isReady = await ask().then(
        () => true,
        () => false,
      );
      if (isReady) return;
      await sleep(readyPauseMs);
    }
    await ask(); // Says why not.
  };
  await makeTemplate(urlOf('postgres'));
  return {
    logPath: folder.log,
    password,
    newDatabase: async () => {
      const name = `proof_${randomBytes(6).toString('hex')}`;
      await withAdmin(urlOf('postgres'), (admin) => admin.query(`CREATE DATABASE ${name} TEMPLATE ${templateName}`));
      return urlOf(name);
    },
    signal: (signal) => void process.kill(server.pid, signal),
    start: async () => {
      await server.exited;
      server = await startServer(setup, port);
    },
    killBackend: async (pick) => {
      await untilReady(); // It may still recover from the last one.
      const sql = `SELECT pid FROM pg_stat_activity WHERE application_name = 'northbind' ORDER BY pid`;
      const { rows } = await withAdmin(urlOf('postgres'), (admin) => admin.query<{ pid: number }>(sql));
      if (rows.length > 0) process.kill(pick(rows).pid, 'SIGKILL');
    },
    untilReady,
    stop: () => server.stop(),
  };
}
