import { makeRateLimiter } from '../api/kit/rate-limit.ts';
import type { Log } from '../domain/log.ts';
import type { Database } from '../store/database.ts';
import type { CleanupStack } from './cleanup-stack.ts';
import type { Config } from './config.ts';
import type { Metrics } from './metrics.ts';
import { openRateLimitStore } from './rate-limit-store.ts';

export interface LimiterParts {
  readonly config: Config;
  readonly log: Log;
  readonly database: Database;
  readonly metrics: Metrics;
  readonly timeoutMs: number | undefined;
}

/** Where the shared count fails, this instance counts alone, which is counted and logged. */
export async function openLimiter({ config, log, database, metrics, timeoutMs }: LimiterParts, cleanup: CleanupStack) {
  const onFault = (error: unknown): void => {
    metrics.limiterFault();
    log.warn('rate limit counted by this instance alone', { error: String(error) });
  };
  const { shared, close } = await openRateLimitStore(database, config.isOutboundOff ? null : config.redisUrl, onFault);
  cleanup.add(close);
  return makeRateLimiter({ shared, onFault, ...(timeoutMs !== undefined && { limiterTimeoutMs: timeoutMs }) });
}
