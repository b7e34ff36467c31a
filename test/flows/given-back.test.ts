import assert from 'node:assert/strict';
import test from 'node:test';
import { entryOfCharge } from '../../src/domain/books/entry-of.ts';
import { addDays } from '../../src/domain/calendar.ts';
import type { ApplicationId, PaymentId, ReversalId } from '../../src/domain/ids.ts';
import { isOperatorRefusal } from '../../src/domain/operator/operator-refusal.ts';
import { planOf } from '../../src/domain/refund/refund-as-it-stands.ts';
import { applyConsequences } from '../../src/flows/account/apply-consequences.ts';
import { openAccount } from '../../src/flows/account/open-account.ts';
import { recordEntry } from '../../src/flows/account/record-entry.ts';
import { IssueRefused } from '../../src/flows/points.ts';
import { type SendRefundParts, tryDueReversals } from '../../src/flows/refund/send-refund.ts';
import { retrySelection, settleSelection } from '../../src/flows/work/settle-selection.ts';
import { retryWork, settleWork } from '../../src/flows/work/settle-work.ts';
import { type CardProcessor, refusedByIssuer } from '../../src/ports/card-processor.ts';
import { type Lender, nothingLent } from '../../src/ports/lender.ts';
import { type CallContext, refusedBy } from '../../src/ports/outcome.ts';
import { transact } from '../../src/store/database.ts';
import { readSource } from '../../src/store/document/document.ts';
import { cardForm, loanForm, openBindHarness } from '../kit/sale/bind-harness.ts';
import { authorizedPayment } from '../kit/sale/binding.ts';
import { cancelAsShown } from '../kit/sale/cancelling.ts';
import { copyApplication, copyPayment } from '../kit/sale/copied-sale.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { clockAt, inDatabase, noon, noonDay } from '../kit/sale/quoting.ts';
import { cloneDatabase } from '../kit/service/database.ts';
import { listening } from '../kit/service/heard-log.ts';
import { startTestService } from '../kit/service/service.ts';

/*
 * What a refund leaves behind, done, refused or unclear: the reversal, the books, receipt and mail, audit, log and
 * event. Each test has policies of its own, made from copies of a quote and of a payment; the processor is the test's.
 */
const databaseUrl = await cloneDatabase();
await agreeOwnCommission();
const harness = await openBindHarness(databaseUrl);
const service = await startTestService({ environment: { DATABASE_URL: databaseUrl }, clock: clockAt(noon).clock });
const saleClient = await openSaleClient(service);
const quoted = (await saleClient.quote()).choose('Replacement', 2);
const paid = await authorizedPayment(saleClient, quoted);
await service.close(); // This also stops its jobs.

const actor = { kind: 'account', name: 'sam' } as const;
/** The bind fails when the money has moved. */
const refuseIssue: SendRefundParts['failpoint'] = async (point) => {
  if (point === 'before issue') throw new IssueRefused();
};
const at = { ...harness.parts, now: new Date(noon) };

/** The only seller of these tests earns another share than all others. */
async function agreeOwnCommission(): Promise<void> {
  await inDatabase(
    databaseUrl,
    `UPDATE rate_book SET document = jsonb_set(document, '{commissions}',
       (SELECT json_build_array(json_build_object('partsPerMillion', 310000, 'sellers', json_agg(client_id || '/' || username)))
          FROM seller JOIN integration ON integration.id = integration_id)::jsonb || (document -> 'commissions'))`,
  );
}

interface Cancelled {
  readonly policyNumber: string;
  readonly applicationId: string;
  readonly paymentId: string | null;
  readonly totalCents: number;
}

async function cancelledBy(way: 'card' | 'loan'): Promise<Cancelled> {
  const applicationId = await copyApplication(databaseUrl, quoted.applicationId);
  const choice = { ...quoted, applicationId };
  const paymentId = way === 'card' ? await copyPayment(databaseUrl, paid.asked.paymentId, applicationId) : null;
  const capture: CardProcessor['capture'] = async ({ key, amountCents }) => ({
    kind: 'done',
    value: { reference: `ref-${key}`, amountCents, authorizationNumber: 'A1', chargedAt: noon },
  });
  const form = paymentId === null ? loanForm(choice) : cardForm(choice, { asked: { paymentId } });
  const bound = await harness.bind({ form }, { cards: { ...harness.parts.cards, capture } });
  assert.ok(bound.kind === 'bound', JSON.stringify(bound));
  const { policyNumber, totalWithTaxCents } = bound.bound.policy;
  await cancelAsShown(at, policyNumber, { kind: 'flat', cancelledOn: noonDay });
  return { policyNumber, applicationId, paymentId, totalCents: totalWithTaxCents };
}

async function lastActOf({ applicationId }: Cancelled) {
  const sql = 'SELECT action, subject, facts FROM operator_act WHERE application_id = $1 ORDER BY id DESC LIMIT 1';
  return (await inDatabase(databaseUrl, sql, [applicationId]))[0];
}

