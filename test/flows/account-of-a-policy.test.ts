import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { addDays } from '../../src/domain/calendar.ts';
import type { UsedDays } from '../../src/domain/cancellation/used-days.ts';
import type { EntryId } from '../../src/domain/ids.ts';
import { isOperatorRefusal } from '../../src/domain/operator/operator-refusal.ts';
import { applyConsequences } from '../../src/flows/account/apply-consequences.ts';
import { giveGoodwillTo, recordMoney } from '../../src/flows/account/correct-account.ts';
import { openAccount } from '../../src/flows/account/open-account.ts';
import { type Reported, recordReport, voidReport } from '../../src/flows/account/record-report.ts';
import { withdrawCancellation } from '../../src/flows/cancellation/withdraw-cancellation.ts';
import { writeOffCharge } from '../../src/flows/card/correct-charge.ts';
import { recordCharge, recordIfOfPolicy } from '../../src/flows/card/record-charge.ts';
import { noticeLapses } from '../../src/flows/unpaid/notice-lapses.ts';
import { retryWork, settleWork } from '../../src/flows/work/settle-work.ts';
import { type CardProcessor, refusedByIssuer } from '../../src/ports/card-processor.ts';
import { refusedBy } from '../../src/ports/outcome.ts';
import { checkBooks } from '../../src/store/books/check-books.ts';
import { transact } from '../../src/store/database.ts';
import { readSource } from '../../src/store/document/document.ts';
import { readPolicy } from '../../src/store/policy/policy-view.ts';
import { readSellers } from '../../src/store/reference/sellers.ts';
import { listStuck } from '../../src/store/work/list-stuck.ts';
import { readBooks } from '../kit/invariants/bind-books.ts';
import { anySale, plantEntrySql } from '../kit/invariants/plant-entry.ts';
import { cancelAsShown } from '../kit/sale/cancelling.ts';
import { loadDearerTax } from '../kit/sale/dearer-tax.ts';
import { inDatabase, noon, noonDay } from '../kit/sale/quoting.ts';
import { openScheduled, type Scheduled, type ScheduledSale } from '../kit/sale/scheduled.ts';

/* What banks and people do to the money of a policy, at the moment in which it used to be lost. */

let scheduled: Scheduled;
const actor = { kind: 'account', name: 'sam' } as const;
const chargeDay = 5;
const on = (day: number) => new Date(Date.parse(noon) + day * 86_400_000);
const parts = (day: number) => ({ ...scheduled.harness.parts, now: on(day) });
const saleAt = (place: number): ScheduledSale => scheduled.sales.get(chargeDay)![place]!;

before(async () => {
  scheduled = await openScheduled([[chargeDay, 45]]);
});

interface Sold {
  readonly sale: ScheduledSale;
  readonly policyNumber: string;
  readonly sellerId: string;
  readonly totalCents: number;
}

