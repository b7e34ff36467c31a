import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { addDays } from '../../src/domain/calendar.ts';
import { type AnyId, type PaymentId, parseId, type ReversalId } from '../../src/domain/ids.ts';
import type { OperatorRefusal, operatorRefusals } from '../../src/domain/operator/operator-refusal.ts';
import type { BindParts } from '../../src/flows/bind/bind.ts';
import type { CancelParts } from '../../src/flows/cancellation/cancel-policy.ts';
import { chargeDue } from '../../src/flows/card/charge-due.ts';
import { moveCharge } from '../../src/flows/card/correct-charge.ts';
import { readFilter, seesAll } from '../../src/flows/list/read-filter.ts';
import { IssueRefused } from '../../src/flows/points.ts';
import { retryWork, settleWork } from '../../src/flows/work/settle-work.ts';
import { historyText } from '../../src/operator/cli/history-text.ts';
import { render } from '../../src/operator/cli/table.ts';
import { readHistory } from '../../src/store/history/read-history.ts';
import type { ListFilter } from '../../src/store/list/filter.ts';
import { paymentList } from '../../src/store/list/list-payments.ts';
import { readList } from '../../src/store/list/listing.ts';
import { readSellers } from '../../src/store/reference/sellers.ts';
import { countNeedsPerson, readOpenWork } from '../../src/store/work/needs-person.ts';
import { brokenPromises, readBooks } from '../kit/invariants/bind-books.ts';
import { type BindHarness, cardForm, dieAt, openBindHarness } from '../kit/sale/bind-harness.ts';
import { authorizedPayment, cardRefusedAtCharge } from '../kit/sale/binding.ts';
import { cancelAsShown } from '../kit/sale/cancelling.ts';
import { type Choice, openSaleClient, type Started } from '../kit/sale/paying.ts';
import { clockAt, inDatabase, noon, noonDay } from '../kit/sale/quoting.ts';
import { cloneDatabase } from '../kit/service/database.ts';
import { startTestService } from '../kit/service/service.ts';

interface Sale {
  readonly choice: Choice;
  readonly payment: Started;
}

let databaseUrl: string;
let harness: BindHarness;
let parts: CancelParts;
const today: Sale[] = [];
/** Of cards that are refused on their day, ten days ahead. */
const refusedLater: Sale[] = [];

before(async () => {
  databaseUrl = await cloneDatabase();
  harness = await openBindHarness(databaseUrl);
  parts = { ...harness.parts, now: new Date(noon) };
  const service = await startTestService({ environment: { DATABASE_URL: databaseUrl }, clock: clockAt(noon).clock });
  const saleClient = await openSaleClient(service);
  for (let count = 0; count < 5; count += 1) {
    const choice = (await saleClient.quote()).choose('Replacement', 2);
    today.push({ choice, payment: await authorizedPayment(saleClient, choice) });
  }
  for (let count = 0; count < 4; count += 1) {
    const choice = (await saleClient.quote({ effectiveDate: addDays(noonDay, 10) })).choose('Replacement', 2);
    refusedLater.push({
      choice,
      payment: await authorizedPayment(saleClient, choice, { cardNumber: cardRefusedAtCharge }),
    });
  }
  await service.close(); // This also stops its jobs.
});

const actor = { kind: 'account', name: 'sam' } as const;
const reason = 'the customer called';
const code = (answer: OperatorRefusal | object | null): keyof typeof operatorRefusals | null =>
  answer !== null && 'code' in answer ? answer.code : null;
const promises = async ({ choice }: Sale) => brokenPromises(await readBooks(databaseUrl, choice.applicationId));
const actsOf = async ({ choice }: Sale): Promise<readonly string[]> =>
  (
    await inDatabase(databaseUrl, 'SELECT action FROM operator_act WHERE application_id = $1 ORDER BY id', [
      choice.applicationId,
    ])
  ).map(({ action }) => action);