type Refunded = Awaited<ReturnType<CardProcessor['refund']>>;
const given: Refunded = { kind: 'done', value: undefined };

/** Runs the job, and returns what was asked, logged and left behind. */
async function run(
  { policyNumber, applicationId }: Cancelled,
  outcome: Refunded,
  changes: Partial<SendRefundParts> = {},
) {
  const [{ audit }] = await inDatabase(databaseUrl, 'SELECT coalesce(max(id), 0) AS audit FROM audit');
  const asked: { readonly request: unknown; readonly context: CallContext; readonly mayStill: boolean | undefined }[] =
    [];
  const { logged, log } = listening();
  const refund: CardProcessor['refund'] = async (request, context) => {
    asked.push({ request, context, mayStill: context.mayStillSend?.() });
    return outcome;
  };
  const cards = { ...harness.parts.cards, refund, refundShowsWithinSeconds: 100 };
  const tried = await tryDueReversals({ ...harness.parts, cards, log, ...changes });
  const audits = await inDatabase(
    databaseUrl,
    'SELECT event, facts FROM audit WHERE application_id = $1 AND id > $2 ORDER BY id',
    [applicationId, audit],
  );
  return { tried, asked, logged, audits, ...(await leftOf(policyNumber)) };
}

async function leftOf(policyNumber: string) {
  const of = <T>(sql: string): Promise<readonly T[]> => inDatabase(databaseUrl, sql, [policyNumber]);
  const reversals = await of<{
    id: ReversalId;
    state: string;
    payee: string;
    cents: number;
    cause: string;
    seconds: number;
    on: string;
    toLoan: number | null;
  }>(
    `SELECT id, progress AS state, payee, amount_cents AS cents, last_error AS cause, round(extract(epoch FROM due_at - now()))::int AS seconds, done_on::text AS on,
            to_loan_cents AS "toLoan"
     FROM reversal WHERE policy_number = $1 ORDER BY payee <> 'Lender', turn`,
  );
  const documents = await of<{ kind: string }>(
    `SELECT kind FROM document WHERE policy_number = $1 AND kind = 'refund-receipt'`,
  );
  const mails = await of<{ facts: object }>(
    `SELECT facts FROM mail WHERE policy_number = $1 AND kind = 'refund receipt'`,
  );
  const events = await of<{ type: string; money: string }>(
    `SELECT type, body -> 'data' ->> 'moneyStatus' AS money FROM event WHERE policy_number = $1 ORDER BY turn`,
  );
  const books = await of<{ account: string; cents: number; reference: string | null }>(
    `SELECT account, amount_cents::int AS cents, reference FROM posted
     WHERE policy_number = $1 AND kind IN ('refund', 'loan-ended') AND account <> 'customer' ORDER BY account`,
  );
  return { reversal: reversals[0]!, reversals, documents, mails, events, books };
}

test('a seller with a commission of its own gives back what it earned', async () => {
  const sale = await cancelledBy('card');
  await run(sale, given);
  const earned = await inDatabase(
    databaseUrl,
    `SELECT sum(amount_cents) FILTER (WHERE account = 'premium' AND amount_cents < 0)::int AS premium,
            sum(amount_cents) FILTER (WHERE account = 'commission' AND amount_cents > 0)::int AS commission,
            sum(amount_cents) FILTER (WHERE account = 'commission')::int AS kept
     FROM posted WHERE policy_number = $1`,
    [sale.policyNumber],
  );
  const { premium, commission, kept } = earned[0];
  assert.equal(commission, Math.round(-premium * 0.31));
  assert.equal(kept, 0);
});

test('a cancellation that takes effect is noted, and what is not stuck is not a person’s', async () => {
  const { applicationId, policyNumber } = await cancelledBy('card');
  const effects = await inDatabase(
    databaseUrl,
    "SELECT facts FROM audit WHERE application_id = $1 AND event = 'cancellation took effect'",
    [applicationId],
  );
  assert.deepEqual(effects, [{ facts: { policyNumber } }]);
  const retry = (id: string) =>
    retryWork(at, actor, { kind: 'binds', id: id as ReversalId, reason: 'it stands still' });
  const unknown = await retry('00000000-0000-7000-8000-000000000000');
  assert.deepEqual([unknown?.code, unknown?.field], ['NotFound', 'applicationId']);
  assert.equal((await retry(applicationId))?.code, 'BindNotAbandoned');
  await inDatabase(databaseUrl, 'UPDATE reversal SET due_at = NULL WHERE policy_number = $1', [policyNumber]);
});

