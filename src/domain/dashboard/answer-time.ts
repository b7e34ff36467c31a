/**
 * Durations are counted in buckets, each a fifth (the fourth root of 2) longer than the previous one. That is exact
 * enough to show a change, and an hour of an operation takes a dozen numbers.
 */
const firstMs = 0.1;
const stepsPerDoubling = 4;
/** Everything above a minute is one bucket. */
export const bucketCount = 79;

export function bucketOf(durationMs: number): number {
  if (!(durationMs > firstMs)) return 0;
  return Math.min(bucketCount - 1, Math.ceil(Math.log2(durationMs / firstMs) * stepsPerDoubling));
}

/** Returns the longest duration of a bucket, to a hundredth of a millisecond. */
export function longestMs(bucket: number): number {
  return Math.round(firstMs * 2 ** (bucket / stepsPerDoubling) * 100) / 100;
}

export interface BucketCount {
  readonly bucket: number;
  readonly count: number;
}

/** Returns the percentile, rounded up to its bucket; 0 without responses. */
export function percentileMs(counts: readonly BucketCount[], share: number): number {
  // A range by day has each bucket once per hour.
  const inOrder = counts.toSorted((one, other) => one.bucket - other.bucket);
  const wanted = share * inOrder.reduce((sum, { count }) => sum + count, 0);
  let seen = 0;
  for (const { bucket, count } of inOrder) {
    seen += count;
    if (seen >= wanted) return longestMs(bucket);
  }
  return 0;
}
