import assert from 'node:assert/strict';
import test from 'node:test';
import { growthOf, type Point } from './figures.ts';

/** What is in use while a cache of 7 MB is filled in ten steps, emptied and filled again, beside a leak. */
const filling = (leakMbPerMinute: number, steps: number): readonly Point[] =>
  Array.from({ length: steps }, (_, at) => [at * 10, 68 + (at % 10) * 0.7 + (at / 6) * leakMbPerMinute] as const);

const perMinute = (points: readonly Point[]): number => growthOf(points)!.perSecond * 60;

test('a cache that fills up and is emptied is no growth, wherever the measurement ends', () => {
  for (let steps = 40; steps < 60; steps += 1) assert.equal(perMinute(filling(0, steps)), 0, `${steps} steps`);
});

test('a leak beside such a cache is found, with its sign', () => {
  assert.ok(Math.abs(perMinute(filling(1.2, 60)) - 1.2) < 0.01);
  assert.ok(Math.abs(perMinute(filling(-1.2, 60)) + 1.2) < 0.5);
  const { from, to, perSecond } = growthOf([
    [0, 69.8],
    [60, 84.1],
    [120, 74.9],
  ])!;
  assert.deepEqual([from, to], [69.8, 74.9]);
  assert.ok(perSecond > 0, 'what ends above its beginning has grown');
});

test('a run too short for two halves says nothing', () => {
  assert.equal(growthOf([]), null);
  assert.equal(growthOf([[3, 70]]), null);
});