test('a refund to a card is recorded everywhere, once', async () => {
  const sale = await cancelledBy('card');
  const { policyNumber, paymentId, totalCents } = sale;
  const { tried, asked, logged, audits, reversal, documents, mails, events, books } = await run(sale, given);
  assert.equal(tried, 1);
  const reference = `ref-${paymentId}`;
  assert.deepEqual(asked[0]!.request, { key: paymentId, reference, amountCents: totalCents });
  assert.deepEqual([asked[0]!.context.requestId, asked[0]!.context.fault, asked[0]!.mayStill], ['reverse', null, true]);
  assert.deepEqual([reversal.state, reversal.payee, reversal.on, logged], ['done', 'Card', noonDay, []]);
  assert.deepEqual(audits[0], { event: 'money given back', facts: { policyNumber, amountCents: totalCents } });
  assert.equal(documents.length, 1);
  assert.deepEqual(
    mails.map(({ facts }) => facts),
    [{ amountCents: totalCents, payee: 'Card', doneOn: noonDay, isInForce: false }],
  );
  assert.deepEqual(events.at(-1), { type: 'payment.refunded', money: 'Refunded' });
  assert.deepEqual(books, [{ account: 'processor', cents: -totalCents, reference }]);
  assert.equal((await run(sale, given)).tried, 0);
  const [{ status }] = await inDatabase(databaseUrl, 'SELECT status FROM card_payment WHERE id = $1', [paymentId]);
  assert.notEqual(status, 'Reversed', 'a policy came of the payment');
});

test('a charge beside that of the policy is a payment like any other: recorded, told and given back', async () => {
  const sale = await cancelledBy('card');
  const { policyNumber, paymentId } = sale;
  assert.equal((await run(sale, given)).reversal.state, 'done');
  const before = await leftOf(policyNumber);
  const stray = { key: `${paymentId}.2`, amountCents: 900, reference: `stray-${paymentId}` };
  await transact(harness.parts.database, async (tx) => {
    const open = (await openAccount(tx, policyNumber, at))!;
    await recordEntry(harness.parts, open, entryOfCharge({ ...stray, paymentId: paymentId as PaymentId }));
  });
  const { asked, documents, mails, events, books } = await run(sale, given);
  assert.deepEqual(asked[0]!.request, { key: stray.key, reference: stray.reference, amountCents: 900 });
  assert.equal(documents.length, before.documents.length + 1);
  assert.deepEqual(mails.at(-1)!.facts, { amountCents: 900, payee: 'Card', doneOn: noonDay, isInForce: false });
  assert.deepEqual(
    events.slice(before.events.length).map(({ type }) => type),
    ['payment.captured', 'payment.refunded'],
  );
  assert.ok(books.some(({ cents, reference }) => cents === -900 && reference === stray.reference));
});

test('a refund that is not made is tried again, later each time, and after an unclear one once it would show', async () => {
  const sale = await cancelledBy('card');
  let attempts = 0;
  const makeDue = () =>
    inDatabase(databaseUrl, 'UPDATE reversal SET due_at = now(), lease_until = NULL WHERE policy_number = $1', [
      sale.policyNumber,
    ]);
  for (const [outcome, failure, cause, seconds, state] of [
    [refusedBy('party', 'no'), 'refused', 'no', 10, 'idle'],
    [{ kind: 'not-sent', cause: 'away' }, 'unavailable', 'away', 20, 'idle'],
    [{ kind: 'unknown', cause: 'no answer' }, 'unknown', 'no answer', 100 + 40, 'begun'],
  ] as const) {
    const { reversal, logged, tried } = await run(sale, outcome);
    assert.equal(tried, 1);
    attempts += 1;
    const facts = { applicationId: sale.applicationId, payee: 'Card', attempts, failure, cause };
    assert.deepEqual(logged, [['error', 'reversal not done', facts]]);
    assert.deepEqual([reversal.state, reversal.cause], [state, cause]);
    // Some may have passed since.
    assert.ok(reversal.seconds <= seconds && reversal.seconds > seconds - 5, `${cause}: ${reversal.seconds} s`);
    await makeDue();
  }
  await inDatabase(databaseUrl, 'UPDATE reversal SET attempts = 30 WHERE policy_number = $1', [sale.policyNumber]);
  const late = await run(sale, refusedBy('party', 'no'));
  assert.ok(Math.abs(late.reversal.seconds - 3_600) < 10, String(late.reversal.seconds));
  await makeDue();
  assert.equal((await run(sale, given)).reversal.state, 'done');
});

