import assert from 'node:assert/strict';
import test from 'node:test';
import { makeLeastOf } from './least-of.ts';

test('what was there all the time counts, and a moment does not', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let figure = 0;
  const least = makeLeastOf(() => figure, { everyMs: 100, samples: 3 });
  const see = (...figures: readonly number[]): number => {
    for (const one of figures) {
      figure = one;
      t.mock.timers.tick(100);
    }
    return least();
  };
  assert.equal(see(5, 5), 0, 'not long enough');
  assert.equal(see(4), 4);
  assert.equal(see(0, 9, 9), 0);
  assert.equal(see(2), 2);
});
