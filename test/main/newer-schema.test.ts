import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { pathToFileURL } from 'node:url';
import { longLimits, openDatabase } from '../../src/store/database.ts';
import { applyMigrations, type MigrateOptions } from '../../src/store/postgres/migrate.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { until } from '../kit/processes/until.ts';
import { steadySeller } from '../kit/sale/binding.ts';
import { openQuoteClient } from '../kit/sale/quoting.ts';
import { signInOperator } from '../kit/service/operator.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

/* A version to come has a migration after which this version can't go on. */
let folder: string;
let service: TestService;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'northbind-newer-'));
  afterwards(() => rm(folder, { recursive: true }));
  const ours = new URL('../../src/store/migrations/', import.meta.url);
  for (const name of await readdir(ours)) if (name.endsWith('.sql')) await cp(new URL(name, ours), join(folder, name));
  await writeFile(join(folder, '8000-comment.sql'), "COMMENT ON TABLE application IS 'of a newer version';\n");
  service = await startTestService();
});

test('a migration beside which this version can go on is applied while it serves', async () => {
  assert.deepEqual(await migrate(), ['8000-comment.sql']);
  assert.equal((await service.call('GET', '/healthcheck')).status, 200);
});

test('one beside which it can’t is refused while it is connected, and says what to do', async () => {
  const sql = '-- migration: not beside older instances\nALTER TABLE application RENAME COLUMN options TO choices;\n';
  await writeFile(join(folder, '9000-rename.sql'), sql);
  await assert.rejects(
    migrate(),
    /Instances of an older version are connected \(1\).* 9000-rename\.sql: stop them first.*--stop-older/,
  );
  assert.equal((await service.call('GET', '/healthcheck')).status, 200);
});

test('told so, it is applied, and the instance takes no more calls, none of which is a 500', async () => {
  const { name, today } = steadySeller();
  const client = await openQuoteClient(service, name);
  const wish = await client.request({ effectiveDate: today });
  const admin = await signInOperator(service);
  assert.deepEqual(await migrate({ stopsOlder: true }), ['9000-rename.sql']);

  const answer = await client.quote(wish);
  assert.deepEqual([answer.status, answer.codes], [503, ['ServiceUnavailable']]);
  assert.equal(answer.headers.get('retry-after'), '2');
  const health = await until(
    () => service.call('GET', '/healthcheck'),
    ({ status }) => status === 503,
  );
  assert.deepEqual(
    [health.body.problem, health.body.checks],
    ['SchemaAhead', { database: 'Healthy', migrations: 'Unhealthy' }],
  );
  const ready = await service.call('GET', '/healthcheck/ready');
  assert.deepEqual([ready.status, ready.body], [503, { status: 'SchemaAhead' }]);
  assert.equal((await service.call('GET', '/healthcheck/live')).status, 200);
  const next = await service.call('GET', '/v1/seller', { token: client.token });
  assert.deepEqual([next.codes, next.headers.get('connection')], [['ServiceUnavailable'], 'close']);
  assert.deepEqual((await admin.get('/api/integrations')).codes, ['InstanceOutdated']);
  assert.equal(service.lines.filter((line) => line.includes('request failed')).length, 0);
});

test('an instance of this version does not start on it', async () => {
  await service.close();
  await assert.rejects(
    startTestService({ environment: { DATABASE_URL: service.databaseUrl } }),
    /A newer version has changed the database \(9000-rename\.sql\)/,
  );
  await assert.rejects(
    startTestService({ environment: { DATABASE_URL: service.databaseUrl, AUTO_MIGRATE: 'off' } }),
    /start the newer version/,
  );
});

async function migrate(options: MigrateOptions = {}): Promise<readonly string[]> {
  const database = openDatabase({
    url: service.databaseUrl,
    poolSize: 2,
    limits: longLimits,
    onConnectionLost: () => undefined,
  });
  return applyMigrations(database, { ...options, from: pathToFileURL(`${folder}/`) }).finally(() => database.end());
}
