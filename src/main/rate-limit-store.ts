import { setTimeout as sleep } from 'node:timers/promises';
import { type RateLimiterAbstract, RateLimiterPostgres, RateLimiterRedis } from 'rate-limiter-flexible';
import { countWithoutLimit } from '../api/kit/rate-limit.ts';
import type { Database } from '../store/database.ts';
import type { Secret } from './secret.ts';

/** A start does not wait longer for Redis. */
const connectMs = 1_000;

/** Where the instances share their counts: PostgreSQL, or Redis if configured. */
export async function openRateLimitStore(
  database: Database,
  redisUrl: Secret | null,
  onFault: (error: unknown) => void,
): Promise<{ readonly shared: RateLimiterAbstract; readonly close: () => void }> {
  if (redisUrl === null) {
    const shared = new RateLimiterPostgres({
      ...countWithoutLimit,
      storeClient: database,
      storeType: 'pool',
      tableName: 'rate_limit_count',
      tableCreated: true,
      keyPrefix: '',
    });
    return { shared, close: () => undefined };
  }
  const { Redis } = await import('ioredis'); // Loading it takes 50 ms.
  // An unavailable Redis must not delay a request: no command queue, no retries.
  const redis = new Redis(redisUrl.reveal(), {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 400,
    lazyConnect: true,
  });
  redis.on('error', onFault);
  // Later in a start the process is too busy to hear Redis in time, which would look as if Redis were away.
  await Promise.race([redis.connect().catch(() => undefined), sleep(connectMs)]); // Its cause was an `error`.
  const shared = new RateLimiterRedis({ ...countWithoutLimit, storeClient: redis, keyPrefix: 'northbind' });
  return { shared, close: () => redis.disconnect() };
}
