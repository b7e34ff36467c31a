import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { addDays } from '../../src/domain/calendar.ts';
import { tryDueReversals } from '../../src/flows/refund/send-refund.ts';
import { settleWork } from '../../src/flows/work/settle-work.ts';
import type { CardProcessor } from '../../src/ports/card-processor.ts';
import { refusedBy } from '../../src/ports/outcome.ts';
import { moveClock } from '../../src/sandbox/clock.ts';
import { lockDueCharge } from '../../src/store/card/due-charge.ts';
import { transact } from '../../src/store/database.ts';
import { keepReference } from '../../src/store/reference/keeper.ts';
import { type Books, brokenPromises, readBooks } from '../kit/invariants/bind-books.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { cancelAsShown } from '../kit/sale/cancelling.ts';
import { inDatabase, noon, noonDay } from '../kit/sale/quoting.ts';
import { openScheduled, type ScheduledSale } from '../kit/sale/scheduled.ts';

/*
 * A scheduled charge that could be made twice, or kept without use: because a no was not one, or because somebody stood
 * still and then went on. Each test has a policy whose card is charged on a day of its own.
 */
const days = [8, 10, 12, 14, 16, 18, 20, 22, 24, 26] as const;
const { databaseUrl, harness, sales, errors, chargeOn, chargeOf } = await openScheduled(days.map((day) => [day, 1]));
const saleOn = (day: (typeof days)[number]): ScheduledSale => sales.get(day)![0]!;

type ChargeSavedCard = CardProcessor['chargeSavedCard'];
const charge: ChargeSavedCard = (...asked) => harness.parts.cards.chargeSavedCard(...asked);
const refuse: ChargeSavedCard = async () => refusedBy('issuer', 'declined');
const lose: ChargeSavedCard = async () => ({ kind: 'unknown', cause: 'no answer' });
const sendNothing: ChargeSavedCard = async () => assert.fail('the card was charged again');
/** Charges, and says no. */
const deny: ChargeSavedCard = async (...asked) => {
  await charge(...asked);
  return refusedBy('issuer', 'declined');
};

const findNothing: CardProcessor['find'] = async () => ({ kind: 'done', value: { kind: 'nothing' } });

const endLease = () =>
  inDatabase(databaseUrl, `UPDATE due_charge SET due_at = now(), lease_until = now() WHERE state = 'charging'`);

/**
 * A try that stands still when it is about to charge, and charges when it is woken. Another carrier has been refused
 * meanwhile.
 */
async function lateCharge(day: number): Promise<() => Promise<number>> {
  const held = Promise.withResolvers<void>();
  const woken = Promise.withResolvers<void>();
  afterwards(woken.resolve); // So that a failed test leaves nothing waiting.
  const late = chargeOn(day, {
    chargeSavedCard: async (...asked) => {
      held.resolve();
      await woken.promise;
      return charge(...asked);
    },
  });
  await held.promise;
  await endLease();
  assert.equal(await chargeOn(day, { chargeSavedCard: refuse }), 1);
  return () => {
    woken.resolve();
    return late;
  };
}

const actor = { kind: 'account', name: 'sam' } as const;
const parts = () => ({ ...harness.parts, now: new Date(noon) });

async function cancel({ choice }: ScheduledSale): Promise<void> {
  const policyNumber = (await readBooks(databaseUrl, choice.applicationId)).policies[0]!.number;
  const flat = { kind: 'flat', cancelledOn: noonDay } as const;
  await cancelAsShown(parts(), policyNumber, flat);
}

/** After a turn of the job that gives back. */
async function settled({ choice }: ScheduledSale): Promise<Books> {
  await tryDueReversals(harness.parts);
  const books = await readBooks(databaseUrl, choice.applicationId);
  assert.deepEqual(brokenPromises(books), []);
  return books;
}

const keptOf = ({ charges }: Books): readonly string[] =>
  charges.filter(({ cents, refundedCents }) => refundedCents < cents).map(({ key }) => key);