/** A bind that failed after the charge, with a processor that does not give the money back. */
async function stuckReversal(sale: Sale): Promise<ReversalId> {
  const away: BindParts['cards'] = {
    ...harness.parts.cards,
    refund: async () => ({ kind: 'unknown', cause: 'no answer' }),
  };
  const failpoint: BindParts['failpoint'] = async (point) => {
    if (point === 'before issue') throw new IssueRefused();
  };
  await harness.bind({ form: cardForm(sale.choice, sale.payment) }, { cards: away, failpoint });
  const rows = await inDatabase(databaseUrl, 'SELECT id FROM reversal WHERE application_id = $1', [
    sale.choice.applicationId,
  ]);
  return rows[0].id;
}

test('a stuck reversal is tried again at once when it is asked for, and only then', async () => {
  const sale = today[0]!;
  const id = await stuckReversal(sale);
  await harness.runJobs();
  assert.ok((await promises(sale)).includes('money that is still to be given back'));
  assert.equal(code(await retryWork(parts, actor, { kind: 'reversals', id, reason: '' })), 'ReasonRequired');
  assert.equal(await retryWork(parts, actor, { kind: 'reversals', id, reason }), null);
  await harness.runJobs();
  assert.deepEqual(await promises(sale), []);
  assert.equal(code(await retryWork(parts, actor, { kind: 'reversals', id, reason })), 'ReversalNotDue');
  assert.deepEqual(await actsOf(sale), ['retry reversal']);
});

test('a reversal that was settled outside is entered as given back, and never given back again', async () => {
  const sale = today[1]!;
  const id = await stuckReversal(sale);
  const settle = (reference: string) => settleWork(parts, actor, { kind: 'reversals', id, reason, reference });
  assert.equal(code(await settle('  ')), 'SettleReferenceRequired');
  assert.equal(await settle('cheque 4711'), null);
  await harness.letTimePass();
  await harness.runJobs();
  const { accounts, charges, payments } = await readBooks(databaseUrl, sale.choice.applicationId);
  assert.equal(accounts.customer, 0);
  assert.equal(accounts.outside, -accounts.processor!, 'given back from outside, while the processor has it');
  assert.equal(charges[0]!.refundedCents, 0, 'the processor was not asked');
  assert.equal(payments[0]!.status, 'Reversed');
  assert.deepEqual(await promises(sale), []);
  assert.equal(code(await settle('cheque 4711')), 'NotFound', 'the processor never made it');
});

test('nobody settles a reversal that is being tried', async () => {
  const sale = today[2]!;
  await harness.bind({ form: cardForm(sale.choice, sale.payment) }, { failpoint: dieAndRefuse }).catch(() => null);
  const [{ id }] = await inDatabase(databaseUrl, 'SELECT id FROM reversal WHERE application_id = $1', [
    sale.choice.applicationId,
  ]);
  const asked = { id, reason, reference: 'cheque 1' };
  assert.equal(code(await settleWork(parts, actor, { kind: 'reversals', ...asked })), 'ReversalUnderWay');
  await harness.letTimePass();
  await harness.runJobs();
  assert.deepEqual(await promises(sale), []);
});

/** The policy can't be issued, and the bind dies before the money is given back. */
const dieAndRefuse: BindParts['failpoint'] = async (point, ...rest) => {
  if (point === 'before issue') throw new IssueRefused();
  await dieAt('before reverse')(point, ...rest);
};

/** A policy whose card was refused on all its days. */
async function refusedCharge({ choice, payment }: Sale): Promise<PaymentId> {
  const bound = await harness.bind({ form: cardForm(choice, payment) });
  assert.equal(bound.kind, 'bound');
  const { paymentId } = payment.asked;
  for (let day = 10; day < 14; day += 1) await chargeOn(day);
  assert.equal((await chargeOf(paymentId)).state, 'refused');
  return paymentId;
}

