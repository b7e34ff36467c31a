import assert from 'node:assert/strict';
import test from 'node:test';
import { handleHealthcheck } from './healthcheck.ts';

const quiet = (): void => undefined;
const log = { info: quiet, warn: quiet, error: quiet };
const healthy = { database: 'Healthy', migrations: 'Healthy' };

test('a service whose jobs are late is healthy, and names them', async () => {
  const ask = (late: readonly string[]) =>
    handleHealthcheck({ log, isMigrated: async () => true, lateJobs: () => late })({} as never);
  assert.deepEqual(await ask([]), { kind: 'ok', value: { status: 'Healthy', checks: healthy } });
  assert.deepEqual(await ask(['deliver-mail']), {
    kind: 'ok',
    value: { status: 'Healthy', checks: healthy, degraded: ['deliver-mail'] },
  });
});