test('a charge that somebody has locked is passed over by the job, and waited for by who names it', async () => {
  const { database } = harness.parts;
  const sale = saleOn(8);
  const { paymentId } = sale.payment.asked;
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  afterwards(released.resolve);
  const holder = transact(database, async (tx) => {
    await lockDueCharge(tx, { cardPaymentId: paymentId });
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  assert.equal(await chargeOn(8, { chargeSavedCard: sendNothing }), 0);
  const named = chargeOn(8, {}, paymentId);
  assert.equal(await Promise.race([named, setTimeout(200, 'waits')]), 'waits');
  released.resolve();
  await holder;
  assert.equal(await named, 1);
  assert.equal((await settled(sale)).charges.length, 1);
});

test('a charge that was made, though the answer was no, is entered and not made again', async () => {
  const sale = saleOn(10);
  assert.equal(await chargeOn(10, { chargeSavedCard: deny }), 1);
  assert.deepEqual(await chargeOf(sale), { state: 'charged', tries: 1 });
  assert.equal(await chargeOn(11, { chargeSavedCard: sendNothing }), 0);
  assert.equal((await settled(sale)).charges.length, 1);
});

test('so is one that a look-up shows only by the next day, and a cancellation gives it back', async () => {
  const sale = saleOn(12);
  assert.equal(await chargeOn(12, { chargeSavedCard: deny, find: findNothing }), 1);
  assert.deepEqual(await chargeOf(sale), { state: 'due', tries: 2 });
  assert.equal(await chargeOn(13, { chargeSavedCard: sendNothing }), 1);
  assert.deepEqual(await chargeOf(sale), { state: 'charged', tries: 2 });
  assert.equal((await settled(sale)).charges.length, 1);
  await cancel(sale);
  assert.deepEqual(keptOf(await settled(sale)), []);
});

test('a charge that comes through after its try was refused to another carrier is entered', async () => {
  const sale = saleOn(14);
  const wake = await lateCharge(14);
  assert.equal(await wake(), 1);
  assert.deepEqual(await chargeOf(sale), { state: 'charged', tries: 2 });
  assert.equal(await chargeOn(15, { chargeSavedCard: sendNothing }), 0);
  assert.equal((await settled(sale)).charges.length, 1);
});

test('one that comes through while a later try is under way is kept, what that one takes goes back, and a cancellation gives all back', async () => {
  const sale = saleOn(16);
  const wake = await lateCharge(16);
  const charged = await chargeOn(17, {
    chargeSavedCard: async (...asked) => {
      assert.equal(await wake(), 1);
      return charge(...asked);
    },
  });
  assert.equal(charged, 1);
  assert.deepEqual(await chargeOf(sale), { state: 'charged', tries: 2 });
  assert.deepEqual(keptOf(await settled(sale)), [`${sale.payment.asked.paymentId}.1`], 'the first that was recorded');
  await cancel(sale);
  assert.deepEqual(keptOf(await settled(sale)), []);
});

test('one that comes through after the policy was cancelled is given back', async () => {
  const sale = saleOn(18);
  errors.length = 0;
  const charged = await chargeOn(18, {
    chargeSavedCard: async (...asked) => {
      await inDatabase(
        databaseUrl,
        `UPDATE due_charge SET unclear_since = now() - interval '2 days', lease_until = now() - interval '1 second' WHERE card_payment_id = $1`,
        [sale.payment.asked.paymentId],
      );
      await cancel(sale);
      return charge(...asked);
    },
  });
  assert.equal(charged, 1, 'it was not known when the policy was cancelled, and is now');
  assert.deepEqual(errors, []);
  const books = await settled(sale);
  assert.deepEqual([books.charges.length, keptOf(books)], [1, []]);
});

test('one that comes through after the customer has paid in another way is given back', async () => {
  const sale = saleOn(20);
  const wake = await lateCharge(20);
  const id = sale.payment.asked.paymentId;
  const asked = { kind: 'charges', id, reason: 'paid by transfer', reference: 'transfer 88' } as const;
  assert.equal(await settleWork(parts(), actor, asked), null);
  assert.equal(await wake(), 1);
  assert.equal((await chargeOf(sale)).state, 'stopped');
  const books = await settled(sale);
  assert.deepEqual([books.charges.length, keptOf(books)], [1, []]);
});

test('whoever stood still for longer than the lease charges nothing', async (t) => {
  const sale = saleOn(22);
  assert.equal(await chargeOn(22, { chargeSavedCard: lose }), 0);
  await endLease();
  const now = performance.now.bind(performance);
  const find: CardProcessor['find'] = (...asked) => {
    t.mock.method(performance, 'now', () => now() + 120_000);
    return harness.parts.cards.find(...asked);
  };
  assert.equal(await chargeOn(22, { chargeSavedCard: sendNothing, find }), 0);
  t.mock.restoreAll();
  await endLease();
  assert.equal(await chargeOn(22, { chargeSavedCard: charge }), 1);
  assert.equal((await settled(sale)).charges.length, 1);
});

test('of two tries that were charged after all, one is kept, and a cancellation gives it back', async () => {
  const sale = saleOn(24);
  assert.equal(await chargeOn(24, { chargeSavedCard: deny, find: findNothing }), 1);
  const forget: ChargeSavedCard = async (...asked) => {
    await charge(...asked);
    return { kind: 'unknown', cause: 'no answer' };
  };
  assert.equal(await chargeOn(25, { chargeSavedCard: forget, find: findNothing }), 0);
  await endLease();
  assert.equal(await chargeOn(25, { chargeSavedCard: sendNothing }), 1);
  const books = await settled(sale);
  assert.deepEqual([books.charges.length, keptOf(books)], [2, [`${sale.payment.asked.paymentId}.1`]]);
  await cancel(sale);
  assert.deepEqual(keptOf(await settled(sale)), []);
});

/* Last, because the seller's day does not come back. */
test('a move of the clock counts its charges also when the minute’s job runs at the same moment', async () => {
  const fail = (error: unknown): never => assert.fail(String(error));
  const reference = await keepReference({ database: harness.parts.database, url: databaseUrl, onFault: fail });
  afterwards(reference.close);
  const refresh = async (): Promise<void> => {
    await reference.refresh();
    assert.equal(await chargeOn(0, { chargeSavedCard: charge }), 0);
  };
  const clock = () => new Date(noon);
  const done = async () => ({ kind: 'done', value: null }) as const;
  const cardFaults = { keepRefundFault: done, speakAgain: done };
  const sandbox = { ...harness.parts, clock, lapseNoticeDays: null, cardFaults, reference: { ...reference, refresh } };
  const seller = [...reference.current().sellers.byId.values()].find(({ username }) => username === 'ontario')!;
  const moved = await moveClock(sandbox, seller, { today: addDays(noonDay, 26) }, { fault: null, requestId: 'test' });
  assert.deepEqual(moved, { kind: 'ok', value: { today: addDays(noonDay, 26), chargesRun: 1 } });
  assert.equal((await settled(saleOn(26))).charges.length, 1);
});
