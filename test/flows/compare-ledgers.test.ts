import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import type { AnyId } from '../../src/domain/ids.ts';
import { recordMoney } from '../../src/flows/account/correct-account.ts';
import { type CompareLedgersParts, compareWithParties } from '../../src/flows/books/compare-ledgers.ts';
import { settleWork } from '../../src/flows/work/settle-work.ts';
import type { CardProcessor } from '../../src/ports/card-processor.ts';
import { checkBooks } from '../../src/store/books/check-books.ts';
import { listStuck } from '../../src/store/work/list-stuck.ts';
import { loanForm } from '../kit/sale/bind-harness.ts';
import { cancelAsShown } from '../kit/sale/cancelling.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { clockAt, inDatabase, noon } from '../kit/sale/quoting.ts';
import { openScheduled, type Scheduled, type ScheduledSale } from '../kit/sale/scheduled.ts';
import { startTestService } from '../kit/service/service.ts';

let scheduled: Scheduled;
let loan: { readonly applicationId: string; readonly policyNumber: string };
const day = 5;
const calm = { requestId: 'test', fault: null };
const actor = { kind: 'account', name: 'sam' } as const;

before(async () => {
  scheduled = await openScheduled([[day, 5]]);
  const { databaseUrl, harness } = scheduled;
  const service = await startTestService({ environment: { DATABASE_URL: databaseUrl }, clock: clockAt(noon).clock });
  const choice = (await (await openSaleClient(service)).quote()).choose('Replacement', 3);
  await service.close();
  const bound = await harness.bind({ form: loanForm(choice) });
  assert.equal(bound.kind, 'bound');
  const { policyNumber } = await policyOf(choice.applicationId);
  loan = { applicationId: choice.applicationId, policyNumber };
});

async function policyOf(applicationId: string) {
  const [row] = await inDatabase(
    scheduled.databaseUrl,
    'SELECT policy_number AS "policyNumber" FROM policy WHERE application_id = $1',
    [applicationId],
  );
  return row as { readonly policyNumber: string };
}

const compare = (changes: Partial<CompareLedgersParts> = {}) =>
  compareWithParties({ ...scheduled.harness.parts, ...changes }, null);

/** What needs a person, as it is listed. */
async function listed() {
  const asked = {
    kind: 'differences',
    today: '2026-11-15',
    visibleIntegrations: null,
    cursor: null,
    limit: 50,
  } as const;
  return (await listStuck(scheduled.harness.parts.database, asked)).rows;
}

const differing = async () =>
  (await listed()).map(
    ({ what, policyNumber, amountCents, difference }) =>
      `${policyNumber} ${difference!.party} ${what} ${difference!.bookedCents} ${difference!.settledCents} ${amountCents}`,
  );

const saleAt = (place: number): ScheduledSale => scheduled.sales.get(day)![place]!;
const charge = (sale: ScheduledSale, changes: Partial<CardProcessor> = {}) =>
  scheduled.chargeOn(day, changes, sale.payment.asked.paymentId);

/** The processor takes money for a sale, and nobody tells us. */
async function takeUnheard({ payment, choice }: ScheduledSale, amountCents: number) {
  const [{ card_token: cardToken }] = await inDatabase(
    scheduled.databaseUrl,
    'SELECT card_token FROM card_payment WHERE id = $1',
    [payment.asked.paymentId],
  );
  const key = `${payment.asked.paymentId}.0`;
  const asked = { key, customerReference: choice.applicationId, cardToken, amountCents };
  const made = await scheduled.harness.parts.cards.chargeSavedCard(asked, calm);
  assert.ok(made.kind === 'done', JSON.stringify(made));
  return { key, reference: made.value.reference, amountCents };
}

test('sales, refunds and loans of which both have the same differ in nothing', async () => {
  const { harness } = scheduled;
  assert.equal(await charge(saleAt(0)), 1);
  const { policyNumber } = await policyOf(saleAt(0).choice.applicationId);
  const now = new Date(Date.parse(noon) + (day + 40) * 86_400_000);
  await cancelAsShown({ ...harness.parts, now }, policyNumber, {
    kind: 'pro-rata',
    cancelledOn: now.toISOString().slice(0, 10) as never,
  });
  await harness.runJobs();
  assert.equal(await compare(), 0);
  assert.deepEqual(await differing(), []);
});

