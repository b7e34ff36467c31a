import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { addDays } from '../../src/domain/calendar.ts';
import { assertBound, authorizedPayment, binder, byCard, byLoan } from '../kit/sale/binding.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import type { SellerName } from '../kit/sale/quoting.ts';
import { customerAt, refusedCards, sellUnpaid } from '../kit/sale/unpaid.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';

/* What people and banks do to a sale, told in the sandbox as an operator records it. */

let service: TestService;
before(async () => {
  service = await startTestService();
});

interface Sold {
  readonly policyNumber: string;
  readonly totalCents: number;
  readonly policy: () => Promise<Answer['body']>;
  readonly tell: (path: string, body?: object, fault?: string) => Promise<Answer>;
  readonly events: () => Promise<readonly string[]>;
  readonly today: () => Promise<string>;
  readonly moveTo: (today: string) => Promise<Answer>;
}

async function soldBy(token: string, policyNumber: string, totalCents: number): Promise<Sold> {
  const call = (method: string, path: string, body?: unknown, fault?: string) =>
    service.call(method, path, {
      token,
      ...(body !== undefined && { body }),
      ...(fault !== undefined && { headers: { 'Sandbox-Fault': fault } }),
    });
  return {
    policyNumber,
    totalCents,
    policy: async () => (await call('GET', `/v1/policies/${policyNumber}`)).body,
    tell: (path, body = {}, fault) => call('POST', `/sandbox/${path}`, { policyNumber, ...body }, fault),
    events: async () => {
      const { body } = await call('GET', '/v1/events?limit=100');
      return body.events
        .filter((event: { policyNumber: string }) => event.policyNumber === policyNumber)
        .map(({ type }: { type: string }) => type);
    },
    today: async () => (await call('GET', '/sandbox/clock')).body.today,
    moveTo: (today) => call('POST', '/sandbox/clock', { today }),
  };
}

/** A policy whose card was charged at the bind. */
async function paid(name: SellerName = 'ontario'): Promise<Sold> {
  const saleClient = await openSaleClient(service, name);
  const { token, get } = saleClient.quoteClient;
  const quoted = await saleClient.quote({ effectiveDate: (await get('/sandbox/clock')).body.today });
  const choice = quoted.choose('Replacement', 2);
  const payment = await authorizedPayment(saleClient, choice);
  const { policyNumber } = assertBound(await binder(service, token)({ ...choice, ...byCard(payment) }));
  return soldBy(token, policyNumber, quoted.totalCents(choice));
}

/** A policy whose scheduled charge was refused for good. */
async function unpaid(name: SellerName = 'alberta'): Promise<Sold> {
  const sale = await sellUnpaid(service, name);
  return soldBy(sale.saleClient.quoteClient.token, sale.policyNumber, sale.totalCents);
}

const accepted = (answer: Answer): void => assert.equal(answer.body?.isValid, true, answer.text);

test('a payment by cheque may be a part; all of it makes the policy paid, and it is told', async () => {
  const sale = await unpaid();
  const before = await sale.policy();
  assert.deepEqual([before.moneyStatus, before.amountDue], ['Unpaid', sale.totalCents / 100]);
  accepted(await sale.tell('payments', { kind: 'Received', amount: 100, reference: 'CHEQUE-1' }));
  const part = await sale.policy();
  assert.deepEqual([part.moneyStatus, part.amountDue], ['Unpaid', (sale.totalCents - 10_000) / 100]);
  accepted(await sale.tell('payments', { kind: 'received', policyNumber: sale.policyNumber.toLowerCase() }));
  const whole = await sale.policy();
  assert.deepEqual([whole.moneyStatus, whole.amountDue, whole.refunds], ['Paid', 0, []]);
  assert.equal((await sale.events()).filter((type) => type === 'payment.received').length, 2);
  assert.equal(whole.documents.filter(({ kind }: { kind: string }) => kind === 'Receipt').length, 2);
});

