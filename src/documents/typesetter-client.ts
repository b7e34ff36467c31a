import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Issuer } from './issuer.ts';
import type { TypesetterReply, TypesetterRequest } from './typesetter-process.ts';

/** The process died before it replied. */
export class TypesetterDied extends Error {
  /** Whether its own code failed: not so when it was killed, as for a lack of memory or because it hung. */
  readonly isOwnFault: boolean;
  /** Whether it was killed because it had not replied in time. */
  readonly isTooSlow: boolean;

  constructor(signal: NodeJS.Signals | null, isTooSlow: boolean) {
    super(`the typesetter died${signal === null ? '' : ` by ${signal}`}`);
    this.isTooSlow = isTooSlow;
    this.isOwnFault = signal !== null && faultSignals.has(signal);
  }
}

const faultSignals: ReadonlySet<NodeJS.Signals> = new Set(['SIGABRT', 'SIGBUS', 'SIGILL', 'SIGSEGV', 'SIGTRAP']);

/** The parent's end of a typesetter process. One request at a time. */
export interface TypesetterClient {
  /** Rejects with `TypesetterDied` also when the process does not reply in time: it is then killed. */
  readonly ask: (message: TypesetterRequest, withinMs?: number) => Promise<TypesetterReply>;
  readonly pid: number;
  readonly isAlive: () => boolean;
  readonly end: () => Promise<void>;
}

/**
 * The whole environment of the process. The threads that compile the typesetter's code would otherwise each keep memory
 * of their own: 40 MB.
 */
export const typesetterEnvironment = { MALLOC_ARENA_MAX: '1' };

/** A document takes milliseconds, and a start a second and a half of CPU; after this long the process hangs. */
const answerMsMax = { open: 60_000, print: 15_000 };

/**
 * Of Node.js, where the service was started with it: the typesetter's code is then compiled once and not again when it
 * is hot. A start takes 1 s of CPU instead of 3.5 and half the memory, and a document 11 ms instead of 7.
 */
export const quickStart = '--liftoff-only';

export async function startTypesetter(
  issuer: Issuer,
  options: readonly string[] = process.execArgv.filter((option) => option === quickStart),
): Promise<TypesetterClient> {
  const client = startProcess(options);
  const answer = await client.ask({ kind: 'open', issuer });
  if (answer.kind !== 'open') throw new Error('the typesetter did not open');
  return client;
}

function startProcess(options: readonly string[]): TypesetterClient {
  // Its error stream is not read: when the typesetter aborts, it writes the customer's text there.
  const child = fork(program, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [...options],
    env: typesetterEnvironment,
  });
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  let alive = true;
  gone.then(() => {
    alive = false;
  });
  return {
    ask: (message, withinMs = answerMsMax[message.kind]) => ask(child, message, withinMs),
    pid: child.pid ?? 0,
    isAlive: () => alive && child.connected,
    end: () => {
      child.kill('SIGKILL'); // It has no state to save.
      return gone;
    },
  };
}

const program = fileURLToPath(new URL('typesetter-process.ts', import.meta.url));

function ask(child: ChildProcess, message: TypesetterRequest, withinMs: number): Promise<TypesetterReply> {
  let isTooSlow = false;
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit).off('error', onExit);
      act();
    };
    const onMessage = (answer: TypesetterReply) => settle(() => resolve(answer));
    const onExit = () => settle(() => reject(new TypesetterDied(child.signalCode, isTooSlow)));
    const timer = setTimeout(() => {
      isTooSlow = true;
      child.kill('SIGKILL');
    }, withinMs);
    child.on('message', onMessage).on('exit', onExit).on('error', onExit);
    if (!child.connected) return onExit();
    child.send(message, (error) => {
      if (error !== null) child.kill('SIGKILL');
    });
  });
}
