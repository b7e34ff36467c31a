import assert from 'node:assert/strict';
import test from 'node:test';
import { bucketCount, bucketOf, longestMs, percentileMs } from './answer-time.ts';

test('a duration falls into the step that it does not pass, and no other is a fifth longer', () => {
  for (const ms of [0.11, 0.5, 1, 3, 7.7, 20, 100, 999, 30_000]) {
    const bucket = bucketOf(ms);
    assert.ok(longestMs(bucket) >= ms - 0.01, String(ms));
    assert.ok(longestMs(bucket) < ms * 1.25, String(ms));
  }
});

test('what is no time at all and what takes for ever have a step, too', () => {
  assert.equal(bucketOf(0), 0);
  assert.equal(bucketOf(Number.NaN), 0);
  assert.equal(bucketOf(10 ** 9), bucketCount - 1);
  assert.ok(longestMs(bucketCount - 1) > 60_000);
});

test('the median and the 99th percentile of a hundred answers', () => {
  const counts = [
    { bucket: bucketOf(50), count: 2 },
    { bucket: bucketOf(2), count: 98 },
  ];
  assert.equal(percentileMs(counts, 0.5), longestMs(bucketOf(2)));
  assert.equal(percentileMs(counts, 0.98), longestMs(bucketOf(2)));
  assert.equal(percentileMs(counts, 0.99), longestMs(bucketOf(50)));
  assert.equal(percentileMs([], 0.5), 0);
});
