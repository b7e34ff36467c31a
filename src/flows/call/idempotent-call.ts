import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '../../domain/unavailable.ts';
import { claimKey, type KeyPlace, keepAnswer, releaseKey } from '../../store/call/idempotency-key.ts';
import { type Database, type Tx, transact } from '../../store/database.ts';
import type { Parts } from '../parts.ts';

export type IdempotentCallParts = Parts<'database' | 'answerBox'>;

/** A call that the partner gave a key. */
export interface KeyedCall {
  readonly sellerId: string;
  readonly operation: string;
  readonly key: string;
  readonly body: string;
}

/** Keeps a call's answer. It belongs in the transaction that writes what the answer tells. */
export type KeepAnswer = (tx: Tx, answer: string) => Promise<void>;

export type IdempotentCallResult<T> =
  /** It was answered now, or when it was sent before. */
  | { readonly kind: 'answered'; readonly answer: string }
  /** It made nothing, so its key may be used again. */
  | { readonly kind: 'nothing-kept'; readonly value: T }
  | { readonly kind: 'other-body' };

/** While another call with the key runs. */
const pauseMs = 100;
const waitMs = 10_000;

/**
 * Runs a call whose key is new, and keeps its answer for 24 hours; a repeat gets that answer. Of two at once the second
 * waits for the first. If the first dies, its lease ends within about a minute, and a repeat runs anew: what was
 * written without its answer does not exist, as both are one transaction.
 */
export async function callOnce<T>(
  parts: IdempotentCallParts,
  call: KeyedCall,
  act: (keep: KeepAnswer) => Promise<T>,
): Promise<IdempotentCallResult<T>> {
  const place = { sellerId: call.sellerId, operation: call.operation, keyHash: hashOf(call.key) };
  const bodyHash = hashOf(call.body);
  const owner = randomUUID();
  for (let waitedMs = 0; waitedMs <= waitMs; waitedMs += pauseMs) {
    const claim = await claimKey(parts.database, place, bodyHash, owner);
    if (claim.kind === 'claimed') return run(parts, place, owner, act);
    if (claim.kind === 'answered') {
      const answer = parts.answerBox.open(claim.answer);
      // The key that has closed it was lost: the call was made, and needs another key to be made again.
      return answer === null ? { kind: 'other-body' } : { kind: 'answered', answer: answer.toString('utf8') };
    }
    if (claim.kind === 'other-body') return claim;
    await sleep(pauseMs);
  }
  throw new Unavailable('A call with the same idempotency key is still running.');
}

async function run<T>(
  { database, answerBox }: IdempotentCallParts,
  place: KeyPlace,
  owner: string,
  act: (keep: KeepAnswer) => Promise<T>,
): Promise<IdempotentCallResult<T>> {
  let kept: string | null = null;
  let isAnswered = false;
  try {
    const value = await act(async (tx, answer) => {
      if (!(await keepAnswer(tx, place, owner, answerBox.close(Buffer.from(answer)))))
        throw new Unavailable('The call took longer than its idempotency key is held.');
      kept = answer;
    });
    isAnswered = kept !== null;
    return kept === null ? { kind: 'nothing-kept', value } : { kind: 'answered', answer: kept };
  } finally {
    // An answer that was committed stays. If this fails, the lease ends by itself.
    if (!isAnswered) await releaseKey(database, place, owner).catch(() => undefined);
  }
}

/** Writes what a call makes and, if it has a key, its answer: both or neither. */
export function writeOnce<T>(
  database: Database,
  keep: ((tx: Tx, made: T) => Promise<void>) | null,
  write: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (keep === null) return write(database);
  return transact(database, async (tx) => {
    const made = await write(tx);
    await keep(tx, made);
    return made;
  });
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
