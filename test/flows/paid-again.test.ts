import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { addDays } from '../../src/domain/calendar.ts';
import type { UsedDays } from '../../src/domain/cancellation/used-days.ts';
import type { EntryId } from '../../src/domain/ids.ts';
import { isOperatorRefusal } from '../../src/domain/operator/operator-refusal.ts';
import { openAccount } from '../../src/flows/account/open-account.ts';
import { giveGoodwill, type Reported, recordReport, voidReport } from '../../src/flows/account/record-report.ts';
import { moveCharge } from '../../src/flows/card/correct-charge.ts';
import { retryWork, settleWork } from '../../src/flows/work/settle-work.ts';
import { type CardProcessor, refusedByIssuer } from '../../src/ports/card-processor.ts';
import { refusedBy } from '../../src/ports/outcome.ts';
import { recordDispute as recordAtProcessor } from '../../src/sandbox/card-processor/disputes.ts';
import { recordDispute } from '../../src/sandbox/record-money.ts';
import { checkBooks } from '../../src/store/books/check-books.ts';
import { transact } from '../../src/store/database.ts';
import { readPolicy } from '../../src/store/policy/policy-view.ts';
import { readSellers } from '../../src/store/reference/sellers.ts';
import { readBooks } from '../kit/invariants/bind-books.ts';
import { cancelAsShown } from '../kit/sale/cancelling.ts';
import { inDatabase, noon, noonDay } from '../kit/sale/quoting.ts';
import { openScheduled, type Scheduled, type ScheduledSale } from '../kit/sale/scheduled.ts';

/* Money that is paid, comes back and is paid again, beside a charge that was made before. */

let scheduled: Scheduled;
const actor = { kind: 'account', name: 'sam' } as const;
const chargeDay = 5;
const on = (day: number) => new Date(Date.parse(noon) + day * 86_400_000);
const parts = (day: number) => ({ ...scheduled.harness.parts, now: on(day) });

before(async () => {
  scheduled = await openScheduled([[chargeDay, 15]]);
});

interface Sold {
  readonly sale: ScheduledSale;
  readonly policyNumber: string;
  readonly sellerId: string;
  readonly totalCents: number;
}

async function soldAt(place: number): Promise<Sold> {
  const sale = scheduled.sales.get(chargeDay)![place]!;
  const sql = 'SELECT policy_number, seller_id, total_cents FROM policy WHERE application_id = $1';
  const [row] = await inDatabase(scheduled.databaseUrl, sql, [sale.choice.applicationId]);
  return { sale, policyNumber: row.policy_number, sellerId: row.seller_id, totalCents: row.total_cents };
}

const charge = ({ sale }: Sold, day: number, changes: Partial<CardProcessor> = {}): Promise<number> =>
  scheduled.chargeOn(day, changes, sale.payment.asked.paymentId);

/** Returns the code of the refusal, or null. */
async function report({ policyNumber }: Sold, day: number, reported: Pick<Reported, 'kind'> & Partial<Reported>) {
  const whole = { amountCents: null, on: null, reference: '', recordedBy: 'operator', ...reported } as const;
  return transact(scheduled.harness.parts.database, async (tx) => {
    const open = (await openAccount(tx, policyNumber, { now: on(day) }))!;
    const recorded = await recordReport(scheduled.harness.parts, open, whole);
    return isOperatorRefusal(recorded) ? recorded.code : null;
  });
}

async function takeBack({ policyNumber }: Sold, day: number, kind: string) {
  const sql = 'SELECT id FROM ledger_entry WHERE policy_number = $1 AND kind = $2 ORDER BY turn DESC LIMIT 1';
  const [{ id }] = await inDatabase(scheduled.databaseUrl, sql, [policyNumber, kind]);
  return transact(scheduled.harness.parts.database, async (tx) => {
    const open = (await openAccount(tx, policyNumber, { now: on(day) }))!;
    const voided = await voidReport(scheduled.harness.parts, open, id as EntryId);
    return isOperatorRefusal(voided) ? voided.code : null;
  });
}

