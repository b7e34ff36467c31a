import { setTimeout as sleep } from 'node:timers/promises';
import { type SendRefundParts, tryDueReversals } from '../flows/refund/send-refund.ts';
import { hasDueReversal } from './due-work.ts';

/** A party that answers at all answers sooner; the job does the rest. */
const limitMs = 5_000;
const pauseMs = 20;

/** Tries what the seller's policies owe back, so that the partner sees the outcome. Waits for what a job tries now. */
export async function finishReversals(parts: SendRefundParts, sellerId: string): Promise<void> {
  const until = performance.now() + limitMs;
  while ((await hasDueReversal(parts.database, { sellerId })) && performance.now() < until) {
    if ((await tryDueReversals(parts)) === 0) await sleep(pauseMs);
  }
}
