import assert from 'node:assert/strict';
import test from 'node:test';
import { TimedOut, Unavailable } from '../../src/domain/unavailable.ts';
import { openDatabase, transact } from '../../src/store/database.ts';
import { waitForDatabase } from '../../src/store/postgres/wait-for-database.ts';
import { sendRead } from '../../src/store/statement.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { until } from '../kit/processes/until.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { assertQuoted, clockAt, inDatabase, noon } from '../kit/sale/quoting.ts';
import { cloneDatabase } from '../kit/service/database.ts';
import { startTestService } from '../kit/service/service.ts';
import { type SlowProxy, startSlowProxy } from '../proof/kit/slow-proxy.ts';

/* What the service does when PostgreSQL is silent: packets to it are dropped, and no connection is closed. */

test('a database that falls silent is noticed, partners are told to repeat, and everything goes on when it is back', async () => {
  const { relay, url } = await relayedDatabase();
  const service = await startTestService({ environment: { DATABASE_URL: url }, clock: clockAt(noon).clock });
  const { quoteClient } = await openSaleClient(service, 'ontario');
  const asked = await quoteClient.request({});
  assertQuoted(await quoteClient.quote(asked));

  relay.set('hang');
  const refused = await quoteClient.quote(asked);
  assert.equal(refused.status, 503);
  assert.deepEqual(refused.codes, ['ServiceUnavailable']);
  assert.match(refused.headers.get('retry-after')!, /^\d+$/);
  assert.equal((await service.call('GET', '/healthcheck')).body.checks.database, 'Unhealthy');
  assert.equal((await service.call('GET', '/healthcheck/live')).status, 200);
  // The instances wait for it; a balancer that left them would not.
  assert.equal((await service.call('GET', '/healthcheck/ready')).status, 200);
  const metrics = await fetch(`${service.operatorUrl}/metrics`);
  assert.equal(metrics.status, 200);
  assert.match(await metrics.text(), /^northbind_job_age_seconds\{name="deliver-mail"\} \d/m);
  await until(
    () => service.lines.some((line) => line.includes('database silent')),
    (isNoticed) => isNoticed,
  );

  relay.set('open');
  await until(
    () => service.call('GET', '/healthcheck'),
    ({ status }) => status === 200,
  );
  assertQuoted(await quoteClient.quote(asked));
  const failures = service.lines.filter((line) => line.includes('"request failed"'));
  assert.deepEqual(failures, []);
});

test('a call whose statement PostgreSQL cuts off is done once more, and the partner gets its answer', async () => {
  const databaseUrl = await cloneDatabase();
  const service = await startTestService({ environment: { DATABASE_URL: databaseUrl }, clock: clockAt(noon).clock });
  const { quoteClient } = await openSaleClient(service, 'ontario');
  const asked = await quoteClient.request({});
  const admin = openDatabase({ url: databaseUrl, poolSize: 2, name: 'admin', onConnectionLost: () => undefined });
  afterwards(() => admin.end());
  const holder = await admin.connect();
  await holder.query('BEGIN; LOCK TABLE application');
  const quoted = quoteClient.quote(asked);
  const blocked = `SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'northbind' AND wait_event_type = 'Lock'`;
  await until(
    async () => (await admin.query(blocked)).rows,
    (rows) => rows.length > 0,
  );
  await admin.query(`SELECT pg_terminate_backend(pid) FROM (${blocked}) AS waiting`);
  await holder.query('COMMIT');
  holder.release();
  assertQuoted(await quoted);
});

for (const [sqlState, problem] of [
  ['53100', 'DiskFull'],
  ['53200', 'OutOfMemory'],
  ['XX001', 'DataDamaged'],
] as const) {
  test(`a database that refuses (${sqlState}) is told to partners as 503, and health says ${problem}`, async () => {
    const databaseUrl = await cloneDatabase();
    const service = await startTestService({ environment: { DATABASE_URL: databaseUrl }, clock: clockAt(noon).clock });
    const { quoteClient } = await openSaleClient(service, 'ontario');
    const asked = await quoteClient.request({});
    await inDatabase(
      databaseUrl,
      `CREATE FUNCTION run_out() RETURNS trigger LANGUAGE plpgsql AS
       $$BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '${sqlState}'; END$$`,
    );
    await inDatabase(
      databaseUrl,
      'CREATE TRIGGER run_out BEFORE INSERT ON application FOR EACH ROW EXECUTE FUNCTION run_out()',
    );
    const refused = await quoteClient.quote(asked);
    assert.deepEqual([refused.status, refused.codes], [503, ['ServiceUnavailable']]);
    assert.match(refused.headers.get('retry-after')!, /^\d+$/);
    const health = await service.call('GET', '/healthcheck');
    assert.deepEqual([health.status, health.body.problem], [503, problem]);
    assert.equal((await service.call('GET', '/healthcheck/ready')).status, 200);
    const metrics = await (await fetch(`${service.operatorUrl}/metrics`)).text();
    assert.match(metrics, new RegExp(`^northbind_database_short\\{of="${problem}"\\} 1$`, 'm'));
  });
}

