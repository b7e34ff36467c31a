import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { documentContext } from '../../src/documents/document-context.ts';
import { sampleIssuer } from '../../src/documents/issuer.ts';
import { refundText } from '../../src/documents/refund-text.ts';
import { addDays } from '../../src/domain/calendar.ts';
import type { Cancellation } from '../../src/domain/cancellation/cancellation.ts';
import { isOperatorRefusal } from '../../src/domain/operator/operator-refusal.ts';
import { applyConsequences } from '../../src/flows/account/apply-consequences.ts';
import { openAccount } from '../../src/flows/account/open-account.ts';
import { type Reported, recordReport } from '../../src/flows/account/record-report.ts';
import { retryWork } from '../../src/flows/work/settle-work.ts';
import { type CardProcessor, refusedByIssuer } from '../../src/ports/card-processor.ts';
import { checkBooks } from '../../src/store/books/check-books.ts';
import { transact } from '../../src/store/database.ts';
import { readPolicy } from '../../src/store/policy/policy-view.ts';
import { readBooks } from '../kit/invariants/bind-books.ts';
import { cancelAsShown } from '../kit/sale/cancelling.ts';
import { inDatabase, noon, noonDay } from '../kit/sale/quoting.ts';
import { openScheduled, type Scheduled, type ScheduledSale } from '../kit/sale/scheduled.ts';

/* A price that is paid in parts, by cheque and by card, one of them unknown: what notice and partner are told of it. */

let scheduled: Scheduled;
const chargeDay = 5;
const actor = { kind: 'account', name: 'sam' } as const;
const on = (day: number) => new Date(Date.parse(noon) + day * 86_400_000);
const parts = (day: number) => ({ ...scheduled.harness.parts, now: on(day) });

before(async () => {
  scheduled = await openScheduled([[chargeDay, 5]]);
});

interface Sold {
  readonly sale: ScheduledSale;
  readonly policyNumber: string;
  readonly sellerId: string;
  readonly totalCents: number;
}

async function soldAt(place: number): Promise<Sold> {
  const sale = scheduled.sales.get(chargeDay)![place]!;
  const [row] = await inDatabase(
    scheduled.databaseUrl,
    'SELECT policy_number, seller_id, total_cents FROM policy WHERE application_id = $1',
    [sale.choice.applicationId],
  );
  return { sale, policyNumber: row.policy_number, sellerId: row.seller_id, totalCents: row.total_cents };
}

const charge = ({ sale }: Sold, day: number, changes: Partial<CardProcessor> = {}): Promise<number> =>
  scheduled.chargeOn(day, changes, sale.payment.asked.paymentId);

/** The card is charged, and the answer never comes. */
async function loseAnswer(sold: Sold, day: number): Promise<void> {
  const lost: CardProcessor['chargeSavedCard'] = async (...asked) => {
    await scheduled.harness.parts.cards.chargeSavedCard(...asked);
    return { kind: 'unknown', cause: 'no answer' };
  };
  await charge(sold, day, { chargeSavedCard: lost });
  assert.equal((await scheduled.chargeOf(sold.sale)).state, 'charging');
}

/** It is time to ask about it. */
async function letWaitEnd({ policyNumber }: Sold): Promise<void> {
  await inDatabase(
    scheduled.databaseUrl,
    `UPDATE due_charge SET due_at = now(), lease_until = now() - interval '1 second' WHERE policy_number = $1`,
    [policyNumber],
  );
}

async function report({ policyNumber }: Sold, day: number, reported: Pick<Reported, 'kind'> & Partial<Reported>) {
  const whole = { amountCents: null, on: null, reference: '', recordedBy: 'operator', ...reported } as const;
  await transact(scheduled.harness.parts.database, async (tx) => {
    const open = (await openAccount(tx, policyNumber, { now: on(day) }))!;
    const recorded = await recordReport(scheduled.harness.parts, open, whole);
    assert.ok(!isOperatorRefusal(recorded), JSON.stringify(recorded));
  });
}

/** The cancellations of the day take effect. */
async function bringInto({ policyNumber }: Sold, day: number): Promise<void> {
  await transact(scheduled.harness.parts.database, async (tx) => {
    await applyConsequences(scheduled.harness.parts, (await openAccount(tx, policyNumber, { now: on(day) }))!);
  });
}