test('a cheque that comes back is due again, and what is paid twice is given back by the way it came', async () => {
  const sale = await unpaid();
  accepted(await sale.tell('payments', { kind: 'Received' }));
  accepted(await sale.tell('payments', { kind: 'Returned' }));
  const returned = await sale.policy();
  assert.deepEqual([returned.moneyStatus, returned.amountDue], ['Unpaid', sale.totalCents / 100]);
  assert.ok(returned.paymentUrl, 'the customer has a page to pay on');
  accepted(await sale.tell('payments', { kind: 'Received' }));
  accepted(await sale.tell('payments', { kind: 'Received', amount: 50 }));
  const twice = await sale.policy();
  assert.equal(twice.moneyStatus, 'RefundPending');
  assert.deepEqual(twice.refunds, [
    { payer: 'Operator', payee: 'Customer', amount: 50, status: 'Pending', doneOn: null },
  ]);
  accepted(await sale.tell('refunds', { reference: 'CHEQUE-2' }));
  const even = await sale.policy();
  assert.equal(even.moneyStatus, 'Paid');
  assert.deepEqual(even.refunds, [
    { payer: 'Operator', payee: 'Customer', amount: 50, status: 'Done', doneOn: await sale.today() },
  ]);
  assert.deepEqual((await sale.tell('refunds')).codes, ['NothingToGiveBack']);
});

test('without an amount all that was received comes back, of however many cheques', async () => {
  const sale = await unpaid();
  accepted(await sale.tell('payments', { kind: 'Received', amount: 100 }));
  accepted(await sale.tell('payments', { kind: 'Received' }));
  const ahead = await sale.tell('payments', { kind: 'Returned', on: addDays(await sale.today(), -1) });
  assert.deepEqual(ahead.codes, ['ReportDateOutOfRange']);
  assert.equal((await sale.policy()).moneyStatus, 'Paid', 'nothing came back before it was given');
  accepted(await sale.tell('payments', { kind: 'Returned' }));
  const { moneyStatus, amountDue } = await sale.policy();
  assert.deepEqual([moneyStatus, amountDue], ['Unpaid', sale.totalCents / 100]);
  assert.equal((await sale.events()).filter((type) => type === 'payment.returned').length, 2);
});

test('what was paid within the notice of a non-payment undoes a cancellation that took effect, however late it is told', async () => {
  const sale = await unpaid();
  const day = await sale.today();
  const ended = { reason: 'NonPayment', effectiveDate: addDays(day, 40), usedDays: 'WriteOff' };
  accepted(await sale.tell('cancellations', ended));
  await sale.moveTo(addDays(day, 45));
  const over = await sale.policy();
  assert.deepEqual([over.status, over.moneyStatus, over.amountDue], ['Cancelled', 'WrittenOff', 0]);
  accepted(await sale.tell('payments', { kind: 'Received', on: addDays(day, 39) }));
  const goesOn = await sale.policy();
  assert.deepEqual(
    [goesOn.status, goesOn.moneyStatus, goesOn.amountDue, goesOn.cancellation, goesOn.refunds],
    ['InForce', 'Paid', 0, null, []],
  );
  assert.deepEqual((await sale.events()).slice(-2), ['cancellation.withdrawn', 'payment.received']);
});

test('what was recorded by mistake is taken back: the policy is as before, its receipt is gone, and it is told', async () => {
  const sale = await unpaid();
  assert.deepEqual((await sale.tell('payments', { kind: 'Voided' })).codes, ['EntryNotByOperator']);
  const before = await sale.policy();
  const partOfCent = await sale.tell('payments', { kind: 'Received', amount: 0.006 });
  assert.deepEqual(partOfCent.codes, ['AmountOutOfRange'], 'there is no part of a cent');
  accepted(await sale.tell('payments', { kind: 'Received', amount: 100 }));
  accepted(await sale.tell('payments', { kind: 'Voided' }));
  const after = await sale.policy();
  assert.deepEqual([after.moneyStatus, after.amountDue], [before.moneyStatus, before.amountDue]);
  assert.deepEqual(after.documents, before.documents);
  assert.deepEqual((await sale.events()).slice(-2), ['payment.received', 'entry.voided']);
});

test('a dispute counts as given back while it is open; lost, the amount is due again; won, it is as before', async () => {
  const sale = await paid();
  accepted(await sale.tell('disputes', { outcome: 'Opened' }));
  assert.deepEqual([(await sale.policy()).moneyStatus, (await sale.policy()).amountDue], ['Disputed', 0]);
  assert.deepEqual((await sale.tell('disputes', { outcome: 'Opened' })).codes, ['DisputeIsOpen']);
  accepted(await sale.tell('disputes', { outcome: 'Won' }));
  assert.deepEqual([(await sale.policy()).moneyStatus, (await sale.policy()).amountDue], ['Paid', 0]);
  accepted(await sale.tell('disputes', { outcome: 'Opened' }));
  accepted(await sale.tell('disputes', { outcome: 'Lost' }));
  const lost = await sale.policy();
  assert.deepEqual([lost.moneyStatus, lost.amountDue], ['Unpaid', sale.totalCents / 100]);
  assert.ok(lost.paymentUrl);
  const told = (await sale.events()).filter((type) => type.startsWith('dispute'));
  assert.deepEqual(told, ['dispute.opened', 'dispute.won', 'dispute.opened', 'dispute.lost']);
});

