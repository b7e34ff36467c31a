import assert from 'node:assert/strict';
import test from 'node:test';
import { randomOf } from '../../kit/processes/random.ts';
import { cloneDatabase } from '../../kit/service/database.ts';
import { searchInterleavings } from '../interleavings.ts';

/* The short form of `npm run prove -- interleavings`: fewer schedules of every scenario, and every planted mistake. */
test('in whatever order two or three act on a sale, the promise is kept, and planted mistakes are found', async (t) => {
  const testbed = { isQuick: true, random: randomOf(20261115), say: () => undefined };
  const { faults, lastLine } = await searchInterleavings({
    ...testbed,
    postgres: { newDatabase: () => cloneDatabase() },
  });
  t.diagnostic(lastLine ?? '');
  assert.deepEqual(faults, []);
});
