import assert from 'node:assert/strict';
import test from 'node:test';
import { examineDatabase } from '../../src/flows/doctor/doctor.ts';
import { makePeriodicJobs, type PeriodicJob } from '../../src/jobs/run-periodic-jobs.ts';
import { type OpenDatabase, openDatabase } from '../../src/store/database.ts';
import { countStuck, listStuck } from '../../src/store/work/list-stuck.ts';
import { addJobs, readJobs } from '../../src/store/work/periodic-job.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { until } from '../kit/processes/until.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { cloneDatabase } from '../kit/service/database.ts';

const databaseUrl = await cloneDatabase();
const database = open();
await inDatabase(databaseUrl, 'DELETE FROM periodic_job'); // The service has added its own jobs.

const logged: string[] = [];
const note = (event: string): void => void logged.push(event);
const log = { info: note, warn: note, error: note };

function open(): OpenDatabase {
  const opened = openDatabase({ url: databaseUrl, poolSize: 2, onConnectionLost: () => undefined });
  afterwards(() => opened.ending || opened.end());
  return opened;
}

const everyMinute = { everySeconds: 60, atSeconds: 0 };

/** A job that is due now, and what one instance needs to run it. */
async function dueJob(job: Omit<PeriodicJob, 'everySeconds' | 'atSeconds'> & Partial<PeriodicJob>) {
  const jobs = [{ ...everyMinute, ...job }];
  await addJobs(database, jobs);
  await makeDue(job.name);
  return { database, log, jobs };
}

const makeDue = (name: string) =>
  inDatabase(databaseUrl, `UPDATE periodic_job SET due_at = now() - interval '3 seconds' WHERE name = $1`, [name]);

const rowOf = async (name: string) =>
  (
    await inDatabase(
      databaseUrl,
      `SELECT due_at <= now() AS "isDue", owner, attempts, last_error AS "lastError", succeeded_at AS "succeededAt",
              extract(epoch FROM due_at)::float8 AS "dueAt", extract(epoch FROM now())::float8 AS now
       FROM periodic_job WHERE name = $1`,
      [name],
    )
  )[0];

test('the doctor is calm until the first job is due, and not when it stays undone', async () => {
  const examine = async () => {
    const findings = await examineDatabase({ database, clock: () => new Date(), isOutboundOff: false });
    return findings.find(({ check }) => check === 'jobs')!;
  };
  assert.match((await examine()).finding, /^None has succeeded yet\. Start the service/);
  await addJobs(database, [{ name: 'first', ...everyMinute }]);
  const { isGood, finding } = await examine();
  assert.deepEqual([isGood, /^None was due yet: the first is at 20/.test(finding)], [true, true], finding);
  await inDatabase(databaseUrl, `UPDATE periodic_job SET due_at = now() - interval '10 minutes'`);
  assert.equal((await examine()).isGood, false);
  await inDatabase(databaseUrl, 'DELETE FROM periodic_job');
});

test('of many instances that look at once, one runs a job that is due, once', async () => {
  const runs: string[] = [];
  // By the day, and not due again for hours: a minute may begin between the two looks.
  const atSeconds = (Math.floor(Date.now() / 1_000) + 43_200) % 86_400;
  const run = async () => void runs.push('shared');
  const parts = await dueJob({ name: 'shared', everySeconds: 86_400, atSeconds, run });
  const instances = Array.from({ length: 8 }, () => makePeriodicJobs({ ...parts, database: open() }));
  await Promise.all(instances.map(({ look }) => look()));
  const row = await until(
    () => rowOf('shared'),
    ({ succeededAt }) => succeededAt !== null,
  );
  await Promise.all(instances.map(({ look }) => look()));
  assert.deepEqual([runs, row.isDue, row.owner, row.attempts], [['shared'], false, null, 0]);
});

test('a job is due at the same time of each period, however late it was run', async () => {
  const periods = [
    { everySeconds: 60, atSeconds: 0 },
    { everySeconds: 3_600, atSeconds: 11 * 60 },
    { everySeconds: 86_400, atSeconds: 7 * 3_600 + 17 * 60 },
  ];
  for (const period of periods) {
    const name = `every ${period.everySeconds}`;
    const parts = await dueJob({ name, ...period, run: async () => undefined });
    await makePeriodicJobs(parts).look();
    const { dueAt, now } = await until(
      () => rowOf(name),
      ({ succeededAt }) => succeededAt !== null,
    );
    assert.equal(dueAt % period.everySeconds, period.atSeconds, name);
    assert.ok(dueAt <= now + period.everySeconds, name);
  }
});

test('a job whose period has become shorter is brought forward; a start changes no other', async () => {
  const all = () => inDatabase(databaseUrl, 'SELECT name, due_at FROM periodic_job ORDER BY name');
  await addJobs(database, [{ name: 'shorter', everySeconds: 86_400 * 3_650, atSeconds: 0 }]);
  const long = await rowOf('shorter');
  await addJobs(database, [{ name: 'shorter', everySeconds: 3_600, atSeconds: 0 }]);
  const { dueAt, now } = await rowOf('shorter');
  assert.ok(dueAt < long.dueAt && dueAt <= now + 3_600);
  const before = await all();
  await addJobs(database, [{ name: 'shorter', everySeconds: 86_400, atSeconds: 0 }]);
  assert.deepEqual(await all(), before);
});

