import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { openSync } from 'node:fs';
import { chown, copyFile, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chooseAccount, idsOf } from '../../../src/store/postgres/embedded/account.ts';
import { ROLE } from '../../../src/store/postgres/embedded/cluster.ts';
import { findDistribution } from '../../../src/store/postgres/embedded/distribution.ts';
import { openDataFolder } from '../../../src/store/postgres/embedded/folder.ts';
import { freePort } from '../../kit/processes/free-port.ts';
import { systemProgram } from '../../kit/processes/system-program.ts';
import { until } from '../../kit/processes/until.ts';
import { makeTemplate, templateName } from '../../kit/service/postgres.ts';
import { type SlowProxy, startSlowProxy } from './slow-proxy.ts';

/**
 * Three PostgreSQL servers under Patroni, with etcd and HAProxy, as docs/guide/deploy.md configures them. Everybody
 * reaches a node through relays of its own, and so does the node reach etcd: its machine can be cut off.
 */
export interface PatroniCluster {
  /** Through HAProxy, which asks Patroni. */
  readonly balancedUrl: string;
  /** Names all three. */
  readonly namedUrl: string;
  readonly password: string;
  readonly logPaths: readonly string[];
  /** Leads to the primary itself, past all relays. */
  readonly primaryUrl: () => Promise<string>;
  /** The primary's machine dies. Returns what brings another one in its place. */
  readonly kill: () => Promise<Repair>;
  /** Neither etcd nor anybody else reaches the primary's machine. Returns what brings another one in its place. */
  readonly cutOff: () => Promise<Repair>;
  /** A person moves the primary. */
  readonly switchOver: () => Promise<Repair>;
  readonly stop: () => Promise<void>;
}

export type Repair = () => Promise<void>;

/** What Debian's packages have of it, and who needs it. */
export const patroniPrograms = [
  ['patroni', 'patroni'],
  ['patronictl', 'patroni'],
  ['etcd', 'etcd-server'],
  ['haproxy', 'haproxy'],
  ['pg_isready', 'postgresql-client'],
] as const;

interface Node {
  readonly name: string;
  readonly folder: string;
  readonly configPath: string;
  readonly logPath: string;
  readonly port: number;
  readonly restPort: number;
  readonly relays: { readonly postgres: SlowProxy; readonly rest: SlowProxy; readonly etcd: SlowProxy };
  process: ChildProcess | null;
}

const names = ['pg1', 'pg2', 'pg3'] as const;