test('a refund that the card’s issuer declines is tried again on the advised day, and after two weeks a person pays it', async () => {
  const sale = await cancelledBy('card');
  const { policyNumber, totalCents } = sale;
  const declined = async (retryAfterDays?: number) => {
    const found = await run(sale, refusedByIssuer(retryAfterDays === undefined ? {} : { retryAfterDays }));
    return [found.tried, found.reversal.state, Math.round(found.reversal.seconds / 86_400)];
  };
  const elapse = (days: number) =>
    inDatabase(
      databaseUrl,
      `UPDATE reversal SET due_at = now(), created_at = created_at - make_interval(days => $2) WHERE policy_number = $1`,
      [policyNumber, days],
    );
  assert.deepEqual(await declined(), [1, 'idle', 1]);
  assert.deepEqual((await run(sale, given)).tried, 0, 'not before its day');
  await elapse(1);
  assert.deepEqual(await declined(10), [1, 'idle', 10]);
  await elapse(10);
  assert.deepEqual(await declined(3), [1, 'idle', 3]);
  await elapse(3);
  const last = await run(sale, refusedByIssuer({}));
  assert.deepEqual(
    last.reversals.map(({ payee, state, cents }) => [payee, state, cents]),
    [
      ['Card', 'refused', totalCents],
      ['Customer', 'idle', totalCents],
    ],
  );
  assert.equal((await run(sale, given)).tried, 0, 'the card is not tried any more');
});

test('a refund that may have been made is not taken for unsent because the next try could not be sent', async () => {
  const sale = await cancelledBy('card');
  const letLeaseEnd = () =>
    inDatabase(
      databaseUrl,
      `UPDATE reversal SET due_at = now(), lease_until = now() - interval '1 second' WHERE policy_number = $1`,
      [sale.policyNumber],
    );
  await run(sale, { kind: 'unknown', cause: 'no answer' });
  await letLeaseEnd();
  const { reversal } = await run(sale, { kind: 'not-sent', cause: 'away' });
  assert.equal(reversal.state, 'begun');
  await letLeaseEnd();
  assert.equal((await run(sale, given)).reversal.state, 'done');
});

test('a refund that somebody else has entered meanwhile is not entered twice', async () => {
  const sale = await cancelledBy('card');
  const { id } = (await leftOf(sale.policyNumber)).reversal;
  const entered: CardProcessor['refund'] = async () => {
    await inDatabase(
      databaseUrl,
      `UPDATE reversal SET due_at = NULL, lease_until = NULL, settled_reference = 'by hand' WHERE id = $1`,
      [id],
    );
    return given;
  };
  const { logged, mails, tried } = await run(sale, given, { cards: { ...harness.parts.cards, refund: entered } });
  assert.deepEqual([tried, mails], [1, []]);
  const [[level, words]] = logged as [[string, string]];
  assert.deepEqual([level, words], ['error', 'reversal done, not entered']);
});

test('whoever stood still before the try gives nothing back', async (t) => {
  const sale = await cancelledBy('card');
  const now = performance.now.bind(performance);
  const stand: SendRefundParts['failpoint'] = async (point) => {
    if (point === 'before reverse') t.mock.method(performance, 'now', () => now() + 300_000);
  };
  const { asked, logged, reversal } = await run(sale, given, { failpoint: stand });
  t.mock.restoreAll();
  assert.deepEqual([asked, reversal.state], [[], 'begun']);
  const [[level, words]] = logged as [[string, string]];
  assert.deepEqual([level, words], ['warn', 'reversal not tried in time']);
  await inDatabase(databaseUrl, 'UPDATE reversal SET due_at = now(), lease_until = NULL WHERE id = $1', [reversal.id]);
  await run(sale, given);
});

test('a loan is ended with the whole refund and its day; its answer says what goes where', async () => {
  const cancelledOn = noonDay;
  const sale = await cancelledBy('loan');
  const calls: unknown[] = [];
  const cancel: Lender['cancel'] = (...asked) => {
    calls.push(asked.slice(0, 2));
    return harness.parts.lender.cancel(...asked);
  };
  const lender = { ...harness.parts.lender, cancel };
  const { reversal, reversals, documents, mails, events, books, audits } = await run(sale, given, { lender });
  const { policyNumber, totalCents } = sale;
  assert.deepEqual(calls, [[policyNumber, { cancelledOn, refundCents: totalCents, isRescinded: true }]]);
  assert.deepEqual([reversal.payee, reversal.state], ['Lender', 'done']);
  assert.deepEqual(audits[0], {
    event: 'loan ended',
    facts: { policyNumber, amountCents: totalCents - 10_000 },
  });
  assert.deepEqual([documents, mails], [[], []], 'what goes to a loan as the notice said has no receipt');
  assert.equal(events.at(-1)!.type, 'loan.cancelled');
  // The down payment of 100 is the seller's to give back.
  const lent = books.filter(({ account }) => account === 'lender');
  const sellers = books.filter(({ account }) => account === 'partner');
  assert.deepEqual(
    [lent.map(({ cents }) => cents), sellers.map(({ cents }) => cents)],
    [[10_000 - totalCents], [-10_000]],
  );
  assert.equal(reversals.length, 1);
});

