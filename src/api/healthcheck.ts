import type { healthcheck as operation } from '@northbind/contract/healthcheck.ts';
import type { AnswerOf } from '@northbind/contract/operation.ts';
import type { Log } from '../domain/log.ts';
import type { Answer } from './kit/answer.ts';
import type { Handle } from './kit/operation-route.ts';

export interface HealthcheckParts {
  readonly log: Log;
  /** Rejects when the database can't be reached. */
  readonly isMigrated: () => Promise<boolean>;
}

// Monitors usually give up after 5 s.
const answerWithinMs = 3_000;
// The call is open to everybody, so that it may not be a way to use up the database's connections.
const askEveryMs = 1_000;

/** Whether this instance can serve: its database responds and has the schema that this version needs. */
export function handleHealthcheck(parts: HealthcheckParts): Handle<typeof operation> {
  return atMostEvery(askEveryMs, () => examine(parts));
}

async function examine({ log, isMigrated }: HealthcheckParts): Promise<Answer<AnswerOf<typeof operation>>> {
  try {
    const migrations = await within(answerWithinMs, isMigrated());
    return migrations
      ? { kind: 'ok', value: { status: 'Healthy', checks: { database: 'Healthy', migrations: 'Healthy' } } }
      : {
          kind: 'unavailable',
          value: { status: 'Unhealthy', checks: { database: 'Healthy', migrations: 'Unhealthy' } },
        };
  } catch (error) {
    log.warn('unhealthy', { error: error instanceof Error ? error.message : String(error) });
    return {
      kind: 'unavailable',
      value: { status: 'Unhealthy', checks: { database: 'Unhealthy', migrations: 'Unhealthy' } },
    };
  }
}

/** Calls meanwhile share the last answer, or wait for the one under way. */
function atMostEvery<T>(periodMs: number, ask: () => Promise<T>): () => Promise<T> {
  let last: { readonly answer: Promise<T>; readonly atMs: number } | null = null;
  return () => {
    if (last === null || performance.now() - last.atMs >= periodMs) last = { answer: ask(), atMs: performance.now() };
    return last.answer;
  };
}

function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(new Error(`The database did not answer within ${limitMs} ms.`)), limitMs);
  work.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
