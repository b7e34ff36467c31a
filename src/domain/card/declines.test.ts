import assert from 'node:assert/strict';
import test from 'node:test';
import { declineLimitsOf, waitAfterDeclines } from './declines.ts';

const now = new Date('2026-11-15T17:00:00Z');
const minutesAgo = (...minutes: readonly number[]): readonly Date[] =>
  minutes.map((one) => new Date(now.getTime() - one * 60_000));

test('after five declined cards in an hour, the next waits until the first of them is an hour old', () => {
  assert.equal(waitAfterDeclines([], now, declineLimitsOf(true)), null);
  assert.equal(waitAfterDeclines(minutesAgo(1, 2, 3, 4), now, declineLimitsOf(true)), null);
  assert.equal(waitAfterDeclines(minutesAgo(1, 2, 3, 4, 59), now, declineLimitsOf(true)), 60);
  assert.equal(waitAfterDeclines(minutesAgo(1, 2, 3, 4, 60), now, declineLimitsOf(true)), null);
  assert.equal(waitAfterDeclines(minutesAgo(1, 2, 3, 4, 5, 6), now, declineLimitsOf(true)), 55 * 60);
});