test('of what goes to no loan the operator gives back what is more than the down payment', async () => {
  const sale = await cancelledBy('loan');
  const toLoanCents = 5_000;
  const cancel: Lender['cancel'] = async () => ({ kind: 'done', value: { ...nothingLent, toLoanCents } });
  const { reversals, documents, mails } = await run(sale, given, { lender: { ...harness.parts.lender, cancel } });
  const restCents = sale.totalCents - toLoanCents - 10_000;
  assert.equal(documents.length, 1, 'the customer is written to with what is otherwise than the notice said');
  assert.deepEqual(
    mails.map(({ facts }) => facts),
    [{ amountCents: toLoanCents, payee: 'Lender', doneOn: noonDay, isInForce: false }],
  );
  assert.deepEqual(
    reversals.map(({ payee, state, toLoan, cents }) => [payee, state, toLoan, cents]),
    [
      ['Lender', 'done', toLoanCents, sale.totalCents],
      ['Customer', 'idle', null, restCents],
    ],
  );
  const [{ owed }] = await inDatabase(
    databaseUrl,
    `SELECT sum(amount_cents)::int AS owed FROM posted WHERE policy_number = $1 AND account = 'customer'`,
    [sale.policyNumber],
  );
  assert.equal(owed, -restCents);
});

test('the receipt of a lender’s answer that is otherwise than the notice names each amount, and who gives it', async () => {
  const sale = await cancelledBy('loan');
  const answer = { ...nothingLent, toLoanCents: 0, givenBackCents: 12_345 };
  const cancel: Lender['cancel'] = async () => ({ kind: 'done', value: answer });
  await run(sale, given, { lender: { ...harness.parts.lender, cancel } });
  const [{ id }] = await inDatabase(
    databaseUrl,
    `SELECT id FROM document WHERE policy_number = $1 AND kind = 'refund-receipt'`,
    [sale.policyNumber],
  );
  const source = (await transact(harness.parts.database, (tx) => readSource(tx, { id })))!;
  assert.equal(source.money!.kind, 'loan-ended');
  assert.deepEqual(source.restOfLoan, {
    bySellerCents: 10_000,
    byOperatorCents: sale.totalCents - 10_000,
    byLenderCents: 12_345,
  });
});

test('a loan is ended even if nothing of the price is left to give back', async () => {
  const applicationId = await copyApplication(databaseUrl, quoted.applicationId);
  const bound = await harness.bind({ form: loanForm({ ...quoted, applicationId }) });
  assert.ok(bound.kind === 'bound');
  const { policyNumber, expiryDate } = bound.bound.policy;
  const { refundCents } = await cancelAsShown(at, policyNumber, { kind: 'pro-rata', cancelledOn: expiryDate });
  assert.equal(refundCents, 0);
  await transact(harness.parts.database, async (tx) => {
    const open = (await openAccount(tx, policyNumber, { now: at.now, today: expiryDate }))!;
    await applyConsequences(harness.parts, open);
  });
  const { reversals } = await leftOf(policyNumber);
  assert.deepEqual(
    reversals.map(({ payee, state }) => [payee, state]),
    [['Lender', 'idle']],
  );
  await inDatabase(databaseUrl, 'UPDATE reversal SET due_at = NULL WHERE policy_number = $1', [policyNumber]);
});

test('what a person has given back is settled by its day and reference', async () => {
  const sale = await cancelledBy('card');
  const { id } = (await leftOf(sale.policyNumber)).reversal;
  const ask = (more: object) =>
    settleWork(at, actor, { kind: 'reversals', id, reason: 'by cheque', reference: 'cheque 9', ...more });
  const without = await ask({ reference: ' ' });
  assert.deepEqual([without?.code, without?.field], ['SettleReferenceRequired', 'reference']);
  assert.equal((await ask({ reference: 'x'.repeat(101) }))?.code, 'SettleReferenceRequired');
  for (const on of [addDays(noonDay, 1), '2026-02-31', 'today']) {
    const refusal = await ask({ on });
    assert.deepEqual([refusal?.code, refusal?.field, refusal?.details], ['SettledOnInvalid', 'on', { today: noonDay }]);
  }
  const early = await ask({ on: addDays(noonDay, -1) });
  assert.deepEqual([early?.code, early?.field], ['ReportDateOutOfRange', 'on'], 'before the first day without cover');
  const on = noonDay;
  const longest = 'x'.repeat(100);
  assert.equal(await ask({ on, reference: ` ${longest} ` }), null);
  const { reversal, books, mails, events } = await leftOf(sale.policyNumber);
  assert.deepEqual([reversal.state, reversal.payee, reversal.on], ['done', 'Customer', on]);
  assert.deepEqual(books, [{ account: 'outside', cents: -sale.totalCents, reference: reversal.id }]);
  assert.deepEqual(mails[0]!.facts, { amountCents: sale.totalCents, payee: 'Customer', doneOn: on, isInForce: false });
  assert.equal(events.at(-1)!.type, 'payment.refunded');
  const settled = await inDatabase(
    databaseUrl,
    "SELECT facts FROM audit WHERE application_id = $1 AND event = 'money given back'",
    [sale.applicationId],
  );
  assert.deepEqual(settled, [{ facts: { policyNumber: sale.policyNumber, amountCents: sale.totalCents } }]);
  const facts = { payee: 'Card', key: sale.paymentId, amountCents: sale.totalCents, reference: longest, on };
  assert.deepEqual(await lastActOf(sale), { action: 'settle reversal', subject: id, facts });
  assert.equal((await ask({}))?.code, 'NotFound', 'once');
});

