import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './error.ts';

/*
 * Ends what a killed service left running: a PostgreSQL server, or some of its processes if the postmaster was killed
 * too. We hold the folder's lock, so no service uses them. They are stopped, by a normal shutdown if the postmaster is
 * alive. Acknowledged rows are in the write-ahead log, so even SIGKILL loses none. All of them must be gone before the
 * new server starts.
 *
 * They are found by the cluster_name that PostgreSQL shows in the title of each process, never by a process id in a
 * file: ids are reused. The working folder would identify them too, but root in a container may not read it
 * (CAP_SYS_PTRACE).
 */

type Log = (event: string, facts: object) => void;

interface Remains {
  readonly pid: number;
  readonly isHead: boolean;
}

/** A fast shutdown writes a checkpoint first, which takes time on a slow disk. */
const FAST_LIMIT_MS = 30_000;
const ROUGH_LIMIT_MS = 5_000;
const POLL_MS = 20;

/** Identifies the folder even after a move. No process survives a reboot, which may renumber the device. */
export async function clusterName(cluster: string): Promise<string> {
  const { dev, ino } = await stat(cluster);
  return `northbind-${dev}-${ino}`;
}

export async function endRemains(cluster: string, log: Log): Promise<void> {
  const name = await clusterName(cluster);
  const found = await remainsOf(name);
  if (found.length > 0) {
    log('postgres.remains-found', { pids: found.map(({ pid }) => pid), headLives: found.some(({ isHead }) => isHead) });
    await end(name);
  }
  await removeMisleadingPidFile(cluster);
}

async function end(name: string): Promise<void> {
  const steps = [
    { signal: 'SIGINT', to: 'head', limitMs: FAST_LIMIT_MS },
    { signal: 'SIGQUIT', to: 'all', limitMs: ROUGH_LIMIT_MS },
    { signal: 'SIGKILL', to: 'all', limitMs: ROUGH_LIMIT_MS },
  ] as const;
  for (const { signal, to, limitMs } of steps) {
    const remains = (await remainsOf(name)).filter(({ isHead }) => to === 'all' || isHead);
    if (remains.length === 0) continue;
    for (const { pid } of remains) send(pid, signal);
    for (const since = performance.now(); performance.now() - since < limitMs; ) {
      if ((await remainsOf(name)).length === 0) return;
      await sleep(POLL_MS);
    }
  }
  const left = await remainsOf(name);
  if (left.length === 0) return;
  throw new EmbeddedPostgresError(
    `An earlier PostgreSQL on this data folder can't be ended: end its processes ${left.map(({ pid }) => pid).join(', ')} and start again.`,
  );
}

async function remainsOf(name: string): Promise<readonly Remains[]> {
  const commands = process.platform === 'linux' ? commandsFromProc() : await commandsFromPs();
  return commands
    .filter(({ command }) => command.includes(name) && /^postgres:|\/postgres -D /.test(command))
    .map(({ pid, command }) => ({ pid, isHead: !command.startsWith('postgres:') }));
}

function commandsFromProc(): { pid: number; command: string }[] {
  return readdirSync('/proc').flatMap((entry) => {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) return [];
    try {
      return [{ pid, command: readFileSync(`/proc/${entry}/cmdline`, 'utf8').replaceAll('\0', ' ') }];
    } catch {
      return []; // It exited between the two reads.
    }
  });
}

/** macOS has no /proc, so ps is asked. Windows has no ps: there a leftover server makes the start fail with PostgreSQL's own message. */
async function commandsFromPs(): Promise<{ pid: number; command: string }[]> {
  if (process.platform === 'win32') return [];
  const { stdout } = await promisify(execFile)('/bin/ps', ['-axww', '-o', 'pid=,command=']);
  return stdout.split('\n').flatMap((line) => {
    const [, pid, command] = line.match(/^\s*(\d+)\s+(.*)$/) ?? [];
    return command === undefined ? [] : [{ pid: Number(pid), command }];
  });
}

/**
 * PostgreSQL detects a dead process in postmaster.pid, but not that its id was reused: if the process belongs to its
 * own user, it refuses to start. No living process is ours here.
 */
async function removeMisleadingPidFile(cluster: string): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  if (pid > 0 && process.platform !== 'win32' && send(pid, 0)) await rm(file, { force: true });
}

/** Returns whether the process was there. Signal 0 only asks, also for one of another user. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ESRCH') return false;
    if (code === 'EPERM' && signal === 0) return true;
    throw error;
  }
}
