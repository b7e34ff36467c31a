import { argon2Sync } from 'node:crypto';
import { median } from './measure.ts';

/** How quick the machine was right before a part was measured, and right after it. */
export interface Yardstick {
  readonly beforeMs: number;
  readonly afterMs: number;
}

/**
 * The same work each time, none of it ours: a hash by argon2id of 19 MiB in two passes, the median of ten on one core.
 * Machines that share their cores are half as fast at some hours; beside this, the times of two runs can be compared.
 */
export function measureYardstick(): number {
  const password = { message: 'yardstick', nonce: '0123456789abcdef', parallelism: 1, tagLength: 32 };
  return median(
    Array.from({ length: 10 }, () => {
      const since = performance.now();
      argon2Sync('argon2id', { ...password, memory: 19_456, passes: 2 });
      return performance.now() - since;
    }),
  );
}
