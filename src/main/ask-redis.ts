import type { Outcome } from '../ports/outcome.ts';

const timeoutMs = 5_000;

/** Connects, signs in and pings, once. */
export async function askRedis(url: string): Promise<Outcome<void>> {
  const { Redis } = await import('ioredis');
  const once = { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 };
  const redis = new Redis(url, { ...once, connectTimeout: timeoutMs, commandTimeout: timeoutMs });
  // The cause of a failed connection is only in the event; what is thrown says that it is closed.
  let cause: string | null = null;
  redis.on('error', (error) => {
    cause ??= causeOf(error);
  });
  try {
    await redis.connect();
    await redis.ping();
    return { kind: 'done', value: undefined };
  } catch (error) {
    return { kind: 'not-sent', cause: cause ?? causeOf(error) };
  } finally {
    redis.disconnect();
  }
}

function causeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
