import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Issuer } from './issuer.ts';
import type { FromPress, ToPress } from './press-process.ts';

/** A line to a press in a process of its own: one question at a time, each with its answer. */
export interface PressLine {
  /** Rejects when the process dies or keeps silent for too long; the line is dead then. */
  readonly ask: (message: ToPress) => Promise<FromPress>;
  readonly isAlive: () => boolean;
  readonly end: () => Promise<void>;
}

/**
 * All that the process sees of ours. A page has nothing to share out: a second thread of the typesetter's only costs
 * the first one's waiting.
 */
export const pressEnvironment = { RAYON_NUM_THREADS: '1' };

/** A document takes milliseconds and a start about 200; what takes this long will not come. */
const answerMsMax = 15_000;

export async function openPressLine(issuer: Issuer): Promise<PressLine> {
  const line = startProcess();
  const answer = await line.ask({ kind: 'open', issuer });
  if (answer.kind !== 'open') throw new Error('the press did not open');
  return line;
}

function startProcess(): PressLine {
  // Its error stream is not read: when the typesetter aborts, it writes the customer's text there.
  const child = fork(program, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
    env: pressEnvironment,
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
    ask: (message) => ask(child, message),
    isAlive: () => alive && child.connected,
    end: () => {
      child.kill('SIGKILL'); // It keeps nothing.
      return gone;
    },
  };
}

const program = fileURLToPath(new URL('press-process.ts', import.meta.url));

function ask(child: ChildProcess, message: ToPress): Promise<FromPress> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit).off('error', onExit);
      act();
    };
    const onMessage = (answer: FromPress) => settle(() => resolve(answer));
    const onExit = () => settle(() => reject(new Error('the press died')));
    const timer = setTimeout(() => child.kill('SIGKILL'), answerMsMax);
    child.on('message', onMessage).on('exit', onExit).on('error', onExit);
    if (!child.connected) return onExit();
    child.send(message, (error) => {
      if (error !== null) onExit();
    });
  });
}
