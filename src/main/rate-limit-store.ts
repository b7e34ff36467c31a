import { type RateLimiterAbstract, RateLimiterPostgres, RateLimiterRedis } from 'rate-limiter-flexible';
import { countWithoutLimit } from '../api/kit/rate-limit.ts';
import type { Database } from '../store/database.ts';
import type { Secret } from './secret.ts';

export interface RateLimitStore {
  readonly shared: RateLimiterAbstract;
  readonly close: () => void;
}

/** Where the instances share their counts: PostgreSQL, which is there anyway, or Redis when it is configured. */
export async function openRateLimitStore(
  database: Database,
  redisUrl: Secret | null,
  onFault: (error: unknown) => void,
): Promise<RateLimitStore> {
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
  const { Redis } = await import('ioredis'); // 50 ms of a start, for those who use it.
  // A Redis that is away must cost a request nothing: no queue of commands, no retries per command.
  const redis = new Redis(redisUrl.reveal(), {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 400,
  });
  redis.on('error', onFault);
  const shared = new RateLimiterRedis({ ...countWithoutLimit, storeClient: redis, keyPrefix: 'northbind' });
  return { shared, close: () => redis.disconnect() };
}