async function viewOn({ policyNumber, sellerId }: Sold, day: number) {
  const view = await readPolicy(scheduled.harness.parts.database, sellerId, policyNumber, addDays(noonDay, day));
  const { moneyStatus, amountDueCents, refunds } = view!;
  const told = refunds.map(({ payer, payee, amountCents, status }) => [payer, payee, amountCents, status]);
  return { moneyStatus, amountDueCents, refunds: told };
}

async function noticeOf({ policyNumber }: Sold, terms: Cancellation): Promise<string> {
  const sql = 'SELECT snapshot AS policy FROM policy WHERE policy_number = $1';
  const [{ policy }] = await inDatabase(scheduled.databaseUrl, sql, [policyNumber]);
  return refundText(policy, terms, documentContext('en', sampleIssuer))
    .map(({ text }) => text)
    .join(' ');
}

const mailsOf = async ({ policyNumber }: Sold, kind: string): Promise<number> => {
  const sql = 'SELECT count(*)::integer AS count FROM mail WHERE policy_number = $1 AND kind = $2';
  return (await inDatabase(scheduled.databaseUrl, sql, [policyNumber, kind]))[0].count;
};

/** What the processor has kept of the card. */
async function keptOf({ sale }: Sold): Promise<number> {
  const { charges } = await readBooks(scheduled.databaseUrl, sale.choice.applicationId);
  return charges.reduce((sum, { cents, refundedCents }) => sum + cents - refundedCents, 0);
}

async function assertInOrder({ sale }: Sold): Promise<void> {
  const { different } = await checkBooks(scheduled.harness.parts.database, null);
  assert.deepEqual(
    different.filter(({ where }) => where === sale.choice.applicationId),
    [],
  );
}

const dollars = (cents: number): string => `$${(cents / 100).toLocaleString('en-CA', { minimumFractionDigits: 2 })}`;

test('of a price that is paid in part the notice says what the card is charged, and no more is promised to it', async () => {
  const sold = await soldAt(0);
  const restCents = 300_00;
  await report(sold, 1, { kind: 'received', amountCents: sold.totalCents - restCents });
  const asked = { kind: 'pro-rata', cancelledOn: addDays(noonDay, 20) } as const;
  const terms = await cancelAsShown(parts(2), sold.policyNumber, asked);
  const byHandCents = terms.refundCents - restCents;
  const promised = [
    { payer: 'Processor', payee: 'Card', amountCents: restCents },
    { payer: 'Operator', payee: 'Customer', amountCents: byHandCents },
  ];
  assert.deepEqual(terms.plan.owed, promised);
  const text = await noticeOf(sold, terms);
  assert.match(text, new RegExp(`is charged \\${dollars(restCents)} on`));
  assert.match(text, new RegExp(`We give \\${dollars(byHandCents)} back to you ourselves`));
  assert.equal(await charge(sold, chargeDay), 1);
  await bringInto(sold, 20);
  const { refunds } = await viewOn(sold, 20);
  assert.deepEqual(
    refunds,
    promised.map(({ payer, payee, amountCents }) => [payer, payee, amountCents, 'Pending']),
  );
  await assertInOrder(sold);
});

test('while a charge is unknown beside a cheque, what is told is what comes of it, whatever the processor says', async () => {
  const sold = await soldAt(1);
  await loseAnswer(sold, chargeDay);
  await report(sold, 6, { kind: 'received', amountCents: sold.totalCents });
  const asked = { kind: 'pro-rata', cancelledOn: addDays(noonDay, 20) } as const;
  const terms = await cancelAsShown(parts(20), sold.policyNumber, asked);
  const told = [
    ['Operator', 'Customer', terms.refundCents, 'Pending'],
    ['Processor', 'Card', sold.totalCents, 'Pending'],
  ];
  const unknown = await viewOn(sold, 20);
  assert.deepEqual([unknown.moneyStatus, unknown.refunds], ['RefundPending', told]);
  const text = await noticeOf(sold, terms);
  assert.match(text, new RegExp(`If it was, we give \\${dollars(sold.totalCents)} back to it`));
  assert.match(text, new RegExp(`We give \\${dollars(terms.refundCents)} back to you ourselves`));
  await letWaitEnd(sold);
  assert.equal(await charge(sold, 20), 1);
  await scheduled.harness.runJobs();
  assert.equal(await keptOf(sold), 0, 'the card got all of it back');
  const known = await viewOn(sold, 20);
  assert.deepEqual(known.refunds.toSorted(), [told[0], ['Processor', 'Card', sold.totalCents, 'Done']]);
  await assertInOrder(sold);
});

