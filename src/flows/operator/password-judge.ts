import { parentPort, workerData } from 'node:worker_threads';
import { isHardToGuess } from './hard-to-guess.ts';

/** The thread that judges one password and ends. */
export interface PasswordQuestion {
  readonly password: string;
  /** The names of the account and of the issuer, which a thief would try first. */
  readonly names: readonly string[];
}

const { password, names } = workerData as PasswordQuestion;
parentPort?.postMessage(isHardToGuess(password, names));
