import assert from 'node:assert/strict';
import test from 'node:test';
import { addDays } from '../../src/domain/calendar.ts';
import { checkoutsMax } from '../../src/domain/unpaid/payment-link.ts';
import { openAccount } from '../../src/flows/account/open-account.ts';
import { recordReport } from '../../src/flows/account/record-report.ts';
import { moveCharge } from '../../src/flows/card/correct-charge.ts';
import { settleWork } from '../../src/flows/work/settle-work.ts';
import type { CardProcessor } from '../../src/ports/card-processor.ts';
import { refusedBy } from '../../src/ports/outcome.ts';
import { stopCharge } from '../../src/store/card/due-charge.ts';
import { transact } from '../../src/store/database.ts';
import { countNeedsPerson } from '../../src/store/work/needs-person.ts';
import { brokenPromises, readBooks } from '../kit/invariants/bind-books.ts';
import { until } from '../kit/processes/until.ts';
import { cancelAsShown } from '../kit/sale/cancelling.ts';
import { inDatabase, noon, noonDay } from '../kit/sale/quoting.ts';
import { openScheduled, type ScheduledSale } from '../kit/sale/scheduled.ts';

/* Each test has policies whose cards are charged on a day of its own, ten days and more ahead. */
const scheduled = await openScheduled([
  [8, 3],
  [10, 2],
  [12, 1],
  [20, 1],
  [25, 2],
  [27, 1],
  [29, 1],
  [30, 1],
]);
const { databaseUrl, harness, sales, errors, chargeOf } = scheduled;

const chargeOn = (day: number, chargeSavedCard: CardProcessor['chargeSavedCard']): Promise<number> =>
  scheduled.chargeOn(day, { chargeSavedCard });

const dayOf = (day: number) => new Date(Date.parse(noon) + day * 86_400_000);
const charge: CardProcessor['chargeSavedCard'] = (...asked) => harness.parts.cards.chargeSavedCard(...asked);
const refuse: CardProcessor['chargeSavedCard'] = async () => refusedBy('issuer', 'declined');

test('while the processor does not answer, a run asks about two charges and leaves the rest to the next one', async () => {
  let asked = 0;
  const silent: CardProcessor['chargeSavedCard'] = async () => {
    asked += 1;
    return { kind: 'unknown', cause: 'no answer' };
  };
  assert.equal(await chargeOn(8, silent), 0);
  assert.equal(asked, 2);
  assert.equal(await chargeOn(8, charge), 1); // The one that was not taken; the others are asked about later.
  await inDatabase(databaseUrl, "UPDATE due_charge SET due_at = now() WHERE state = 'charging'");
  assert.equal(await chargeOn(8, charge), 2);
});

test('a charge is taken only when the one before it has ended, so that its lease is not spent on waiting', async () => {
  const underWay: number[] = [];
  const charged = await chargeOn(10, async (...asked) => {
    const rows = await inDatabase(databaseUrl, "SELECT FROM due_charge WHERE state = 'charging'");
    underWay.push(rows.length);
    return charge(...asked);
  });
  assert.equal(charged, 2);
  assert.deepEqual(underWay, [1, 1]);
});

test('a refusal that comes in after the try was taken over does not end the next try', async () => {
  const [sale] = sales.get(12)!;
  const held = Promise.withResolvers<void>();
  const woken = Promise.withResolvers<void>();
  const late = chargeOn(12, async () => {
    held.resolve();
    await woken.promise;
    return refusedBy('issuer', 'declined');
  });
  await held.promise;
  await inDatabase(
    databaseUrl,
    `UPDATE due_charge SET lease_until = now() - interval '1 second' WHERE state = 'charging'`,
  );
  assert.equal(await chargeOn(12, refuse), 1);
  const charged = await chargeOn(13, async (...asked) => {
    woken.resolve();
    await late;
    return charge(...asked);
  });
  assert.equal(charged, 1);
  assert.equal(await late, 0);
  assert.deepEqual(await chargeOf(sale!), { state: 'charged', tries: 2 });
  assert.deepEqual(brokenPromises(await readBooks(databaseUrl, sale!.choice.applicationId)), []);
});

test('a charge that comes through after a person has recorded a payment outside is given back', async () => {
  const [sale] = sales.get(20)!;
  errors.length = 0;
  const policyNumber = await policyOf(sale!);
  const received = {
    kind: 'received',
    amountCents: null,
    on: null,
    reference: 'transfer 88',
    recordedBy: 'operator',
  } as const;
  const charged = await chargeOn(20, async (...asked) => {
    await transact(harness.parts.database, async (tx) => {
      const open = (await openAccount(tx, policyNumber, { now: dayOf(20) }))!;
      assert.ok('account' in (await recordReport(harness.parts, open, received)));
    });
    assert.equal((await chargeOf(sale!)).state, 'charging', 'it is asked about, whatever a person has recorded');
    return charge(...asked);
  });
  assert.deepEqual([charged, errors], [1, []]);
  const [{ total_cents: totalCents }] = await inDatabase(
    databaseUrl,
    'SELECT total_cents FROM policy WHERE policy_number = $1',
    [policyNumber],
  );
  await harness.runJobs();
  const reversals = await inDatabase(
    databaseUrl,
    'SELECT progress, payee, amount_cents AS cents, card_payment_id AS card FROM reversal WHERE policy_number = $1',
    [policyNumber],
  );
  const card = sale!.payment.asked.paymentId;
  assert.deepEqual(
    reversals,
    [{ progress: 'done', payee: 'Card', cents: totalCents, card }],
    'what came later, by the way by which it came',
  );
  assert.deepEqual(brokenPromises(await readBooks(databaseUrl, sale!.choice.applicationId)), []);
});

