/**
 * Durations are counted in steps, each a fifth (the fourth root of 2) longer than the one before. That is exact enough
 * to see a change, and keeps an hour of an operation in some dozen numbers.
 */
const firstMs = 0.1;
const stepsPerDoubling = 4;
/** Beyond a minute everything is one step. */
export const bucketCount = 79;

export function bucketOf(durationMs: number): number {
  if (!(durationMs > firstMs)) return 0;
  return Math.min(bucketCount - 1, Math.ceil(Math.log2(durationMs / firstMs) * stepsPerDoubling));
}

/** The longest duration of a step, to a hundredth of a millisecond. */
export function longestMs(bucket: number): number {
  return Math.round(firstMs * 2 ** (bucket / stepsPerDoubling) * 100) / 100;
}

export interface BucketCount {
  readonly bucket: number;
  readonly count: number;
}

/** The duration that `share` of all answers kept, from above. Zero without an answer. */
export function percentileMs(counts: readonly BucketCount[], share: number): number {
  // By day, a step of time comes once for each hour.
  const inOrder = counts.toSorted((one, other) => one.bucket - other.bucket);
  const wanted = share * inOrder.reduce((sum, { count }) => sum + count, 0);
  let seen = 0;
  for (const { bucket, count } of inOrder) {
    seen += count;
    if (seen >= wanted) return longestMs(bucket);
  }
  return 0;
}