test('a loan is ended by its lender alone, however long that is away: a person can’t call it ended', async () => {
  const sale = await cancelledBy('loan');
  const { id } = (await leftOf(sale.policyNumber)).reversal;
  const settle = async () =>
    (await settleWork(at, actor, { kind: 'reversals', id, reason: 'by telephone', reference: '7' }))?.code;
  assert.equal(await settle(), 'LenderNotAnswered', 'it was never told: the loan would run on');
  const lost: Lender['cancel'] = async (...asked) => {
    await harness.parts.lender.cancel(...asked);
    return { kind: 'unknown', cause: 'no answer' };
  };
  await run(sale, given, { lender: { ...harness.parts.lender, cancel: lost } });
  assert.equal(await settle(), 'LenderNotAnswered', 'it may have ended it');
  await inDatabase(databaseUrl, 'UPDATE reversal SET due_at = now() WHERE id = $1', [id]);
  const { reversal, books } = await run(sale, given);
  assert.deepEqual([reversal.state, reversal.toLoan], ['done', sale.totalCents - 10_000]);
  assert.deepEqual(
    books.filter(({ account }) => account === 'lender' || account === 'outside').map(({ cents }) => cents),
    [10_000 - sale.totalCents],
  );
});

test('a reversal is made due at once by a person who asks for it; an unknown one is not found', async () => {
  const sale = await cancelledBy('card');
  await run(sale, refusedBy('party', 'no'));
  const { id } = (await leftOf(sale.policyNumber)).reversal;
  assert.equal(await retryWork(at, actor, { kind: 'reversals', id, reason: 'the processor is back' }), null);
  assert.ok((await leftOf(sale.policyNumber)).reversal.seconds <= 0);
  const facts = { payee: 'Card', key: sale.paymentId, amountCents: sale.totalCents };
  assert.deepEqual(await lastActOf(sale), { action: 'retry reversal', subject: id, facts });
  const unknown = '00000000-0000-7000-8000-000000000000' as ReversalId;
  const refusal = await retryWork(at, actor, { kind: 'reversals', id: unknown, reason: 'the processor is back' });
  assert.deepEqual([refusal?.code, refusal?.field], ['NotFound', 'id']);
  assert.equal((await run(sale, given)).reversal.state, 'done');
});

test('a lender that does not answer is asked again; nothing is taken for done', async () => {
  const sale = await cancelledBy('loan');
  const silent = { ...harness.parts.lender, cancel: async () => ({ kind: 'unknown', cause: 'no answer' }) as const };
  const { reversal, logged, events } = await run(sale, given, { lender: silent });
  assert.deepEqual([reversal.state, reversal.cause, reversal.toLoan], ['begun', 'no answer', null]);
  assert.equal((logged[0] as readonly string[])[1], 'reversal not done');
  // A loan's cancellation shows at once.
  assert.ok(reversal.seconds <= 10 && reversal.seconds > 5, `${reversal.seconds} s`);
  assert.notEqual(events.at(-1)!.type, 'loan.cancelled');
  await inDatabase(databaseUrl, 'UPDATE reversal SET due_at = now() WHERE id = $1', [reversal.id]);
  assert.equal((await run(sale, given)).reversal.state, 'done');
});

test('a loan of which no policy came is ended by its lender, without a policy to tell of', async () => {
  const applicationId = await copyApplication(databaseUrl, quoted.applicationId);
  const away = { ...harness.parts.lender, cancel: async () => ({ kind: 'not-sent', cause: 'away' }) as const };
  const bound = await harness.bind(
    { form: loanForm({ ...quoted, applicationId }) },
    { lender: away, failpoint: refuseIssue },
  );
  assert.equal(bound.kind, 'refused');
  const sql = `SELECT id, progress AS state, policy_number AS number, to_loan_cents AS "toLoan" FROM reversal WHERE application_id = $1`;
  const [{ id }] = await inDatabase(databaseUrl, sql, [applicationId]);
  const asked = { kind: 'reversals', id, reason: 'by telephone', reference: 'call 8' } as const;
  assert.equal((await settleWork(at, actor, asked))?.code, 'LenderNotAnswered');
  await inDatabase(databaseUrl, 'UPDATE reversal SET due_at = now(), lease_until = NULL WHERE id = $1', [id]);
  await tryDueReversals(harness.parts);
  assert.deepEqual(await inDatabase(databaseUrl, sql, [applicationId]), [
    { id, state: 'done', number: null, toLoan: null },
  ]);
  const events = await inDatabase(databaseUrl, 'SELECT FROM event WHERE application_id = $1', [applicationId]);
  assert.deepEqual(events, []);
});