async function soldAt(place: number): Promise<Sold> {
  const sale = saleAt(place);
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
async function loseAnswer(sold: Sold): Promise<void> {
  const lost: CardProcessor['chargeSavedCard'] = async (...asked) => {
    await scheduled.harness.parts.cards.chargeSavedCard(...asked);
    return { kind: 'unknown', cause: 'no answer' };
  };
  await charge(sold, chargeDay, { chargeSavedCard: lost });
  assert.equal((await scheduled.chargeOf(sold.sale)).state, 'charging');
}

/** It is time to ask about it, and for more than a day nobody has known. */
async function letWaitEnd({ policyNumber }: Sold): Promise<void> {
  await inDatabase(
    scheduled.databaseUrl,
    `UPDATE due_charge
     SET due_at = now(), lease_until = now() - interval '1 second', unclear_since = now() - interval '25 hours'
     WHERE policy_number = $1`,
    [policyNumber],
  );
}

/** Returns the code of the refusal, or null. */
async function report({ policyNumber }: Sold, day: number, reported: Pick<Reported, 'kind'> & Partial<Reported>) {
  const whole = { amountCents: null, on: null, reference: '', recordedBy: 'operator', ...reported } as const;
  return transact(scheduled.harness.parts.database, async (tx) => {
    const open = (await openAccount(tx, policyNumber, { now: on(day) }))!;
    const recorded = await recordReport(scheduled.harness.parts, open, whole);
    return isOperatorRefusal(recorded) ? recorded.code : null;
  });
}

/** What has come back of each payment. */
function returnedOf({ policyNumber }: Sold, day: number): Promise<readonly number[]> {
  return transact(scheduled.harness.parts.database, async (tx) => {
    const { account } = (await openAccount(tx, policyNumber, { now: on(day) }))!;
    return account.payments.map(({ returnedCents }) => returnedCents);
  });
}

async function viewOn({ policyNumber, sellerId }: Sold, day: number) {
  const view = await readPolicy(scheduled.harness.parts.database, sellerId, policyNumber, addDays(noonDay, day));
  const { status, moneyStatus, amountDueCents, refunds } = view!;
  return { status, moneyStatus, amountDueCents, refunds };
}

const cancel = ({ policyNumber }: Sold, day: number, usedDays: UsedDays = 'owe') =>
  cancelAsShown(parts(day), policyNumber, { kind: 'pro-rata', cancelledOn: addDays(noonDay, day), usedDays });

async function entryOf({ policyNumber }: Sold, kind: string, recordedBy: string | null = null): Promise<EntryId> {
  const sql = `SELECT id FROM ledger_entry WHERE policy_number = $1 AND kind = $2 AND ($3::text IS NULL OR recorded_by = $3)`;
  return (await inDatabase(scheduled.databaseUrl, `${sql} ORDER BY turn DESC`, [policyNumber, kind, recordedBy]))[0].id;
}

/** The kinds of the entries that were voided, and who has taken each back. */
async function voidsOf({ policyNumber }: Sold): Promise<readonly string[]> {
  const rows = await inDatabase(
    scheduled.databaseUrl,
    `SELECT voided.kind || ' by ' || entry.recorded_by AS line
     FROM ledger_entry AS entry
     JOIN ledger_entry AS voided ON voided.id = entry.voids
     WHERE entry.policy_number = $1
     ORDER BY entry.turn`,
    [policyNumber],
  );
  return rows.map(({ line }) => line);
}

/** Voids an entry. Returns the code of the refusal, or null. */
function takeBack({ policyNumber }: Sold, day: number, id: EntryId): Promise<string | null> {
  return transact(scheduled.harness.parts.database, async (tx) => {
    const open = (await openAccount(tx, policyNumber, { now: on(day) }))!;
    const voided = await voidReport(scheduled.harness.parts, open, id);
    return isOperatorRefusal(voided) ? voided.code : null;
  });
}

const mailsOf = ({ policyNumber }: Sold, kind: string) =>
  inDatabase(scheduled.databaseUrl, 'SELECT kind, facts FROM mail WHERE policy_number = $1 AND kind = $2', [
    policyNumber,
    kind,
  ]);

/** The cancellations of the day take effect. */
async function bringInto({ policyNumber }: Sold, day: number): Promise<void> {
  await transact(scheduled.harness.parts.database, async (tx) => {
    await applyConsequences(scheduled.harness.parts, (await openAccount(tx, policyNumber, { now: on(day) }))!);
  });
}

/** What the processor has kept of the card. */
async function keptOf({ sale }: Sold): Promise<number> {
  const { charges } = await readBooks(scheduled.databaseUrl, sale.choice.applicationId);
  return charges.reduce((sum, { cents, refundedCents }) => sum + cents - refundedCents, 0);
}

async function faultsOf({ sale }: Sold): Promise<readonly string[]> {
  const { different } = await checkBooks(scheduled.harness.parts.database, null);
  return different.filter(({ where }) => where === sale.choice.applicationId).map(({ what }) => what);
}

test('what a bank has taken back is not given back to the card as well', async () => {
  const sold = await soldAt(0);
  assert.equal(await charge(sold, chargeDay), 1);
  assert.equal(await report(sold, 8, { kind: 'dispute-opened', recordedBy: 'bank file' }), null);
  assert.equal((await viewOn(sold, 8)).moneyStatus, 'Disputed');
  const { refundCents } = await cancel(sold, 10);
  await scheduled.harness.runJobs();
  assert.deepEqual(await viewOn(sold, 10), {
    status: 'Cancelled',
    moneyStatus: 'Disputed',
    amountDueCents: 0,
    refunds: [],
  });
  assert.equal(await keptOf(sold), sold.totalCents, 'the processor was asked for nothing');
  assert.deepEqual(await faultsOf(sold), []);
  assert.equal(await report(sold, 12, { kind: 'dispute-lost', recordedBy: 'bank file' }), null);
  const lost = await viewOn(sold, 12);
  assert.deepEqual([lost.moneyStatus, lost.amountDueCents], ['Unpaid', sold.totalCents - refundCents]);
  assert.deepEqual(await faultsOf(sold), []);
});

test('a refund that was begun and never made is not made once a bank has taken the charge back', async () => {
  const sold = await soldAt(21);
  assert.equal(await charge(sold, chargeDay), 1);
  const { refundCents } = await cancel(sold, 20);
  // A run that was killed before it sent leaves this.
  await inDatabase(
    scheduled.databaseUrl,
    `UPDATE reversal SET lease_until = now() - interval '1 second', owner = gen_random_uuid() WHERE policy_number = $1`,
    [sold.policyNumber],
  );
  assert.equal(await report(sold, 21, { kind: 'dispute-opened', recordedBy: 'bank file' }), null);
  await scheduled.harness.runJobs();
  assert.equal(await keptOf(sold), sold.totalCents, 'the bank has taken it');
  assert.deepEqual((await viewOn(sold, 21)).refunds, []);
  assert.deepEqual(await faultsOf(sold), []);
  assert.equal(await report(sold, 22, { kind: 'dispute-won', recordedBy: 'bank file' }), null);
  await scheduled.harness.runJobs();
  assert.equal(await keptOf(sold), sold.totalCents - refundCents, 'the money is there again, and is given back');
  assert.deepEqual(await faultsOf(sold), []);
});

test('the rest of a charge of which a bank has taken a part goes back to its card', async () => {
  const sold = await soldAt(23);
  const disputedCents = 100_00;
  assert.equal(await charge(sold, chargeDay), 1);
  assert.equal(await report(sold, 8, { kind: 'dispute-opened', amountCents: disputedCents }), null);
  assert.equal(await report(sold, 9, { kind: 'dispute-lost' }), null);
  const { refundCents } = await cancel(sold, 20);
  const asked: string[] = [];
  const { cards } = scheduled.harness.parts;
  const find: CardProcessor['find'] = (key, context) => {
    asked.push(key);
    return cards.find(key, context);
  };
  await scheduled.harness.runJobs({ cards: { ...cards, find } });
  assert.deepEqual(asked, [], 'what was never begun is not asked about');
  assert.deepEqual(await progressOf(sold), ['Card done']);
  assert.equal(await keptOf(sold), sold.totalCents - refundCents + disputedCents, 'the bank has taken that besides');
  const { moneyStatus, amountDueCents } = await viewOn(sold, 20);
  assert.deepEqual([moneyStatus, amountDueCents], ['PartRefunded', 0]);
  assert.deepEqual(await faultsOf(sold), []);
});

test('a charge that may have been made is asked about when a cheque has come meanwhile, and what came later goes back', async () => {
  const sold = await soldAt(1);
  await loseAnswer(sold);
  await letWaitEnd(sold);
  const id = sold.sale.payment.asked.paymentId;
  const settling = { kind: 'charges', id, reason: 'by cheque', reference: 'cheque 7' } as const;
  const noDay = await settleWork(parts(7), actor, { ...settling, on: '2026-11-31' });
  assert.equal(noDay?.code, 'ReportDateOutOfRange', 'a slip of the hand is not today');
  assert.equal(await settleWork(parts(7), actor, settling), null);
  assert.equal((await scheduled.chargeOf(sold.sale)).state, 'charging');
  await letWaitEnd(sold);
  assert.equal(await charge(sold, 7), 1);
  assert.equal(await keptOf(sold), sold.totalCents);
  assert.equal((await viewOn(sold, 7)).moneyStatus, 'RefundPending');
  await scheduled.harness.runJobs();
  assert.equal(await keptOf(sold), 0, 'only the cheque is kept');
  const { moneyStatus, refunds } = await viewOn(sold, 7);
  assert.equal(moneyStatus, 'Paid');
  assert.deepEqual(
    refunds.map(({ payer, payee, amountCents, status }) => [payer, payee, amountCents, status]),
    [['Processor', 'Card', sold.totalCents, 'Done']],
  );
  assert.deepEqual(await faultsOf(sold), []);
});

test('a refund to a card that was made by cheque is told as it was, on a day on which it was owed', async () => {
  const sold = await soldAt(2);
  assert.equal(await charge(sold, chargeDay), 1);
  const { refundCents } = await cancel(sold, 20);
  const [{ id }] = await inDatabase(scheduled.databaseUrl, 'SELECT id FROM reversal WHERE policy_number = $1', [
    sold.policyNumber,
  ]);
  const settle = async (on: string) => {
    const asked = { kind: 'reversals', id, reason: 'card closed', reference: 'cheque 9', on } as const;
    return (await settleWork(parts(22), actor, asked))?.code ?? null;
  };
  assert.equal(await settle('1999-01-01'), 'ReportDateOutOfRange');
  assert.equal(await settle(addDays(noonDay, 19)), 'ReportDateOutOfRange', 'its cover had not ended');
  assert.equal(await settle(addDays(noonDay, 23)), 'SettledOnInvalid', 'it is ahead');
  const doneOn = addDays(noonDay, 21);
  assert.equal(await settle(doneOn), null);
  assert.deepEqual((await viewOn(sold, 22)).refunds, [
    { payer: 'Operator', payee: 'Customer', amountCents: refundCents, status: 'Done', doneOn },
  ]);
  const mails = await inDatabase(
    scheduled.databaseUrl,
    `SELECT facts FROM mail WHERE policy_number = $1 AND kind = 'refund receipt'`,
    [sold.policyNumber],
  );
  assert.deepEqual(mails, [{ facts: { amountCents: refundCents, payee: 'Customer', doneOn, isInForce: false } }]);
  await scheduled.harness.runJobs();
  assert.equal(await keptOf(sold), sold.totalCents, 'the card gets nothing beside it');
  assert.deepEqual(await faultsOf(sold), []);
});

/** A refund that the processor was asked for, and of which no answer came; `isMade`: it has given it back. */
async function loseRefund(sold: Sold, isMade: boolean): Promise<number> {
  const { cards } = scheduled.harness.parts;
  assert.equal(await charge(sold, chargeDay), 1);
  const { refundCents } = await cancel(sold, 20);
  const refund: CardProcessor['refund'] = async (...asked) => {
    if (isMade) await cards.refund(...asked);
    return { kind: 'unknown', cause: 'no answer' };
  };
  await scheduled.harness.runJobs({ cards: { ...cards, refund } });
  assert.equal((await viewOn(sold, 20)).moneyStatus, 'RefundPending');
  await scheduled.harness.letTimePass();
  return refundCents;
}

/** Nothing may be sent to the card any more. */
const askAlone = () =>
  scheduled.harness.runJobs({
    cards: { ...scheduled.harness.parts.cards, refund: async () => assert.fail('the card was refunded beside it') },
  });

const progressOf = async ({ policyNumber }: Sold): Promise<readonly string[]> =>
  (
    await inDatabase(
      scheduled.databaseUrl,
      `SELECT payee || ' ' || progress AS one FROM reversal WHERE policy_number = $1 ORDER BY payee`,
      [policyNumber],
    )
  ).map(({ one }) => one);

test('a refund to a card that has no answer is given by hand; it is asked about until it is known, and if it came as well, a person is shown both', async () => {
  const sold = await soldAt(8);
  const refundCents = await loseRefund(sold, true);
  assert.equal(await report(sold, 22, { kind: 'given-back', amountCents: 1_00 }), 'AmountOutOfRange', 'all or none');
  assert.equal(await report(sold, 22, { kind: 'given-back', reference: 'cheque 11' }), null);
  assert.deepEqual(await progressOf(sold), ['Card replaced', 'Customer done']);
  const told = await viewOn(sold, 22);
  assert.equal(told.moneyStatus, 'PartRefunded');
  assert.deepEqual(
    told.refunds.map(({ payer, payee, amountCents, status }) => [payer, payee, amountCents, status]),
    [['Operator', 'Customer', refundCents, 'Done']],
  );
  assert.deepEqual(await faultsOf(sold), []);
  assert.equal(await report(sold, 22, { kind: 'given-back' }), 'NothingToGiveBack', 'once');
  const find: CardProcessor['find'] = async () => ({ kind: 'unknown', cause: 'away' });
  await scheduled.harness.runJobs({ cards: { ...scheduled.harness.parts.cards, find } });
  assert.deepEqual(await progressOf(sold), ['Card replaced', 'Customer done']);
  await scheduled.harness.letTimePass();
  await askAlone();
  assert.deepEqual(await progressOf(sold), ['Card done', 'Customer done']);
  const twice = await viewOn(sold, 22);
  assert.deepEqual([twice.moneyStatus, twice.amountDueCents], ['Unpaid', refundCents]);
  assert.deepEqual(
    twice.refunds.map(({ payee, status }) => [payee, status]),
    [
      ['Card', 'Done'],
      ['Customer', 'Done'],
    ],
  );
  const { rows } = await listStuck(scheduled.harness.parts.database, {
    kind: 'charges',
    today: noonDay,
    cursor: null,
    limit: 50,
    visibleIntegrations: null,
  });
  const shown = rows.find(({ policyNumber }) => policyNumber === sold.policyNumber);
  assert.match(shown?.cause ?? '', /^more was given back than was owed/);
  assert.ok(!shown!.acts.includes('retry'), 'the card is not charged for it');
  const links = await inDatabase(
    scheduled.databaseUrl,
    `SELECT FROM mail WHERE policy_number = $1 AND kind = 'payment link'`,
    [sold.policyNumber],
  );
  assert.equal(links.length, 0, 'a person talks to the customer first');
  assert.deepEqual(await faultsOf(sold), ['given back twice']);
  // No cheque was sent after all.
  assert.equal(await takeBack(sold, 22, await entryOf(sold, 'refund', 'operator')), null);
  const { moneyStatus, amountDueCents } = await viewOn(sold, 22);
  assert.deepEqual([moneyStatus, amountDueCents], ['PartRefunded', 0]);
  assert.deepEqual(await faultsOf(sold), []);
});

test('a refund that came back from the card’s bank is the operator’s to pay, is told, and can be voided', async () => {
  const sold = await soldAt(22);
  assert.equal(await charge(sold, chargeDay), 1);
  const { refundCents } = await cancel(sold, 10);
  assert.equal(await report(sold, 10, { kind: 'refund-returned' }), 'NoRefundToReturn', 'none was made');
  await scheduled.harness.runJobs();
  assert.equal((await viewOn(sold, 10)).moneyStatus, 'PartRefunded');
  assert.equal(await report(sold, 22, { kind: 'refund-returned', amountCents: 1_00 }), 'AmountOutOfRange');
  const returned = () => report(sold, 22, { kind: 'refund-returned', on: addDays(noonDay, 20) });
  assert.equal(await returned(), null);
  const pending = { payer: 'Operator', payee: 'Customer', amountCents: refundCents, status: 'Pending', doneOn: null };
  const owed = { status: 'Cancelled', moneyStatus: 'RefundPending', amountDueCents: 0, refunds: [pending] };
  assert.deepEqual(await viewOn(sold, 22), owed);
  assert.deepEqual(await mailsOf(sold, 'refund by cheque'), [
    { kind: 'refund by cheque', facts: { redirectedCents: refundCents } },
  ]);
  assert.deepEqual(await faultsOf(sold), []);
  await scheduled.harness.letTimePass();
  await askAlone();
  assert.equal(await takeBack(sold, 22, await entryOf(sold, 'refund-returned')), null);
  assert.equal((await viewOn(sold, 22)).moneyStatus, 'PartRefunded');
  assert.equal(await returned(), null);
  assert.equal(await report(sold, 22, { kind: 'given-back', reference: 'cheque 14' }), null);
  assert.equal(await takeBack(sold, 22, await entryOf(sold, 'refund-returned')), 'EntryInUse');
  const { moneyStatus, refunds } = await viewOn(sold, 22);
  assert.deepEqual(
    [moneyStatus, refunds.map(({ payee, status }) => [payee, status])],
    ['PartRefunded', [['Customer', 'Done']]],
  );
  assert.deepEqual(await faultsOf(sold), []);
  const events = await inDatabase(
    scheduled.databaseUrl,
    'SELECT type FROM event WHERE policy_number = $1 ORDER BY turn',
    [sold.policyNumber],
  );
  assert.deepEqual(events.map(({ type }) => type).slice(-5), [
    'payment.refunded',
    'refund.returned',
    'entry.voided',
    'refund.returned',
    'payment.refunded',
  ]);
});

test('a cheque for a part of what is pending pays the refund that is given back first, and leaves the card’s', async () => {
  const sold = await soldAt(43);
  assert.equal(await charge(sold, chargeDay), 1);
  const { refundCents } = await cancel(sold, 10);
  assert.equal(await report(sold, 10, { kind: 'received', amountCents: 200_00 }), null);
  assert.equal(await report(sold, 10, { kind: 'given-back', amountCents: 200_00, reference: 'cheque 44' }), null);
  const { refunds } = await viewOn(sold, 10);
  assert.deepEqual(
    refunds.map(({ payee, amountCents, status }) => [payee, amountCents, status]),
    [
      ['Customer', 200_00, 'Done'],
      ['Card', refundCents, 'Pending'],
    ],
  );
  await scheduled.harness.runJobs();
  assert.equal((await viewOn(sold, 10)).moneyStatus, 'PartRefunded');
  assert.deepEqual(await faultsOf(sold), []);
});

test('a refused refund of a charge that its bank has taken back meanwhile promises no cheque', async () => {
  const sold = await soldAt(44);
  assert.equal(await charge(sold, chargeDay), 1);
  await cancel(sold, 10);
  const { cards } = scheduled.harness.parts;
  const [{ key }] = await inDatabase(scheduled.databaseUrl, 'SELECT key FROM reversal WHERE policy_number = $1', [
    sold.policyNumber,
  ]);
  const refund: CardProcessor['refund'] = async (request, context) => {
    if (request.key !== key) return cards.refund(request, context);
    assert.equal(await report(sold, 10, { kind: 'dispute-opened' }), null);
    return refusedBy('issuer', 'account closed', { isFinal: true });
  };
  await scheduled.harness.runJobs({ cards: { ...cards, refund } });
  assert.deepEqual(await mailsOf(sold, 'refund by cheque'), []);
  assert.deepEqual((await viewOn(sold, 10)).moneyStatus, 'Disputed');
  assert.deepEqual(await faultsOf(sold), []);
});

test('a refund that was given by hand and never came to the card is asked about once more, and sent no more', async () => {
  const sold = await soldAt(9);
  const refundCents = await loseRefund(sold, false);
  assert.equal(await report(sold, 22, { kind: 'given-back', amountCents: refundCents, reference: 'cheque 12' }), null);
  await askAlone();
  assert.deepEqual(await progressOf(sold), ['Customer done']);
  assert.equal(await keptOf(sold), sold.totalCents);
  assert.equal((await viewOn(sold, 22)).moneyStatus, 'PartRefunded');
  assert.deepEqual(await faultsOf(sold), []);
});

test('what was recorded by mistake as given by hand is voided, and the card gets its refund', async () => {
  const sold = await soldAt(10);
  const refundCents = await loseRefund(sold, false);
  assert.equal(await report(sold, 22, { kind: 'given-back', reference: 'cheque 13' }), null);
  assert.equal(await takeBack(sold, 22, await entryOf(sold, 'refund', 'operator')), null);
  assert.deepEqual(await progressOf(sold), ['Card begun']);
  assert.equal((await viewOn(sold, 22)).moneyStatus, 'RefundPending');
  await scheduled.harness.runJobs();
  assert.deepEqual(await progressOf(sold), ['Card done']);
  assert.equal(await keptOf(sold), sold.totalCents - refundCents);
  assert.deepEqual(await faultsOf(sold), []);
});

test('a cheque has a day and an amount; one that bounces after a cancellation is owed back to nobody', async () => {
  const sold = await soldAt(3);
  const firstCents = 50_000;
  const early = { kind: 'received', amountCents: firstCents, on: addDays(noonDay, 1), reference: 'cheque 1' } as const;
  assert.equal(await report(sold, 3, early), null);
  assert.equal(await report(sold, 3, { ...early, on: addDays(noonDay, 4) }), 'ReportDateOutOfRange', 'it is ahead');
  assert.equal(await report(sold, 3, { kind: 'received', reference: 'cheque 2' }), null);
  assert.deepEqual((await viewOn(sold, 3)).moneyStatus, 'Paid');
  assert.equal(await charge(sold, chargeDay), 0, 'it is paid');
  const { refundCents } = await cancel(sold, 30);
  const pending = await viewOn(sold, 30);
  assert.equal(pending.moneyStatus, 'RefundPending');
  assert.equal(
    pending.refunds.reduce((sum, one) => sum + one.amountCents, 0),
    refundCents,
  );
  assert.equal(await report(sold, 31, { kind: 'returned' }), 'PaymentNotNamed', 'which of the two?');
  assert.equal(await report(sold, 31, { kind: 'returned', reference: 'cheque 1' }), null);
  assert.deepEqual(await returnedOf(sold, 31), [firstCents, 0], 'the one that has this reference');
  assert.equal(await report(sold, 31, { kind: 'returned' }), null);
  const bounced = await viewOn(sold, 31);
  assert.deepEqual(bounced.refunds, [], 'nobody is owed what never came');
  assert.deepEqual([bounced.moneyStatus, bounced.amountDueCents], ['Unpaid', sold.totalCents - refundCents]);
  assert.equal(await report(sold, 31, { kind: 'returned' }), 'NothingToReturn');
  assert.deepEqual(await faultsOf(sold), []);
});

test('a payment that was recorded by mistake is voided, and the customer is asked for it again', async () => {
  const sold = await soldAt(7);
  assert.equal(await report(sold, 3, { kind: 'received', reference: 'cheque 3' }), null);
  assert.equal((await viewOn(sold, 3)).moneyStatus, 'Paid');
  assert.equal(await takeBack(sold, 3, await entryOf(sold, 'sale')), 'EntryNotByOperator');
  const payment = await entryOf(sold, 'payment');
  assert.equal(await takeBack(sold, 3, payment), null);
  assert.equal(await takeBack(sold, 3, payment), 'NotFound', 'once');
  const ahead = await viewOn(sold, 3);
  assert.deepEqual([ahead.moneyStatus, ahead.amountDueCents], ['Scheduled', 0], 'the card is charged on its day');
  assert.equal((await scheduled.chargeOf(sold.sale)).state, 'due');
  assert.equal(await report(sold, 3, { kind: 'received', reference: 'cheque 4' }), null);
  assert.equal(await takeBack(sold, chargeDay + 2, await entryOf(sold, 'payment')), null);
  const unpaid = await viewOn(sold, chargeDay + 2);
  assert.deepEqual([unpaid.moneyStatus, unpaid.amountDueCents], ['Unpaid', sold.totalCents]);
  const mails = await inDatabase(
    scheduled.databaseUrl,
    `SELECT FROM mail WHERE policy_number = $1 AND kind = 'payment link'`,
    [sold.policyNumber],
  );
  assert.equal(mails.length, 1);
  assert.deepEqual(await faultsOf(sold), []);
});

test('who was told what was recorded by mistake is told that it was one: the partner always, the customer after a letter', async () => {
  const sold = await soldAt(14);
  const letters = async (): Promise<readonly string[]> => {
    const sql = `SELECT kind, state, facts FROM mail WHERE policy_number = $1 AND kind IN ('receipt', 'correction') ORDER BY id`;
    const rows = await inDatabase(scheduled.databaseUrl, sql, [sold.policyNumber]);
    return rows.map(({ kind, state, facts }) => `${kind} ${state} ${facts.told ?? ''}`.trim());
  };
  const receipts = async (): Promise<number> => {
    const view = await readPolicy(scheduled.harness.parts.database, sold.sellerId, sold.policyNumber, noonDay);
    return view!.documents.filter(({ kind }) => kind === 'receipt').length;
  };
  const sendMails = () =>
    inDatabase(
      scheduled.databaseUrl,
      `UPDATE mail SET due_at = NULL, subject = 'taken', sent_at = now() WHERE policy_number = $1 AND state = 'due'`,
      [sold.policyNumber],
    );
  const received = { kind: 'received', amountCents: 40_000, on: addDays(noonDay, 1) } as const;
  assert.equal(await report(sold, 3, received), null);
  assert.equal(await receipts(), 1);
  assert.equal(await takeBack(sold, 3, await entryOf(sold, 'payment')), null);
  assert.deepEqual(await letters(), ['receipt dropped'], 'it had not gone out, and does not');
  assert.equal(await receipts(), 0);

  assert.equal(await report(sold, 3, received), null);
  await sendMails();
  assert.deepEqual(await letters(), ['receipt dropped', 'receipt sent']);
  assert.equal(await takeBack(sold, chargeDay + 1, await entryOf(sold, 'payment')), null);
  assert.deepEqual(await letters(), ['receipt dropped', 'receipt sent', 'correction due payment']);

  assert.equal(await report(sold, chargeDay + 1, { kind: 'received' }), null);
  assert.equal(await report(sold, chargeDay + 1, { kind: 'returned' }), null);
  await sendMails();
  assert.equal(await takeBack(sold, chargeDay + 1, await entryOf(sold, 'payment-returned')), null);
  const said = await letters();
  assert.deepEqual(said.at(-1), 'correction due unpaid');
  const events = await inDatabase(
    scheduled.databaseUrl,
    `SELECT body -> 'data' -> 'voided' AS voided FROM event WHERE policy_number = $1 AND type = 'entry.voided' ORDER BY turn`,
    [sold.policyNumber],
  );
  const payment = { type: 'payment.received', amount: 400, on: addDays(noonDay, 1) };
  const returned = { type: 'payment.returned', amount: sold.totalCents / 100, on: addDays(noonDay, chargeDay + 1) };
  assert.deepEqual(
    events.map(({ voided }) => voided),
    [payment, payment, returned],
  );
  assert.deepEqual(await faultsOf(sold), []);
});

/** Unpaid after its day, and to be ended for it. */
async function noticeOf(sold: Sold, cancelledDay: number): Promise<void> {
  await charge(sold, chargeDay, { chargeSavedCard: async () => refusedByIssuer({ isFinal: true }) });
  await cancelAsShown(parts(6), sold.policyNumber, {
    kind: 'pro-rata',
    cancelledOn: addDays(noonDay, cancelledDay),
    usedDays: 'owe',
    requestedBy: 'insurer',
    ground: 'NonPayment',
  });
}

test('a policy of which everything was given as goodwill can be cancelled, and nobody is thanked for it', async () => {
  const sold = await soldAt(15);
  assert.equal(await charge(sold, chargeDay), 1);
  const actorsAct = { policyNumber: sold.policyNumber, reason: 'sorry', amountCents: sold.totalCents } as const;
  assert.ok(!isOperatorRefusal(await giveGoodwillTo(parts(7), actor, actorsAct)));
  await scheduled.harness.runJobs();
  await cancel(sold, 20);
  assert.equal((await viewOn(sold, 20)).status, 'Cancelled');
  assert.deepEqual(await mailsOf(sold, 'withdrawal'), []);
  assert.deepEqual(await faultsOf(sold), []);
});

test('what was paid twice is given back beside what goodwill gave, whichever came first', async () => {
  const refundsOf = async (number: number, isPaidTwiceFirst: boolean) => {
    const sold = await soldAt(number);
    assert.equal(await charge(sold, chargeDay), 1);
    const given = { policyNumber: sold.policyNumber, reason: 'a late tow', amountCents: 900_00 };
    assert.ok(!isOperatorRefusal(await giveGoodwillTo(parts(7), actor, given)));
    await scheduled.harness.runJobs();
    const cheque = { kind: 'received', amountCents: 500_00, on: addDays(noonDay, 30) } as const;
    if (isPaidTwiceFirst) assert.equal(await report(sold, 650, cheque), null);
    await cancel(sold, 650);
    if (!isPaidTwiceFirst) assert.equal(await report(sold, 650, cheque), null);
    const { refunds } = await viewOn(sold, 650);
    assert.deepEqual(await faultsOf(sold), []);
    return refunds.filter(({ doneOn }) => doneOn === null).map(({ payee, amountCents }) => [payee, amountCents]);
  };
  const before = await refundsOf(24, true);
  assert.deepEqual(before, [['Customer', 500_00]]);
  assert.deepEqual(await refundsOf(25, false), before);
});

test('while a cancellation is ahead its notice says what is given back: no goodwill beside it', async () => {
  const sold = await soldAt(16);
  assert.equal(await charge(sold, chargeDay), 1);
  const asked = { kind: 'pro-rata', cancelledOn: addDays(noonDay, 40), usedDays: 'owe' } as const;
  await cancelAsShown(parts(10), sold.policyNumber, asked);
  const given = { policyNumber: sold.policyNumber, reason: 'sorry', amountCents: 300_00 } as const;
  const refused = await giveGoodwillTo(parts(11), actor, given);
  assert.ok(isOperatorRefusal(refused) && refused.code === 'CancellationAhead');
});

test('who said by mistake that the processor had charged the card leaves it unknown again: it is asked about', async () => {
  const sold = await soldAt(17);
  await loseAnswer(sold);
  await letWaitEnd(sold);
  const id = sold.sale.payment.asked.paymentId;
  const wrong = { kind: 'charges', id, reason: 'seen there', reference: 'WRONG-1', by: 'processor' } as const;
  assert.equal(await settleWork(parts(chargeDay + 2), actor, wrong), null);
  assert.equal((await viewOn(sold, chargeDay + 2)).moneyStatus, 'Paid');
  assert.equal(await takeBack(sold, chargeDay + 2, await entryOf(sold, 'charge', 'operator')), null);
  assert.equal((await scheduled.chargeOf(sold.sale)).state, 'charging');
  assert.notEqual((await viewOn(sold, chargeDay + 2)).moneyStatus, 'Paid');
  const never: CardProcessor['chargeSavedCard'] = async () => assert.fail('it was charged a second time');
  assert.equal(await charge(sold, chargeDay + 2, { chargeSavedCard: never }), 1);
  assert.deepEqual((await viewOn(sold, chargeDay + 2)).moneyStatus, 'Paid');
  assert.equal(await keptOf(sold), sold.totalCents);
  assert.deepEqual(await faultsOf(sold), []);
});

test('what was paid within the notice keeps the cover, also where a part of it was given back before all of it was known', async () => {
  const sold = await soldAt(18);
  await noticeOf(sold, 45);
  const firstCents = 80_000;
  const first = { kind: 'received', amountCents: firstCents, on: addDays(noonDay, 20) } as const;
  assert.equal(await report(sold, 21, first), null);
  await bringInto(sold, 45);
  assert.equal((await viewOn(sold, 45)).status, 'Cancelled');
  assert.equal(await report(sold, 46, { kind: 'given-back' }), null);
  const rest = { kind: 'received', amountCents: sold.totalCents - firstCents, on: addDays(noonDay, 44) } as const;
  assert.equal(await report(sold, 47, rest), null);
  const view = await viewOn(sold, 47);
  const given = await inDatabase(
    scheduled.databaseUrl,
    `SELECT amount_cents::integer AS cents FROM ledger_entry WHERE policy_number = $1 AND kind = 'refund'`,
    [sold.policyNumber],
  );
  assert.deepEqual([view.status, view.moneyStatus, view.amountDueCents], ['InForce', 'Unpaid', given[0]!.cents]);
  const [withdrawal] = await mailsOf(sold, 'withdrawal');
  assert.equal(withdrawal.facts.dueCents, given[0]!.cents);
  assert.deepEqual(await voidsOf(sold), ['cancellation by service'], 'no operator took it back');
  assert.deepEqual(await faultsOf(sold), []);
});

test('a cheque that bounced was not paid within the notice, whatever was given back of it before', async () => {
  const sold = await soldAt(27);
  await noticeOf(sold, 45);
  const firstCents = 80_000;
  const on = addDays(noonDay, 20);
  assert.equal(await report(sold, 21, { kind: 'received', amountCents: firstCents, on }), null);
  await bringInto(sold, 45);
  assert.equal(await report(sold, 46, { kind: 'given-back' }), null);
  assert.equal(await report(sold, 47, { kind: 'returned' }), null);
  const [{ cents: givenCents }] = await inDatabase(
    scheduled.databaseUrl,
    `SELECT amount_cents::integer AS cents FROM ledger_entry WHERE policy_number = $1 AND kind = 'refund'`,
    [sold.policyNumber],
  );
  const rest = { kind: 'received', amountCents: sold.totalCents - givenCents, on: addDays(noonDay, 44) } as const;
  assert.equal(await report(sold, 48, rest), null);
  assert.equal((await viewOn(sold, 48)).status, 'Cancelled');
  assert.deepEqual(await faultsOf(sold), []);
});

test('what was given back twice and repaid is over: a later dispute is asked for, and not written off while the cover goes on', async () => {
  const sold = await soldAt(29);
  assert.equal(await charge(sold, chargeDay), 1);
  const goodwill = { policyNumber: sold.policyNumber, reason: 'a late tow', amountCents: 300_00 };
  assert.ok(!isOperatorRefusal(await giveGoodwillTo(parts(7), actor, goodwill)));
  const { cards } = scheduled.harness.parts;
  const lost: CardProcessor['refund'] = async (...asked) => {
    await cards.refund(...asked);
    return { kind: 'unknown', cause: 'no answer' };
  };
  await scheduled.harness.runJobs({ cards: { ...cards, refund: lost } });
  await scheduled.harness.letTimePass();
  assert.equal(await report(sold, 8, { kind: 'given-back' }), null);
  await scheduled.harness.runJobs();
  assert.equal((await viewOn(sold, 8)).amountDueCents, 300_00);
  assert.equal(await report(sold, 9, { kind: 'received' }), null);
  assert.equal((await viewOn(sold, 9)).amountDueCents, 0);
  assert.equal(await report(sold, 12, { kind: 'dispute-opened' }), null);
  assert.equal(await report(sold, 13, { kind: 'dispute-lost' }), null);
  assert.ok((await viewOn(sold, 13)).amountDueCents > 300_00);
  assert.equal((await mailsOf(sold, 'payment link')).length, 1);
  const poor = await writeOffCharge(parts(14), actor, { policyNumber: sold.policyNumber, reason: 'poor' });
  assert.ok(isOperatorRefusal(poor) && poor.code === 'NothingToWriteOff', JSON.stringify(poor));
});

test('what a person gave back by hand is kept, although a bank has disputed the charge before it was recorded', async () => {
  const sold = await soldAt(30);
  assert.equal(await charge(sold, chargeDay), 1);
  await cancel(sold, 10);
  const { amountCents } = (await viewOn(sold, 10)).refunds[0]!;
  assert.equal(await report(sold, 11, { kind: 'dispute-opened' }), null);
  assert.equal(await report(sold, 12, { kind: 'given-back' }), 'NothingToGiveBack');
  const given = { kind: 'given-back', amountCents, on: addDays(noonDay, 10) } as const;
  assert.equal(await report(sold, 12, given), null);
  assert.equal((await viewOn(sold, 12)).moneyStatus, 'Disputed');
  assert.equal(await report(sold, 20, { kind: 'dispute-won' }), null);
  await scheduled.harness.runJobs();
  const { moneyStatus, refunds, amountDueCents } = await viewOn(sold, 20);
  assert.deepEqual([moneyStatus, amountDueCents], ['PartRefunded', 0]);
  assert.deepEqual(
    refunds.map(({ payee, status, amountCents: cents }) => [payee, status, cents]),
    [['Customer', 'Done', amountCents]],
  );
  assert.deepEqual(await faultsOf(sold), []);
});

test('what a person gave back before a cheque bounced is kept: the customer owes it as well, and no more once it is voided', async () => {
  const sold = await soldAt(31);
  assert.equal(await report(sold, 2, { kind: 'received', reference: 'cheque 31' }), null);
  await cancel(sold, 10);
  const { amountCents } = (await viewOn(sold, 10)).refunds[0]!;
  assert.equal(await report(sold, 12, { kind: 'returned' }), null);
  const usedCents = sold.totalCents - amountCents;
  assert.equal((await viewOn(sold, 12)).amountDueCents, usedCents);
  assert.equal(await report(sold, 13, { kind: 'given-back', amountCents, on: addDays(noonDay, 11) }), null);
  assert.equal((await viewOn(sold, 13)).amountDueCents, sold.totalCents);
  assert.deepEqual(await faultsOf(sold), []);
  assert.equal(await takeBack(sold, 14, await entryOf(sold, 'refund')), null);
  assert.equal((await viewOn(sold, 14)).amountDueCents, usedCents);
  assert.deepEqual(await faultsOf(sold), []);
});

test('what a person gave back beyond what was owed is owed by the customer, and given up by a person alone', async () => {
  const sold = await soldAt(32);
  assert.equal(await charge(sold, chargeDay), 1);
  await cancel(sold, 45, 'write-off');
  const { amountCents } = (await viewOn(sold, 45)).refunds[0]!;
  const given = { kind: 'given-back', reference: 'cheque 32' } as const;
  assert.equal(await report(sold, 46, { ...given, amountCents: sold.totalCents + 1 }), 'AmountOutOfRange');
  assert.equal(await report(sold, 46, { ...given, amountCents: amountCents + 20_00 }), null);
  const over = await viewOn(sold, 46);
  assert.deepEqual([over.moneyStatus, over.amountDueCents], ['Unpaid', 20_00]);
  assert.deepEqual(await mailsOf(sold, 'payment link'), [], 'a person talks to the customer first');
  await scheduled.harness.runJobs();
  assert.equal((await viewOn(sold, 47)).amountDueCents, 20_00);
  assert.deepEqual(await faultsOf(sold), []);
  const kind = { policyNumber: sold.policyNumber, reason: 'our slip' };
  assert.ok(!isOperatorRefusal(await writeOffCharge(parts(48), actor, kind)));
  assert.equal((await viewOn(sold, 48)).amountDueCents, 0);
  assert.deepEqual(await faultsOf(sold), []);
});

test('the same refund by hand that two people record is recorded once, also of several payments', async () => {
  const sold = await soldAt(33);
  assert.equal(await report(sold, 2, { kind: 'received', amountCents: 100_00 }), null);
  assert.equal(await charge(sold, chargeDay), 1);
  await cancel(sold, 420);
  const amountCents = (await viewOn(sold, 420)).refunds.reduce((sum, one) => sum + one.amountCents, 0);
  const given = {
    policyNumber: sold.policyNumber,
    what: 'given-back',
    reason: 'the card is closed',
    amountCents,
  } as const;
  const say = async (changes: { reference?: string; on?: string } = {}) => {
    const recorded = await recordMoney(parts(422), actor, { ...given, on: addDays(noonDay, 421), ...changes });
    return isOperatorRefusal(recorded) ? recorded.code : recorded.balanceCents;
  };
  assert.equal(await say({ reference: 'cheque 77' }), 0);
  for (const reference of ['cheque 77', '']) assert.equal(await say({ reference }), 'RecordedAlready');
  assert.equal((await viewOn(sold, 422)).amountDueCents, 0);
  assert.equal(await say({ reference: 'cheque 78' }), amountCents, 'it is another, and was not owed');
});

test('a cheque that was recorded without its number is the same once somebody types it', async () => {
  const sold = await soldAt(34);
  const cheque = {
    policyNumber: sold.policyNumber,
    what: 'received',
    reason: 'it came by mail',
    amountCents: 500_00,
  } as const;
  assert.ok(!isOperatorRefusal(await recordMoney(parts(2), actor, cheque)));
  const again = await recordMoney(parts(2), actor, { ...cheque, reference: 'cheque 5' });
  assert.ok(isOperatorRefusal(again) && again.code === 'RecordedAlready', JSON.stringify(again));
});

test('a notice says that the used days are to be paid where they are: what came back, or was given and not owed', async () => {
  const [over, bounced] = [await soldAt(35), await soldAt(36)];
  assert.equal(await charge(over, chargeDay), 1);
  const givenCents = Math.round(over.totalCents * 0.9);
  assert.equal(await report(over, 6, { kind: 'given-back', amountCents: givenCents }), null);
  const { plan } = await cancel(over, 400, 'write-off');
  const { amountDueCents } = await viewOn(over, 400);
  assert.ok(amountDueCents > 0);
  assert.deepEqual([plan.stillOwedCents, plan.writtenOffCents], [amountDueCents, 0]);
  assert.deepEqual(await faultsOf(over), []);
  assert.equal(await report(bounced, 2, { kind: 'received' }), null);
  assert.equal(await report(bounced, 8, { kind: 'returned' }), null);
  const ahead = { kind: 'pro-rata', cancelledOn: addDays(noonDay, 40), usedDays: 'write-off' } as const;
  assert.equal((await cancelAsShown(parts(10), bounced.policyNumber, ahead)).usedDays, 'owe');
  await bringInto(bounced, 40);
  assert.ok((await viewOn(bounced, 40)).amountDueCents > 0);
});

test('what was given back and not owed is over once it was given up: a later dispute is asked for', async () => {
  for (const [place, isWrittenOff] of [
    [37, true],
    [38, false],
  ] as const) {
    const sold = await soldAt(place);
    assert.equal(await charge(sold, chargeDay), 1);
    assert.equal(await report(sold, 6, { kind: 'given-back', amountCents: 300_00 }), null);
    const asked = { policyNumber: sold.policyNumber, reason: 'our own slip' };
    const givenUp = isWrittenOff
      ? await writeOffCharge(parts(7), actor, asked)
      : await giveGoodwillTo(parts(7), actor, { ...asked, amountCents: 300_00 });
    assert.ok(!isOperatorRefusal(givenUp), JSON.stringify(givenUp));
    assert.equal(await report(sold, 12, { kind: 'dispute-opened', amountCents: 300_00 }), null);
    assert.equal(await report(sold, 13, { kind: 'dispute-lost' }), null);
    assert.equal((await mailsOf(sold, 'payment link')).length, 1);
    const again = await writeOffCharge(parts(14), actor, asked);
    assert.ok(isOperatorRefusal(again) && again.code === 'NothingToWriteOff', JSON.stringify(again));
  }
});

test('an old refusal of the card says nothing of what came to be owed since: no letter that the cover may end', async () => {
  const sold = await soldAt(39);
  await charge(sold, chargeDay, { chargeSavedCard: async () => refusedByIssuer({}) });
  assert.equal(await charge(sold, chargeDay + 1), 1);
  assert.equal(await report(sold, 30, { kind: 'given-back', amountCents: 100_00 }), null);
  const sellers = [...(await readSellers(scheduled.harness.parts.database)).byId.values()];
  await noticeLapses({ ...scheduled.harness.parts, lapseNoticeDays: 10 }, sellers, on(30));
  assert.deepEqual(await mailsOf(sold, 'lapse'), []);
});

test('what was given up before a cancellation stays given up when that is withdrawn', async () => {
  const sold = await soldAt(41);
  assert.equal(await charge(sold, chargeDay), 1);
  assert.equal(await report(sold, 6, { kind: 'given-back', amountCents: 300_00 }), null);
  const asked = { policyNumber: sold.policyNumber, reason: 'our own slip' };
  assert.ok(!isOperatorRefusal(await writeOffCharge(parts(7), actor, asked)));
  await cancelAsShown(parts(10), sold.policyNumber, { kind: 'pro-rata', cancelledOn: addDays(noonDay, 40) });
  assert.equal(await withdrawCancellation(parts(11), actor, asked), null);
  assert.equal((await viewOn(sold, 11)).amountDueCents, 0);
  assert.deepEqual(await faultsOf(sold), []);
});

test('a card that is yet to be tried again is not, once its charge was disputed and the dispute lost', async () => {
  const sold = await soldAt(42);
  assert.equal(await report(sold, 2, { kind: 'received', amountCents: 254_00 }), null);
  assert.equal(await charge(sold, chargeDay), 1);
  assert.equal(await report(sold, 8, { kind: 'returned' }), null);
  const id = sold.sale.payment.asked.paymentId;
  assert.equal(await retryWork(parts(8), actor, { kind: 'charges', id, reason: 'once more' }), null);
  await charge(sold, 8, { chargeSavedCard: async () => refusedByIssuer({}) });
  assert.equal((await scheduled.chargeOf(sold.sale)).state, 'due');
  assert.equal(await report(sold, 8, { kind: 'dispute-opened' }), null);
  assert.equal(await report(sold, 8, { kind: 'dispute-lost' }), null);
  assert.equal((await scheduled.chargeOf(sold.sale)).state, 'refused', 'it is a person’s');
  assert.equal(await charge(sold, 9), 0);
  const again = await retryWork(parts(9), actor, { kind: 'charges', id, reason: 'once more' });
  assert.ok(isOperatorRefusal(again) && again.code === 'ChargeRefusedForGood', JSON.stringify(again));
});

test('what was given back and not owed is offered to be given up, while the cover goes on', async () => {
  const sold = await soldAt(40);
  assert.equal(await charge(sold, chargeDay), 1);
  assert.equal(await report(sold, 6, { kind: 'given-back', amountCents: 100_00 }), null);
  const { rows } = await listStuck(scheduled.harness.parts.database, {
    kind: 'charges',
    today: noonDay,
    cursor: null,
    limit: 50,
    visibleIntegrations: null,
  });
  const shown = rows.find(({ policyNumber }) => policyNumber === sold.policyNumber);
  assert.ok(shown?.acts.includes('write-off'), JSON.stringify(shown));
});

test('a write-off that an operator made by mistake is voided: what is paid of the used days then pays them', async () => {
  const sold = await soldAt(19);
  await noticeOf(sold, 45);
  await bringInto(sold, 45);
  const due = (await viewOn(sold, 45)).amountDueCents;
  assert.ok(due > 0);
  const writtenOff = await writeOffCharge(parts(46), actor, { policyNumber: sold.policyNumber, reason: 'poor' });
  assert.ok(!isOperatorRefusal(writtenOff));
  assert.equal((await viewOn(sold, 46)).moneyStatus, 'WrittenOff');
  assert.equal(await takeBack(sold, 46, await entryOf(sold, 'write-off')), null);
  const again = await viewOn(sold, 46);
  assert.deepEqual([again.moneyStatus, again.amountDueCents], ['Unpaid', due]);
  assert.equal(await report(sold, 47, { kind: 'received' }), null);
  assert.deepEqual((await viewOn(sold, 47)).refunds, []);
  assert.deepEqual(await voidsOf(sold), ['write-off by operator']);
  assert.deepEqual(await faultsOf(sold), []);
});

test('what was given up and turns out to be paid is paid: nothing is given back for it', async () => {
  const sold = await soldAt(26);
  const over = 3_000; // Longer than any term.
  assert.equal(await charge(sold, chargeDay), 1);
  assert.equal(await report(sold, 8, { kind: 'dispute-opened' }), null);
  assert.equal(await report(sold, 8, { kind: 'dispute-lost' }), null);
  const writtenOff = await writeOffCharge(parts(over), actor, { policyNumber: sold.policyNumber, reason: 'gone' });
  assert.ok(!isOperatorRefusal(writtenOff), JSON.stringify(writtenOff));
  assert.equal(await report(sold, over + 1, { kind: 'dispute-won' }), null);
  const view = await viewOn(sold, over + 1);
  assert.deepEqual([view.moneyStatus, view.amountDueCents, view.refunds], ['Paid', 0, []]);
  assert.equal(await keptOf(sold), sold.totalCents);
  assert.deepEqual(await voidsOf(sold), ['write-off by service']);
  assert.deepEqual(await faultsOf(sold), []);
});

test('what was paid twice is told once, also while a cancellation is ahead', async () => {
  const sold = await soldAt(20);
  assert.equal(await charge(sold, chargeDay), 1);
  assert.equal(await report(sold, 7, { kind: 'received', amountCents: 300_00 }), null);
  const asked = { kind: 'pro-rata', cancelledOn: addDays(noonDay, 40), usedDays: 'owe' } as const;
  const { refundCents } = await cancelAsShown(parts(10), sold.policyNumber, asked);
  const { refunds } = await viewOn(sold, 10);
  assert.deepEqual(
    refunds.map(({ payer, payee, amountCents }) => [payer, payee, amountCents]),
    [
      ['Operator', 'Customer', 300_00],
      ['Processor', 'Card', refundCents],
    ],
  );
});

test('a charge that a look-up finds ends the try that is under way, and does not set back how often the card was tried', async () => {
  const sold = await soldAt(11);
  await loseAnswer(sold);
  await letWaitEnd(sold);
  await inDatabase(scheduled.databaseUrl, 'UPDATE due_charge SET tries = 3 WHERE policy_number = $1', [
    sold.policyNumber,
  ]);
  const [made] = (await readBooks(scheduled.databaseUrl, sold.sale.choice.applicationId)).charges;
  const sellers = await readSellers(scheduled.harness.parts.database);
  const isOfPolicy = await recordIfOfPolicy(scheduled.harness.parts, {
    payment: { id: sold.sale.payment.asked.paymentId },
    key: made!.key,
    charge: { reference: made!.reference, amountCents: made!.cents, authorizationNumber: 'A1', chargedAt: noon },
    seller: sellers.byId.get(sold.sellerId)!,
    now: on(chargeDay),
  });
  assert.equal(isOfPolicy, true);
  assert.deepEqual(await scheduled.chargeOf(sold.sale), { state: 'charged', tries: 3 });
  assert.equal((await viewOn(sold, chargeDay)).moneyStatus, 'Paid');
  assert.deepEqual(await faultsOf(sold), []);
});

test('a receipt that is printed late tells the charge that it is of', async () => {
  const sold = await soldAt(12);
  assert.equal(await charge(sold, chargeDay), 1);
  assert.equal(await report(sold, 8, { kind: 'dispute-opened' }), null);
  assert.equal(await report(sold, 8, { kind: 'dispute-lost' }), null);
  await transact(scheduled.harness.parts.database, (tx) =>
    recordCharge(
      { ...scheduled.harness.parts, tx },
      {
        cardPaymentId: sold.sale.payment.asked.paymentId,
        policyNumber: sold.policyNumber,
        tryTaken: 2,
        tries: 2,
        key: 'second',
        processorReference: 'second',
        charge: { amountCents: 1_00, authorizationNumber: 'A2', chargedAt: noon },
        today: addDays(noonDay, 9),
        now: on(9),
      },
    ),
  );
  const receipts = await inDatabase(
    scheduled.databaseUrl,
    `SELECT id FROM document WHERE policy_number = $1 AND kind = 'receipt' ORDER BY id`,
    [sold.policyNumber],
  );
  const told = [];
  for (const { id } of receipts) told.push((await readSource(scheduled.harness.parts.database, { id }))!.laterCharge);
  assert.deepEqual(
    told.map((one) => one?.amountCents),
    [sold.totalCents, 1_00],
  );
  assert.equal(told[1]?.authorizationNumber, 'A2');
});

test('nobody is written to once the person of a sale was erased', async () => {
  const sold = await soldAt(13);
  assert.equal(await charge(sold, chargeDay), 1);
  const mails = async (): Promise<number> =>
    (await inDatabase(scheduled.databaseUrl, 'SELECT FROM mail WHERE policy_number = $1', [sold.policyNumber])).length;
  const before = await mails();
  await inDatabase(scheduled.databaseUrl, `UPDATE application SET erased_by = gen_random_uuid() WHERE id = $1`, [
    sold.sale.choice.applicationId,
  ]);
  assert.equal(await report(sold, 8, { kind: 'received', amountCents: 10_00 }), null);
  assert.equal(await mails(), before);
});

test('the check of the books finds money that was kept, given back twice, or is shown as something else', async () => {
  const sold = await soldAt(4);
  assert.equal(await charge(sold, chargeDay), 1);
  await cancel(sold, 40);
  await scheduled.harness.runJobs();
  assert.deepEqual(await faultsOf(sold), []);
  const { applicationId } = sold.sale.choice;
  const ofSale = anySale(700).replace(' LIMIT 1', ` WHERE application_id = '${applicationId}' LIMIT 1`);
  const planted: Readonly<Record<string, readonly [sql: string, what: RegExp]>> = {
    'a charge that nobody knows of': [
      plantEntrySql({ key: 'charge P', sale: ofSale, debit: 'processor', credit: 'customer' }),
      /^balance of customer$/,
    ],
    'a refund of which there is no work': [
      plantEntrySql({ key: 'refund P', kind: 'refund', sale: ofSale, debit: 'customer', credit: 'processor' }),
      /^refund P$/,
    ],
    'a refund that is not in the books': [
      `INSERT INTO reversal (id, application_id, policy_number, payee, payment_entry_id, amount_cents, booked_cents, due_at, done_on)
       SELECT uuidv7(), application_id, policy_number, 'Customer', payment_entry_id, 700, 700, NULL, done_on
       FROM reversal WHERE application_id = '${applicationId}'`,
      /^refund [0-9a-f-]{36}$/,
    ],
    'a refund after the bank had taken the charge back': [
      `WITH dispute AS (
         INSERT INTO ledger_entry (id, turn, application_id, policy_number, seller_id, kind, key, amount_cents, happened_on, booked_on, recorded_by, payment_entry_id)
         SELECT uuidv7(), turn, application_id, policy_number, seller_id, 'dispute-opened', 'dispute P', amount_cents, booked_on,
                booked_on, 'bank file', id
         FROM ledger_entry WHERE application_id = '${applicationId}' AND kind = 'charge'
         RETURNING id, amount_cents
       )
       INSERT INTO ledger_posting (entry_id, line, account, amount_cents)
       SELECT id, line, account, CASE line WHEN 1 THEN amount_cents ELSE -amount_cents END
       FROM dispute CROSS JOIN (VALUES (1, 'dispute'), (2, 'processor')) AS posting (line, account)`,
      /^given back twice$/,
    ],
    'a state of its money that is not the account’s': [
      `UPDATE policy SET money_status = 'Paid' WHERE application_id = '${applicationId}'`,
      /^money status Paid, by its entries PartRefunded$/,
    ],
    'a cancellation that was never booked': [
      `UPDATE cancellation SET refund_cents = refund_cents + 1, premium_back_cents = premium_back_cents + 1
       WHERE application_id = '${applicationId}'`,
      /^cancellation /,
    ],
    'a charge that was stopped though it is owed': [
      plantEntrySql({
        key: 'returned P',
        kind: 'payment-returned',
        sale: ofSale,
        debit: 'customer',
        credit: 'outside',
      }),
      /^balance of customer$/,
    ],
  };
  const client = await scheduled.harness.parts.database.connect();
  try {
    for (const [name, [sql, what]] of Object.entries(planted)) {
      await client.query('BEGIN');
      await client.query(sql);
      const { different } = await checkBooks(client, null);
      const found = different.filter(({ where }) => where === applicationId).map((fault) => fault.what);
      assert.ok(
        found.some((one) => what.test(one)),
        `${name}: ${JSON.stringify(found)}`,
      );
      await client.query('ROLLBACK');
    }
  } finally {
    client.release();
  }
});

test('a charge that may have been made is asked about until it is known, whatever became of the tax', async () => {
  const [lost, unsent] = [await soldAt(5), await soldAt(6)];
  await loseAnswer(lost);
  await loadDearerTax(scheduled.databaseUrl);
  await scheduled.harness.parts.refreshReference();
  await letWaitEnd(lost);
  const away: CardProcessor['find'] = async () => ({ kind: 'unknown', cause: 'away' });
  assert.equal(await charge(lost, chargeDay + 2, { find: away }), 0);
  assert.equal((await scheduled.chargeOf(lost.sale)).state, 'charging', 'it is not said to be unpaid');
  await letWaitEnd(lost);
  const never: CardProcessor['chargeSavedCard'] = async () => assert.fail('the card was charged twice');
  assert.equal(await charge(lost, chargeDay + 2, { chargeSavedCard: never }), 1);
  assert.deepEqual((await viewOn(lost, chargeDay + 2)).moneyStatus, 'Paid');
  assert.equal(await keptOf(lost), lost.totalCents);
  assert.deepEqual(await faultsOf(lost), []);

  assert.equal(await charge(unsent, chargeDay, { chargeSavedCard: never }), 0);
  assert.equal((await scheduled.chargeOf(unsent.sale)).state, 'refused');
  const [{ facts }] = await inDatabase(
    scheduled.databaseUrl,
    `SELECT facts FROM mail WHERE policy_number = $1 AND kind = 'refusal'`,
    [unsent.policyNumber],
  );
  assert.deepEqual([facts.isTaxChanged, facts.nextDay], [true, null], 'the customer is told');
  const events = await inDatabase(
    scheduled.databaseUrl,
    `SELECT type, body -> 'data' -> 'nextAttemptOn' AS next FROM event WHERE policy_number = $1 ORDER BY turn`,
    [unsent.policyNumber],
  );
  assert.deepEqual(events.at(-1), { type: 'payment.refused', next: null }, 'and so is the partner');
});
