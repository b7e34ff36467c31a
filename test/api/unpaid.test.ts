import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { addDays } from '../../src/domain/calendar.ts';
import { brokenPromises, readBooks } from '../kit/invariants/bind-books.ts';
import { readPdf } from '../kit/invariants/read-pdf.ts';
import { until } from '../kit/processes/until.ts';
import { cards } from '../kit/sale/paying.ts';
import { clockAt, inDatabase, noon } from '../kit/sale/quoting.ts';
import {
  type Customer,
  customerAt,
  refusedCards,
  sellScheduled,
  sellUnpaid,
  type UnpaidSale,
} from '../kit/sale/unpaid.ts';
import { signInOperator, type TestOperator } from '../kit/service/operator.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';
import { type MailServer, startMailServer } from '../ports/mail-server.ts';

let service: TestService;
let mails: MailServer;
let operator: TestOperator;
const { clock } = clockAt(noon);

before(async () => {
  mails = await startMailServer();
  service = await startTestService({
    clock,
    environment: { SMTP_URL: mails.url, LAPSE_NOTICE_DAYS: '10', PUBLIC_URL: 'https://northbind.example' },
  });
  operator = await signInOperator(service, 'support');
});

const mailsAbout = ({ policyNumber }: UnpaidSale, words: RegExp) =>
  mails.taken
    .map(({ mail }) => mail)
    .filter(({ subject = '' }) => subject.includes(policyNumber) && words.test(subject));
const mailed = (sale: UnpaidSale, words: RegExp, count = 1) =>
  until(
    () => mailsAbout(sale, words),
    (found) => found.length >= count,
  );
const refusedEvents = async ({ saleClient, policyNumber }: UnpaidSale): Promise<readonly (string | null)[]> => {
  const { events } = (await saleClient.quoteClient.get('/v1/events?types=payment.refused&limit=100')).body;
  return events
    .filter((event: { policyNumber: string }) => event.policyNumber === policyNumber)
    .map((event: { data: { nextAttemptOn: string | null } }) => event.data.nextAttemptOn);
};
const link = async ({ policyNumber }: UnpaidSale, order: object = {}): Promise<Customer> => {
  const sent = await operator.post(`/api/policies/${policyNumber}/payment-link`, {
    reason: 'customer called',
    days: 7,
    isShown: true,
    ...order,
  });
  assert.equal(sent.status, 200, sent.text);
  return customerAt(service, sent.body.address);
};
const documentOf = async ({ saleClient }: UnpaidSale, downloadId: string) => {
  const headers = { authorization: `Bearer ${saleClient.quoteClient.token}` };
  const answer = await fetch(`${service.url}/v1/document/${downloadId}`, { headers });
  return readPdf(Buffer.from(await answer.arrayBuffer()));
};
const kept = async ({ applicationId }: UnpaidSale) =>
  brokenPromises(await readBooks(service.databaseUrl, applicationId));

test('each refusal is mailed, with the amount, the card, the next attempt and what to do', async () => {
  const sale = await sellScheduled(service, 'alberta', refusedCards.tomorrow);
  const days = [0, 1, 2, 3].map((days) => addDays(sale.dueDay, days));
  for (const day of days) assert.equal(await sale.moveTo(day), 1);
  const found = await mailed(sale, /card was declined/, 4);
  const texts = found.map(({ text = '' }) => text.replaceAll('\u00a0', ' '));
  for (const text of texts) assert.match(text, /\$[\d,.]+ to your card ending in 0341 for policy NB\d+/);
  // They are sent side by side, in any order.
  const nextDays = texts.map((text) =>
    /charge the same card again on (.+?)\.|will not charge this card again/.exec(text),
  );
  assert.deepEqual(nextDays.map((found) => found?.[1] ?? found?.[0]).sort(), [
    'November 21, 2026',
    'November 22, 2026',
    'November 23, 2026',
    'will not charge this card again',
  ]);
  assert.deepEqual(await refusedEvents(sale), [...days.slice(1), null]);
  assert.equal((await sale.policy()).moneyStatus, 'Unpaid');
  assert.deepEqual(await kept(sale), []);
});