async function viewOn({ policyNumber, sellerId }: Sold, day: number) {
  const view = await readPolicy(scheduled.harness.parts.database, sellerId, policyNumber, addDays(noonDay, day));
  const { moneyStatus, amountDueCents, refunds } = view!;
  return { moneyStatus, amountDueCents, refunds };
}

const cancel = ({ policyNumber }: Sold, day: number, usedDays: UsedDays = 'write-off') =>
  cancelAsShown(parts(day), policyNumber, { kind: 'pro-rata', cancelledOn: addDays(noonDay, day), usedDays });

/** What the processor has kept of the card. */
async function keptOf({ sale }: Sold): Promise<number> {
  const { charges } = await readBooks(scheduled.databaseUrl, sale.choice.applicationId);
  return charges.reduce((sum, { cents, refundedCents }) => sum + cents - refundedCents, 0);
}

async function faultsOf({ sale }: Sold): Promise<readonly string[]> {
  const { different } = await checkBooks(scheduled.harness.parts.database, null);
  return different.filter(({ where }) => where === sale.choice.applicationId).map(({ what }) => what);
}

async function letWaitEnd({ policyNumber }: Sold): Promise<void> {
  await inDatabase(
    scheduled.databaseUrl,
    `UPDATE due_charge
     SET due_at = now(), lease_until = now() - interval '1 second', unclear_since = now() - interval '25 hours'
     WHERE policy_number = $1`,
    [policyNumber],
  );
}

async function loseAnswer(sold: Sold, day = chargeDay): Promise<void> {
  const lost: CardProcessor['chargeSavedCard'] = async (...asked) => {
    await scheduled.harness.parts.cards.chargeSavedCard(...asked);
    return { kind: 'unknown', cause: 'no answer' };
  };
  await charge(sold, day, { chargeSavedCard: lost });
  await letWaitEnd(sold);
}

test('what is due again beside a charge that was made is charged by a retry', async () => {
  const sold = await soldAt(0);
  assert.equal(await report(sold, 1, { kind: 'received', amountCents: 50_000 }), null);
  assert.equal(await charge(sold, chargeDay), 1);
  assert.equal((await viewOn(sold, chargeDay)).moneyStatus, 'Paid');
  assert.equal(await report(sold, 7, { kind: 'returned' }), null);
  const id = sold.sale.payment.asked.paymentId;
  assert.equal(await retryWork(parts(8), actor, { kind: 'charges', id, reason: 'asked to' }), null);
  assert.equal(await charge(sold, 8), 1);
  assert.deepEqual((await viewOn(sold, 8)).moneyStatus, 'Paid');
  assert.equal(await keptOf(sold), sold.totalCents);
  assert.deepEqual(await faultsOf(sold), []);
});

test('a card that was never tried and is to pay what came back is ahead once a person has chosen its day', async () => {
  const sold = await soldAt(13);
  assert.equal(await report(sold, 1, { kind: 'received' }), null);
  assert.equal(await report(sold, 7, { kind: 'returned' }), null);
  const money = async () => {
    const { moneyStatus, amountDueCents } = await viewOn(sold, 7);
    return [moneyStatus, amountDueCents, await faultsOf(sold)];
  };
  assert.deepEqual(await money(), ['Unpaid', sold.totalCents, []]);
  const paymentId = sold.sale.payment.asked.paymentId;
  const asked = { paymentId, reason: 'pay day', dueOn: addDays(noonDay, 9) };
  assert.equal(await moveCharge(parts(7), actor, asked), null);
  assert.deepEqual(await money(), ['Scheduled', 0, []]);
  assert.equal(await charge(sold, 9, { chargeSavedCard: async () => refusedByIssuer({}) }), 1);
  assert.deepEqual(await money(), ['Unpaid', sold.totalCents, []]);
});

