import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { chooseAccount, idsOf } from '../../../src/store/postgres/embedded/account.ts';
import { ensureCluster, ROLE } from '../../../src/store/postgres/embedded/cluster.ts';
import { findDistribution } from '../../../src/store/postgres/embedded/distribution.ts';
import { type DataFolder, openDataFolder } from '../../../src/store/postgres/embedded/folder.ts';
import { type Server, type Setup, startServer } from '../../../src/store/postgres/embedded/server.ts';
import { until } from '../../kit/processes/until.ts';
import { makeTemplate, templateName, urlOf } from '../../kit/service/postgres.ts';
import { type SlowProxy, startSlowProxy } from './slow-proxy.ts';

/**
 * A primary and two standbys, of which one has to confirm each commit. Everybody reaches the primary through one relay,
 * so that its machine can be cut off.
 */
export interface ReplicatedPostgres {
  /** Names all three. */
  readonly url: string;
  readonly primaryUrl: string;
  /** The address of a standby, which only reads. */
  readonly standbyUrl: string;
  readonly killStandby: () => void;
  readonly password: string;
  readonly logPaths: readonly string[];
  /** The primary's machine dies: its processes are gone, and connections are refused. */
  readonly killPrimary: () => void;
  /** The primary's machine is cut off: packets are dropped, and no connection is closed. */
  readonly cutPrimary: () => void;
  /** What Patroni does: the standby that has received most becomes the primary. Returns its address. */
  readonly promote: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

const standbyNames = ['standby1', 'standby2'] as const;
const settings = { max_connections: '100', wal_keep_size: '256MB', shared_buffers: '64MB' };

export async function startReplicatedPostgres(folder: string): Promise<ReplicatedPostgres> {
  const log = (): void => undefined;
  const home = await openFolder(join(folder, 'primary'));
  const account = await chooseAccount(home);
  const programs = await findDistribution(home, account, log);
  const { password } = await ensureCluster(home, programs, account);
  const setup: Setup = { folder: home, programs, account, settings, log };
  const primary = await startServer(setup);
  const at = (port: number, database = 'postgres'): string =>
    `postgres://${ROLE}:${password}@127.0.0.1:${port}/${database}`;
  await makeTemplate(at(primary.port));
  const relay = await startSlowProxy(at(primary.port));
  const relayPort = Number(new URL(relay.origin).port);

  const standbys: Server[] = [];
  for (const name of standbyNames) {
    const standbyHome = await openFolder(join(folder, name));
    await copyCluster({ from: setup, to: standbyHome, url: at(primary.port) });
    const conninfo = `host=127.0.0.1 port=${relayPort} user=${ROLE} password=${password} application_name=${name}`;
    // A receiver that hears nothing for this long takes the primary for lost.
    const receiving = { primary_conninfo: conninfo, wal_receiver_timeout: '5s' };
    standbys.push(await startServer({ ...setup, folder: standbyHome, settings: { ...settings, ...receiving } }));
  }
  await confirmCommits(at(primary.port));
  const hosts = [relayPort, ...standbys.map(({ port }) => port)].map((port) => `127.0.0.1:${port}`).join(',');
  return {
    url: `postgres://${ROLE}:${password}@${hosts}/${templateName}?target_session_attrs=read-write`,
    primaryUrl: at(relayPort, templateName),
    standbyUrl: at(standbys[0]!.port, templateName),
    killStandby: () => void process.kill(standbys[0]!.pid, 'SIGKILL'),
    password,
    logPaths: [home.log, ...standbyNames.map((name) => join(folder, name, 'postgres.log'))],
    killPrimary: () => {
      process.kill(primary.pid, 'SIGKILL');
      void relay.close();
    },
    cutPrimary: () => relay.set('hang'),
    promote: async () => urlOf(await promoteBest(standbys.map(({ port }) => at(port))), templateName),
    stop: () => stopAll([...standbys, primary], relay),
  };
}

async function openFolder(path: string): Promise<DataFolder> {
  await mkdir(path, { recursive: true, mode: 0o755 });
  return openDataFolder(path);
}

/** A base backup without pg_basebackup, which the npm package leaves out: copied under pg_backup_start. */
async function copyCluster({
  from,
  to,
  url,
}: {
  readonly from: Setup;
  readonly to: DataFolder;
  readonly url: string;
}): Promise<void> {
  await onServer(url, async (client) => {
    await client.query("SELECT pg_backup_start('standby', true)");
    await promisify(execFile)('cp', ['-a', from.folder.cluster, to.cluster]);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    for (const name of ['postmaster.pid', 'postmaster.opts']) await rm(join(to.cluster, name), { force: true });
    await writeFile(join(to.cluster, 'backup_label'), rows[0]!.labelfile);
    await writeFile(join(to.cluster, 'standby.signal'), '');
  });
  const { uid, gid } = idsOf(from.account) as { readonly uid?: number; readonly gid?: number };
  if (uid !== undefined) await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, to.cluster]);
}

/** From here on a commit is acknowledged when one of the two has it. */
async function confirmCommits(url: string): Promise<void> {
  await onServer(url, async (client) => {
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (${standbyNames.join(', ')})'`);
    await client.query('SELECT pg_reload_conf()');
    await until(
      async () => (await client.query("SELECT FROM pg_stat_replication WHERE sync_state = 'quorum'")).rowCount,
      (count) => count === standbyNames.length,
    );
  });
}

/** With ANY 1 it may be either: the other may lack the last commits. */
async function promoteBest(urls: readonly string[]): Promise<string> {
  const received = await Promise.all(
    urls.map((url) =>
      onServer(url, async (client) => {
        const sql = "SELECT pg_last_wal_receive_lsn() - '0/0' AS bytes";
        return { url, bytes: BigInt((await client.query<{ bytes: string }>(sql)).rows[0]!.bytes) };
      }),
    ),
  );
  const best = received.reduce((one, other) => (other.bytes > one.bytes ? other : one));
  await onServer(best.url, (client) => client.query('SELECT pg_promote(true, 60)'));
  return best.url;
}

async function onServer<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function stopAll(servers: readonly Server[], relay: SlowProxy): Promise<void> {
  await relay.close().catch(() => undefined); // It may be closed already.
  for (const server of servers) await server.stop();
}
