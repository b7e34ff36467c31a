import type { healthcheck as operation } from '@northbind/contract/healthcheck.ts';
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

/**
 * Whether requests should be sent to this instance: it is not stopping, its database responds and has the schema that
 * this version needs.
 */
export function handleHealthcheck({ log, isMigrated, isStopping }: HealthcheckParts): Handle<typeof operation> {
  return async () => {
    try {
      const hasSchema = await within(answerWithinMs, isMigrated());
      const checks = { database: 'Healthy', migrations: hasSchema ? 'Healthy' : 'Unhealthy' } as const;
      return hasSchema && !isStopping()
        ? { kind: 'ok', value: { status: 'Healthy', checks } }
        : { kind: 'unavailable', value: { status: 'Unhealthy', checks } };
    } catch (error) {
      log.warn('unhealthy', { error: error instanceof Error ? error.message : String(error) });
      return {
        kind: 'unavailable',
        value: { status: 'Unhealthy', checks: { database: 'Unhealthy', migrations: 'Unhealthy' } },
      };
    }
  };
}

function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(new Error(`The database did not answer within ${limitMs} ms.`)), limitMs);
  work.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
