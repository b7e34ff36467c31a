import { timingSafeEqual } from 'node:crypto';

/** Whether a header holds the secret, in a time that does not tell how much of it. Compared by bytes: a header may hold any. */
export function isSame(given: string | string[] | undefined, right: string): boolean {
  if (typeof given !== 'string') return false;
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
