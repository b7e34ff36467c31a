import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { addYears } from '../../src/domain/calendar.ts';
import { applyRetention } from '../../src/flows/person/apply-retention.ts';
import { openDatabase, transact } from '../../src/store/database.ts';
import { findOver } from '../../src/store/person/retention.ts';
import { until } from '../kit/processes/until.ts';
import { openErasable } from '../kit/sale/erasable.ts';
import { inDatabase } from '../kit/sale/quoting.ts';

const { databaseUrl, today, open } = await openErasable();
const forGood = { quoteDays: 0, policyYears: 0, mailDays: 0, auditYears: 0, eventDays: 0, deliveryDays: 0 };
const clock = () => new Date(`${addYears(today, 30)}T12:00:00Z`);

test('two runs at once, the night’s and an operator’s, record what was erased, and no more', async () => {
  const [{ over }] = await inDatabase(
    databaseUrl,
    `SELECT count(*)::int AS over FROM mail WHERE to_address LIKE '%@%'`,
  );
  assert.ok(over > 0);
  const chains = new pg.Client({ connectionString: databaseUrl });
  await chains.connect();
  await chains.query('SELECT pg_advisory_lock(710526011)');
  const run = () =>
    applyRetention(
      { database: open(), clock, retention: { ...forGood, mailDays: 730 } },
      { actor: { kind: 'job', name: 'retention' }, reason: '' },
    );
  const both = Promise.all([run(), run()]);
  await until(
    () =>
      inDatabase(
        databaseUrl,
        `SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event = 'advisory' AND datname = current_database()`,
      ),
    ([row]) => row.count === 2,
  );
  await chains.end();
  const counts = await both;
  assert.equal(
    counts.reduce((sum, { mails = 0 }) => sum + mails, 0),
    over,
    'what was erased',
  );
  const [{ recorded, records }] = await inDatabase(
    databaseUrl,
    `SELECT sum((report #>> '{counts,mails}')::int)::int AS recorded, count(*)::int AS records FROM erasure WHERE kind = 'retention'`,
  );
  assert.deepEqual({ recorded, records }, { recorded: over, records: 1 });
});

test('a look for what is over its time may take longer than other statements', async () => {
  const database = openDatabase({
    url: databaseUrl,
    poolSize: 1,
    onConnectionLost: () => undefined,
    limits: { statementMs: 100, retryMs: 0 },
  });
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE mail');
  const found = transact(database, (tx) => findOver(tx, 'mails', addYears(today, 30), 10));
  // Longer than either end would wait.
  const lasted = await Promise.race([found.then(() => 'ended', String), sleep(3_500).then(() => 'waits')]);
  assert.equal(lasted, 'waits');
  await holder.end();
  await found;
  await database.end();
});