test('what only the processor has needs a person, is a fault of the books, and is over when it is given back', async () => {
  const sale = saleAt(1);
  const { applicationId } = sale.choice;
  const { policyNumber } = await policyOf(applicationId);
  assert.equal(await charge(sale), 1);
  const taken = await takeUnheard(sale, 4_321);
  assert.equal(await compare(), 1);
  assert.equal(await compare(), 0, 'it is not told twice');
  assert.deepEqual(await differing(), [`${policyNumber} processor taken 0 4321 4321`]);
  const [row] = await listed();
  assert.match(
    row!.cause!,
    new RegExp(`processor says taken 43.21, the books have 0.00, reference ${taken.reference}`),
  );
  assert.deepEqual(row!.acts, ['settle']);
  const faults = (await checkBooks(scheduled.harness.parts.database, null)).different;
  assert.deepEqual(
    faults.map(({ where, what, expectedCents, foundCents }) => [where, what, expectedCents, foundCents]),
    [[applicationId, `processor: taken, reference ${taken.reference}`, 4_321, 0]],
  );
  assert.equal((await scheduled.harness.parts.cards.refund(taken, calm)).kind, 'done');
  assert.equal(await compare(), 0);
  assert.deepEqual(await differing(), []);
  assert.deepEqual((await checkBooks(scheduled.harness.parts.database, null)).different, []);
});

test('a refund in the processor’s own console is found; what a person has settled stays so until it changes', async () => {
  const { databaseUrl, harness } = scheduled;
  const sale = saleAt(2);
  const { policyNumber } = await policyOf(sale.choice.applicationId);
  assert.equal(await charge(sale), 1);
  const [{ key, reference }] = await inDatabase(
    databaseUrl,
    `SELECT party_key AS key, party_reference AS reference FROM ledger_entry WHERE application_id = $1 AND kind = 'charge'`,
    [sale.choice.applicationId],
  );
  assert.equal((await harness.parts.cards.refund({ key, reference, amountCents: 700 }, calm)).kind, 'done');
  assert.equal(await compare(), 1);
  assert.deepEqual(await differing(), [`${policyNumber} processor given back 0 700 700`]);
  const id = (await listed())[0]!.id;
  const settling = { kind: 'differences', id: id as AnyId, reason: 'goodwill by hand', reference: 'mail' } as const;
  assert.equal(await settleWork({ ...harness.parts, now: new Date(noon) }, actor, settling), null);
  assert.equal(await compare(), 0);
  assert.deepEqual(await differing(), []);
  const more: CardProcessor['listCharges'] = async (...asked) => {
    const told = await harness.parts.cards.listCharges(...asked);
    if (told.kind !== 'done') return told;
    const charges = told.value.charges.map((one) => (one.key === key ? { ...one, refundedCents: 800 } : one));
    return { kind: 'done', value: { ...told.value, charges } };
  };
  assert.equal(await compare({ cards: { ...harness.parts.cards, listCharges: more } }), 1);
  assert.deepEqual(await differing(), [`${policyNumber} processor given back 0 800 800`]);
  assert.equal(await compare(), 1, 'and again as it was');
  await inDatabase(databaseUrl, `DELETE FROM settlement_difference`);
});

test('a dispute that only the processor has is a fault of the books, and is settled only after it was recorded', async () => {
  const { databaseUrl, harness } = scheduled;
  const { applicationId } = saleAt(2).choice;
  const { policyNumber } = await policyOf(applicationId);
  const [{ reference, cents }] = await inDatabase(
    databaseUrl,
    `INSERT INTO sandbox_cards.dispute (order_key, reference, amount_cents, status, opened_at)
     SELECT order_key, 'untold', amount_cents, 'Open', now()
     FROM sandbox_cards.charge
     WHERE reference = (SELECT party_reference FROM ledger_entry WHERE application_id = $1 AND kind = 'charge')
     RETURNING (SELECT party_reference FROM ledger_entry WHERE application_id = $1 AND kind = 'charge') AS reference, amount_cents AS cents`,
    [applicationId],
  );
  await compare();
  const row = (await listed()).find(({ what }) => what === 'disputed')!;
  assert.deepEqual([row.policyNumber, row.amountCents], [policyNumber, cents]);
  const faults = (await checkBooks(harness.parts.database, null)).different.map(({ what }) => what);
  assert.ok(faults.includes(`processor: disputed, reference ${reference}`), faults.join());
  const parts = { ...harness.parts, now: new Date(Date.parse(noon) + day * 86_400_000) };
  const settling = { kind: 'differences', id: row.id as AnyId, reason: 'the bank’s', reference: 'mail' } as const;
  const settle = () => settleWork(parts, actor, settling);
  assert.equal((await settle())?.code, 'DisputeNotRecorded');
  const report = { policyNumber, what: 'dispute-opened', reason: 'the bank’s letter', reference } as const;
  const recorded = await recordMoney(parts, actor, report);
  assert.ok('moneyStatus' in recorded && recorded.moneyStatus === 'Disputed', JSON.stringify(recorded));
  assert.equal(await settle(), null);
  await inDatabase(databaseUrl, `DELETE FROM settlement_difference`);
});

