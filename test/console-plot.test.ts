import assert from 'node:assert/strict';
import test from 'node:test';
import { namedEvery, ticksTo } from '../console/src/kit/plot-scale.ts';

test('the values beside a plot are round, reach the highest, and count whole things by whole steps', () => {
  assert.deepEqual(ticksTo(0, true), [0, 1]);
  assert.deepEqual(ticksTo(3, true), [0, 1, 2, 3]);
  assert.deepEqual(ticksTo(4, true), [0, 1, 2, 3, 4]);
  assert.deepEqual(ticksTo(4.1, false), [0, 2, 4, 6]);
  assert.deepEqual(ticksTo(98_765, true), [0, 50_000, 100_000]);
  assert.deepEqual(ticksTo(1, false), [0, 0.5, 1]);
  for (const highest of [1, 2, 5, 7, 19, 20, 21, 333, 1_000, 123_456]) {
    const ticks = ticksTo(highest, true);
    assert.ok(ticks.at(-1)! >= highest && ticks.at(-2)! < highest, String(highest));
    assert.ok(ticks.length >= 2 && ticks.length <= 6, `${highest}: ${ticks.length} values`);
  }
});

test('the names below a plot are as many as fit, each of the middle of its points', () => {
  const names = (count: number, name: string) => Array.from({ length: count }, () => name);
  assert.equal(namedEvery(names(7, 'Nov 19')), 1);
  assert.equal(namedEvery(names(30, 'Nov 19')), 5);
  assert.equal(namedEvery(names(365, 'Nov 19')) % 2, 1);
  assert.ok(namedEvery(names(24, 'Nov 19, 2026, 11:30 p.m. EST')) >= 9);
  assert.equal(namedEvery([]), 1);
});
