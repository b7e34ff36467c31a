import assert from 'node:assert/strict';
import test from 'node:test';
import pg from 'pg';
import { usualPeriods } from '../../src/main/background-jobs.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { startInstance } from '../kit/processes/instances.ts';
import { until } from '../kit/processes/until.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { cloneDatabase } from '../kit/service/database.ts';

const takeOverSecondsMax = 15;

test('the job of an instance that was killed in the middle of it is taken over within 15 seconds', async () => {
  const databaseUrl = await cloneDatabase();
  const locker = new pg.Client({ connectionString: databaseUrl });
  await locker.connect();
  afterwards(() => locker.end());
  // The run waits for it.
  await locker.query('BEGIN');
  await locker.query('LOCK TABLE daily_sales_done');
  const doomed = await startInstance(databaseUrl);
  await inDatabase(databaseUrl, `UPDATE periodic_job SET due_at = now() WHERE name = 'roll-up'`);
  const rollUp = async () =>
    (
      await inDatabase(
        databaseUrl,
        `SELECT owner, attempts, succeeded_at AS "succeededAt", extract(epoch FROM lease_until - now())::float8 AS "leaseSeconds"
         FROM periodic_job WHERE name = 'roll-up'`,
      )
    )[0];
  await until(rollUp, ({ owner }) => owner !== null);
  doomed.signal('SIGKILL');
  assert.equal(await doomed.ended, 'SIGKILL');
  const dead = await rollUp();
  assert.notEqual(dead.owner, null);
  // The others look so often. Not by the time that passes: the machine may be busy.
  const lookSeconds = usualPeriods.periodicJobsMs / 1_000;
  assert.ok(dead.leaseSeconds + lookSeconds < takeOverSecondsMax, `${dead.leaseSeconds} + ${lookSeconds}`);
  const next = await startInstance(databaseUrl);
  await locker.query('ROLLBACK');
  const done = await until(rollUp, ({ succeededAt }) => succeededAt !== null && succeededAt > dead.succeededAt);
  assert.deepEqual([done.owner, done.attempts], [null, 0]);
  next.signal('SIGTERM');
  assert.equal(await next.ended, 0);
});
