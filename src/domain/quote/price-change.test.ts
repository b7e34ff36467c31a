import assert from 'node:assert/strict';
import test from 'node:test';
import { changeOf, histogramOf, medianOf, sumUp } from './price-change.ts';

test('a change is told in hundredths of a percent of the old price', () => {
  assert.equal(changeOf(10_000, 10_300), 300);
  assert.equal(changeOf(10_000, 9_999), -1);
  assert.equal(changeOf(30_000, 30_001), 0);
  assert.ok(Object.is(changeOf(30_000, 29_999), 0));
});

test('a price that was nothing counts as a rise of all of it', () => {
  assert.equal(changeOf(0, 500), 10_000);
  assert.equal(changeOf(0, 0), 0);
});

test('the median is a value that was there', () => {
  assert.equal(medianOf([9, 1, 5]), 5);
  assert.equal(medianOf([9, 1, 5, 7]), 5);
  assert.equal(medianOf([]), null);
});

test('nothing to compare has no percents', () => {
  const none = sumUp([], { onlyFromCount: 2, onlyToCount: 0 });
  assert.deepEqual([none.count, none.onlyFromCount, none.minPercent, none.medianPercent], [0, 2, null, null]);
});

test('each change stands in exactly one bin, at the edge in the upper one', () => {
  const bins = histogramOf([-30, 0, 0, 29, 30]);
  assert.deepEqual(
    bins.map(({ fromPercent, count }) => [fromPercent, count]),
    [
      [-0.3, 1],
      [-0.2, 0],
      [-0.1, 0],
      [0, 2],
      [0.1, 0],
      [0.2, 1],
      [0.3, 1],
    ],
  );
});

test('a histogram has at most thirty bins, however far prices move', () => {
  for (const far of [10, 299, 300, 12_345, 9_999_999, 500_000_000]) {
    const bins = histogramOf([-100, 0, far]);
    assert.ok(bins.length <= 30, `${bins.length} bins up to ${far}`);
    assert.equal(
      bins.reduce((sum, { count }) => sum + count, 0),
      3,
    );
  }
});