export async function startPatroniCluster(folder: string): Promise<PatroniCluster> {
  const home = await openDataFolder(folder);
  const account = await chooseAccount(home);
  const ids = idsOf(account) as { readonly uid?: number; readonly gid?: number };
  const give = async (path: string): Promise<void> => {
    if (ids.uid !== undefined) await chown(path, ids.uid, ids.gid!);
  };
  const binDir = join(folder, 'bin');
  await mkdir(binDir, { mode: 0o755 });
  const { postgres } = await findDistribution(home, account, () => undefined);
  for (const name of ['postgres', 'initdb', 'pg_ctl']) await symlink(join(postgres, '..', name), join(binDir, name));
  await symlink(systemProgram('pg_isready', 'postgresql-client'), join(binDir, 'pg_isready'));
  for (const name of ['pg_controldata', 'copy-cluster'])
    await copyFile(new URL(`patroni/${name}`, import.meta.url), join(binDir, name));

  const children: ChildProcess[] = [];
  const run = (program: string, options: readonly string[], logPath: string): ChildProcess => {
    const log = openSync(logPath, 'a');
    const child = spawn(program, options, { ...ids, cwd: folder, detached: true, stdio: ['ignore', log, log] });
    children.push(child);
    return child;
  };
  const [etcdPort, peerPort, balancerPort] = [await freePort(), await freePort(), await freePort()];
  await mkdir(join(folder, 'etcd'), { mode: 0o700 });
  await give(join(folder, 'etcd'));
  const etcdUrl = `http://127.0.0.1:${etcdPort}`;
  const peerUrl = `http://127.0.0.1:${peerPort}`;
  const etcdOptions = {
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': etcdUrl,
    'advertise-client-urls': etcdUrl,
    'listen-peer-urls': peerUrl,
    'initial-advertise-peer-urls': peerUrl,
    'initial-cluster': `default=${peerUrl}`,
  };
  const logPaths = [join(folder, 'etcd.log'), join(folder, 'haproxy.log')];
  run(
    systemProgram('etcd', 'etcd-server'),
    Object.entries(etcdOptions).map(([name, value]) => `--${name}=${value}`),
    logPaths[0]!,
  );
  await untilDecided(etcdUrl);
  const password = randomBytes(16).toString('hex');
  const nodes: Node[] = [];
  for (const name of names) {
    const node = await layOutNode({ name, folder, etcdUrl, binDir, password });
    for (const path of [node.folder, node.configPath]) await give(path);
    nodes.push(node);
    logPaths.push(node.logPath);
  }
  const startNode = (node: Node): void => {
    node.process = run(systemProgram('patroni', 'patroni'), [node.configPath], node.logPath);
  };
  // One at a time, so that the first is the primary and the others copy it.
  for (const node of nodes) {
    startNode(node);
    await untilWell(nodes.slice(0, nodes.indexOf(node) + 1));
  }
  const at = (port: number, database = templateName): string =>
    `postgres://${ROLE}:${password}@127.0.0.1:${port}/${database}`;
  await makeTemplate(at((await findPrimary(nodes)).port, 'postgres'));

  const balancerPath = join(folder, 'haproxy.cfg');
  await writeFile(balancerPath, balancerConfig(balancerPort, nodes));
  run(systemProgram('haproxy', 'haproxy'), ['-f', balancerPath], logPaths[1]!);

  const replace = async (node: Node): Promise<void> => {
    await killNode(node);
    await rm(join(node.folder, 'data'), { recursive: true, force: true });
    for (const relay of Object.values(node.relays)) relay.set('open');
    startNode(node);
    await untilWell(nodes);
  };
  const hosts = nodes.map(({ relays }) => new URL(relays.postgres.origin).host).join(',');
  return {
    balancedUrl: at(balancerPort),
    namedUrl: `postgres://${ROLE}:${password}@${hosts}/${templateName}?target_session_attrs=read-write`,
    password,
    logPaths,
    primaryUrl: async () => at((await findPrimary(nodes)).port),
    kill: async () => {
      const primary = await findPrimary(nodes);
      await killNode(primary);
      return () => replace(primary);
    },
    cutOff: async () => {
      const primary = await findPrimary(nodes);
      for (const relay of Object.values(primary.relays)) relay.set('hang');
      return () => replace(primary);
    },
    switchOver: async () => {
      const primary = await findPrimary(nodes);
      const standby = (await membersAt(primary))?.find(({ role }) => role === 'sync_standby');
      const order = ['switchover', 'northbind', '--master', primary.name, '--candidate', standby!.name, '--force'];
      const control = systemProgram('patronictl', 'patroni');
      await promisify(execFile)(control, ['-c', primary.configPath, ...order], { ...ids, timeout: 60_000 });
      return () => untilWell(nodes);
    },
    stop: async () => {
      for (const node of nodes) await killNode(node);
      for (const child of children) child.kill('SIGKILL');
      await Promise.all(nodes.flatMap(({ relays }) => Object.values(relays).map((relay) => relay.close())));
    },
  };
}

/** Patroni ends when etcd has not agreed with itself on its version yet. */
async function untilDecided(etcdUrl: string): Promise<void> {
  await until(
    () =>
      fetch(`${etcdUrl}/version`).then(
        (answer) => answer.text(),
        () => '',
      ),
    (text) => text !== '' && !text.includes('not_decided'),
  );
}

interface NodeParts {
  readonly name: string;
  readonly folder: string;
  readonly etcdUrl: string;
  readonly binDir: string;
  readonly password: string;
}