/** A card is charged, no policy comes of it, and its refund ends so. */
async function chargeInVain(outcome: Refunded): Promise<ApplicationId> {
  const applicationId = await copyApplication(databaseUrl, quoted.applicationId);
  const paymentId = await copyPayment(databaseUrl, paid.asked.paymentId, applicationId);
  const capture: CardProcessor['capture'] = async ({ key, amountCents }) => ({
    kind: 'done',
    value: { reference: `ref-${key}`, amountCents, authorizationNumber: 'A1', chargedAt: noon },
  });
  const cards = { ...harness.parts.cards, capture, refund: async () => outcome };
  const form = cardForm({ ...quoted, applicationId }, { asked: { paymentId } });
  assert.equal((await harness.bind({ form }, { cards, failpoint: refuseIssue })).kind, 'refused');
  return applicationId;
}

test('the refund of a bind that failed counts its first try like any other, and waits as long after it', async () => {
  const applicationId = await chargeInVain({ kind: 'not-sent', cause: 'away' });
  const [{ attempts, seconds }] = await inDatabase(
    databaseUrl,
    `SELECT attempts, extract(epoch FROM due_at - now())::float8 AS seconds FROM reversal WHERE application_id = $1`,
    [applicationId],
  );
  assert.equal(attempts, 1);
  assert.ok(seconds <= 10 && seconds > 5, String(seconds));
});

test('what was charged without a policy and is given back by hand is entered for the day on which it was', async () => {
  const later = { ...at, now: new Date(Date.parse(noon) + 2 * 86_400_000) };
  for (const outcome of [
    { kind: 'not-sent', cause: 'away' },
    { kind: 'unknown', cause: 'no answer' },
  ] as const) {
    const applicationId = await chargeInVain(outcome);
    const sql = 'UPDATE reversal SET lease_until = least(lease_until, now()) WHERE application_id = $1 RETURNING id';
    const [{ id }] = await inDatabase(databaseUrl, sql, [applicationId]);
    const settleOn = async (day: number) => {
      const on = addDays(noonDay, day);
      const asked = { kind: 'reversals', id, reason: 'card closed', reference: 'cheque 22', on } as const;
      return (await settleWork(later, actor, asked))?.code;
    };
    assert.equal(await settleOn(-1), 'ReportDateOutOfRange', 'before it was charged');
    assert.equal(await settleOn(1), undefined);
    const [entry] = await inDatabase(
      databaseUrl,
      `SELECT happened_on::text AS "happenedOn", booked_on::text AS "bookedOn",
              (SELECT done_on::text FROM reversal WHERE application_id = $1 AND progress = 'done') AS "doneOn"
       FROM ledger_entry WHERE application_id = $1 AND kind = 'refund'`,
      [applicationId],
    );
    const given = addDays(noonDay, 1);
    assert.deepEqual(entry, { happenedOn: given, bookedOn: addDays(noonDay, 2), doneOn: given });
  }
});

test('what was charged without a policy and is given by hand is asked about; if the card got it as well, a person is shown that', async () => {
  for (const isMade of [false, true]) {
    const applicationId = await chargeInVain({ kind: 'unknown', cause: 'no answer' });
    const rows = (): Promise<readonly { readonly id: ReversalId; readonly one: string; readonly cents: number }[]> =>
      inDatabase(
        databaseUrl,
        `SELECT id, payee || ' ' || progress || CASE WHEN given_up_at IS NULL THEN '' ELSE ', shown' END AS one, amount_cents AS cents
         FROM reversal WHERE application_id = $1 ORDER BY payee`,
        [applicationId],
      );
    const states = async (): Promise<readonly string[]> => (await rows()).map(({ one }) => one);
    const letLeaseEnd = () =>
      inDatabase(
        databaseUrl,
        `UPDATE reversal SET due_at = now(), lease_until = now() - interval '1 second' WHERE application_id = $1 AND due_at IS NOT NULL`,
        [applicationId],
      );
    await letLeaseEnd();
    const [{ id, one, cents }] = (await rows()) as [Awaited<ReturnType<typeof rows>>[number]];
    assert.equal(one, 'Card begun');
    const settle = async (id: ReversalId) =>
      (await settleWork(at, actor, { kind: 'reversals', id, reason: 'card closed', reference: 'cheque 21' }))?.code;
    assert.equal(await settle(id), undefined);
    assert.deepEqual(await states(), ['Card replaced', 'Customer done']);
    assert.equal(await settle(id), 'ReversalNotDue', 'once');
    const find: CardProcessor['find'] = async (key) => ({
      kind: 'done',
      value: {
        kind: isMade ? 'refunded' : 'charged',
        charge: { reference: `ref-${key}`, amountCents: cents, authorizationNumber: 'A1', chargedAt: noon },
        refundedCents: isMade ? cents : 0,
        reference: `ref-${key}`,
        cardToken: null,
        maskedCardNumber: '4242',
        cardType: 'Visa',
      },
    });
    const askOnly: CardProcessor['refund'] = async () => assert.fail('the card was refunded beside it');
    await tryDueReversals({ ...harness.parts, cards: { ...harness.parts.cards, find, refund: askOnly } });
    assert.deepEqual(await states(), isMade ? ['Card done', 'Customer idle, shown'] : ['Customer done']);
    const entries = await inDatabase(
      databaseUrl,
      `SELECT recorded_by AS by FROM ledger_entry WHERE application_id = $1 AND kind = 'refund' ORDER BY turn`,
      [applicationId],
    );
    assert.deepEqual(
      entries.map(({ by }) => by),
      isMade ? ['operator', 'processor'] : ['operator'],
    );
    if (!isMade) continue;
    assert.equal(await settle((await rows())[1]!.id), undefined, 'the customer has paid it back');
    assert.deepEqual(await states(), ['Card done', 'Customer done']);
  }
});