test('while it is unknown whether the used days were paid by card, nothing is said to be given back', async () => {
  const sold = await soldAt(2);
  await charge(sold, chargeDay, { chargeSavedCard: async () => refusedByIssuer({}) });
  const asked = { kind: 'pro-rata', cancelledOn: addDays(noonDay, 20), usedDays: 'owe' } as const;
  const { refundCents } = await cancelAsShown(parts(20), sold.policyNumber, asked);
  const id = sold.sale.payment.asked.paymentId;
  assert.equal(await retryWork(parts(21), actor, { kind: 'charges', id, reason: 'asked for' }), null);
  await loseAnswer(sold, 21);
  const { moneyStatus, amountDueCents, refunds } = await viewOn(sold, 21);
  assert.deepEqual([moneyStatus, amountDueCents, refunds], ['Unpaid', sold.totalCents - refundCents, []]);
  await assertInOrder(sold);
  await letWaitEnd(sold);
  assert.equal(await charge(sold, 21), 1);
  assert.deepEqual((await viewOn(sold, 21)).refunds, []);
  assert.equal(await keptOf(sold), sold.totalCents - refundCents);
  await assertInOrder(sold);
});

const unanswered: CardProcessor['refund'] = async () => ({ kind: 'unknown', cause: 'no answer' });

test('a refund that the issuer refuses when it is owed no more is promised to nobody', async () => {
  const sold = await soldAt(3);
  const { cards } = scheduled.harness.parts;
  await loseAnswer(sold, chargeDay);
  await report(sold, 6, { kind: 'received', amountCents: sold.totalCents });
  await letWaitEnd(sold);
  assert.equal(await charge(sold, 6), 1);
  assert.deepEqual((await viewOn(sold, 6)).refunds, [['Processor', 'Card', sold.totalCents, 'Pending']]);
  await scheduled.harness.runJobs({ cards: { ...cards, refund: unanswered } });
  // The cheque bounces: the charge is the only payment now, and its refund, which may have been made, is owed no more.
  await report(sold, 7, { kind: 'returned' });
  await scheduled.harness.letTimePass();
  await scheduled.harness.runJobs({ cards: { ...cards, refund: async () => refusedByIssuer({ isFinal: true }) } });
  const { moneyStatus, refunds } = await viewOn(sold, 8);
  assert.deepEqual([moneyStatus, refunds], ['Paid', []]);
  assert.equal(await mailsOf(sold, 'refund by cheque'), 0);
  await assertInOrder(sold);
});

test('who owes again what a refund was to give back of a lost dispute is asked for it once the refund was never made', async () => {
  const sold = await soldAt(4);
  const { cards } = scheduled.harness.parts;
  assert.equal(await charge(sold, chargeDay), 1);
  const asked = { kind: 'pro-rata', cancelledOn: addDays(noonDay, 20) } as const;
  const { refundCents } = await cancelAsShown(parts(20), sold.policyNumber, asked);
  await scheduled.harness.runJobs({ cards: { ...cards, refund: unanswered } });
  await report(sold, 21, { kind: 'dispute-opened' });
  await report(sold, 22, { kind: 'dispute-lost' });
  const before = await viewOn(sold, 22);
  assert.deepEqual([before.amountDueCents, await mailsOf(sold, 'payment link')], [0, 0], 'it may be refunded as well');
  await scheduled.harness.letTimePass();
  await scheduled.harness.runJobs();
  const { moneyStatus, amountDueCents } = await viewOn(sold, 23);
  assert.deepEqual([moneyStatus, amountDueCents], ['Unpaid', sold.totalCents - refundCents]);
  assert.equal(await mailsOf(sold, 'payment link'), 1);
  await assertInOrder(sold);
});