test('a charge that was given back by hand and disputed as well needs a person', async () => {
  const { databaseUrl, harness } = scheduled;
  const sale = saleAt(4);
  const { policyNumber } = await policyOf(sale.choice.applicationId);
  assert.equal(await charge(sale), 1);
  const on = (days: number) => new Date(Date.parse(noon) + days * 86_400_000);
  const dayOf = (days: number) => on(days).toISOString().slice(0, 10) as never;
  await cancelAsShown({ ...harness.parts, now: on(40) }, policyNumber, { kind: 'pro-rata', cancelledOn: dayOf(40) });
  const say = async (what: 'given-back' | 'dispute-opened' | 'dispute-lost') => {
    const said = await recordMoney({ ...harness.parts, now: on(41) }, actor, {
      policyNumber,
      what,
      reason: 'a letter',
    });
    assert.ok('moneyStatus' in said, JSON.stringify(said));
  };
  for (const what of ['given-back', 'dispute-opened', 'dispute-lost'] as const) await say(what);
  const disputed: CardProcessor['listCharges'] = async (...asked) => {
    const told = await harness.parts.cards.listCharges(...asked);
    if (told.kind !== 'done') return told;
    const charges = told.value.charges.map((one) => ({ ...one, disputedCents: one.takenCents }));
    return { kind: 'done', value: { ...told.value, charges } };
  };
  await compare({ cards: { ...harness.parts.cards, listCharges: disputed } });
  const [claim] = (await listed()).filter((one) => one.policyNumber === policyNumber);
  assert.equal(claim?.what, 'back twice');
  await inDatabase(databaseUrl, `DELETE FROM settlement_difference`);
});

test('what is under way is not compared, nor what a party does not answer, nor without a party', async () => {
  const { harness } = scheduled;
  const sale = saleAt(3);
  const lost: CardProcessor['chargeSavedCard'] = async (...asked) => {
    await harness.parts.cards.chargeSavedCard(...asked);
    return { kind: 'unknown', cause: 'no answer' };
  };
  await charge(sale, { chargeSavedCard: lost });
  assert.equal((await scheduled.chargeOf(sale)).state, 'charging');
  await compare();
  const { policyNumber } = await policyOf(sale.choice.applicationId);
  assert.ok(!(await differing()).some((one) => one.startsWith(policyNumber)));
  await inDatabase(scheduled.databaseUrl, `DELETE FROM settlement_difference`);
  const away = async () => ({ kind: 'unknown', cause: 'away' }) as const;
  const { cards, lender } = harness.parts;
  const silent = { cards: { ...cards, listCharges: away }, lender: { ...lender, listLoans: away } };
  assert.equal(await compare(silent), 0);
  const none = { cards: { ...cards, isMissing: true as const }, lender: { ...lender, isMissing: true as const } };
  assert.equal(await compare(none), 0);
  await inDatabase(scheduled.databaseUrl, `DELETE FROM settlement_difference`);
});

test('a loan that the lender has ended by itself is found', async () => {
  const { harness } = scheduled;
  const refund = { cancelledOn: '2026-12-15' as never, refundCents: 20_000 };
  const cancelled = await harness.parts.lender.cancel(loan.policyNumber, refund, calm);
  assert.ok(cancelled.kind === 'done' && cancelled.value.toLoanCents > 0, JSON.stringify(cancelled));
  await compare();
  const { toLoanCents } = cancelled.value;
  const expected = `${loan.policyNumber} lender given back 0 ${toLoanCents} ${toLoanCents}`;
  assert.deepEqual(
    (await differing()).filter((one) => one.includes(' lender ')),
    [expected],
  );
});

test('each sale is compared in one hour of the day', async () => {
  await inDatabase(scheduled.databaseUrl, `DELETE FROM settlement_difference`);
  const { lender } = scheduled.harness.parts;
  const asked: string[] = [];
  const listLoans: typeof lender.listLoans = (numbers, context) => {
    asked.push(...numbers);
    return lender.listLoans(numbers, context);
  };
  for (let part = 0; part < 24; part += 1)
    await compareWithParties({ ...scheduled.harness.parts, lender: { ...lender, listLoans } }, part);
  assert.deepEqual(asked, [loan.policyNumber]);
});