test('the same correction of many leaves alone what is being tried, and is refused as a whole if it is wrong', async () => {
  const sales = [await cancelledBy('card'), await cancelledBy('card')];
  const cause = `stuck ${sales[0]!.policyNumber}`;
  for (const [place, { policyNumber }] of sales.entries())
    await inDatabase(
      databaseUrl,
      `UPDATE reversal
       SET due_at = NULL, given_up_at = now(), failure = 'interrupted', last_error = $2, lease_until = CASE WHEN $3 = 1 THEN now() + interval '1 minute' END
       WHERE policy_number = $1`,
      [policyNumber, cause, place],
    );
  const asked = { kind: 'reversals', reason: 'by cheque', failure: 'interrupted', cursor: null } as const;
  const settle = (reference: string) => settleSelection(at, actor, { ...asked, reference });
  const wrong = await settle(' ');
  assert.ok(isOperatorRefusal(wrong) && wrong.code === 'SettleReferenceRequired');
  const unreasoned = await settleSelection(at, actor, { ...asked, reason: '', reference: 'cheque 9' });
  assert.ok(isOperatorRefusal(unreasoned) && unreasoned.code === 'ReasonRequired');
  assert.deepEqual(await settle('cheque 9'), { done: 1, refused: 1, nextCursor: null });
  await inDatabase(databaseUrl, 'UPDATE reversal SET lease_until = NULL WHERE last_error = $1', [cause]);
  assert.deepEqual(await retrySelection(at, actor, asked), { done: 1, refused: 0, nextCursor: null });
  assert.equal((await run(sales[1]!, given)).reversal.state, 'done');
});

test('more than five hundred are corrected five hundred at a time', async () => {
  const { policyNumber } = await cancelledBy('loan');
  await inDatabase(
    databaseUrl,
    `INSERT INTO mail (id, seller_id, policy_number, kind, to_address, document_ids, due_at, given_up_at, failure, last_error)
     SELECT uuidv7(), seller_id, $1, kind, place || to_address, document_ids, NULL, now(), 'interrupted', 'the service died'
     FROM mail, generate_series(1, 501) AS place WHERE policy_number = $1 AND kind = 'policy'`,
    [policyNumber],
  );
  const sql = 'SELECT id FROM mail WHERE policy_number = $1 AND given_up_at IS NOT NULL ORDER BY id';
  const ids = (await inDatabase(databaseUrl, sql, [policyNumber])).map(({ id }) => id);
  const asked = { kind: 'mails', reason: 'told by telephone', reference: 'call 9', failure: 'interrupted' } as const;
  const first = await settleSelection(at, actor, { ...asked, cursor: null });
  assert.deepEqual(first, { done: 500, refused: 0, nextCursor: ids[499] });
  const rest = await settleSelection(at, actor, { ...asked, cursor: ids[499] });
  assert.deepEqual(rest, { done: 1, refused: 0, nextCursor: null });
});

test('a policy that is not cancelled has no refund', async () => {
  const applicationId = await copyApplication(databaseUrl, quoted.applicationId);
  const bound = await harness.bind({ form: loanForm({ ...quoted, applicationId }) });
  assert.ok(bound.kind === 'bound');
  const { policyNumber } = bound.bound.policy;
  await transact(harness.parts.database, async (tx) => {
    const { open } = await applyConsequences(harness.parts, (await openAccount(tx, policyNumber, at))!);
    const { stored, account } = open;
    assert.deepEqual(stored.record.refundWork, []);
    assert.equal(planOf({ ...stored, account }, noonDay), null);
    assert.equal(await openAccount(tx, 'NB000000000', at), null);
  });
});
