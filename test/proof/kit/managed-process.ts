import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** A real process that a proof starts, kills, freezes and starts again, always on the same port. */
export interface ManagedProcess {
  readonly url: string;
  readonly pid: () => number;
  readonly isRunning: () => boolean;
  /** Starts it, or starts it again, and waits until it answers. */
  readonly start: () => Promise<void>;
  readonly signal: (signal: NodeJS.Signals, whom?: 'alone' | 'group') => void;
  /** Kills it and waits until it is gone. */
  readonly kill: (whom?: 'alone' | 'group') => Promise<void>;
  readonly ended: () => Promise<void>;
  readonly tell: (message: object) => void;
  /** What it answers to a message. */
  readonly ask: <T>(message: object) => Promise<T>;
  readonly stop: () => Promise<void>;
}

export interface ManagedProcessParts {
  readonly entry: string;
  readonly port: number;
  readonly environment: Readonly<Record<string, string>>;
  /** Everything that it prints is added here. */
  readonly logPath: string;
}

const startLimitMs = 180_000;
const stopLimitMs = 12_000;

export function manageProcess({ entry, port, environment, logPath }: ManagedProcessParts): ManagedProcess {
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  let end: Promise<void> = Promise.resolve();
  const isRunning = (): boolean => child !== null && child.exitCode === null && child.signalCode === null;
  const signal: ManagedProcess['signal'] = (name, whom = 'alone') => {
    if (isRunning()) process.kill(whom === 'group' ? -child!.pid! : child!.pid!, name);
  };
  const kill: ManagedProcess['kill'] = async (whom) => {
    signal('SIGKILL', whom);
    await end;
  };
  return {
    url,
    pid: () => child!.pid!,
    isRunning,
    start: async () => {
      const log = await open(logPath, 'a');
      const begun = spawn(process.execPath, [entry], {
        env: { PATH: process.env.PATH ?? '', PORT: String(port), OPERATOR_PORT: '0', ...environment },
        // Through the channel it hears that the proof is gone, and ends itself.
        stdio: ['ignore', log.fd, log.fd, 'ipc'],
        detached: true,
      });
      await log.close();
      child = begun;
      end = new Promise((resolve) => begun.once('exit', () => resolve()));
      await untilAnswers(url, isRunning, logPath);
    },
    signal,
    kill,
    ended: () => end,
    tell: (message) => void child?.send(message),
    ask: (message) =>
      new Promise((resolve) => {
        child!.once('message', resolve as (answer: unknown) => void);
        child!.send(message);
      }),
    stop: async () => {
      signal('SIGCONT');
      signal('SIGTERM');
      const late = setTimeout(() => signal('SIGKILL', 'group'), stopLimitMs);
      await end;
      clearTimeout(late);
    },
  };
}

/** Any answer will do: whether it is well is for the proof to see. */
async function untilAnswers(url: string, isRunning: () => boolean, logPath: string): Promise<void> {
  for (const since = performance.now(); performance.now() - since < startLimitMs; await sleep(20)) {
    if (!isRunning()) throw new Error(`It ended while starting: ${(await readFile(logPath, 'utf8')).slice(-2_000)}`);
    const isThere = await fetch(`${url}/healthcheck/live`, { signal: AbortSignal.timeout(2_000) }).then(
      (answer) => answer.text().then(() => true),
      () => false,
    );
    if (isThere) return;
  }
  throw new Error(`${url} did not answer within ${startLimitMs} ms.`);
}