test('a cancelled policy gives nothing back to a card whose bank has taken the charge back', async () => {
  const sale = await paid();
  accepted(await sale.tell('disputes', { outcome: 'Opened' }));
  accepted(await sale.tell('cancellations', { reason: 'VehicleSold' }));
  const disputed = await sale.policy();
  assert.deepEqual([disputed.status, disputed.moneyStatus, disputed.refunds], ['Cancelled', 'Disputed', []]);
  accepted(await sale.tell('disputes', { outcome: 'Won' }));
  const won = await sale.policy();
  assert.equal(won.refunds.length, 1);
  assert.deepEqual(
    [won.refunds[0].payer, won.refunds[0].payee, won.refunds[0].amount],
    ['Processor', 'Card', won.cancellation.refundAmount],
  );
});

test('what a bank has taken back for good of a cancelled policy is given back: nothing is due but the used days', async () => {
  const sale = await paid();
  accepted(await sale.tell('disputes', { outcome: 'Opened' }));
  accepted(await sale.tell('cancellations', { reason: 'VehicleSold' }));
  accepted(await sale.tell('disputes', { outcome: 'Lost' }));
  const { moneyStatus, amountDue, refunds } = await sale.policy();
  assert.deepEqual([moneyStatus, amountDue, refunds], ['Refunded', 0, []]);
});

test('a dispute after a refund leaves the state of the money as it is', async () => {
  const sale = await paid();
  accepted(await sale.tell('cancellations', { reason: 'Rescission' }));
  assert.equal((await sale.policy()).moneyStatus, 'Refunded');
  accepted(await sale.tell('disputes', { outcome: 'Opened' }));
  assert.deepEqual([(await sale.policy()).moneyStatus, (await sale.policy()).amountDue], ['Refunded', 0]);
  accepted(await sale.tell('disputes', { outcome: 'Lost' }));
  assert.deepEqual([(await sale.policy()).moneyStatus, (await sale.policy()).amountDue], ['Refunded', 0]);
});

test('a dispute after a refund of a part leaves the state of the money as it is, too', async () => {
  const sale = await paid();
  await sale.moveTo(addDays(await sale.today(), 60));
  accepted(await sale.tell('cancellations', { reason: 'VehicleSold' }));
  assert.equal((await sale.policy()).moneyStatus, 'PartRefunded');
  accepted(await sale.tell('disputes', { outcome: 'Opened' }));
  assert.deepEqual([(await sale.policy()).moneyStatus, (await sale.policy()).amountDue], ['PartRefunded', 0]);
});

test('a refund that the card’s issuer refuses for good becomes the operator’s, and the customer is told', async () => {
  const sale = await paid();
  accepted(await sale.tell('cancellations', { reason: 'Rescission' }, 'CardRefundDeclined'));
  const refused = await sale.policy();
  assert.equal(refused.moneyStatus, 'RefundPending');
  assert.deepEqual(refused.refunds, [
    { payer: 'Operator', payee: 'Customer', amount: sale.totalCents / 100, status: 'Pending', doneOn: null },
  ]);
  const day = await sale.today();
  assert.deepEqual((await sale.tell('refunds', { on: addDays(day, 1) })).codes, ['ReportDateOutOfRange']);
  accepted(await sale.tell('refunds', { on: day, reference: 'CHEQUE-9' }));
  const done = await sale.policy();
  assert.equal(done.moneyStatus, 'Refunded');
  assert.deepEqual(done.refunds, [
    { payer: 'Operator', payee: 'Customer', amount: sale.totalCents / 100, status: 'Done', doneOn: day },
  ]);
});

test('non-payment is refused where the partner collected', async () => {
  const saleClient = await openSaleClient(service, 'ontario');
  const { token, get } = saleClient.quoteClient;
  const quoted = await saleClient.quote({ effectiveDate: (await get('/sandbox/clock')).body.today });
  const choice = quoted.choose('Replacement', 2);
  const { policyNumber } = assertBound(
    await binder(service, token)({ ...choice, paymentMethod: 'REF', paymentReference: 'CHEQUE-1' }),
  );
  const sale = await soldBy(token, policyNumber, quoted.totalCents(choice));
  const refused = await sale.tell('cancellations', { reason: 'NonPayment' });
  assert.deepEqual(refused.codes, ['NonPaymentNotAllowed']);
  assert.equal(refused.body.errors[0].field, 'reason', 'in the words of this request');
  assert.deepEqual((await sale.tell('payments', { kind: 'Received' })).codes, ['MoneyNotWithUs']);
});