test('while it is unknown whether the card has paid the used days, no refund of it is told', async () => {
  const sold = await soldAt(14);
  const day = chargeDay + 4;
  await cancel(sold, day, 'owe');
  const { amountDueCents } = await viewOn(sold, day);
  assert.ok(amountDueCents > 0);
  const id = sold.sale.payment.asked.paymentId;
  assert.equal(await retryWork(parts(day), actor, { kind: 'charges', id, reason: 'asked to' }), null);
  assert.deepEqual(await faultsOf(sold), []);
  await loseAnswer(sold, day);
  assert.deepEqual(await viewOn(sold, day), { moneyStatus: 'Scheduled', amountDueCents, refunds: [] });
  assert.deepEqual(await faultsOf(sold), []);
  assert.equal(await charge(sold, day, askOnly()), 1);
  assert.deepEqual(await viewOn(sold, day), { moneyStatus: 'Paid', amountDueCents: 0, refunds: [] });
});

/** Says of a charge without an answer that the processor made it. */
async function sayMade(sold: Sold, reference: string): Promise<string | null> {
  const id = sold.sale.payment.asked.paymentId;
  const settling = { kind: 'charges', id, reason: 'seen there', reference, by: 'processor' } as const;
  return (await settleWork(parts(7), actor, settling))?.code ?? null;
}

/** The charges on record, those that were voided in brackets, with who took them back. */
const chargesOf = async ({ policyNumber }: Sold): Promise<readonly string[]> =>
  (
    await inDatabase(
      scheduled.databaseUrl,
      `SELECT recorded_by AS by, party_reference AS reference,
              (SELECT recorded_by FROM ledger_entry AS voiding WHERE voiding.voids = entry.id) AS "voidedBy"
       FROM ledger_entry AS entry WHERE policy_number = $1 AND kind = 'charge' ORDER BY turn`,
      [policyNumber],
    )
  ).map(({ by, reference, voidedBy }) =>
    voidedBy === null ? `${by} ${reference}` : `(${by} ${reference}, by ${voidedBy})`,
  );

const askOnly = (): Partial<CardProcessor> => ({
  chargeSavedCard: async () => assert.fail('the card was charged once more'),
});

test('a charge that was recorded by hand and taken back is asked about as before, and recorded when the processor tells it', async () => {
  const sold = await soldAt(1);
  await loseAnswer(sold);
  const { charges } = await readBooks(scheduled.databaseUrl, sold.sale.choice.applicationId);
  const { reference } = charges[0]!;
  assert.equal(await sayMade(sold, 'WRONG-1'), null);
  assert.equal((await viewOn(sold, 7)).moneyStatus, 'Paid');
  assert.equal((await scheduled.chargeOf(sold.sale)).state, 'reported');
  assert.equal(await takeBack(sold, 7, 'charge'), null);
  assert.equal((await scheduled.chargeOf(sold.sale)).state, 'charging');
  const { moneyStatus } = await viewOn(sold, 7);
  assert.equal(moneyStatus, 'Scheduled', 'nobody says that the card was refused');
  const id = sold.sale.payment.asked.paymentId;
  const retried = await retryWork(parts(8), actor, { kind: 'charges', id, reason: 'asked to' });
  assert.equal(retried?.code, 'ChargeUnderWay');
  assert.deepEqual(await faultsOf(sold), []);
  await letWaitEnd(sold);
  assert.equal(await charge(sold, 8, askOnly()), 1);
  assert.equal(await keptOf(sold), sold.totalCents);
  assert.deepEqual((await viewOn(sold, 8)).moneyStatus, 'Paid');
  assert.deepEqual(await chargesOf(sold), ['(operator WRONG-1, by operator)', `processor ${reference}`]);
  assert.deepEqual(await faultsOf(sold), []);
});

