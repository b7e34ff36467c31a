import assert from 'node:assert/strict';
import test from 'node:test';
import { addDays } from '../../src/domain/calendar.ts';
import type { UsedDays } from '../../src/domain/cancellation/used-days.ts';
import { takeEffect } from '../../src/flows/cancellation/take-effect.ts';
import { stateOfLink } from '../../src/flows/unpaid/link-state.ts';
import { refusedBy } from '../../src/ports/outcome.ts';
import { readSellers } from '../../src/store/reference/sellers.ts';
import { readLinkOf } from '../../src/store/unpaid/payment-link.ts';
import { cancelAsShown } from '../kit/sale/cancelling.ts';
import { inDatabase, noon, noonDay } from '../kit/sale/quoting.ts';
import { openScheduled, type ScheduledSale } from '../kit/sale/scheduled.ts';

/*
 * A charge that never left is as it was before: nothing was taken. A cancellation that comes while it is being tried
 * takes it for unknown, and must learn that it was not sent; what the used days cost may then be owed.
 */
const scheduled = await openScheduled([[5, 6]]);
const { harness, databaseUrl, chargeOn, chargeOf } = scheduled;
const onDay = (day: number): Date => new Date(Date.parse(noon) + day * 86_400_000);
const notSent = async () => ({ kind: 'not-sent', cause: 'the processor is away' }) as const;

const policyOf = async ({ choice }: ScheduledSale): Promise<string> => {
  const sql = 'SELECT policy_number FROM policy WHERE application_id = $1';
  return (await inDatabase(databaseUrl, sql, [choice.applicationId]))[0].policy_number;
};

interface Cancelled {
  readonly usedDays?: UsedDays;
  /** Days ahead: of the decision, and of the first day without cover. */
  readonly madeOn?: number;
  readonly on?: number;
}

async function cancel(sale: ScheduledSale, { usedDays, madeOn = 5, on = madeOn }: Cancelled = {}): Promise<void> {
  const now = onDay(madeOn);
  const at = { ...harness.parts, now };
  const policyNumber = await policyOf(sale);
  const asked = { kind: 'pro-rata', cancelledOn: addDays(noonDay, on), ...(usedDays && { usedDays }) } as const;
  await cancelAsShown(at, policyNumber, asked);
}

const moneyOf = async (sale: ScheduledSale): Promise<string> => {
  const sql = 'SELECT money_status FROM policy WHERE policy_number = $1';
  return (await inDatabase(databaseUrl, sql, [await policyOf(sale)]))[0].money_status;
};

test('a charge whose look-up was not answered was never sent: a cancellation owes nothing', async () => {
  const sale = scheduled.sales.get(5)![0]!;
  await chargeOn(5, { find: notSent }, sale.payment.asked.paymentId);
  assert.deepEqual(await chargeOf(sale), { state: 'due', tries: 1 });
  await cancel(sale);
  assert.equal(await moneyOf(sale), 'NothingOwed');
  assert.deepEqual(await chargeOf(sale), { state: 'stopped', tries: 1 });
});

test('a policy that is cancelled while its charge is tried in vain learns that nothing was taken', async () => {
  const sale = scheduled.sales.get(5)![1]!;
  const chargeSavedCard = async () => {
    await cancel(sale);
    assert.equal(await moneyOf(sale), 'RefundPending');
    return notSent();
  };
  await chargeOn(5, { chargeSavedCard }, sale.payment.asked.paymentId);
  assert.equal(await moneyOf(sale), 'NothingOwed');
  assert.deepEqual(await chargeOf(sale), { state: 'stopped', tries: 1 });
});

/** What the customer and the partner learn, besides the policy itself. */
async function toldOf(sale: ScheduledSale) {
  const policyNumber = await policyOf(sale);
  const events = await inDatabase(
    databaseUrl,
    "SELECT type, body -> 'data' AS data FROM event WHERE policy_number = $1 ORDER BY turn",
    [policyNumber],
  );
  const mails = await inDatabase(
    databaseUrl,
    `SELECT kind, facts FROM mail WHERE policy_number = $1 AND kind NOT IN ('policy', 'cancellation') ORDER BY kind`,
    [policyNumber],
  );
  const link = await readLinkOf(harness.parts.database, { policyNumber });
  const [{ cents }] = await inDatabase(
    databaseUrl,
    'SELECT amount_cents AS cents FROM due_charge WHERE policy_number = $1',
    [policyNumber],
  );
  return {
    events: events.map(({ type, data }) => [type, data.moneyStatus, data.nextAttemptOn]),
    mails: mails.map(({ kind, facts }) => [kind, facts.amountCents, facts.wasRefused]),
    isLinkOpen:
      link !== null && stateOfLink(harness.parts, link, { today: addDays(noonDay, 10), now: onDay(10) }) === 'open',
    cents,
  };
}

