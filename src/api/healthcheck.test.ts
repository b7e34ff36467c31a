import assert from 'node:assert/strict';
import test from 'node:test';
import { type HealthcheckParts, handleHealthcheck } from './healthcheck.ts';

const log = { info() {}, warn() {}, error() {} };

test('however often the health is asked for, the database is asked at most once a second', async () => {
  let asked = 0;
  const ask = handleHealthcheck({
    log,
    shownVersion: version,
    isStopping: () => false,
    isOutdated: () => false,
    isOutboundOff: false,
    shortage: () => null,
    lateJobs: () => [],
    readSchemaState: async () => {
      asked += 1;
      return asked > 1 ? 'current' : 'behind';
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

const version = '0.2.0';
const healthy = { database: 'Healthy', migrations: 'Healthy' };
const parts: HealthcheckParts = {
  log,
  shownVersion: version,
  readSchemaState: async () => 'current',
  isStopping: () => false,
  isOutdated: () => false,
  isOutboundOff: false,
  shortage: () => null,
  lateJobs: () => [],
};

test('a service whose jobs are late is healthy, and names them', async () => {
  const ask = (late: readonly string[]) => handleHealthcheck({ ...parts, lateJobs: () => late })({} as never);
  assert.deepEqual(await ask([]), { kind: 'ok', value: { status: 'Healthy', version, checks: healthy } });
  assert.deepEqual(await ask(['deliver-mail']), {
    kind: 'ok',
    value: { status: 'Healthy', version, checks: healthy, degraded: ['deliver-mail'] },
  });
});

test('an unhealthy service says why', async () => {
  const ask = async (changes: Partial<HealthcheckParts>) => {
    const answer = await handleHealthcheck({ ...parts, ...changes })({} as never);
    return 'value' in answer ? [answer.kind, answer.value.problem, answer.value.checks.database] : [];
  };
  assert.deepEqual(await ask({ isStopping: () => true }), ['unavailable', 'Stopping', 'Healthy']);
  assert.deepEqual(await ask({ readSchemaState: async () => 'behind' }), ['unavailable', 'SchemaBehind', 'Healthy']);
  assert.deepEqual(await ask({ readSchemaState: async () => 'ahead' }), ['unavailable', 'SchemaAhead', 'Healthy']);
  assert.deepEqual(await ask({ shortage: () => 'DiskFull' }), ['unavailable', 'DiskFull', 'Unhealthy']);
  const away = { readSchemaState: () => Promise.reject(new Error('gone')) };
  assert.deepEqual(await ask(away), ['unavailable', 'DatabaseAway', 'Unhealthy']);
});
