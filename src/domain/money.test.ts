import assert from 'node:assert/strict';
import test from 'node:test';
import { formatDollars, parseDollars, shareOf, sumCents, toDollars } from './money.ts';

test('a share is rounded half away from zero, at the half and just beside it', () => {
  assert.equal(shareOf(50, 10_000), 1); // 0.5 cents
  assert.equal(shareOf(49, 10_000), 0); // 0.49 cents
  assert.equal(shareOf(-50, 10_000), -1);
  assert.equal(shareOf(100_000, 99_750), 9_975);
  assert.equal(shareOf(9_007_199_254, 999_999), 9_007_190_247);
});

test('cents become dollars with at most two decimals', () => {
  assert.equal(JSON.stringify(toDollars(123_456)), '1234.56');
  assert.equal(JSON.stringify(toDollars(29)), '0.29');
  assert.equal(formatDollars(123_450), '1234.50');
  assert.equal(sumCents([1, 2, 3]), 6);
});

test('dollars off the wire become cents exactly, or nothing', () => {
  assert.equal(parseDollars(0.29), 29);
  assert.equal(parseDollars(1.005), null);
  assert.equal(parseDollars(1_234.5), 123_450);
  assert.equal(parseDollars(-0.01), -1);
  assert.ok(Object.is(parseDollars(-0), 0));
  assert.equal(parseDollars(0.1 + 0.2), null);
  assert.equal(parseDollars(10_000_000_000), 1_000_000_000_000);
  assert.equal(parseDollars(10_000_000_000.01), null);
  for (const none of [Number.NaN, Number.POSITIVE_INFINITY, 1e300, 1e-9]) assert.equal(parseDollars(none), null);
});