test('a customer who owes the used days of a policy that was cancelled while its card was refused is asked for them', async () => {
  const sale = scheduled.sales.get(5)![2]!;
  const chargeSavedCard = async () => {
    await cancel(sale, { madeOn: 10, usedDays: 'owe' });
    assert.equal(await moneyOf(sale), 'RefundPending');
    return refusedBy('issuer', 'no funds');
  };
  await chargeOn(10, { chargeSavedCard }, sale.payment.asked.paymentId);
  assert.equal(await moneyOf(sale), 'Unpaid');
  const { events, mails, isLinkOpen, cents } = await toldOf(sale);
  assert.ok(cents > 0 && isLinkOpen);
  assert.deepEqual(mails, [['payment link', cents, false]]);
  assert.deepEqual(events.slice(1), [
    ['policy.cancelled', 'RefundPending', undefined],
    ['payment.refused', 'Unpaid', null],
  ]);
});

test('a charge that could not be sent before the cover ended leaves the used days to be paid, and a page for it', async () => {
  const sale = scheduled.sales.get(5)![3]!;
  await cancel(sale, { madeOn: 5, on: 8, usedDays: 'owe' });
  await chargeOn(5, { find: notSent }, sale.payment.asked.paymentId);
  assert.deepEqual(await chargeOf(sale), { state: 'due', tries: 1 });
  const sellers = [...(await readSellers(harness.parts.database)).byId.values()];
  assert.equal(await takeEffect(harness.parts, sellers, onDay(8)), 1);
  const { events, mails, isLinkOpen, cents } = await toldOf(sale);
  assert.ok(cents > 0 && isLinkOpen);
  assert.deepEqual(mails, [['payment link', cents, false]]);
  assert.deepEqual(events.at(-1), ['payment.refused', 'Unpaid', null], 'the refund that was told of does not come');
});

test('while a charge is unclear, a cancellation that is ahead leaves its state as it is, and once it was refused it is unpaid', async () => {
  const sale = scheduled.sales.get(5)![5]!;
  await cancel(sale, { madeOn: 5, on: 8 });
  assert.equal(await moneyOf(sale), 'Scheduled');
  const unknown = async () => ({ kind: 'unknown', cause: 'no answer' }) as const;
  await chargeOn(5, { chargeSavedCard: unknown }, sale.payment.asked.paymentId);
  assert.equal(await moneyOf(sale), 'Scheduled');
  await inDatabase(databaseUrl, "UPDATE due_charge SET due_at = now() WHERE state = 'charging'");
  const refuse = async () => refusedBy('issuer', 'no funds');
  await chargeOn(6, { chargeSavedCard: refuse }, sale.payment.asked.paymentId);
  assert.equal(await moneyOf(sale), 'Unpaid');
  const [{ facts }] = await inDatabase(
    databaseUrl,
    `SELECT facts FROM mail WHERE policy_number = $1 AND kind = 'refusal' AND number = 1`,
    [await policyOf(sale)],
  );
  assert.deepEqual([facts.nextDay, facts.isCancelled], [addDays(noonDay, 7), true]);
  await chargeOn(7, { chargeSavedCard: refuse }, sale.payment.asked.paymentId);
  const [last] = await inDatabase(
    databaseUrl,
    `SELECT facts FROM mail WHERE policy_number = $1 AND kind = 'refusal' AND number = 2`,
    [await policyOf(sale)],
  );
  assert.equal(last.facts.nextDay, null, 'the cover ends on the next day');
});

test('a policy with a charge ahead that is cancelled at once has a page on which its used days can be paid', async () => {
  const sale = scheduled.sales.get(5)![4]!;
  await cancel(sale, { madeOn: 10, usedDays: 'owe' });
  const { mails, isLinkOpen } = await toldOf(sale);
  assert.ok(isLinkOpen);
  assert.deepEqual(mails, [], 'the mail with the notice tells of it');
});