async function chargeOn(daysAhead: number, changes: Partial<BindParts['cards']> = {}): Promise<number> {
  const sellers = [...(await readSellers(parts.database)).byId.values()];
  const cards = { ...harness.parts.cards, ...changes };
  return chargeDue({ ...harness.parts, cards }, sellers, new Date(Date.parse(noon) + daysAhead * 86_400_000));
}

async function chargeOf(paymentId: string): Promise<{ readonly state: string; readonly due_on: string }> {
  const sql = 'SELECT state, due_on::text FROM due_charge WHERE card_payment_id = $1';
  return (await inDatabase(databaseUrl, sql, [paymentId]))[0];
}

/** The customer has talked to the issuer. */
const acceptCard = () => inDatabase(databaseUrl, 'UPDATE sandbox_cards.saved_card SET is_refused_later = false');

const onDay = (daysAhead: number) => ({ ...parts, now: new Date(Date.parse(noon) + daysAhead * 86_400_000) });

test('a refused charge is tried once more when it is asked for, and is refused again or charged once', async () => {
  const sale = refusedLater[0]!;
  const paymentId = await refusedCharge(sale);
  assert.equal(await retryWork(onDay(14), actor, { kind: 'charges', id: paymentId, reason }), null);
  assert.equal(code(await retryWork(onDay(14), actor, { kind: 'charges', id: paymentId, reason })), 'ChargeNotRefused');
  assert.equal(await chargeOn(14), 1);
  assert.equal((await chargeOf(paymentId)).state, 'refused');
  await acceptCard();
  assert.equal(await retryWork(onDay(15), actor, { kind: 'charges', id: paymentId, reason }), null);
  assert.equal(await chargeOn(15), 1);
  assert.equal(await chargeOn(16), 0);
  assert.equal(code(await retryWork(onDay(16), actor, { kind: 'charges', id: paymentId, reason })), 'ChargeNotOpen');
  assert.deepEqual(await promises(sale), []);
  assert.deepEqual(await actsOf(sale), ['retry charge', 'retry charge']);
});

test('a sale tells of a scheduled charge what happened: how often it was tried, refused on which day, and what follows', async () => {
  await inDatabase(databaseUrl, 'UPDATE sandbox_cards.saved_card SET is_refused_later = true');
  const { choice, payment } = refusedLater[3]!;
  const { paymentId } = payment.asked;
  const tell = async () => {
    const history = (await readHistory(parts.database, choice.applicationId, parts.now))!;
    const { state, refusedOn, nextAttemptOn, attempts } = history.dueCharge!;
    const filter = readFilter(paymentList, { search: paymentId, limit: 1 }, seesAll(parts.now));
    const { rows } = await readList(parts.database, paymentList, filter as ListFilter);
    for (const { charge } of [history.payments[0]!, rows[0]!])
      assert.deepEqual(charge, { state, refusedOn, nextAttemptOn });
    return { told: [state, refusedOn, nextAttemptOn, attempts], text: render(historyText(history)) };
  };
  const day = (daysAhead: number) => addDays(noonDay, daysAhead);
  assert.equal((await harness.bind({ form: cardForm(choice, payment) })).kind, 'bound');
  assert.deepEqual((await tell()).told, ['due', null, day(10), 0]);
  await chargeOn(10, { name: 'another' });
  assert.deepEqual((await tell()).told, ['given up', null, null, 0]);
  assert.equal(await retryWork(onDay(10), actor, { kind: 'charges', id: paymentId, reason }), null);
  await chargeOn(10);
  const { told, text } = await tell();
  assert.deepEqual(told, ['refused', day(10), day(11), 1]);
  assert.match(text, /Scheduled, refused/);
  assert.match(text, new RegExp(`${paymentId} +refused +${day(10)} +${day(11)} +[\\d.]+ +1 +refused`));
  for (const ahead of [11, 12, 13]) await chargeOn(ahead);
  assert.deepEqual((await tell()).told, ['refused', day(13), null, 4]);
  assert.equal(await retryWork(onDay(14), actor, { kind: 'charges', id: paymentId, reason }), null);
  assert.deepEqual((await tell()).told, ['refused', day(13), day(14), 4]);
  await acceptCard();
  await chargeOn(14);
  assert.deepEqual((await tell()).told, ['charged', day(13), null, 5]);
});