test('a customer whose link is used up gets another one with the next refusal', async () => {
  const [sale] = sales.get(27)!;
  const policyNumber = await policyOf(sale!);
  const link = async () =>
    (
      await inDatabase(databaseUrl, 'SELECT secret_hash, made_at FROM payment_link WHERE policy_number = $1', [
        policyNumber,
      ])
    )[0];
  const refuseOn = (day: number) => scheduled.chargeOn(day, { chargeSavedCard: refuse }, sale!.payment.asked.paymentId);
  assert.equal(await refuseOn(27), 1);
  const first = await link();
  assert.equal(await refuseOn(28), 1);
  assert.deepEqual(await link(), first, 'one that can be used stays');
  await inDatabase(
    databaseUrl,
    `INSERT INTO card_payment
     SELECT (jsonb_populate_record(card_payment, jsonb_build_object('id', gen_random_uuid(), 'ticket_hash', '\\x' || md5(n::text),
               'is_by_link', true, 'status', 'Cancelled', 'started_at', $2::timestamptz))).*
     FROM card_payment, generate_series(1, ${checkoutsMax}) AS n
     WHERE id = $1`,
    [sale!.payment.asked.paymentId, first.made_at],
  );
  assert.equal(await refuseOn(29), 1);
  assert.notDeepEqual((await link()).secret_hash, first.secret_hash);
  await stopCharge(harness.parts.database, { policyNumber }); // It is no work for the tests that follow.
});

test('a charge that nobody could say the end of for a day needs a person, who may settle it or cancel the policy', async () => {
  const database = harness.parts.database;
  const parts = { ...harness.parts, now: new Date(noon) };
  const [settled, cancelled] = sales.get(25)!;
  const lost: CardProcessor['chargeSavedCard'] = async () => ({ kind: 'unknown', cause: 'no answer' });
  await chargeOn(25, lost);
  const since = (unclearSince: string, leaseUntil: string) =>
    inDatabase(
      databaseUrl,
      `UPDATE due_charge SET unclear_since = now() - interval '${unclearSince}', lease_until = ${leaseUntil} WHERE state = 'charging'`,
    );
  const asked = {
    paymentId: settled!.payment.asked.paymentId,
    reason: 'looked at the processor’s',
    reference: 'order 7',
  };
  const settle = async () =>
    (await settleWork(parts, actor, { kind: 'charges', id: asked.paymentId, ...asked }))?.code ?? null;
  const policyNumber = await policyOf(cancelled!);
  const flat = { kind: 'flat', cancelledOn: noonDay } as const;

  await since('23 hours', `now() - interval '1 minute'`);
  assert.deepEqual([(await countNeedsPerson(database)).charges, await settle()], [0, 'ChargeUnderWay']);
  await since('25 hours', `now() + interval '1 minute'`);
  assert.deepEqual([(await countNeedsPerson(database)).charges, await settle()], [2, 'ChargeUnderWay']);
  await since('25 hours', `now() - interval '1 minute'`);
  assert.equal(await chargeOn(25, async () => assert.fail('a person may be at it')), 0);
  assert.equal((await moveCharge(parts, actor, { ...asked, dueOn: addDays(noonDay, 30) }))?.code, 'ChargeUnderWay');

  assert.equal(await settle(), null);
  assert.equal((await chargeOf(settled!)).state, 'charging', 'it may have been made beside what was recorded');
  assert.equal((await cancelAsShown(parts, policyNumber, flat)).plan.route, 'ask first');
  assert.equal((await chargeOf(cancelled!)).state, 'charging', 'it is asked about until it is known');
  await inDatabase(databaseUrl, `UPDATE due_charge SET due_at = now() WHERE state = 'charging'`);
  assert.equal(await chargeOn(25, async () => assert.fail('what is paid or cancelled is not charged')), 2);
  for (const sale of [settled!, cancelled!])
    assert.equal((await chargeOf(sale)).state, 'stopped', 'the processor has had nothing of it for a day');
  assert.equal((await countNeedsPerson(database)).charges, 0);
});

const actor = { kind: 'account', name: 'sam' } as const;
const policyOf = async ({ choice }: ScheduledSale): Promise<string> =>
  (await readBooks(databaseUrl, choice.applicationId)).policies[0]!.number;

test('a refusal is believed only if the processor knows no charge of this try', async () => {
  const [sale] = sales.get(29)!;
  // An earlier call of the try came through, and its answer was lost.
  const charged = await chargeOn(29, async (...asked) => {
    await charge(...asked);
    return refuse(...asked);
  });
  assert.equal(charged, 1);
  assert.deepEqual(await chargeOf(sale!), { state: 'charged', tries: 1 });
  assert.deepEqual(brokenPromises(await readBooks(databaseUrl, sale!.choice.applicationId)), []);
});

test('a receipt goes to the address as an operator is correcting it meanwhile', async () => {
  const [sale] = sales.get(30)!;
  const policyNumber = await policyOf(sale!);
  const operator = await harness.parts.database.connect();
  await operator.query('BEGIN');
  const set = 'UPDATE policy SET email_address = $2 WHERE policy_number = $1';
  await operator.query(set, [policyNumber, 'right@example.com']);
  const charged = chargeOn(30, charge);
  const sql = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  await until(
    () => inDatabase(databaseUrl, sql),
    (waiting) => waiting.length > 0,
  );
  await operator.query('COMMIT');
  operator.release();
  assert.equal(await charged, 1);
  const mails = await inDatabase(
    databaseUrl,
    "SELECT to_address FROM mail WHERE policy_number = $1 AND kind = 'receipt'",
    [policyNumber],
  );
  assert.deepEqual(mails, [{ to_address: 'right@example.com' }]);
});
