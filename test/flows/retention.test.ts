import assert from 'node:assert/strict';
import test from 'node:test';
import { addYears } from '../../src/domain/calendar.ts';
import { applyRetention, previewRetention } from '../../src/flows/person/apply-retention.ts';
import { until } from '../kit/processes/until.ts';
import { openErasable } from '../kit/sale/erasable.ts';
import { inDatabase } from '../kit/sale/quoting.ts';

const erasable = await openErasable(1);
const { databaseUrl, today, sold, open, kept, isErased, assertChainsWhole } = erasable;
const quoted = erasable.quoted[0]!;
const actor = { kind: 'command line', name: 'kim' } as const;
const retention = { quoteDays: 180, policyYears: 7, mailDays: 730, auditYears: 10, eventDays: 400, deliveryDays: 90 };
const forGood = { quoteDays: 0, policyYears: 0, mailDays: 0, auditYears: 0, eventDays: 0, deliveryDays: 0 };
// Long after the policies have ended, and the books need them no more.
const clock = () => new Date(`${addYears(today, 30)}T12:00:00Z`);

test('a quote that is revised after the look is left alone', async () => {
  const database = open();
  const waiting = await database.connect();
  let counts: ReturnType<typeof applyRetention>;
  try {
    await waiting.query('BEGIN');
    await waiting.query('UPDATE application SET revised_at = $2 WHERE id = $1', [quoted, clock()]);
    counts = applyRetention({ database, clock, retention: { ...forGood, quoteDays: 180 } }, { actor, reason: 'test' });
    await until(
      () =>
        inDatabase(
          databaseUrl,
          `SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FOR UPDATE'`,
        ),
      ([row]) => row.count > 0,
    );
    await waiting.query('COMMIT');
  } finally {
    waiting.release();
  }
  assert.deepEqual(await counts, { quotes: 0, 'sale-links': 0 });
  assert.equal(await isErased(quoted), false);
  await inDatabase(databaseUrl, 'UPDATE application SET revised_at = created_at WHERE id = $1', [quoted]);
});

test('a dry run counts what is over its time and changes nothing; a run erases it, once, and reports it', async () => {
  const database = open();
  const parts = { database, clock, retention };
  const before = await kept();
  const over = Object.fromEntries((await previewRetention(parts)).map((row) => [row.kind, row.over]));
  assert.deepEqual([over.quotes, over.policies], [1, 1]);
  assert.equal(await kept(), before);
  const soon = await previewRetention({ ...parts, clock: () => new Date() });
  assert.ok(soon.every((row) => row.over === 0));
  const never = await applyRetention({ ...parts, retention: forGood }, { actor, reason: 'nothing' });
  assert.deepEqual(never, {});

  const by = { actor: { kind: 'job', name: 'retention' }, reason: '' } as const;
  const counts = await applyRetention(parts, by);
  assert.deepEqual([counts.quotes, counts.policies], [1, 1]);
  assert.ok(await isErased(sold));
  assert.ok(await isErased(quoted));
  const [left] = await inDatabase(
    databaseUrl,
    `SELECT (SELECT count(*) FROM event)::int AS events, (SELECT count(*) FROM mail WHERE to_address LIKE '%@%')::int AS addresses,
            (SELECT count(*) FROM audit WHERE facts::text <> '{}')::int AS facts, (SELECT count(*) FROM audit)::int > 0 AS "isKept"`,
  );
  assert.deepEqual(left, { events: 0, addresses: 0, facts: 0, isKept: true });
  const again = await applyRetention(parts, by);
  assert.ok(
    Object.values(again).every((count) => count === 0),
    JSON.stringify(again),
  );
  const [{ total }] = await inDatabase(
    databaseUrl,
    `SELECT sum((report #>> '{counts,policies}')::int)::int AS total FROM erasure WHERE kind = 'retention'`,
  );
  assert.equal(total, 1);
  await assertChainsWhole(database);
});
