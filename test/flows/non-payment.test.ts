import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { addDays } from '../../src/domain/calendar.ts';
import type { CancellationParty } from '../../src/domain/cancellation/cancellation-cause.ts';
import type { UsedDays } from '../../src/domain/cancellation/used-days.ts';
import type { MailId } from '../../src/domain/ids.ts';
import { refundAsItStands } from '../../src/domain/refund/refund-as-it-stands.ts';
import { linkStateOf } from '../../src/domain/unpaid/payment-link.ts';
import { applyConsequences } from '../../src/flows/account/apply-consequences.ts';
import { openAccount } from '../../src/flows/account/open-account.ts';
import { previewCancellation } from '../../src/flows/cancellation/cancel-policy.ts';
import { takeEffect } from '../../src/flows/cancellation/take-effect.ts';
import { withdrawCancellation } from '../../src/flows/cancellation/withdraw-cancellation.ts';
import { moveCharge, writeOffCharge } from '../../src/flows/card/correct-charge.ts';
import { newId } from '../../src/flows/new-id.ts';
import { sendPaymentLink } from '../../src/flows/unpaid/send-link.ts';
import { settleWork } from '../../src/flows/work/settle-work.ts';
import { refusedByIssuer } from '../../src/ports/card-processor.ts';
import { noticeLapses } from '../../src/store/card/due-charge.ts';
import { transact } from '../../src/store/database.ts';
import { readPolicy } from '../../src/store/policy/policy-view.ts';
import { readSellers } from '../../src/store/reference/sellers.ts';
import { readLinkOf } from '../../src/store/unpaid/payment-link.ts';
import { brokenPromises, readBooks } from '../kit/invariants/bind-books.ts';
import { cancelAsShown } from '../kit/sale/cancelling.ts';
import { inDatabase, noon, noonDay } from '../kit/sale/quoting.ts';
import { openScheduled, type Scheduled, type ScheduledSale } from '../kit/sale/scheduled.ts';

/* A policy whose charge stays refused is ended by the insurer, who has to leave the customer the days of a notice. */

let scheduled: Scheduled;
const actor = { kind: 'account', name: 'sam' } as const;
const reason = 'stays unpaid';
const dueDay = 5;
/** Of a charge that is never tried here. */
const aheadDay = 20;
/** The day of the notice, and the first day without cover. */
const [noticeDay, lastDay] = [10, 45];
const on = (day: number) => new Date(Date.parse(noon) + day * 86_400_000);
const parts = (day: number) => ({ ...scheduled.harness.parts, now: on(day) });

before(async () => {
  scheduled = await openScheduled([
    [dueDay, 8],
    [aheadDay, 1],
  ]);
  const refuse = async () => refusedByIssuer({ isFinal: true });
  await scheduled.chargeOn(dueDay, { chargeSavedCard: refuse });
});

const saleAt = (place: number): ScheduledSale => scheduled.sales.get(dueDay)![place]!;
const policyOf = async ({ choice }: ScheduledSale): Promise<string> =>
  (await readBooks(scheduled.databaseUrl, choice.applicationId)).policies[0]!.number;
const sellers = async () => [...(await readSellers(scheduled.harness.parts.database)).byId.values()];

async function end(sale: ScheduledSale, usedDays: UsedDays): Promise<string> {
  const policyNumber = await policyOf(sale);
  await cancelAsShown(parts(noticeDay), policyNumber, {
    kind: 'pro-rata',
    cancelledOn: addDays(noonDay, lastDay),
    usedDays,
    requestedBy: 'insurer',
    ground: 'NonPayment',
  });
  return policyNumber;
}

async function viewOn(sale: ScheduledSale, day: number) {
  const database = scheduled.harness.parts.database;
  const policyNumber = await policyOf(sale);
  const [{ seller_id }] = await inDatabase(
    scheduled.databaseUrl,
    'SELECT seller_id FROM policy WHERE policy_number = $1',
    [policyNumber],
  );
  const { status, moneyStatus, cancellation, refunds } = (await readPolicy(
    database,
    seller_id,
    policyNumber,
    addDays(noonDay, day),
  ))!;
  return { status, moneyStatus, cancellation: cancellation?.status ?? null, refunds };
}

const effectOn = async (day: number) => takeEffect(scheduled.harness.parts, await sellers(), on(day));

async function linkOn(policyNumber: string, day: number): Promise<string> {
  const link = (await readLinkOf(scheduled.harness.parts.database, { policyNumber }))!;
  return linkStateOf(link, { today: addDays(noonDay, day), now: on(day), isTaxedOtherwise: () => false });
}

const eventsOf = async (policyNumber: string): Promise<readonly string[]> =>
  (
    await inDatabase(scheduled.databaseUrl, 'SELECT type FROM event WHERE policy_number = $1 ORDER BY turn', [
      policyNumber,
    ])
  ).map(({ type }) => type);

