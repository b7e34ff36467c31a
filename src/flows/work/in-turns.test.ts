import assert from 'node:assert/strict';
import test from 'node:test';
import { makeTurns } from './in-turns.ts';

test('so many run at once, the others in their order, also after one that failed', async () => {
  const inTurn = makeTurns(2);
  const begun: number[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const all = [0, 1, 2, 3, 4].map((place) =>
    inTurn(async () => {
      begun.push(place);
      ends[place] = Promise.withResolvers<void>();
      await ends[place].promise;
      return place;
    }).catch(() => 'failed'),
  );
  const told = () => new Promise((resolve) => setImmediate(resolve));
  await told();
  assert.deepEqual(begun, [0, 1]);
  ends[1]!.reject(new Error('one that fails'));
  await told();
  assert.deepEqual(begun, [0, 1, 2]);
  ends[0]!.resolve();
  ends[2]!.resolve();
  await told();
  assert.deepEqual(begun, [0, 1, 2, 3, 4]);
  ends[3]!.resolve();
  ends[4]!.resolve();
  assert.deepEqual(await Promise.all(all), [0, 'failed', 2, 3, 4]);
});