/** A financed policy whose cover begins today. */
async function financed(name: SellerName): Promise<Sold> {
  const saleClient = await openSaleClient(service, name);
  const { token, get } = saleClient.quoteClient;
  const { today } = (await get('/sandbox/clock')).body;
  const quoted = await saleClient.quote({ effectiveDate: today });
  const choice = quoted.choose('Replacement', 3);
  const { policyNumber } = assertBound(await binder(service, token)({ ...choice, ...byLoan(today) }));
  return soldBy(token, policyNumber, quoted.totalCents(choice));
}

test('non-payment of a loan is refused until its lender says that it is in default, and leaves its customer the notice', async () => {
  const sale = await financed('ontario');
  const today = await sale.today();
  const ended = { reason: 'NonPayment', effectiveDate: addDays(today, 40) };
  assert.deepEqual((await sale.tell('cancellations', ended)).codes, ['NonPaymentNotAllowed']);
  accepted(await sale.tell('loans', { state: 'InDefault' }));
  const early = await sale.tell('cancellations', { ...ended, effectiveDate: today });
  assert.deepEqual([early.codes, early.body.errors[0].field], [['InsurerNoticeTooShort'], 'effectiveDate']);
  accepted(await sale.tell('cancellations', ended));
  const { cancellation, moneyStatus } = await sale.policy();
  assert.deepEqual(
    [cancellation.status, cancellation.effectiveDate, moneyStatus],
    ['Scheduled', ended.effectiveDate, 'Financed'],
  );
});

test('who is no longer behind with the loan on the day of a non-payment keeps the cover, and who is loses it', async () => {
  const [caughtUp, behind] = [await financed('manitoba'), await financed('manitoba')];
  const effectiveDate = addDays(await behind.today(), 40);
  for (const sale of [caughtUp, behind]) {
    accepted(await sale.tell('loans', { state: 'InDefault' }));
    accepted(await sale.tell('cancellations', { reason: 'NonPayment', effectiveDate }));
  }
  accepted(await caughtUp.tell('loans', { state: 'InGoodStanding' }));
  await behind.moveTo(effectiveDate);
  const kept = await caughtUp.policy();
  assert.deepEqual([kept.status, kept.cancellation, kept.moneyStatus], ['InForce', null, 'Financed']);
  assert.equal((await caughtUp.events()).at(-1), 'cancellation.withdrawn');
  const lost = await behind.policy();
  assert.deepEqual([lost.status, lost.cancellation.status], ['Cancelled', 'InEffect']);
});

test('who has a notice of non-payment before the policy begins may pay on the page that it names, and keeps the policy', async () => {
  const saleClient = await openSaleClient(service, 'quebec');
  const { token, get } = saleClient.quoteClient;
  const { today } = (await get('/sandbox/clock')).body;
  const chargeDate = addDays(today, 1);
  const quoted = await saleClient.quote({ effectiveDate: addDays(today, 29) });
  const choice = quoted.choose('Replacement', 2);
  const payment = await authorizedPayment(saleClient, choice, { chargeDate, cardNumber: refusedCards.never });
  const { policyNumber } = assertBound(await binder(service, token)({ ...choice, ...byCard(payment) }));
  const sale = await soldBy(token, policyNumber, quoted.totalCents(choice));
  await sale.moveTo(chargeDate);
  const asked = { reason: 'NonPayment', effectiveDate: addDays(chargeDate, 3) };
  assert.deepEqual((await sale.tell('cancellations', asked)).codes, ['InsurerNoticeTooShort'], 'days to pay it');
  accepted(await sale.tell('cancellations', { ...asked, effectiveDate: addDays(chargeDate, 20) }));
  const { paymentUrl, cancellation } = await sale.policy();
  assert.deepEqual([cancellation.reason, cancellation.status], ['NonPayment', 'Scheduled']);
  assert.ok(paymentUrl);
  await customerAt(service, paymentUrl).pay();
  const kept = await sale.policy();
  assert.deepEqual([kept.status, kept.moneyStatus, kept.cancellation], ['NotStarted', 'Paid', null]);
});
