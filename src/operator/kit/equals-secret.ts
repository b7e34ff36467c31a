import { timingSafeEqual } from 'node:crypto';

/** Compares a header with a secret in constant time. By bytes, because a header may contain any. */
export function equalsSecret(given: string | string[] | undefined, right: string): boolean {
  if (typeof given !== 'string') return false;
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
