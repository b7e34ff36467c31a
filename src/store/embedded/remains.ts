import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './error.ts';

/*
 * What a killed service leaves: a whole PostgreSQL that lives on, or, when that was killed too, some of its processes
 * that have not noticed yet. We hold the folder's lock, so nobody needs them: they are ended, gently while their head
 * (the postmaster) lives, and a new server starts. Whatever was acknowledged is in the write-ahead log, so even the
 * roughest end loses no row. What matters is that all of them are gone before the new server starts.
 *
 * They are known by a name in their command line, never by a process id in a file: ids are reused. PostgreSQL shows its
 * cluster_name in the title of each of its processes, and everyone may read that. The working folder would tell as
 * well, but in a container root is not allowed to see it (CAP_SYS_PTRACE).
 */

type Log = (event: string, facts: object) => void;

interface Remains {
  readonly pid: number;
  readonly isHead: boolean;
}

/** A fast shutdown writes a checkpoint first, which on a slow disk takes its time. */
const FAST_LIMIT_MS = 30_000;
const ROUGH_LIMIT_MS = 5_000;
const POLL_MS = 20;

/** The folder's identity survives a move of the folder; no process survives a reboot, which may renumber the device. */
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
      return []; // It ended between the two looks.
    }
  });
}

/** On macOS. Windows has no ps: there a leftover server makes the start fail, in PostgreSQL's words. */
async function commandsFromPs(): Promise<{ pid: number; command: string }[]> {
  if (process.platform === 'win32') return [];
  const { stdout } = await promisify(execFile)('/bin/ps', ['-axww', '-o', 'pid=,command=']);
  return stdout.split('\n').flatMap((line) => {
    const [, pid, command] = line.match(/^\s*(\d+)\s+(.*)$/) ?? [];
    return command === undefined ? [] : [{ pid: Number(pid), command }];
  });
}

/**
 * PostgreSQL sees by itself that the process named in postmaster.pid is dead, but not that its id now belongs to
 * somebody else: to a living process of its own user it gives way and refuses to start. None of the living is ours
 * here.
 */
async function removeMisleadingPidFile(cluster: string): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  if (pid > 0 && process.platform !== 'win32' && isAlive(pid)) await rm(file, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
