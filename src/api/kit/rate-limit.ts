import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible';

/**
 * Counts requests in windows of 60 seconds, exactly, across all instances.
 *
 * A round trip per request would cost two thirds of the throughput. So requests that arrive while a count is on its way
 * to the shared store travel together in the next one: under load one round trip counts dozens of requests, and still
 * each learns its own place in the window. A caller that is over its limit is refused from memory until the window ends.
 */
export interface RateLimiter {
  readonly consume: (key: string, limit: number) => Promise<Allowance>;
  /** Whether the key is known to be used up, without counting anything. */
  readonly exhausted: (key: string) => Allowance | null;
}

export interface Allowance {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

export interface RateLimiterOptions {
  /** The store that the instances share; its own limit is never reached, ours is judged here. */
  readonly shared: RateLimiterAbstract;
  readonly onFault: (error: unknown) => void;
}

export const windowSeconds = 60;
/** What `shared` must be made with: a key's own limit is judged here, so the store only counts. */
export const countWithoutLimit = { points: 1_000_000_000, duration: windowSeconds } as const;

// A shared store that does not answer by then is counted as faulty: the request goes on with this instance's own count.
const sharedTimeoutMs = 500;
const blockedMax = 10_000;

export function makeRateLimiter({ shared, onFault }: RateLimiterOptions): RateLimiter {
  const own = new RateLimiterMemory({ ...countWithoutLimit, keyPrefix: 'own' });
  const queues = new Map<string, ((place: Place | Error) => void)[]>();
  const blocked = new Map<string, { readonly untilMs: number; readonly limit: number }>();

  async function count(key: string, points: number): Promise<Place> {
    try {
      return await withTimeout(shared.consume(key, points));
    } catch (error) {
      onFault(error);
      return own.consume(key, points);
    }
  }

  // One batch at a time for a key: what arrives meanwhile forms the next one.
  async function countBatches(key: string): Promise<void> {
    for (let waiting = queues.get(key) ?? []; waiting.length > 0; waiting = queues.get(key) ?? []) {
      queues.set(key, []);
      try {
        const { consumedPoints, msBeforeNext } = await count(key, waiting.length);
        const first = consumedPoints - waiting.length + 1;
        for (const [index, resolve] of waiting.entries()) resolve({ consumedPoints: first + index, msBeforeNext });
      } catch (error) {
        for (const resolve of waiting) resolve(error as Error);
      }
    }
    queues.delete(key);
  }

  function placeOf(key: string): Promise<Place> {
    return new Promise((resolve, reject) => {
      const settle = (place: Place | Error): void => (place instanceof Error ? reject(place) : resolve(place));
      const queue = queues.get(key);
      if (queue !== undefined) queue.push(settle);
      else {
        queues.set(key, [settle]);
        void countBatches(key);
      }
    });
  }

  function exhausted(key: string): Allowance | null {
    const block = blocked.get(key);
    if (block === undefined) return null;
    const leftMs = block.untilMs - performance.now();
    if (leftMs <= 0) {
      blocked.delete(key);
      return null;
    }
    return { isAllowed: false, limit: block.limit, remaining: 0, resetSeconds: Math.ceil(leftMs / 1_000) };
  }

  return {
    exhausted,
    consume: async (key, limit) => {
      const known = exhausted(key);
      if (known !== null && known.limit === limit) return known;
      const { consumedPoints, msBeforeNext } = await placeOf(key);
      const isAllowed = consumedPoints <= limit;
      if (!isAllowed) {
        if (blocked.size >= blockedMax) blocked.clear(); // They only save round trips.
        blocked.set(key, { untilMs: performance.now() + msBeforeNext, limit });
      }
      return {
        isAllowed,
        limit,
        remaining: Math.max(0, limit - consumedPoints),
        resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
      };
    },
  };
}

interface Place {
  readonly consumedPoints: number;
  readonly msBeforeNext: number;
}

function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The shared rate limit did not answer in time.')), sharedTimeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
