import { randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { PasswordQuestion } from './password-judge.ts';

const lengthMin = 12;
const lengthMax = 200;
const judgeMsMax = 30_000;

/**
 * Whether a password is long enough and unlike what people commonly choose and thieves try first. Word lists take
 * 140 MB and the estimate up to 0.1 s, so that a thread of its own loads them, for this one password.
 */
export async function isPasswordStrong(password: string, names: readonly string[]): Promise<boolean> {
  if (password.length < lengthMin || password.length > lengthMax) return false;
  const question: PasswordQuestion = { password, names };
  const worker = new Worker(new URL('./password-judge.ts', import.meta.url), { workerData: question, env: {} });
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => reject(new Error('The password was not judged in time.')), judgeMsMax);
  worker.once('message', resolve).once('error', reject);
  worker.once('exit', () => reject(new Error('The password was not judged.')));
  return promise.finally(async () => {
    clearTimeout(timer);
    await worker.terminate();
  });
}

/** 120 random bits, in groups that are easy to read out. */
export function drawPassword(): string {
  return randomBytes(15).toString('base64url').match(/.{5}/g)!.join('-');
}