test('a failed run is tried again after longer and longer waits, is shown after the third, and forgotten with a success', async () => {
  let isWell = false;
  const parts = await dueJob({
    name: 'failing',
    run: async () => {
      if (!isWell) throw new Error('no such table');
    },
  });
  const jobs = makePeriodicJobs(parts);
  const asked = { today: '2026-01-01', visibleIntegrations: null } as const;
  const stuck = async () => (await listStuck(database, { ...asked, kind: 'jobs', cursor: null, limit: 10 })).rows;
  for (const [tries, waitSeconds] of [10, 20, 40, 60, 60].entries()) {
    await makeDue('failing');
    const { now: earliest } = await rowOf('failing');
    await jobs.look();
    const row = await until(
      () => rowOf('failing'),
      ({ owner }) => owner === null,
    );
    assert.ok(earliest + waitSeconds <= row.dueAt && row.dueAt <= row.now + waitSeconds, `after ${tries + 1} tries`);
    assert.deepEqual([row.attempts, row.lastError, row.succeededAt], [tries + 1, 'no such table', null]);
    assert.equal((await countStuck(database, asked)).jobs, tries < 2 ? 0 : 1);
  }
  const [{ what, count, cause, nextAttemptAt }] = (await stuck()) as [Awaited<ReturnType<typeof stuck>>[0]];
  assert.deepEqual([what, count, cause, nextAttemptAt !== null], ['failing', 5, 'no such table', true]);
  assert.equal(logged.filter((event) => event === 'job failed').length, 5);
  isWell = true;
  await makeDue('failing');
  await jobs.look();
  const row = await until(
    () => rowOf('failing'),
    ({ succeededAt }) => succeededAt !== null,
  );
  assert.deepEqual([row.attempts, row.lastError, await stuck()], [0, null, []]);
});

test('a long run keeps no other job waiting, and is not begun again beside itself', async () => {
  const over = Promise.withResolvers<void>();
  const runs: string[] = [];
  const runLong = (): Promise<void> => {
    runs.push('long');
    return over.promise;
  };
  const { jobs: long } = await dueJob({ name: 'long', run: runLong });
  const { jobs: short } = await dueJob({ name: 'short', run: async () => void runs.push('short') });
  const jobs = makePeriodicJobs({ database, log, jobs: [...long, ...short] });
  await jobs.look();
  await until(
    () => rowOf('short'),
    ({ succeededAt }) => succeededAt !== null,
  );
  await makeDue('long');
  await inDatabase(databaseUrl, `UPDATE periodic_job SET lease_until = now() WHERE name = 'long'`);
  await makeDue('short');
  await jobs.look();
  assert.deepEqual(runs.sort(), ['long', 'short', 'short']);
  over.resolve();
  await jobs.stop();
});

test('a stopping instance cuts its runs short, and the next takes them at once', async () => {
  const begun = Promise.withResolvers<void>();
  const parts = await dueJob({
    name: 'cut',
    run: (signal) => {
      begun.resolve();
      return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    },
  });
  const jobs = makePeriodicJobs(parts);
  await jobs.look();
  await begun.promise;
  await jobs.stop();
  const { isDue, owner, succeededAt } = await rowOf('cut');
  assert.deepEqual([isDue, owner, succeededAt], [true, null, null]);
  const next = makePeriodicJobs({ ...parts, jobs: [{ ...parts.jobs[0]!, run: async () => undefined }] });
  await next.look();
  await until(
    () => rowOf('cut'),
    (row) => row.succeededAt !== null,
  );
  await makeDue('cut');
  await jobs.look();
  assert.equal((await rowOf('cut')).owner, null, 'one that has stopped takes nothing');
});

test('a run that another instance has taken over is told, and its end is not written', async () => {
  const told = Promise.withResolvers<void>();
  const parts = await dueJob({
    name: 'taken over',
    run: (signal) => {
      signal.addEventListener('abort', () => told.resolve());
      return told.promise;
    },
  });
  const jobs = makePeriodicJobs(parts);
  await jobs.look();
  const other = '01890000-0000-7000-8000-000000000000';
  await inDatabase(databaseUrl, `UPDATE periodic_job SET owner = $1 WHERE name = 'taken over'`, [other]);
  await told.promise;
  await until(
    () => logged.includes('job taken by another instance'),
    (isNoted) => isNoted,
  );
  const { owner, succeededAt } = await rowOf('taken over');
  assert.deepEqual([owner, succeededAt], [other, null]);
});

test('a run whose end can not be written is left to its lease, and fails nothing else', async () => {
  const own = open();
  const over = Promise.withResolvers<void>();
  const parts = await dueJob({ name: 'disconnected', run: () => over.promise });
  const jobs = makePeriodicJobs({ ...parts, database: own });
  await jobs.look();
  await own.end();
  over.resolve();
  await jobs.stop();
  assert.ok(logged.includes('end of job not written'), logged.join());
  assert.notEqual((await rowOf('disconnected')).owner, null);
});

test('a job waits when it is due for some time and no instance has taken it', async () => {
  const anHour = 3_600;
  const waiting = async () => (await readJobs(database, { names: ['waiting'], waitSeconds: anHour }))[0]!.isWaiting;
  const set = (column: string, value: string) =>
    inDatabase(databaseUrl, `UPDATE periodic_job SET ${column} = ${value} WHERE name = 'waiting'`);
  await dueJob({ name: 'waiting', run: async () => undefined });
  assert.equal(await waiting(), false, 'an instance is about to look');
  await set('due_at', `now() - interval '61 minutes'`);
  assert.equal(await waiting(), true);
  await set('lease_until', `now() + interval '1 hour'`);
  assert.equal(await waiting(), false, 'an instance runs it');
});