test('a charge that was recorded by hand is asked about until the processor answers, whose word takes its place', async () => {
  for (const [place, said] of [
    [6, 'WRONG-2'],
    [7, null],
  ] as const) {
    const sold = await soldAt(place);
    await loseAnswer(sold);
    const { charges } = await readBooks(scheduled.databaseUrl, sold.sale.choice.applicationId);
    const { reference } = charges[0]!;
    assert.equal(await sayMade(sold, said ?? reference), null);
    assert.deepEqual(await faultsOf(sold), []);
    await letWaitEnd(sold);
    const away: CardProcessor['find'] = async () => ({ kind: 'unknown', cause: 'away' });
    assert.equal(await charge(sold, 8, { ...askOnly(), find: away }), 0);
    assert.equal((await scheduled.chargeOf(sold.sale)).state, 'reported');
    assert.equal(await sayMade(sold, 'AGAIN-1'), 'ChargeNotOpen', 'a person has settled it');
    await letWaitEnd(sold);
    assert.equal(await charge(sold, 8, askOnly()), 1);
    assert.equal((await scheduled.chargeOf(sold.sale)).state, 'charged');
    assert.deepEqual(await chargesOf(sold), [
      `(operator ${said ?? reference}, by processor)`,
      `processor ${reference}`,
    ]);
    assert.equal(await takeBack(sold, 9, 'charge'), 'EntryNotByOperator', 'the processor has said it');
    assert.deepEqual([(await viewOn(sold, 9)).moneyStatus, await keptOf(sold)], ['Paid', sold.totalCents]);
    const told = await inDatabase(
      scheduled.databaseUrl,
      `SELECT (SELECT count(*)::int FROM mail WHERE policy_number = $1 AND kind = 'receipt') AS receipts,
              (SELECT count(*)::int FROM event WHERE policy_number = $1 AND type = 'payment.captured') AS events`,
      [sold.policyNumber],
    );
    assert.deepEqual(told, [{ receipts: 1, events: 1 }]);
    const view = await readPolicy(scheduled.harness.parts.database, sold.sellerId, sold.policyNumber, noonDay);
    assert.equal(view!.documents.filter(({ kind }) => kind === 'receipt').length, 1);
    assert.deepEqual(await faultsOf(sold), []);
  }
});

test('a charge that was recorded by hand and that the processor never made is sent no more, and can be taken back', async () => {
  const sold = await soldAt(8);
  const lost: CardProcessor['chargeSavedCard'] = async () => ({ kind: 'unknown', cause: 'no answer' });
  await charge(sold, chargeDay, { chargeSavedCard: lost });
  await letWaitEnd(sold);
  assert.equal(await sayMade(sold, 'WRONG-3'), null);
  await letWaitEnd(sold);
  assert.equal(await charge(sold, 8, askOnly()), 1);
  assert.equal((await scheduled.chargeOf(sold.sale)).state, 'charged', 'as the operator has recorded');
  assert.equal((await viewOn(sold, 8)).moneyStatus, 'Paid');
  assert.deepEqual(await faultsOf(sold), []);
  assert.equal(await takeBack(sold, 9, 'charge'), null);
  assert.equal((await viewOn(sold, 9)).moneyStatus, 'Unpaid');
  assert.deepEqual(await faultsOf(sold), []);
});

test('what a bank has taken of a charge that was recorded by hand is asked for once the processor has told the charge', async () => {
  const sold = await soldAt(11);
  await loseAnswer(sold);
  assert.equal(await sayMade(sold, 'WRONG-4'), null);
  assert.equal(await report(sold, 7, { kind: 'dispute-opened', amountCents: 500_00 }), null);
  assert.equal(await report(sold, 7, { kind: 'dispute-lost' }), null);
  const links = () =>
    inDatabase(scheduled.databaseUrl, `SELECT kind FROM mail WHERE policy_number = $1 AND kind = 'payment link'`, [
      sold.policyNumber,
    ]);
  assert.equal((await links()).length, 0, 'while the charge is asked about, it is not known whether it is owed');
  await letWaitEnd(sold);
  assert.equal(await charge(sold, 8, askOnly()), 1);
  const { moneyStatus, amountDueCents } = await viewOn(sold, 8);
  assert.deepEqual([moneyStatus, amountDueCents], ['Unpaid', 500_00]);
  assert.equal((await links()).length, 1);
  assert.deepEqual(await faultsOf(sold), []);
});