test('a statement that PostgreSQL ends because it waits too long is answered 503, and its transaction is rolled back', async () => {
  const databaseUrl = await cloneDatabase();
  const service = await startTestService({ environment: { DATABASE_URL: databaseUrl }, clock: clockAt(noon).clock });
  const { quoteClient } = await openSaleClient(service, 'ontario');
  const asked = await quoteClient.request({});
  const admin = openDatabase({ url: databaseUrl, poolSize: 2, name: 'admin', onConnectionLost: () => undefined });
  afterwards(() => admin.end());
  const holder = await admin.connect();
  await holder.query('BEGIN; LOCK TABLE application'); // As one does whose commit waits for a standby.
  let isAnswered = false;
  const quoted = quoteClient.quote(asked).finally(() => {
    isAnswered = true;
  });
  // The error that the time limit makes, without its 15 seconds. A call that fails at once is done once more.
  const end = `SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'northbind' AND wait_event_type = 'Lock'`;
  await until(
    () => admin.query(end),
    () => isAnswered,
  );
  const refused = await quoted;
  await holder.query('ROLLBACK');
  holder.release();
  assert.deepEqual([refused.status, refused.codes], [503, ['ServiceUnavailable']], refused.text);
  assertQuoted(await quoteClient.quote(asked));

  const database = openDatabase({
    url: databaseUrl,
    poolSize: 1,
    onConnectionLost: () => undefined,
    limits: { statementMs: 100, retryMs: 8_000 },
  });
  afterwards(() => database.end());
  // A read, too, is not sent again: it has waited long enough.
  await assert.rejects(database.query('SELECT pg_sleep(60)'), TimedOut);
  const pid = async (): Promise<number> => (await database.query('SELECT pg_backend_pid() AS pid')).rows[0].pid;
  const before = await pid();
  await assert.rejects(
    transact(database, (tx) => tx.query('SELECT pg_sleep(60)')),
    TimedOut,
  );
  assert.equal(await pid(), before);
});

test('what says that it reads is repeated when its connection breaks; a write is not, though it looks like a read', async () => {
  const { relay, url } = await relayedDatabase();
  const database = openDatabase({ url, poolSize: 2, onConnectionLost: () => undefined });
  afterwards(() => database.end());
  await database.query('CREATE TABLE counted (n int)');
  await database.query(`
    CREATE FUNCTION count_one() RETURNS int LANGUAGE sql AS 'INSERT INTO counted VALUES (1) RETURNING n'`);
  await Promise.all([database.query('SELECT pg_sleep(0.1)'), database.query('SELECT pg_sleep(0.1)')]);
  assert.equal(database.idleCount, 2); // A statement that has no connection yet was not sent, and is repeated anyway.
  relay.set('hang');
  const read = sendRead<{ count: number }>(database, 'SELECT count(*)::int AS count FROM counted');
  const write = database.query('SELECT count_one()');
  write.catch(() => undefined); // Looked at below.
  await until(relay.held, (held) => held >= 2);
  relay.set('open');
  database.breakConnections('for the test');
  assert.deepEqual((await read).rows, [{ count: 0 }]);
  await assert.rejects(write, (error) => error instanceof Unavailable && /for the test/.test(error.message));
});

test('a transaction whose connection breaks fails at once, without waiting for its rollback', async () => {
  const { relay, url } = await relayedDatabase();
  const database = openDatabase({ url, poolSize: 1, onConnectionLost: () => undefined });
  afterwards(() => database.end());
  const stuck = transact(database, async (tx) => {
    relay.set('hang');
    await tx.query('SELECT 1');
  });
  stuck.catch(() => undefined); // Looked at below.
  await until(relay.held, (held) => held > 0);
  relay.set('open');
  database.breakConnections('for the test');
  await assert.rejects(stuck, /for the test/);
  assert.equal((await database.query('SELECT 1')).rowCount, 1);
});

test('a start waits for its database, says so, and gives up in one sentence', async () => {
  const { relay, url } = await relayedDatabase();
  const database = openDatabase({ url, poolSize: 1, onConnectionLost: () => undefined });
  afterwards(() => database.end());
  const lines: string[] = [];
  const log = { warn: (event: string) => void lines.push(event) };
  relay.set('hang');
  const waiting = waitForDatabase({ DATABASE_URL: database }, { seconds: 600, log });
  await until(
    () => lines,
    (said) => said.includes('waiting for the database'),
  );
  relay.set('open');
  await waiting;
  relay.set('hang');
  database.breakConnections('for the test');
  await assert.rejects(waitForDatabase({ DATABASE_URL: database }, { seconds: 0, log }), /DATABASE_WAIT_SECONDS/);
});

async function relayedDatabase(): Promise<{ readonly relay: SlowProxy; readonly url: string }> {
  const url = new URL(await cloneDatabase());
  const relay = await startSlowProxy(url.href);
  afterwards(relay.close);
  url.port = new URL(relay.origin).port;
  return { relay, url: url.href };
}
