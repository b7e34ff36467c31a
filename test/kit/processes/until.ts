import { setTimeout as sleep } from 'node:timers/promises';

/** Ends only a wait for what never comes: a machine may be busy with something else. */
const limitMs = 120_000;
const pauseMs = 20;

/** Asks again until the answer is as it should be, and returns that answer. */
export async function until<T>(ask: () => T | Promise<T>, isSo: (answer: T) => boolean): Promise<T> {
  for (const end = performance.now() + limitMs; ; await sleep(pauseMs)) {
    const answer = await ask();
    if (isSo(answer)) return answer;
    if (performance.now() > end)
      throw new Error(`Waited ${limitMs} ms in vain; the last was ${JSON.stringify(answer)}`);
  }
}
