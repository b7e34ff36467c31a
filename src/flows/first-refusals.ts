import type { Refusal } from '../domain/refusal.ts';

/** A check of what is asked: empty when it may go on. */
export type Check = () => readonly Refusal[] | Promise<readonly Refusal[]>;

/** Checks in this order. The first that refuses answers, with all that it found; those after it are not made. */
export async function firstRefusals(checks: readonly Check[]): Promise<readonly Refusal[]> {
  for (const check of checks) {
    const refusals = await check();
    if (refusals.length > 0) return refusals;
  }
  return [];
}