test('a charge moves to a day from tomorrow to 60 days ahead, and is made on that day', async () => {
  await inDatabase(databaseUrl, 'UPDATE sandbox_cards.saved_card SET is_refused_later = true');
  const sale = refusedLater[1]!;
  const paymentId = await refusedCharge(sale);
  const move = (daysAhead: number) =>
    moveCharge(onDay(14), actor, { paymentId, reason, dueOn: addDays(noonDay, daysAhead) });
  for (const days of [14, 75]) assert.equal(code(await move(days)), 'ChargeDateOutOfRange', `${days}`);
  assert.equal(
    code(await moveCharge(onDay(14), actor, { paymentId, reason, dueOn: '2026-02-30' })),
    'ChargeDateOutOfRange',
  );
  assert.equal(await move(74), null);
  assert.equal(await move(20), null);
  await acceptCard();
  assert.equal(await chargeOn(19), 0);
  assert.equal(await chargeOn(20), 1);
  assert.deepEqual(await promises(sale), []);
});

test('a charge that was paid outside is not made, and a cancellation then leaves the refund to a person', async () => {
  await inDatabase(databaseUrl, 'UPDATE sandbox_cards.saved_card SET is_refused_later = true');
  const sale = refusedLater[2]!;
  const paymentId = await refusedCharge(sale);
  assert.equal(
    await settleWork(parts, actor, { kind: 'charges', id: paymentId, reason, reference: 'transfer 88' }),
    null,
  );
  await acceptCard();
  assert.equal(await chargeOn(30), 0);
  const [policy] = await inDatabase(databaseUrl, 'SELECT policy_number FROM policy WHERE card_payment_id = $1', [
    paymentId,
  ]);
  const [typed] = await inDatabase(
    databaseUrl,
    'SELECT entry.kind, reference FROM entry_reference JOIN ledger_entry AS entry ON entry.id = entry_id WHERE policy_number = $1',
    [policy.policy_number],
  );
  assert.deepEqual(typed, { kind: 'payment', reference: 'transfer 88' });
  assert.deepEqual(await promises(sale), []);
  const [paid] = await inDatabase(
    databaseUrl,
    `SELECT facts FROM operator_act WHERE action = 'settle charge' ORDER BY id DESC LIMIT 1`,
  );
  assert.deepEqual(paid.facts, { paymentId, reference: 'transfer 88', by: 'outside' });
  const asked = { kind: 'flat', cancelledOn: noonDay } as const;
  const { refundCents, plan } = await cancelAsShown(parts, policy.policy_number, asked);
  assert.equal(plan.route, 'operator');
  const [owed] = await inDatabase(
    databaseUrl,
    `SELECT id, payee, progress, amount_cents AS "amountCents" FROM reversal WHERE policy_number = $1`,
    [policy.policy_number],
  );
  assert.deepEqual([owed.payee, owed.progress, owed.amountCents], ['Customer', 'idle', refundCents]);
  assert.ok((await countNeedsPerson(parts.database)).reversals > 0);
  const order2 = { kind: 'reversals', id: owed.id, reason, reference: 'cheque 0042' } as const;
  assert.equal(code(await retryWork(parts, actor, { kind: 'reversals', id: owed.id, reason })), 'RefundByOperator');
  assert.equal(code(await settleWork(parts, actor, { ...order2, on: '2099-01-01' })), 'SettledOnInvalid');
  assert.equal(await settleWork(parts, actor, { ...order2, on: noonDay }), null);
  const { documents, accounts } = await readBooks(databaseUrl, sale.choice.applicationId);
  assert.ok(documents.includes('refund-receipt'));
  assert.deepEqual([accounts.customer, accounts.outside], [0, 0]);
  assert.deepEqual(await promises(sale), []);
});

