import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open, readFile, stat, statfs } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { idsOf, type SystemUser } from './account.ts';
import type { Distribution } from './distribution.ts';
import { diskFull, EmbeddedPostgresError } from './error.ts';
import { type DataFolder, giveToFolderOwner } from './folder.ts';
import { clusterName, endRemains } from './remains.ts';

/** Everything needed to start the server repeatedly. */
export interface Setup {
  readonly folder: DataFolder;
  readonly programs: Distribution;
  readonly account: SystemUser;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: (event: string, facts: object) => void;
}

/** A PostgreSQL that accepts connections. */
export interface Server {
  readonly port: number;
  readonly pid: number;
  readonly exited: Promise<Exit>;
  stop(): Promise<void>;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

type Launch =
  | { readonly kind: 'ready'; readonly server: Server }
  | { readonly kind: 'port-taken' }
  | { readonly kind: 'folder-in-use' }
  | { readonly kind: 'failed'; readonly words: string };

/** Crash recovery replays at most about 1 GB of log (max_wal_size), which takes well under a minute on a slow disk. */
const READY_LIMIT_MS = 300_000;
/** A clean start takes about 40 ms. */
const READY_POLL_MS = 10;
const LAUNCH_ATTEMPTS_MAX = 40;
const IN_USE_PAUSE_MS = 250;
const FAST_STOP_LIMIT_MS = 30_000;
const ROUGH_STOP_LIMIT_MS = 5_000;
const LOG_BYTES_MAX = 4 * 1024 * 1024;
/** Below this, PostgreSQL can't even log that the disk is full. */
const ROOM_BYTES_MIN = 1024 * 1024;

/**
 * Starts the server on the given port, or on a free one. After a crash it must use the same port, which the pool knows.
 */
export async function startServer(setup: Setup, samePort?: number): Promise<Server> {
  for (let attempt = 1; attempt <= LAUNCH_ATTEMPTS_MAX; attempt += 1) {
    await endRemains(setup.folder.cluster, setup.log);
    const launch = await launchServer(setup, samePort ?? (await freePort()));
    switch (launch.kind) {
      case 'ready':
        return launch.server;
      case 'port-taken':
        if (samePort !== undefined) throw notStarted(setup, `port ${samePort} was taken by another program`);
        break; // Another process took the port: choose another.
      case 'folder-in-use':
        await sleep(IN_USE_PAUSE_MS); // Processes of a killed server are still exiting.
        break;
      case 'failed':
        if (await isDiskFull(setup.folder, launch.words)) throw diskFull(setup.folder.path);
        throw notStarted(setup, launch.words);
    }
  }
  throw notStarted(setup, 'another PostgreSQL is still using the folder, or no port is free');
}

function notStarted({ folder }: Setup, reason: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The built-in PostgreSQL did not start (${reason}): mend that and start again; ${folder.log} has its own words.`,
  );
}

async function launchServer(setup: Setup, port: number): Promise<Launch> {
  const logFile = await openLog(setup.folder);
  const logStart = (await logFile.stat()).size;
  const { cluster } = setup.folder;
  const settings = Object.entries({ ...(await ourSettings(cluster, port)), ...setup.settings });
  // The server logs to a file: a pipe would break when the service is killed. It runs in its own session: Ctrl-C
  // signals the terminal's whole process group, and the service must drain before its database stops.
  const child = spawn(
    setup.programs.postgres,
    ['-D', cluster, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...idsOf(setup.account),
      env: { LC_ALL: 'C' },
      cwd: setup.folder.path,
      detached: true,
      stdio: ['ignore', logFile.fd, logFile.fd],
    },
  );
  const exited = exitOf(child);
  await logFile.close();
  if (await isReady(child, exited, cluster)) {
    const stop = () => stopServer(child, exited, setup);
    return { kind: 'ready', server: { port, pid: child.pid!, exited, stop } };
  }
  return failedLaunch(await linesSince(setup.folder.log, logStart));
}

/**
 * Only what differs from PostgreSQL's defaults. Its safety settings (fsync, synchronous_commit, full_page_writes) stay.
 */
async function ourSettings(cluster: string, port: number): Promise<Record<string, string>> {
  return {
    cluster_name: await clusterName(cluster),
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '', // A socket path may not exceed 107 bytes; a data folder's may.
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The caller gets the error of a failed statement; a log file could expose a customer's name or address.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
  };
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: null, signal: null }));
  });
}

/** Reads postmaster.pid: its last line becomes "ready", and its first is the id of our child process. */
async function isReady(child: ChildProcess, exited: Promise<Exit>, cluster: string): Promise<boolean> {
  let isOver = false;
  void exited.then(() => {
    isOver = true;
  });
  for (const since = performance.now(); performance.now() - since < READY_LIMIT_MS && !isOver; ) {
    const lines = (await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return true;
    await sleep(READY_POLL_MS);
  }
  if (!isOver) child.kill('SIGQUIT');
  await exited;
  return false;
}

function failedLaunch(lines: readonly string[]): Launch {
  const said = lines.join('\n');
  if (/could not bind|could not create any TCP\/IP sockets/.test(said)) return { kind: 'port-taken' };
  if (/pre-existing shared memory block|lock file "postmaster.pid" already exists/.test(said)) {
    return { kind: 'folder-in-use' };
  }
  const worst = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? 'it ended without a word';
  return { kind: 'failed', words: worst.replace(/^.*?(FATAL|PANIC): +/, '') };
}

async function isDiskFull(folder: DataFolder, words: string): Promise<boolean> {
  if (/No space left on device|Disk quota exceeded/.test(words)) return true;
  const { bavail, bsize } = await statfs(folder.path);
  return bavail * bsize < ROOM_BYTES_MIN;
}

async function stopServer(child: ChildProcess, exited: Promise<Exit>, setup: Setup): Promise<void> {
  const steps = [
    { signal: 'SIGINT', limitMs: FAST_STOP_LIMIT_MS },
    { signal: 'SIGQUIT', limitMs: ROUGH_STOP_LIMIT_MS },
    { signal: 'SIGKILL', limitMs: ROUGH_STOP_LIMIT_MS },
  ] as const;
  for (const { signal, limitMs } of steps) {
    child.kill(signal);
    const exit = await Promise.race([exited, sleep(limitMs, null, { ref: false })]);
    if (exit !== null) break;
    setup.log('postgres.stop-slow', { signal, limitMs });
  }
  await endRemains(setup.folder.cluster, setup.log);
}

/** Another process may take the port before PostgreSQL does; startServer retries. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await promisify(probe.close.bind(probe))();
  return port;
}

async function openLog(folder: DataFolder): Promise<FileHandle> {
  const file = await open(folder.log, 'a', 0o600);
  await giveToFolderOwner(folder.log, folder);
  await keepLogSmall(folder);
  return file;
}

/** PostgreSQL appends, so truncating the file while it runs is safe. */
export async function keepLogSmall(folder: DataFolder): Promise<void> {
  const { size } = await stat(folder.log);
  if (size <= LOG_BYTES_MAX) return;
  const file = await open(folder.log, 'r+');
  await file.truncate(0);
  await file.close();
}

async function linesSince(file: string, offset: number): Promise<string[]> {
  const text = (await readFile(file)).subarray(offset).toString('utf8');
  return text.split('\n').filter((line) => line.trim() !== '');
}
