import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { countWithoutLimit, makeRateLimiter, type RateLimiter } from '../api/kit/rate-limit.ts';
import type { Log } from '../domain/log.ts';
import type { Database } from '../store/database.ts';
import type { Metrics } from './metrics.ts';

export interface LimiterParts {
  readonly log: Log;
  readonly database: Database;
  readonly metrics: Metrics;
  readonly timeoutMs: number | undefined;
}

/** The instances share their counts in PostgreSQL. Where that fails, this one counts alone, which is counted and logged. */
export function openLimiter({ log, database, metrics, timeoutMs }: LimiterParts): RateLimiter {
  const shared = new RateLimiterPostgres({
    ...countWithoutLimit,
    storeClient: database,
    storeType: 'pool',
    tableName: 'rate_limit_count',
    tableCreated: true,
    keyPrefix: '',
  });
  const onFault = (error: unknown): void => {
    metrics.limiterFault();
    log.warn('rate limit counted by this instance alone', { error: String(error) });
  };
  return makeRateLimiter({ shared, onFault, ...(timeoutMs !== undefined && { limiterTimeoutMs: timeoutMs }) });
}
