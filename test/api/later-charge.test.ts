import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { addDays } from '../../src/domain/calendar.ts';
import { assertBound, authorizedPayment, binder, byCard, cardRefusedAtCharge } from '../kit/sale/binding.ts';
import { openSaleClient, type SaleClient, type Started } from '../kit/sale/paying.ts';
import { assertRefused, clockAt, inDatabase, noon, type SellerName } from '../kit/sale/quoting.ts';
import { customerAt, sellUnpaid } from '../kit/sale/unpaid.ts';
import { signInOperator } from '../kit/service/operator.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

const dueDay = '2026-11-20';
let service: TestService;

before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock });
});

/**
 * A policy whose card is charged on the due day. Sellers have clocks of their own, so each test takes its own seller.
 */
async function scheduled(name: SellerName, cardNumber?: string) {
  const saleClient = await openSaleClient(service, name);
  const quoted = await saleClient.quote({ effectiveDate: dueDay });
  const choice = quoted.choose('Replacement', 3);
  const payment = await authorizedPayment(saleClient, choice, cardNumber === undefined ? {} : { cardNumber });
  const body = assertBound(await binder(service, saleClient.quoteClient.token)({ ...choice, ...byCard(payment) }));
  return {
    saleClient,
    body,
    applicationId: quoted.applicationId,
    paymentId: payment.asked.paymentId,
    totalCents: quoted.totalCents(choice),
  };
}

const move = (saleClient: SaleClient, today: unknown) =>
  service.call('POST', '/sandbox/clock', { token: saleClient.quoteClient.token, body: { today } });
const ledger = async (saleClient: SaleClient, applicationId: string) =>
  (await saleClient.quoteClient.get(`/sandbox/ledger?applicationId=${applicationId}`)).body;

test('a scheduled card is charged on its day, once, with receipt and policy reference', async () => {
  const { saleClient, body, applicationId, paymentId, totalCents } = await scheduled('ontario');
  assert.equal(body.cardPayment.status, 'Scheduled');
  assert.equal(body.cardPayment.amountCharged, 0);
  assert.ok(!('receiptDownloadId' in body.cardPayment) && !('authorizationNumber' in body.cardPayment));
  assert.deepEqual((await move(saleClient, '2026-11-19')).body, { today: '2026-11-19', chargesRun: 0 });
  assert.deepEqual((await ledger(saleClient, applicationId)).charges, []);

  assert.deepEqual((await move(saleClient, dueDay)).body, { today: dueDay, chargesRun: 1 });
  assert.deepEqual((await move(saleClient, '2026-11-21')).body, { today: '2026-11-21', chargesRun: 0 });
  const { charges } = await ledger(saleClient, applicationId);
  assert.deepEqual(charges, [{ paymentId, amount: totalCents / 100, status: 'Captured', refunded: 0 }]);

  const [policy] = await inDatabase(service.databaseUrl, 'SELECT reference FROM policy WHERE application_id = $1', [
    applicationId,
  ]);
  assert.match(policy.reference, /^\d{6}$/);
  const [receipt] = await inDatabase(
    service.databaseUrl,
    `SELECT id FROM document WHERE policy_number = $1 AND kind = 'receipt'`,
    [body.policyNumber],
  );
  const file = await saleClient.quoteClient.get(`/v1/document/${receipt.id}`);
  assert.equal(file.headers.get('content-type'), 'application/pdf');
  const [entry] = await inDatabase(
    service.databaseUrl,
    `SELECT account, posting.amount_cents::int
     FROM ledger_entry AS entry JOIN ledger_posting AS posting ON posting.entry_id = entry.id
     WHERE card_payment_id = $1 AND account = 'processor'`,
    [paymentId],
  );
  assert.deepEqual(entry, { account: 'processor', amount_cents: totalCents });
});

test('moves of the clock at the same time charge once', async () => {
  const { saleClient, applicationId } = await scheduled('manitoba');
  const answers = await Promise.all(Array.from({ length: 8 }, () => move(saleClient, dueDay)));
  assert.equal(
    answers.reduce((total, { body }) => total + body.chargesRun, 0),
    1,
  );
  assert.equal((await ledger(saleClient, applicationId)).charges.length, 1);
});