test('until its day the cover goes on, the link pays, and payment withdraws the cancellation', async () => {
  const sale = saleAt(0);
  const policyNumber = await end(sale, 'write-off');
  assert.equal(await effectOn(lastDay - 1), 0, 'its day is ahead');
  assert.deepEqual(await viewOn(sale, noticeDay), {
    status: 'InForce',
    moneyStatus: 'Unpaid',
    cancellation: 'Scheduled',
    refunds: [],
  });
  assert.equal(await linkOn(policyNumber, lastDay - 1), 'open');
  assert.equal(await linkOn(policyNumber, lastDay), 'cancelled');
  const settling = { kind: 'charges', id: sale.payment.asked.paymentId, reason, reference: 'cheque 7' } as const;
  assert.equal(await settleWork(parts(20), actor, settling), null);
  assert.deepEqual(await viewOn(sale, lastDay), {
    status: 'InForce',
    moneyStatus: 'Paid',
    cancellation: null,
    refunds: [],
  });
  assert.ok((await eventsOf(policyNumber)).includes('cancellation.withdrawn'));
  assert.deepEqual(brokenPromises(await readBooks(scheduled.databaseUrl, sale.choice.applicationId)), []);
});

test('the operator may withdraw it before its day, and cancel again', async () => {
  const sale = saleAt(1);
  const policyNumber = await end(sale, 'write-off');
  assert.equal(await withdrawCancellation(parts(lastDay - 1), actor, { policyNumber, reason }), null);
  assert.equal((await viewOn(sale, lastDay)).cancellation, null);
  const again = await withdrawCancellation(parts(lastDay - 1), actor, { policyNumber, reason });
  assert.ok(again !== null && again.code === 'CancellationNotThere');
  await end(sale, 'write-off');
  assert.equal((await viewOn(sale, noticeDay)).cancellation, 'Scheduled');
});

test('on its day what the used days cost is written off, or stays owed and can be paid or written off', async () => {
  const [writtenOff, paid, givenUp] = [saleAt(2), saleAt(3), saleAt(4)];
  await end(writtenOff, 'write-off');
  const numbers = [await end(paid, 'owe'), await end(givenUp, 'owe')];
  assert.ok((await effectOn(lastDay)) >= 3);
  const late = await withdrawCancellation(parts(lastDay), actor, { policyNumber: numbers[0]!, reason });
  assert.ok(late !== null && late.code === 'CancellationInEffect');
  assert.deepEqual(await viewOn(writtenOff, lastDay), {
    status: 'Cancelled',
    moneyStatus: 'WrittenOff',
    cancellation: 'InEffect',
    refunds: [],
  });
  const { accounts } = await readBooks(scheduled.databaseUrl, writtenOff.choice.applicationId);
  assert.ok(accounts['write-off']! > 0 && accounts.customer === 0, 'what was earned is a cost, and nobody owes it');

  assert.equal((await viewOn(paid, lastDay)).moneyStatus, 'Unpaid');
  assert.equal(await linkOn(numbers[0]!, lastDay), 'open', 'what the used days cost can be paid there');
  const { accounts: owed } = await readBooks(scheduled.databaseUrl, paid.choice.applicationId);
  const [charge] = await inDatabase(
    scheduled.databaseUrl,
    'SELECT amount_cents AS cents, state FROM due_charge WHERE policy_number = $1',
    [numbers[0]],
  );
  assert.deepEqual([charge.cents, charge.state], [owed.customer, 'refused'], 'as much, and a person is shown it');
  const settling = { kind: 'charges', id: paid.payment.asked.paymentId, reason, reference: 'cheque 8' } as const;
  assert.equal(await settleWork(parts(lastDay), actor, settling), null);
  assert.equal((await viewOn(paid, lastDay)).moneyStatus, 'Paid');

  assert.equal(await writeOffCharge(parts(lastDay), actor, { policyNumber: numbers[1]!, reason }), null);
  assert.equal((await viewOn(givenUp, lastDay)).moneyStatus, 'WrittenOff');
  const twice = await writeOffCharge(parts(lastDay), actor, { policyNumber: numbers[1]!, reason });
  assert.ok(twice !== null && twice.code === 'NothingToWriteOff');
  for (const { choice } of [writtenOff, paid, givenUp])
    assert.deepEqual(brokenPromises(await readBooks(scheduled.databaseUrl, choice.applicationId)), []);
});

test('it is the insurer’s ground, for a policy whose charge was refused', async () => {
  const codeOf = async (sale: ScheduledSale, requestedBy: CancellationParty) => {
    const asked = { kind: 'pro-rata', cancelledOn: addDays(noonDay, 100), requestedBy, ground: 'NonPayment' } as const;
    const drafted = await previewCancellation(parts(noticeDay), await policyOf(sale), asked);
    return 'code' in drafted ? drafted.code : null;
  };
  const [ahead] = scheduled.sales.get(aheadDay)!;
  assert.equal(await codeOf(ahead!, 'insurer'), 'NonPaymentNotAllowed', 'it may still be paid on its day');
  for (const party of ['customer', 'seller'] as const)
    assert.equal(await codeOf(saleAt(5), party), 'NonPaymentNotAllowed', 'without the notice');
  assert.equal(await codeOf(saleAt(5), 'insurer'), null);
});