test('a refund that was begun by a reference that a person had mistyped is made once the processor has told its own', async () => {
  const sold = await soldAt(10);
  await loseAnswer(sold);
  assert.equal(await report(sold, 7, { kind: 'received' }), null);
  assert.equal(await sayMade(sold, 'WRONG-5'), null);
  const { cards } = scheduled.harness.parts;
  const lost: CardProcessor['refund'] = async () => ({ kind: 'unknown', cause: 'no answer' });
  await scheduled.harness.runJobs({ cards: { ...cards, refund: lost } });
  await letWaitEnd(sold);
  assert.equal(await charge(sold, 8, askOnly()), 1);
  await scheduled.harness.letTimePass();
  await scheduled.harness.runJobs();
  assert.equal(await keptOf(sold), 0, 'the cheque has paid for it');
  const { moneyStatus, refunds } = await viewOn(sold, 8);
  assert.deepEqual([moneyStatus, refunds.map(({ payee, status }) => [payee, status])], ['Paid', [['Card', 'Done']]]);
  assert.deepEqual(await faultsOf(sold), []);
});

test('a payment made before the cover ended pays its used days, however late it is recorded', async () => {
  const [whole, part] = [await soldAt(2), await soldAt(3)];
  const day = 30;
  const paidOn = addDays(noonDay, 2);
  assert.equal(await report(whole, 2, { kind: 'received' }), null);
  const { refundCents } = await cancel(whole, day);
  assert.equal(await takeBack(whole, day + 1, 'payment'), null);
  assert.equal((await viewOn(whole, day + 1)).moneyStatus, 'WrittenOff');
  assert.equal(
    await report(whole, day + 1, { kind: 'received', amountCents: whole.totalCents, on: paidOn }),
    null,
    'with the right day',
  );
  const backOf = async (sold: Sold) => (await viewOn(sold, day + 1)).refunds.map(({ amountCents }) => amountCents);
  assert.deepEqual(await backOf(whole), [refundCents]);
  assert.deepEqual(await faultsOf(whole), []);

  await charge(part, chargeDay, { chargeSavedCard: async () => refusedByIssuer({ isFinal: true }) });
  await cancel(part, day);
  assert.equal((await viewOn(part, day + 1)).moneyStatus, 'WrittenOff');
  assert.equal(await report(part, day + 1, { kind: 'received', amountCents: 1_000, on: paidOn }), null);
  assert.deepEqual([(await viewOn(part, day + 1)).moneyStatus, await backOf(part)], ['WrittenOff', []]);
  assert.equal(await report(part, day + 1, { kind: 'received', amountCents: 700 }), null);
  assert.deepEqual(await backOf(part), [700], 'what was given up is not asked for again');
  assert.deepEqual(await faultsOf(part), []);
});

test('what was given as goodwill need not be paid within the notice of a non-payment', async () => {
  const sold = await soldAt(4);
  const goodwillCents = 10_000;
  assert.equal(await charge(sold, chargeDay), 1);
  await transact(scheduled.harness.parts.database, async (tx) => {
    const open = (await openAccount(tx, sold.policyNumber, { now: on(6) }))!;
    assert.ok(!isOperatorRefusal(await giveGoodwill(scheduled.harness.parts, open, goodwillCents)));
  });
  assert.equal(await report(sold, 6, { kind: 'given-back' }), null);
  assert.equal(await report(sold, 7, { kind: 'dispute-opened' }), null);
  assert.equal(await report(sold, 8, { kind: 'dispute-lost' }), null);
  assert.equal((await viewOn(sold, 8)).amountDueCents, sold.totalCents - goodwillCents);
  const asked = { kind: 'pro-rata', requestedBy: 'insurer', ground: 'NonPayment', usedDays: 'owe' } as const;
  await cancelAsShown(parts(10), sold.policyNumber, { ...asked, cancelledOn: addDays(noonDay, 45) });
  assert.equal(await report(sold, 12, { kind: 'received' }), null);
  const withdrawn = `SELECT FROM cancellation WHERE policy_number = $1`;
  assert.deepEqual(await inDatabase(scheduled.databaseUrl, withdrawn, [sold.policyNumber]), []);
  assert.equal((await viewOn(sold, 45)).amountDueCents, 0);
  assert.deepEqual(await faultsOf(sold), []);
});

