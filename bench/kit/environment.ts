import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/store/postgres/embedded.ts';

/** The run's own PostgreSQL, with its default durability, and services as separate processes, as in production. */
export interface Environment {
  readonly postgresPid: number;
  readonly postgresVersion: string;
  /** Of its first database, for settings of the server. */
  readonly adminUrl: string;
  /** Its own log file. */
  readonly postgresLog: string;
  readonly createDatabase: (name: string, template?: string) => Promise<string>;
  readonly dropDatabase: (name: string) => Promise<void>;
  /** `root`: another checkout, to compare with. */
  readonly startService: (databaseUrl: string, root?: string) => Promise<RunningServer>;
  /** Stops everything that is still running and removes the folder. */
  readonly close: () => Promise<void>;
}

export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

export const poolSize = 16; // The service's default.
const ownRoot = new URL('../..', import.meta.url).pathname;
const startLimitMs = 120_000;

/** `settings`: of PostgreSQL, beside ours. */
export async function openEnvironment(settings: Readonly<Record<string, string>> = {}): Promise<Environment> {
  const folder = await mkdtemp(join(tmpdir(), 'northbind-bench-'));
  await chmod(folder, 0o755); // As root, PostgreSQL runs as another user and must reach its data.
  let postgresPid = 0;
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    settings,
    log: (_event, facts) => {
      if ('pid' in facts) postgresPid = Number(facts.pid);
    },
  });
  const admin = new pg.Client({ connectionString: urlOf(postgres.url, 'postgres') });
  await admin.connect();
  const { rows } = await admin.query<{ server_version: string }>('SHOW server_version');
  const services = new Set<ChildProcess>();

  const startService = async (databaseUrl: string, root = ownRoot): Promise<RunningServer> => {
    const logPath = join(folder, `service-${services.size}.log`);
    const log = await open(logPath, 'w');
    const child = spawn(process.execPath, [...profiling(), join(root, 'bin/serve')], {
      env: { ...process.env, DATABASE_URL: databaseUrl, PORT: '0', RATE_LIMIT: '1000000', TOKEN_MINUTES: '1440' },
      stdio: ['ignore', log.fd, 'inherit'],
    });
    await log.close();
    services.add(child);
    const url = await addressIn(logPath, child);
    return { url, pid: child.pid!, stop: () => end(child) };
  };
  return {
    postgresPid,
    postgresVersion: rows[0]!.server_version,
    adminUrl: urlOf(postgres.url, 'postgres'),
    postgresLog: join(folder, 'data/postgres.log'),
    createDatabase: async (name, template = 'template1') => {
      await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
      return urlOf(postgres.url, name);
    },
    dropDatabase: async (name) => {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    },
    startService,
    close: async () => {
      for (const child of services) await end(child);
      await admin.end();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** `BENCH_PROFILE=folder npm run bench quote` writes a CPU profile of each service to the folder. */
function profiling(): readonly string[] {
  const folder = process.env.BENCH_PROFILE;
  return folder === undefined ? [] : ['--cpu-prof', '--cpu-prof-interval=300', `--cpu-prof-dir=${folder}`];
}

/** The service logs its address when it has started. */
async function addressIn(logPath: string, child: ChildProcess): Promise<string> {
  for (const since = performance.now(); performance.now() - since < startLimitMs; await sleep(10)) {
    if (child.exitCode !== null) throw new Error(`The service ended with code ${child.exitCode}.`);
    const line = (await readFile(logPath, 'utf8')).split('\n').find((one) => one.includes('"event":"started"'));
    if (line !== undefined) return (JSON.parse(line) as { service: string }).service;
  }
  throw new Error('The service did not start in time.');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

function urlOf(url: string, databaseName: string): string {
  const address = new URL(url);
  address.pathname = `/${databaseName}`;
  return address.href;
}