const processorAway: Partial<BindParts> = {
  get cards() {
    const find: BindParts['cards']['find'] = async () => ({ kind: 'not-sent', cause: 'nobody there' });
    const capture: BindParts['cards']['capture'] = async () => ({ kind: 'unknown', cause: 'no answer' });
    return { ...harness.parts.cards, find, capture };
  },
};

test('while a party is away, the audit tells it once and the job asks less and less often', async () => {
  const sale = today[3]!;
  const { applicationId } = sale.choice;
  await harness.bind({ form: cardForm(sale.choice, sale.payment) }, processorAway);
  const unclear = async () =>
    (await readBooks(databaseUrl, applicationId)).audit.filter((event) => /unclear|taken over/.test(event));
  for (let turn = 0; turn < 5; turn += 1) {
    await harness.letTimePass();
    await harness.runJobs(processorAway);
  }
  assert.deepEqual(await unclear(), ['bind unclear']);
  const [{ wait }] = await inDatabase(
    databaseUrl,
    'SELECT extract(epoch FROM due_at - now())::int AS wait FROM bind WHERE application_id = $1',
    [applicationId],
  );
  assert.ok(wait > 20 && wait <= 30, `${wait} s`);

  await harness.runJobs();
  assert.equal((await readBooks(databaseUrl, applicationId)).bind!.state, 'running', 'the job waits');
  assert.equal(await retryWork(parts, actor, { kind: 'binds', id: applicationId, reason }), null);
  const acts = await inDatabase(databaseUrl, 'SELECT action, subject FROM operator_act WHERE application_id = $1', [
    applicationId,
  ]);
  assert.deepEqual(acts, [{ action: 'retry bind', subject: applicationId }]);
  await inDatabase(databaseUrl, `UPDATE bind SET step_at = now() - interval '30 seconds'`);
  await harness.runJobs();
  assert.deepEqual(await promises(sale), []);
  assert.equal(code(await retryWork(parts, actor, { kind: 'binds', id: applicationId, reason })), 'BindNotAbandoned');
});

test('a bind that is tried again and again stays among what needs a person, and only gets older', async () => {
  const sale = today[4]!;
  await harness.bind({ form: cardForm(sale.choice, sale.payment) }, processorAway);
  await inDatabase(
    databaseUrl,
    `UPDATE bind SET step_at = now() - interval '10 minutes', due_at = now() WHERE state = 'running'`,
  );
  const { database } = parts;
  assert.equal((await countNeedsPerson(database)).binds, 1);
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const find: BindParts['cards']['find'] = async () => {
    asked.resolve();
    await answered.promise;
    return { kind: 'not-sent', cause: 'nobody there' };
  };
  const turn = harness.runJobs({ cards: { ...harness.parts.cards, find } });
  await asked.promise;
  assert.equal((await countNeedsPerson(database)).binds, 1, 'also while it is tried');
  answered.resolve();
  await turn;
  const { count, oldestSeconds } = (await readOpenWork(database)).binds;
  assert.equal(count, 1);
  assert.ok(oldestSeconds >= 600, String(oldestSeconds));
});

test('a partner’s repeat does not wait for the job', async () => {
  const sale = today[4]!;
  const form = cardForm(sale.choice, sale.payment);
  await harness.bind({ form }, processorAway);
  assert.equal((await harness.bind({ form })).kind, 'bound');
  assert.deepEqual(await promises(sale), []);
});

test('an act on what is not there is refused', async () => {
  const id = parseId<AnyId>('00000000-0000-7000-8000-000000000000')!;
  assert.equal(code(await retryWork(parts, actor, { kind: 'reversals', id, reason })), 'NotFound');
  assert.equal(code(await retryWork(parts, actor, { kind: 'charges', id, reason })), 'NotFound');
  assert.equal(code(await retryWork(parts, actor, { kind: 'binds', id, reason })), 'NotFound');
});
