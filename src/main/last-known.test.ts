import assert from 'node:assert/strict';
import test from 'node:test';
import { makeLastKnown } from './last-known.ts';

const never = new Promise<number>(() => undefined);

test('a source that answers is asked anew each time', async () => {
  let reads = 0;
  const current = makeLastKnown({ read: async () => (reads += 1), waitMs: 60_000, readingMs: 60_000 });
  assert.deepEqual([(await current())?.value, (await current())?.value], [1, 2]);
});

test('one that hangs or fails leaves the last known value, which gets older', async () => {
  const answers = [Promise.resolve(7), Promise.reject(new Error('away')), never];
  const current = makeLastKnown({ read: () => answers.shift()!, waitMs: 5, readingMs: 60_000 });
  const first = await current();
  const second = await current();
  const third = await current();
  assert.deepEqual([first?.value, second?.value, third?.value], [7, 7, 7]);
  assert.ok(first!.ageSeconds <= second!.ageSeconds && second!.ageSeconds < third!.ageSeconds);
});

test('before there is a value there is none, and callers share one reading until it is abandoned', async () => {
  let reads = 0;
  const read = (): Promise<number> => {
    reads += 1;
    return reads === 1 ? never : Promise.resolve(9);
  };
  const current = makeLastKnown({ read, waitMs: 5, readingMs: 50 });
  assert.deepEqual(await Promise.all([current(), current()]), [null, null]);
  assert.equal(reads, 1);
  for (let known = await current(); known?.value !== 9; known = await current());
  assert.equal(reads, 2);
});
