import type { healthcheck as operation } from '@northbind/contract/healthcheck.ts';
import type { AnswerOf } from '@northbind/contract/operation.ts';
import type { Log } from '../domain/log.ts';
import type { Handle } from './kit/operation-route.ts';

export interface HealthcheckParts {
  readonly log: Log;
  /** Rejects when the database can't be reached. */
  readonly isMigrated: () => Promise<boolean>;
  readonly isStopping: () => boolean;
}

// Monitors usually give up after 5 s.
const answerWithinMs = 3_000;
// The call is open to everybody, so that it may not be a way to use up the database's connections.
const askEveryMs = 1_000;

/**
 * Whether requests should be sent to this instance: it is not stopping, its database responds and has the schema that
 * this version needs.
 */
export function handleHealthcheck(parts: HealthcheckParts): Handle<typeof operation> {
  const examineNow = atMostEvery(askEveryMs, () => examine(parts));
  return async () => {
    const { database, migrations } = await examineNow();
    const isHealthy = migrations === 'Healthy' && !parts.isStopping();
    const value = { status: isHealthy ? 'Healthy' : 'Unhealthy', checks: { database, migrations } } as const;
    return { kind: isHealthy ? 'ok' : 'unavailable', value };
  };
}

type Checks = AnswerOf<typeof operation>['checks'];

async function examine({ log, isMigrated }: HealthcheckParts): Promise<Checks> {
  try {
    const hasSchema = await within(answerWithinMs, isMigrated());
    return { database: 'Healthy', migrations: hasSchema ? 'Healthy' : 'Unhealthy' };
  } catch (error) {
    log.warn('unhealthy', { error: error instanceof Error ? error.message : String(error) });
    return { database: 'Unhealthy', migrations: 'Unhealthy' };
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
