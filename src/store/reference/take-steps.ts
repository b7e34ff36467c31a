import { setImmediate } from 'node:timers/promises';
import type { Steps } from '../../domain/lienholder/steps.ts';

// What a request may have to wait for a refresh.
const turnMs = 5;

/** Takes long work step by step, and lets requests have their turn every few milliseconds. */
export async function takeSteps<Result>(steps: Steps<Result>): Promise<Result> {
  let end = performance.now() + turnMs;
  let step = steps.next();
  while (!step.done) {
    if (performance.now() >= end) {
      await setImmediate();
      end = performance.now() + turnMs;
    }
    step = steps.next();
  }
  return step.value;
}