async function layOutNode({ name, folder: home, etcdUrl, binDir, password }: NodeParts): Promise<Node> {
  const folder = join(home, name);
  await mkdir(folder, { mode: 0o700 });
  const [port, restPort] = [await freePort(), await freePort()];
  const relays = {
    postgres: await startSlowProxy(`http://127.0.0.1:${port}`),
    rest: await startSlowProxy(`http://127.0.0.1:${restPort}`),
    etcd: await startSlowProxy(etcdUrl),
  };
  const hostOf = ({ origin }: SlowProxy): string => new URL(origin).host;
  const configPath = join(folder, 'config.yml');
  // JSON is YAML.
  const login = { username: ROLE, password };
  const config = {
    scope: 'northbind',
    name,
    // Otherwise it asks etcd for its own address, and goes past the relay.
    etcd3: { hosts: [hostOf(relays.etcd)], use_proxies: true },
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: hostOf(relays.rest) },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        maximum_lag_on_failover: 0,
        synchronous_mode: true,
        synchronous_node_count: 1,
        synchronous_mode_strict: true,
        postgresql: {
          // A server that has diverged is copied anew: the built-in binaries have no pg_rewind.
          use_pg_rewind: false,
          remove_data_directory_on_diverged_timelines: true,
          use_slots: false,
          parameters: { wal_log_hints: 'on', max_connections: 100, shared_buffers: '64MB', wal_keep_size: '256MB' },
        },
      },
      initdb: [
        { encoding: 'UTF8' },
        { locale: 'C' },
        { 'locale-provider': 'builtin' },
        { 'builtin-locale': 'C.UTF-8' },
        'data-checksums',
      ],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: hostOf(relays.postgres),
      data_dir: join(folder, 'data'),
      bin_dir: binDir,
      pgpass: join(folder, 'pgpass'),
      authentication: { superuser: login, replication: login },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
      parameters: { unix_socket_directories: '' },
      create_replica_methods: ['copy'],
      copy: { command: join(binDir, 'copy-cluster') },
    },
    watchdog: { mode: 'off' },
  };
  await writeFile(configPath, JSON.stringify(config, null, 2), { mode: 0o600 });
  return { name, folder, configPath, logPath: join(home, `${name}.log`), port, restPort, relays, process: null };
}

/** The guide has the same configuration. */
function balancerConfig(port: number, nodes: readonly Node[]): string {
  const servers = nodes.map(({ name, relays }) => {
    const [postgres, rest] = [new URL(relays.postgres.origin), new URL(relays.rest.origin)];
    return `  server ${name} ${postgres.host} check port ${rest.port}`;
  });
  return `listen postgres
  bind 127.0.0.1:${port}
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 2s fall 3 rise 2 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
}

async function killNode(node: Node): Promise<void> {
  node.process?.kill('SIGKILL');
  const head = await readFile(join(node.folder, 'data', 'postmaster.pid'), 'utf8').catch(() => null);
  try {
    if (head !== null) process.kill(Number(head.split('\n')[0]), 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

async function membersAt({ restPort }: Node): Promise<readonly Member[] | null> {
  const signal = AbortSignal.timeout(2_000);
  const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal }).catch(() => null);
  return answer?.ok ? ((await answer.json()) as { members: Member[] }).members : null;
}

/** Asks each node's own Patroni: others may name one that is gone. */
async function findPrimary(nodes: readonly Node[]): Promise<Node> {
  const isPrimary = async ({ restPort }: Node): Promise<boolean> => {
    const signal = AbortSignal.timeout(2_000);
    const answer = await fetch(`http://127.0.0.1:${restPort}/primary`, { signal }).catch(() => null);
    return answer?.status === 200;
  };
  const found = await until(
    async () => {
      for (const node of nodes) if (await isPrimary(node)) return node;
      return null;
    },
    (node) => node !== null,
  );
  return found!;
}

/** All run, and one confirms commits. */
async function untilWell(nodes: readonly Node[]): Promise<void> {
  await until(
    () => membersAt(nodes[0]!),
    (members) => {
      const running = members?.filter(({ state }) => state === 'running' || state === 'streaming') ?? [];
      const isConfirmed = nodes.length === 1 || running.some(({ role }) => role === 'sync_standby');
      return running.length === nodes.length && running.some(({ role }) => role === 'leader') && isConfirmed;
    },
  );
}