test('a refusal is retried on the next 3 days, and then it is the operator’s', async () => {
  const { saleClient, applicationId } = await scheduled('alberta', cardRefusedAtCharge);
  const triesOn = async (day: string, chargesRun = 1): Promise<number> => {
    assert.deepEqual((await move(saleClient, day)).body, { today: day, chargesRun }, 'a refused charge was run, too');
    const rows = await inDatabase(
      service.databaseUrl,
      `SELECT FROM audit WHERE application_id = $1 AND event = 'scheduled card refused'`,
      [applicationId],
    );
    return rows.length;
  };
  assert.equal(await triesOn('2026-11-20'), 1);
  assert.equal(await triesOn('2026-11-20', 0), 1, 'not twice on one day');
  assert.equal(await triesOn('2026-11-21'), 2);
  assert.equal(await triesOn('2026-11-22'), 3);
  assert.equal(await triesOn('2026-11-23'), 4);
  assert.equal(await triesOn('2026-11-24', 0), 4);
  const [due] = await inDatabase(service.databaseUrl, 'SELECT state FROM due_charge WHERE application_id = $1', [
    applicationId,
  ]);
  assert.equal(due.state, 'refused');
  assert.deepEqual((await ledger(saleClient, applicationId)).charges, []);
  const metrics = await fetch(`${service.operatorUrl}/metrics`).then((response) => response.text());
  assert.match(metrics, /northbind_needs_person\{kind="charges"\} 1/);
  const mails = await inDatabase(
    service.databaseUrl,
    `SELECT mail.number, mail.facts ->> 'nextDay' AS "nextDay"
     FROM mail JOIN policy USING (policy_number)
     WHERE application_id = $1 AND mail.kind = 'refusal' ORDER BY mail.id`,
    [applicationId],
  );
  assert.deepEqual(mails, [
    { number: 1, nextDay: '2026-11-21' },
    { number: 2, nextDay: '2026-11-22' },
    { number: 3, nextDay: '2026-11-23' },
    { number: 4, nextDay: null },
  ]);
});

test('a charge that was refused for good is paid by a link, once', async () => {
  const sale = await sellUnpaid(service, 'manitoba');
  const operator = await signInOperator(service, 'support');
  const order = { reason: 'customer called', days: 7, isShown: true };
  const { body } = await operator.post(`/api/policies/${sale.policyNumber}/payment-link`, order);
  const paid = await customerAt(service, body.address).pay();
  assert.match(paid.html, /Paid, thank you/);
  assert.equal((await sale.policy()).moneyStatus, 'Paid');
  assert.equal((await sale.ledger()).charges.length, 1);
});

test('an authorization whose charge date has passed is over: the hold is released, and neither confirm nor bind takes it', async () => {
  const saleClient = await openSaleClient(service, 'ontario');
  const { today } = (await saleClient.quoteClient.get('/sandbox/clock')).body;
  const quoted = await saleClient.quote({ effectiveDate: addDays(today, 5) });
  const choice = quoted.choose('Replacement', 3);
  const held = await authorizedPayment(saleClient, choice, { chargeDate: today });
  const saved = await authorizedPayment(saleClient, choice, { chargeDate: addDays(today, 1) });
  const statusOf = async ({ asked }: Started): Promise<string> => (await saleClient.confirm(asked)).body.status;

  await move(saleClient, today);
  assert.deepEqual([await statusOf(held), await statusOf(saved)], ['Authorized', 'Authorized']);
  await move(saleClient, addDays(today, 1));
  assert.deepEqual([await statusOf(held), await statusOf(saved)], ['Cancelled', 'Authorized']);
  const released = [{ paymentId: held.asked.paymentId, amount: quoted.totalCents(choice) / 100, status: 'Released' }];
  assert.deepEqual(await ledger(saleClient, quoted.applicationId), {
    holds: released,
    charges: [],
    disputes: [],
    loans: [],
  });
  await move(saleClient, addDays(today, 2));
  assert.equal(await statusOf(saved), 'Cancelled');

  const bind = binder(service, saleClient.quoteClient.token);
  for (const payment of [held, saved])
    assertRefused(await bind({ ...choice, ...byCard(payment) }), ['CardPaymentExpired cardPayment.paymentId']);
});

test('another seller’s ledger looks like none', async () => {
  const { applicationId } = await scheduled('quebec');
  const other = await openSaleClient(service, 'novascotia');
  assertRefused(await other.quoteClient.get(`/sandbox/ledger?applicationId=${applicationId}`), [
    'ApplicationNotFound applicationId',
  ]);
  assertRefused(await other.quoteClient.get('/sandbox/ledger?applicationId=nothing'), [
    'ApplicationNotFound applicationId',
  ]);
  assertRefused(await other.quoteClient.get('/sandbox/ledger'), ['ApplicationIdRequired applicationId']);
});

test('the clock goes forward only, and other sellers keep their day', async () => {
  const saleClient = await openSaleClient(service, 'quebec');
  assert.deepEqual((await saleClient.quoteClient.get('/sandbox/clock')).body, { today: '2026-11-15' });
  assertRefused(await move(saleClient, '2026-11-14'), ['TodayInvalid today']);
  assertRefused(await move(saleClient, '2026-12-01T'), ['TodayInvalid today']);
  assertRefused(await move(saleClient, { toString: 1 }), ['TodayInvalid today']);
  assert.equal((await move(saleClient, '2026-12-01')).body.today, '2026-12-01');
  assertRefused(await move(saleClient, '2026-11-30'), ['TodayInvalid today']);
  const other = await openSaleClient(service, 'novascotia');
  assert.deepEqual((await other.quoteClient.get('/sandbox/clock')).body, { today: '2026-11-15' });
});

test('the clock goes ten years ahead of the real day, past the end of any policy, and not a day further', async () => {
  const saleClient = await openSaleClient(service, 'novascotia');
  assertRefused(await move(saleClient, '2036-11-16'), ['TodayInvalid today']);
  assert.deepEqual((await move(saleClient, '2036-11-15')).body, { today: '2036-11-15', chargesRun: 0 });
});
