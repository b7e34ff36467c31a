import assert from 'node:assert/strict';
import test from 'node:test';
import { handleHealthcheck } from './healthcheck.ts';

const log = { info() {}, warn() {}, error() {} };

test('however often the health is asked for, the database is asked at most once a second', async () => {
  let asked = 0;
  const ask = handleHealthcheck({
    log,
    isStopping: () => false,
    isMigrated: async () => {
      asked += 1;
      return asked > 1;
    },
  }) as () => Promise<{ readonly kind: string }>;
  const answers = await Promise.all(Array.from({ length: 1_000 }, ask));
  assert.equal(asked, 1);
  assert.ok(answers.every(({ kind }) => kind === 'unavailable'));
  const began = performance.now();
  while ((await ask()).kind === 'unavailable') await new Promise((resolve) => setTimeout(resolve, 20));
  assert.ok(performance.now() - began > 500, 'a second after the first');
  assert.equal(asked, 2);
});