test('within the notice another card is charged before its last day, and nothing is given back of it', async () => {
  const sale = saleAt(5);
  const policyNumber = await end(sale, 'owe');
  const askedOn = (day: number) => ({ policyNumber, reason, days: 10, isShown: true, chargeOn: addDays(noonDay, day) });
  const late = await sendPaymentLink(parts(noticeDay), actor, askedOn(lastDay));
  assert.ok('code' in late && late.code === 'ChargeDateOutOfRange');
  assert.equal(late.details?.to, addDays(noonDay, lastDay - 1));
  assert.ok('secret' in (await sendPaymentLink(parts(noticeDay), actor, askedOn(lastDay - 1))));
  const sellersToday = new Map((await sellers()).map(({ id }) => [id, addDays(noonDay, lastDay - 1)]));
  const mailIds = Array.from({ length: 100 }, () => newId<MailId>());
  const lapsed = await noticeLapses(scheduled.harness.parts.database, sellersToday, { days: 1, mailIds });
  assert.ok(!lapsed.includes(policyNumber), 'its customer has the notice of the cancellation');
  // As a new card of the link is, before its first try.
  await inDatabase(
    scheduled.databaseUrl,
    `UPDATE due_charge SET tries = 1, given_up_at = NULL, is_refused_for_good = false, due_at = now(), due_on = $2 WHERE policy_number = $1`,
    [policyNumber, addDays(noonDay, lastDay - 1)],
  );
  await transact(scheduled.harness.parts.database, async (tx) => {
    const open = (await openAccount(tx, policyNumber, { now: on(noticeDay) }))!;
    await applyConsequences(scheduled.harness.parts, open);
  });
  const { refunds, moneyStatus, cancellation } = await viewOn(sale, noticeDay);
  assert.deepEqual([refunds, moneyStatus, cancellation], [[], 'Scheduled', 'Scheduled']);
  const today = addDays(noonDay, noticeDay);
  const planned = await transact(scheduled.harness.parts.database, async (tx) => {
    const { stored, account } = (await openAccount(tx, policyNumber, { now: on(noticeDay), today }))!;
    return refundAsItStands({ ...stored, account }, today);
  });
  assert.deepEqual(planned.refunds, [], 'its payment withdraws the cancellation');
  const moved = { paymentId: sale.payment.asked.paymentId, reason, dueOn: addDays(noonDay, lastDay) };
  assert.equal((await moveCharge(parts(noticeDay), actor, moved))?.code, 'ChargeDateOutOfRange');
});

test('a customer who had a link for a day is asked for used days by one that has no end', async () => {
  const sale = saleAt(6);
  const policyNumber = await end(sale, 'owe');
  const order = { policyNumber, reason, days: 3, isShown: true, chargeOn: addDays(noonDay, 20) };
  assert.ok('secret' in (await sendPaymentLink(parts(noticeDay), actor, order)));
  await effectOn(lastDay);
  const { chargeOn, expiresAt } = (await readLinkOf(scheduled.harness.parts.database, { policyNumber }))!;
  assert.deepEqual([chargeOn, expiresAt], [null, null]);
  const [{ facts }] = await inDatabase(
    scheduled.databaseUrl,
    `SELECT facts FROM mail WHERE policy_number = $1 AND kind = 'payment link'`,
    [policyNumber],
  );
  assert.deepEqual([facts.chargeOn, facts.lastDay], [null, null]);
});

test('what is unpaid when the cover ends by its term can be written off, and then nobody has to collect it', async () => {
  const sale = saleAt(7);
  const policyNumber = await policyOf(sale);
  const { applicationId } = sale.choice;
  const [{ ends }] = await inDatabase(
    scheduled.databaseUrl,
    'SELECT cover_ends_on - $2::date AS ends FROM policy WHERE policy_number = $1',
    [policyNumber, noonDay],
  );
  const writeOffOn = async (day: number) => (await writeOffCharge(parts(day), actor, { policyNumber, reason }))?.code;
  assert.equal(await writeOffOn(ends - 1), 'NothingToWriteOff', 'the cover goes on');
  assert.equal(await writeOffOn(ends), undefined);
  const { status, moneyStatus, cancellation } = await viewOn(sale, ends);
  assert.deepEqual([status, moneyStatus, cancellation], ['Expired', 'WrittenOff', null]);
  assert.equal((await scheduled.chargeOf(sale)).state, 'stopped', 'nothing keeps the person from being erased');
  assert.deepEqual(brokenPromises(await readBooks(scheduled.databaseUrl, applicationId)), []);
});
