import { parentPort, workerData } from 'node:worker_threads';
import { isHardToGuess } from './hard-to-guess.ts';

/** The thread that judges one password and ends. */
export interface PasswordQuestion {
  readonly password: string;
  /** The account's name, which a thief would try first. */
  readonly name: string;
}

const { password, name } = workerData as PasswordQuestion;
parentPort?.postMessage(isHardToGuess(password, [name]));