test('a customer in Quebec reads of a refusal in French first', async () => {
  const sale = await sellUnpaid(service, 'quebec');
  const [mail] = await mailed(sale, /carte a été refusée/);
  const { paymentUrl } = await sale.policy();
  assert.ok(mail!.text!.includes(paymentUrl), 'with the page on which to pay');
  const [{ content }] = await inDatabase(
    service.databaseUrl,
    `SELECT content::text FROM mail WHERE policy_number = $1 AND kind = 'refusal'`,
    [sale.policyNumber],
  );
  assert.match(content, /\/pay\/…/);
  assert.ok(!content.includes(paymentUrl.split('/').at(-1)), 'what is kept of the mail opens nothing');
  assert.match(
    mail!.subject!,
    /^Votre carte a été refusée\u00a0: police NB\d+ \/ Your card was declined: policy NB\d+$/,
  );
  assert.match(mail!.text!, /se terminant par 9987[\s\S]+ending in 9987/);
});

test('the answer of a policy is compressed, unless it has the address of a payment page', async () => {
  const sale = await sellScheduled(service, 'alberta', refusedCards.never);
  const { token } = sale.saleClient.quoteClient;
  const headers = { 'accept-encoding': 'gzip' };
  const ask = () => service.call('GET', `/v1/policies/${sale.policyNumber}`, { token, headers });
  const encodingOf = (answer: Answer) => answer.headers.get('content-encoding');
  const scheduled = await ask();
  assert.deepEqual([scheduled.body.paymentUrl, encodingOf(scheduled)], [null, 'gzip']);
  await sale.moveTo(sale.dueDay);
  const unpaid = await ask();
  assert.match(unpaid.body.paymentUrl, /\/pay\//);
  assert.equal(encodingOf(unpaid), null);
});

test('a card is tried again as the card schemes advise: never, or after some days', async () => {
  const never = await sellUnpaid(service, 'manitoba');
  assert.deepEqual(await refusedEvents(never), [null]);
  assert.equal(await never.moveTo(addDays(never.dueDay, 1)), 0);
  const later = await sellScheduled(service, 'manitoba', refusedCards.days);
  assert.equal(await later.moveTo(later.dueDay), 1);
  assert.deepEqual(await refusedEvents(later), [addDays(later.dueDay, 2)]);
  assert.equal(await later.moveTo(addDays(later.dueDay, 1)), 0);
  assert.equal(await later.moveTo(addDays(later.dueDay, 2)), 1);
});

test('a customer pays by the link that was mailed, once, with another card', async () => {
  const sale = await sellUnpaid(service, 'ontario');
  const order = { reason: 'customer called', days: 7, isShown: false };
  const sent = await operator.post(`/api/policies/${sale.policyNumber}/payment-link`, order);
  assert.deepEqual([sent.status, sent.body.address], [200, null], sent.text);
  const [mail] = await mailed(sale, /^Pay for your policy/);
  const address = /https:\/\/northbind\.example\/pay\/[\w-]{43}/.exec(mail!.text!)![0];
  assert.ok(String(mail!.html).includes(`<a href="${address}"`));
  const customer = customerAt(service, address);
  const page = await customer.look();
  assert.equal(page.status, 200);
  assert.match(page.html, /Your card ending in 9987 was declined/);
  assert.match(page.html, /<button>Pay \$[\d,.]+ by card/);
  assert.match((await customer.look('?lang=fr')).html, /<html lang="fr">[\s\S]+Régler votre prime/);

  const paid = await customer.pay(cards.mastercard);
  assert.match(paid.html, /Paid, thank you/);
  const { charges } = await sale.ledger();
  assert.deepEqual(
    charges.map(({ amount, status }: { amount: number; status: string }) => [amount, status]),
    [[sale.totalCents / 100, 'Captured']],
  );
  const policy = await sale.policy();
  assert.deepEqual([policy.moneyStatus, policy.cardPayment.cardType], ['Paid', 'Mastercard']);
  assert.match(policy.cardPayment.maskedCardNumber, /5454$/);
  assert.match((await documentOf(sale, policy.cardPayment.receiptDownloadId)).text, /5454/);
  await mailed(sale, /^Receipt/);
  const { events } = (await sale.saleClient.quoteClient.get('/v1/events?types=payment.captured')).body;
  assert.equal(events.filter((event: { policyNumber: string }) => event.policyNumber === sale.policyNumber).length, 1);
  assert.match((await customer.look()).html, /Paid, thank you/);
  assert.match((await customer.post('checkout')).html, /Paid, thank you/);
  assert.deepEqual(await kept(sale), []);
  const secret = address.split('/').at(-1)!;
  assert.ok(!service.lines.some((line) => line.includes(secret)), 'the secret is in no log line');
  const stored = await inDatabase(service.databaseUrl, 'SELECT FROM payment_link WHERE payment_link::text LIKE $1', [
    `%${secret}%`,
  ]);
  assert.deepEqual(stored, []);
});

test('the page is for the customer alone: no index, no referrer, no frame, nothing from elsewhere', async () => {
  const { headers } = await customerAt(service, 'https://northbind.example/pay/nothing').look();
  assert.match(headers.get('x-robots-tag')!, /noindex/);
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
  assert.equal(headers.get('cache-control'), 'no-store');
  const policy = headers.get('content-security-policy')!;
  const { origin } = new URL(service.checkoutUrl);
  assert.ok(policy.startsWith(`default-src 'none'; script-src 'self' ${origin}; frame-src ${origin};`), policy);
  assert.match(policy, /form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/);
});

test('a card that is refused is followed by another, on the form or at the charge', async () => {
  const sale = await sellUnpaid(service, 'ontario');
  const customer = await link(sale);
  assert.match((await customer.pay(cards.refused)).html, /Your card was declined/);
  assert.match((await customer.pay(refusedCards.tomorrow)).html, /Your card was declined/);
  assert.deepEqual((await sale.ledger()).charges, []);
  assert.equal((await sale.policy()).moneyStatus, 'Unpaid');
  assert.match((await customer.pay()).html, /Paid, thank you/);
  assert.equal((await sale.ledger()).charges.length, 1);
  assert.deepEqual(await kept(sale), []);
});

test('two windows: the first card pays, and the second is not charged', async () => {
  const sale = await sellUnpaid(service, 'ontario');
  const customer = await link(sale);
  const [one, other] = [await customer.open(), await customer.open()];
  await customer.typeCard(one);
  await customer.typeCard(other, cards.mastercard);
  await Promise.all([customer.post('confirm', { ticket: one }), customer.post('confirm', { ticket: other })]);
  assert.match((await customer.look()).html, /Paid, thank you/);
  assert.equal((await sale.ledger()).charges.length, 1);
  assert.deepEqual(await kept(sale), []);
  const [{ count }] = await inDatabase(
    service.databaseUrl,
    `SELECT count(*)::int FROM card_payment WHERE application_id = $1 AND is_by_link AND status IN ('Authorized', 'Releasing', 'Released')`,
    [sale.applicationId],
  );
  assert.equal(count, 1, 'the sweep releases the other');
});

test('a link opens twenty forms and no more, also when many are asked for at once', async () => {
  const sale = await sellUnpaid(service, 'ontario');
  const customer = await link(sale);
  const ask = async (): Promise<boolean> => (await customer.post('checkout')).html.includes('data-ticket=');
  const opened = (await Promise.all(Array.from({ length: 30 }, ask))).filter(Boolean);
  // On a busy machine the processor may not have answered all of them in time.
  for (let tries = 0; tries < 20; tries += 1) if (await ask()) opened.push(true);
  assert.equal(opened.length, 20);
});

test('a card that was given before the page broke down is taken when the link is opened again', async () => {
  const sale = await sellUnpaid(service, 'ontario');
  const customer = await link(sale);
  await customer.typeCard(await customer.open());
  assert.match((await customer.look()).html, /<button>Pay/, 'looking changes nothing');
  assert.match((await customer.post('checkout')).html, /Paid, thank you/);
  assert.equal((await sale.ledger()).charges.length, 1);
});

test('with a later day the card is saved, and charged on that day', async () => {
  const sale = await sellUnpaid(service, 'ontario');
  const day = addDays(sale.dueDay, 3);
  const customer = await link(sale, { chargeOn: day });
  assert.match((await customer.look()).html, /The card you enter now is charged on/);
  const saved = await customer.pay();
  assert.match(saved.html, /your card is saved/);
  assert.equal((await sale.policy()).moneyStatus, 'Scheduled');
  assert.match((await customer.post('checkout')).html, /your card is saved/, 'another card does not take its place');
  assert.equal(await sale.moveTo(day), 1);
  assert.match((await customer.look()).html, /Paid, thank you/);
  assert.equal((await sale.policy()).moneyStatus, 'Paid');
  assert.deepEqual(await kept(sale), []);
});

test('a policy that was paid by a link is refunded to that card when it is cancelled', async () => {
  const sale = await sellUnpaid(service, 'ontario');
  const customer = await link(sale);
  await customer.pay(cards.mastercard);
  const path = `/api/policies/${sale.policyNumber}/cancellation`;
  const asked = { kind: 'flat', cancelledOn: sale.dueDay };
  const { body: preview } = await operator.post(`${path}/preview`, asked);
  const shown = { refundCents: preview.refundCents, route: preview.plan.route };
  assert.match(preview.card.maskedCardNumber, /5454$/);
  const made = await operator.post(path, { ...asked, reason: 'sold the car', shown });
  assert.deepEqual([made.status, shown.route], [200, 'card'], made.text);
  await until(sale.ledger, ({ charges }) => charges[0].status === 'Reversed');
  const { text } = await documentOf(sale, made.body.documentId);
  assert.match(text, /back to the card that paid, Mastercard [*\d]+5454/);
  const [mail] = await mailed(sale, /refund/i);
  assert.match(mail!.text!, /Mastercard\s••••\s5454/);
  const { html } = await customer.look();
  assert.match(html, /The policy is cancelled/);
  assert.doesNotMatch(html, /no card was charged/);
});

test('a charge that the customer paid another way is paid on the page, which promises no receipt', async () => {
  const sale = await sellUnpaid(service, 'ontario');
  const customer = await link(sale);
  const { paymentId } = (await operator.get(`/api/sales/${sale.applicationId}`)).body.dueCharge;
  const order = { reason: 'customer called', reference: 'transfer 88' };
  const admin = await signInOperator(service);
  assert.equal((await admin.post(`/api/work/charges/${paymentId}/settle`, order)).status, 204);
  for (const [query, title] of [
    ['', /<h1[^>]*>Paid, thank you/],
    ['?lang=fr', /<h1[^>]*>Paiement reçu, merci/],
  ] as const) {
    const { status, html } = await customer.look(query);
    assert.equal(status, 200);
    assert.match(html, title);
    assert.doesNotMatch(html, /receipt|votre reçu/i);
  }
  assert.match((await customer.post('checkout')).html, /Paid, thank you/);
  assert.equal((await sale.policy()).moneyStatus, 'Paid');
});

test('the page of a link names the vehicle as the policy was amended', async () => {
  const sale = await sellUnpaid(service, 'ontario');
  const customer = await link(sale);
  assert.doesNotMatch((await customer.look()).html, /Corrected/);
  await inDatabase(
    service.databaseUrl,
    `UPDATE policy
     SET amended = jsonb_set(snapshot::jsonb, '{inputs,vehicle,model}', '"Corrected"')::json, amendment_count = 1
     WHERE policy_number = $1`,
    [sale.policyNumber],
  );
  assert.match((await customer.look()).html, /Corrected/);
});

test('a link that is shown is not replaced by one whose mail has not gone out yet', async () => {
  const sale = await sellUnpaid(service, 'ontario');
  const mail = async () => {
    const sql = `SELECT id, state, failure FROM mail WHERE policy_number = $1 AND kind = 'payment link'`;
    return (await inDatabase(service.databaseUrl, sql, [sale.policyNumber]))[0];
  };
  mails.behave('greylist');
  const order = { reason: 'customer called', days: 7, isShown: false };
  assert.equal((await operator.post(`/api/policies/${sale.policyNumber}/payment-link`, order)).status, 200);
  // Put off: the mail server would take one that is on its way as soon as it behaves.
  const { id } = await until(mail, ({ failure }) => failure !== null);
  const customer = await link(sale);
  mails.behave('well');
  await inDatabase(service.databaseUrl, 'UPDATE mail SET due_at = now() WHERE id = $1 AND due_at IS NOT NULL', [id]);
  const { state } = await until(mail, (one) => one.state !== 'due' && one.state !== 'sending');
  assert.deepEqual([state, (await customer.look()).status], ['dropped', 200]);
});

test('a mail that something is unpaid does not go out once it is paid', async () => {
  mails.behave('greylist');
  const sale = await sellUnpaid(service, 'ontario');
  const mail = async () => {
    const sql = `SELECT id, state, last_error FROM mail WHERE policy_number = $1 AND kind = 'refusal' AND number = 1`;
    return (await inDatabase(service.databaseUrl, sql, [sale.policyNumber]))[0];
  };
  const { id } = await until(mail, (one) => one.state === 'due' && one.last_error !== null);
  assert.match((await (await link(sale)).pay()).html, /Paid, thank you/);
  mails.behave('well');
  await inDatabase(service.databaseUrl, 'UPDATE mail SET due_at = now() WHERE id = $1', [id]);
  assert.equal((await until(mail, ({ state }) => state !== 'due' && state !== 'sending')).state, 'dropped');
  assert.deepEqual(mailsAbout(sale, /card was declined/), []);
});

test('a link that is replaced, expired or revoked says so and takes no card', async () => {
  const sale = await sellUnpaid(service, 'ontario');
  const first = await link(sale);
  const customer = await link(sale);
  assert.deepEqual([(await first.look()).status, (await first.post('checkout')).status], [404, 404]);
  assert.match((await first.look()).html, /This link is not valid/);

  const ticket = await customer.open();
  const expire = 'UPDATE payment_link SET expires_at = $2 WHERE policy_number = $1';
  await inDatabase(service.databaseUrl, expire, [sale.policyNumber, noon]);
  assert.deepEqual([(await customer.look()).status, (await customer.post('checkout')).status], [410, 410]);
  assert.match((await customer.look()).html, /This link has expired/);

  const path = `/api/policies/${sale.policyNumber}/payment-link/revoke`;
  assert.equal((await operator.post(path, { reason: 'paid by transfer' })).status, 204);
  assert.deepEqual((await operator.post(path, { reason: 'once more' })).codes, ['LinkNotThere']);
  await customer.typeCard(ticket);
  await customer.post('confirm', { ticket });
  const page = await customer.look();
  assert.deepEqual([page.status, /This link is not valid/.test(page.html)], [410, true]);
  assert.deepEqual((await sale.ledger()).charges, []);
  assert.equal((await sale.policy()).moneyStatus, 'Unpaid');
});

test('while a charge runs the page waits, and of a cancelled policy nothing is to be paid', async () => {
  const sale = await sellUnpaid(service, 'ontario');
  const customer = await link(sale);
  const set = (sql: string) =>
    inDatabase(service.databaseUrl, `UPDATE due_charge SET ${sql} WHERE policy_number = $1`, [sale.policyNumber]);
  await set("given_up_at = NULL, due_at = now() + interval '1 hour', lease_until = now() + interval '1 hour'");
  const waiting = await customer.look();
  assert.match(waiting.html, /http-equiv="refresh"[\s\S]+being processed/);
  assert.match((await customer.post('checkout')).html, /being processed/);
  const refused = await operator.post(`/api/policies/${sale.policyNumber}/payment-link`, {
    reason: 'again',
    days: 7,
    isShown: true,
  });
  assert.deepEqual(refused.codes, ['ChargeUnderWay']);
  await set('given_up_at = now(), due_at = NULL, lease_until = NULL');
  const path = `/api/policies/${sale.policyNumber}/cancellation`;
  const asked = { kind: 'flat', cancelledOn: sale.dueDay };
  const { body: preview } = await operator.post(`${path}/preview`, asked);
  const shown = { refundCents: preview.refundCents, route: preview.plan.route };
  assert.equal((await operator.post(path, { ...asked, reason: 'not paid', shown })).status, 200);
  assert.match((await customer.look()).html, /The policy is cancelled/);
  assert.match((await customer.post('checkout')).html, /The policy is cancelled/);
});

test('a link is for a charge that was refused, for a month at most, and a day at most 60 days ahead', async () => {
  const sale = await sellScheduled(service, 'ontario', refusedCards.never);
  const send = async (order: object) =>
    (
      await operator.post(`/api/policies/${sale.policyNumber}/payment-link`, {
        reason: 'customer called',
        days: 7,
        isShown: true,
        ...order,
      })
    ).codes[0];
  assert.equal(await send({}), 'ChargeNotRefused');
  await sale.moveTo(sale.dueDay);
  assert.equal(await send({ days: 31 }), 'RequestInvalid');
  assert.equal(await send({ chargeOn: sale.dueDay }), 'ChargeDateOutOfRange');
  assert.equal(await send({ chargeOn: addDays(sale.dueDay, 61) }), 'ChargeDateOutOfRange');
  assert.equal(await send({ chargeOn: addDays(sale.dueDay, 60) }), undefined);
});

test('some days after the last refusal the customer is told once that cover may be ended, and the operator sees it', async () => {
  const sale = await sellUnpaid(service, 'alberta');
  await sale.moveTo(addDays(sale.dueDay, 9));
  assert.deepEqual(mailsAbout(sale, /is unpaid/), []);
  await sale.moveTo(addDays(sale.dueDay, 10));
  const [mail] = await mailed(sale, /is unpaid/);
  assert.match(mail!.text!, /we may end the cover/);
  await sale.moveTo(addDays(sale.dueDay, 11));
  const { rows } = (await operator.get('/api/needs-person/charges?limit=100')).body;
  const row = rows.find(({ policyNumber }: UnpaidSale) => policyNumber === sale.policyNumber);
  assert.equal(row.lapseNoticedOn, addDays(sale.dueDay, 10));
  assert.equal(mailsAbout(sale, /is unpaid/).length, 1);
  assert.equal((await sale.policy()).status, 'InForce');
});