test('of two refunds the one that a person has settled is recorded, and the other is still given back', async () => {
  const sold = await soldAt(5);
  assert.equal(await charge(sold, chargeDay), 1);
  assert.equal(await report(sold, 6, { kind: 'received', amountCents: sold.totalCents }), null);
  const { refundCents } = await cancel(sold, 30);
  const sql = `SELECT id FROM reversal WHERE policy_number = $1 AND payee = 'Card'`;
  const [{ id }] = await inDatabase(scheduled.databaseUrl, sql, [sold.policyNumber]);
  const settling = { kind: 'reversals', id, reason: 'card closed', reference: 'cheque 9' } as const;
  assert.equal(await settleWork(parts(31), actor, settling), null);
  await scheduled.harness.runJobs();
  assert.equal(await keptOf(sold), sold.totalCents, 'the card gets nothing beside it');
  const { refunds } = await viewOn(sold, 31);
  assert.deepEqual(
    refunds.map(({ payee, amountCents, status }) => [payee, amountCents, status]),
    [
      ['Customer', refundCents, 'Done'],
      ['Customer', sold.totalCents, 'Pending'],
    ],
  );
  assert.deepEqual(await faultsOf(sold), []);
});

test('the sandbox’s processor hears of disputes in the order in which they are recorded, whoever calls at once', async () => {
  const sold = await soldAt(9);
  assert.equal(await charge(sold, chargeDay), 1);
  const { policyNumber, sellerId } = sold;
  const { parts: flowParts } = scheduled.harness;
  const seller = (await readSellers(flowParts.database)).byId.get(sellerId)!;
  const recorded = async () =>
    (
      await inDatabase(
        scheduled.databaseUrl,
        `SELECT FROM ledger_entry WHERE policy_number = $1 AND kind LIKE 'dispute-%'`,
        [policyNumber],
      )
    ).length;
  const heard: (readonly [string, number])[] = [];
  const tell = (outcome: 'Opened' | 'Won') =>
    recordDispute(
      {
        ...flowParts,
        clock: () => on(8),
        recordDispute: async (news) => {
          heard.push([news.outcome, await recorded()]);
          return { kind: 'done', value: { reference: 'D1', amountCents: sold.totalCents, status: 'Open' } };
        },
      },
      seller,
      { policyNumber, outcome, requestId: 'test', now: on(8) },
    );
  for (const outcome of ['Opened', 'Won'] as const) assert.equal((await tell(outcome)).kind, 'ok');
  // Nobody else sees it before the processor has heard of it: the policy is locked until then.
  assert.deepEqual(heard, [
    ['Opened', 0],
    ['Won', 1],
  ]);
});

test('the sandbox’s processor is told of a dispute that an operator had recorded before it hears how that ended', async () => {
  const sold = await soldAt(12);
  assert.equal(await charge(sold, chargeDay), 1);
  assert.equal(await report(sold, 7, { kind: 'dispute-opened', amountCents: 200_00 }), null);
  const { policyNumber, sellerId } = sold;
  const { parts: flowParts } = scheduled.harness;
  const seller = (await readSellers(flowParts.database)).byId.get(sellerId)!;
  const tell = (outcome: 'Opened' | 'Won' | 'Lost') =>
    recordDispute(
      {
        ...flowParts,
        clock: () => on(8),
        recordDispute: async ({ key: orderKey, ...news }) => {
          const judged = await recordAtProcessor(flowParts.database, { orderKey, ...news }, on(8));
          return judged.ok ? { kind: 'done', value: judged.value } : refusedBy('party', judged.reason);
        },
      },
      seller,
      { policyNumber, outcome, requestId: 'test', now: on(8) },
    );
  const known = async () =>
    inDatabase(
      scheduled.databaseUrl,
      `SELECT dispute.status, dispute.amount_cents AS cents
       FROM sandbox_cards.dispute JOIN sandbox_cards.payment USING (order_key) WHERE customer_reference = $1`,
      [sold.sale.choice.applicationId],
    );
  assert.equal((await tell('Lost')).kind, 'ok');
  assert.deepEqual(await known(), [{ status: 'Lost', cents: 200_00 }]);
  assert.equal(await report(sold, 8, { kind: 'dispute-won' }), null);
  assert.equal((await tell('Opened')).kind, 'ok', 'the bank has looked again');
  assert.deepEqual(await known(), [{ status: 'Open', cents: sold.totalCents }]);
});
