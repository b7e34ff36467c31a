import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { BoundPolicy, DisclosureView, SaleView } from '../../shop/shop-api.ts';
import { addDays } from '../../src/domain/calendar.ts';
import type { PaymentId } from '../../src/domain/ids.ts';
import { until } from '../kit/processes/until.ts';
import { bankAccount } from '../kit/sale/binding.ts';
import { sendCard } from '../kit/sale/paying.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { request, startTestService, type TestService } from '../kit/service/service.ts';
import { openShop, type TestShop } from './shop-testbed.ts';
import { openWindow, quoteIn, selectionIn, type Window } from './shop-window.ts';

/**
 * The shop's server without a browser, before a real sandbox: what two windows, a repeat and a bad day do to a sale.
 */
let service: TestService;
let shop: TestShop;
let token = '';
let today = '';

before(async () => {
  service = await startTestService();
  shop = await openShop(service);
  token = await service.login();
  today = (await service.call('GET', '/sandbox/clock', { token })).body.today;
});

test('a window that shows what another one has changed meanwhile buys nothing, and is told so', async () => {
  const one = await openWindow(shop.url);
  await quoteIn(one, today);
  const shown = one.sale();
  const other = await openWindow(shop.url, one.cookie);
  await quoteIn(other, today);
  assert.notEqual(other.sale().asked?.vin, shown.asked?.vin);

  for (const [path, body] of everythingAbout(shown)) {
    const { status, codes } = await one.post(path, body);
    assert.deepEqual([path, status, codes], [path, 409, ['ChangedElsewhere']]);
  }
  const applicationId = other.sale().quote?.applicationId;
  assert.deepEqual(await paymentsAndBindsOf(applicationId), []);
  assert.equal((await one.load()).asked?.vin, other.sale().asked?.vin);
  await payByCard(one);
  assert.equal((await untilSettled(one)).progress.state, 'bound');
});

test('a window whose sale was started over in another one buys nothing', async () => {
  const one = await openWindow(shop.url);
  await quoteIn(one, today);
  const shown = one.sale();
  const other = await openWindow(shop.url, one.cookie);
  await other.act('sale/start-over');
  await quoteIn(other, today);
  for (const [path, body] of everythingAbout(shown)) assert.equal((await one.post(path, body)).status, 409, path);
  assert.deepEqual(await paymentsAndBindsOf(other.sale().quote?.applicationId), []);
});

test('an authorized card is for the window that shows it: another payment in another window takes its place', async () => {
  const one = await openWindow(shop.url);
  await quoteIn(one, today);
  await authorizeCard(one);
  const other = await openWindow(shop.url, one.cookie);
  assert.equal(other.sale().card?.number, '4242********4242');
  await authorizeCard(other);
  assert.deepEqual((await one.post('bind', { paymentMethod: 'CC' })).codes, ['ChangedElsewhere']);
});

test('a page that repeats its confirm and its bind, because an answer was lost, is no other window', async () => {
  const window = await openWindow(shop.url);
  await quoteIn(window, today);
  const ticket = await startCard(window);
  await sendCardOf(ticket);
  await agree(window, byCard);
  const unanswered = await openWindow(shop.url, window.cookie); // As if it were the same one, and had heard nothing.
  await window.act('card/confirm', { ticket });
  assert.equal((await unanswered.act('card/confirm', { ticket })).body.status, 'Authorized');
  await window.act('bind', { paymentMethod: 'CC' });
  assert.notEqual((await unanswered.act('bind', { paymentMethod: 'CC' })).body.progress.state, 'shopping');
  assert.equal((await untilSettled(window)).progress.state, 'bound');
  assert.equal((await paymentsAndBindsOf(window.sale().quote?.applicationId)).length, 2);
});

test('a confirm that comes before the processor has the card waits for it, as the customer may have left the page', async () => {
  const own = await openShop(service); // Its first confirm is the one that is waited for.
  const window = await openWindow(own.url);
  await quoteIn(window, today);
  const ticket = await startCard(window);
  const confirming = window.act('card/confirm', { ticket });
  await own.event('northbind', { type: 'answered', operation: 'paymentCardConfirm' });
  await sendCardOf(ticket);
  assert.equal((await confirming).body.status, 'Authorized');
  assert.equal((await window.load()).card?.number, '4242********4242');
});

test('who has a card authorized and then buys by financing is told of the loan, and not of the card', async () => {
  const window = await openWindow(shop.url);
  await quoteIn(window, today);
  await authorizeCard(window);
  await agree(window, { paymentMethod: 'PFF', loan: loan() });
  await window.act('bind', { paymentMethod: 'PFF', loan: loan(), bankAccount });
  const { progress } = await untilSettled(window);
  assert.ok(progress.state === 'bound', progress.state);
  assert.equal(progress.policy.card, null);
  assert.notEqual(progress.policy.financing, null);
});

test('a bind that was turned away unread leaves the card as it is, and the customer finishes with it', async (t) => {
  t.after(() => setSellerDisabled(false));
  const window = await openWindow(shop.url);
  await quoteIn(window, today);
  await authorizeCard(window);
  await setSellerDisabled(true);
  await window.act('bind', { paymentMethod: 'CC' });
  const turnedAway = await untilSettled(window);
  assert.deepEqual(turnedAway.progress, {
    state: 'shopping',
    errors: [{ code: 'TryAgain', field: '', message: '' }],
  });
  assert.equal(turnedAway.card?.number, '4242********4242');
  await setSellerDisabled(false);
  await window.act('bind', { paymentMethod: 'CC' });
  assert.equal((await untilSettled(window)).progress.state, 'bound');
});

test('a card that the bind was refused for is spent', async () => {
  const window = await openWindow(shop.url);
  await quoteIn(window, today);
  await authorizeCard(window, '4000000000000341');
  await window.act('bind', { paymentMethod: 'CC' });
  const { progress, card } = await untilSettled(window);
  assert.deepEqual(progress.state === 'shopping' && progress.errors.map(({ code }) => code), ['CardPaymentDeclined']);
  assert.equal(card, null);
});

test('what was chosen stays with the sale; another choice drops the card that was authorized for it', async () => {
  const window = await openWindow(shop.url);
  await quoteIn(window, today);
  await authorizeCard(window);
  const chosen = selectionIn(window.sale());
  assert.deepEqual((await window.load()).selection, chosen);
  assert.notEqual(window.sale().card, null);
  const less = { ...chosen, selectedProducts: chosen.selectedProducts.slice(0, 1) };
  await window.act('selection', { selection: less });
  assert.deepEqual([window.sale().selection, window.sale().card], [less, null]);
  assert.deepEqual((await window.post('bind', { paymentMethod: 'CC' })).codes, ['CardPaymentNotAuthorized']);
  await window.act('look-up', { ...window.sale().asked });
  assert.equal(window.sale().selection, null);
});

test('a French customer has French product names, papers and card form, whatever the seller’s province', async () => {
  const window = await openWindow(shop.url);
  await quoteIn(window, today, 'fr');
  const [product] = window.sale().quote?.replacementOptions[0]?.coverage ?? [];
  assert.equal(product?.productName, 'Remplacement du véhicule');
  const given = (await window.act('disclosures', { ...byCard, language: 'fr' })).body as DisclosureView[];
  assert.deepEqual(
    given.map(({ title }) => title),
    ['Sommaire du produit', 'Avis de confidentialité', 'Offre pour réflexion'],
  );
  const ticket = await startCard(window);
  const { body } = await request(service.checkoutUrl, 'POST', '/checkout/details', { body: { ticket } });
  assert.equal(body.language, 'fr');
});

test('what must be ticked is asked for by the shop itself: for this loan, by this customer, and again for other figures', async () => {
  const window = await openWindow(shop.url);
  await quoteIn(window, today);
  const byLoan = { paymentMethod: 'PFF', loan: loan() };
  const refusedBind = async (terms: object): Promise<void> =>
    assert.deepEqual((await window.post('bind', { ...terms, bankAccount })).codes, ['AcknowledgementRequired']);
  await refusedBind(byLoan);
  const given = (await window.act('disclosures', byLoan)).body as DisclosureView[];
  assert.deepEqual(
    given.map(({ title, isRequired, isAcknowledged }) => [title, isRequired, isAcknowledged]),
    [
      ['Product summary', false, false],
      ['Credit disclosure', true, false],
      ['Pre-authorized debit agreement', true, false],
      ['Privacy notice', false, false],
      ['Offer to think over', false, false],
    ],
  );
  await refusedBind(byLoan);
  await agree(window, byLoan);
  const stranger = await openWindow(shop.url);
  const [{ downloadId }] = given as [DisclosureView];
  assert.equal((await stranger.post('disclosures/tick', { downloadId, isTicked: true })).status, 404);
  const document = (cookie: string) => fetch(`${shop.url}/documents/${downloadId}`, { headers: { cookie } });
  assert.equal((await document(stranger.cookie)).status, 404);
  assert.equal((await document(window.cookie)).headers.get('content-type'), 'application/pdf');

  const other = { ...byLoan, loan: { ...loan(), downPayment: 50 } };
  await refusedBind(other);
  assert.ok(((await window.act('disclosures', other)).body as DisclosureView[]).every((one) => !one.isAcknowledged));
  await refusedBind(other);
  const again = (await window.act('disclosures', byLoan)).body as DisclosureView[];
  assert.deepEqual(
    again.map(({ isRequired, isAcknowledged }) => isRequired === isAcknowledged),
    [true, true, true, true, true],
  );
  await window.act('bind', { ...byLoan, bankAccount });
  const { progress } = await untilSettled(window);
  assert.ok(progress.state === 'bound', progress.state);
  const [{ acknowledgements }] = await inDatabase(
    service.databaseUrl,
    "SELECT snapshot -> 'acknowledgements' AS acknowledgements FROM policy WHERE policy_number = $1",
    [progress.policy.policyNumber],
  );
  assert.deepEqual(
    acknowledgements.map(({ kind }: { kind: string }) => kind),
    ['CreditDisclosure', 'PadAgreement'],
  );
});

// The last of the file: it moves the seller's clock.
test('the shop hears of a later charge by webhook, captured or refused, takes each event once and none over a later one, and refuses what is not signed', async () => {
  const own = await openShop(service);
  const secret = await registerEndpoint(`${own.url}/hooks`);
  await own.kill();
  await own.restart({ SHOP_WEBHOOK_SECRET: secret });
  const later = addDays(today, 5);
  const [good, bad] = [await openWindow(own.url), await openWindow(own.url)];
  await buyLater(good, later);
  await buyLater(bad, later, '4000000000000341');
  await service.call('POST', '/sandbox/clock', { token, body: { today: later } });

  const captured = await untilCharge(good, 'Captured');
  assert.deepEqual(captured.documents, ['declaration', 'receipt']);
  const refused = await untilCharge(bad, 'Refused');
  assert.equal(refused.nextAttemptOn, addDays(later, 1));

  // The shop has heard of them before the service has recorded that.
  const { id, deliveries } = await until(
    () => endpointOf(own.url),
    ({ deliveries: all }) => all.every(({ status }) => status === 'Delivered'),
  );
  assert.equal(deliveries.length, 2);
  for (const { id: delivery } of deliveries) {
    const path = `/v1/webhook-endpoints/${id}/deliveries/${delivery}/replay`;
    assert.equal((await service.call('POST', path, { token })).status, 200);
  }
  await until(
    async () => (await endpointOf(own.url)).deliveries,
    (all) => all.every((again, index) => again.lastAttemptAt > deliveries[index]!.lastAttemptAt),
  );
  assert.equal(own.output().match(/"event":"charge heard"/g)?.length, 2);
  assert.ok(!own.output().includes(secret));

  await sendOlder(own.url, secret);
  assert.equal((await untilCharge(good, 'Captured')).nextAttemptOn, null);

  const forged = await fetch(`${own.url}/hooks`, { method: 'POST', body: '{}' });
  assert.equal(forged.status, 401);
  assert.equal((await fetch(`${shop.url}/hooks`, { method: 'POST', body: '{}' })).status, 404); // It has no secret.
});

/** A refusal from before the charge that the shop knows of, which comes only now. */
async function sendOlder(url: string, secret: string): Promise<void> {
  const { events } = (await service.call('GET', '/v1/events?types=payment.captured', { token })).body;
  const { data, createdAt, ...captured } = events.at(-1);
  const before = new Date(Date.parse(createdAt) - 1000).toISOString();
  const late = { ...captured, id: crypto.randomUUID(), type: 'payment.refused', createdAt: before };
  const body = JSON.stringify({ ...late, data: { ...data, nextAttemptOn: today } });
  const sentAt = new Date();
  const headers = {
    'webhook-id': late.id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(late.id, sentAt, body),
  };
  assert.ok((await fetch(`${url}/hooks`, { method: 'POST', body, headers })).ok);
}

/** Returns the endpoint's secret. */
async function registerEndpoint(url: string): Promise<string> {
  const body = { url, types: ['payment.captured', 'payment.refused'] };
  return (await service.call('POST', '/v1/webhook-endpoints', { token, body })).body.secret;
}

async function endpointOf(shopUrl: string) {
  const { webhookEndpoints } = (await service.call('GET', '/v1/webhook-endpoints', { token })).body;
  const { id } = (webhookEndpoints as { id: string; url: string }[]).find(({ url }) => url.startsWith(shopUrl))!;
  const { deliveries } = (await service.call('GET', `/v1/webhook-endpoints/${id}/deliveries`, { token })).body;
  return { id, deliveries: deliveries as { id: string; status: string; lastAttemptAt: string }[] };
}

async function buyLater(window: Window, startDate: string, cardNumber?: string): Promise<void> {
  await quoteIn(window, startDate);
  await authorizeCard(window, cardNumber, startDate);
  await window.act('bind', { paymentMethod: 'CC' });
  assert.equal((await untilSettled(window)).progress.state, 'bound');
}

async function untilCharge(window: Window, charge: BoundPolicy['charge']): Promise<BoundPolicy> {
  const { progress } = await until(
    window.load,
    (sale) => sale.progress.state === 'bound' && sale.progress.policy.charge === charge,
  );
  assert.ok(progress.state === 'bound');
  return progress.policy;
}

/** Everything that a page can ask for about the sale that it shows. */
function everythingAbout(shown: SaleView): readonly (readonly [string, object])[] {
  const selection = selectionIn(shown);
  return [
    ['choice', { vehicleConfigurationId: shown.vehicles[0]?.id, series: 'Prime' }],
    ['quote', shown.applicant ?? {}],
    ['selection', { selection }],
    ['financing', { loan: loan() }],
    ['disclosures', byCard],
    ['disclosures/tick', { downloadId: 'any', isTicked: true }],
    ['card', { chargeDate: today }],
    ['card/confirm', { ticket: 'any' }],
    ['bind', { paymentMethod: 'CC' }],
    ['bind', { paymentMethod: 'PFF', loan: loan(), bankAccount }],
    ['sale/start-over', {}],
  ];
}

function loan(): object {
  return { downPayment: 0, firstInstallmentDate: addDays(today, 15), loanTermInMonths: 12 };
}

async function payByCard(window: Window): Promise<void> {
  await authorizeCard(window);
  await window.act('bind', { paymentMethod: 'CC' });
}

async function authorizeCard(window: Window, cardNumber?: string, chargeDate?: string): Promise<void> {
  const ticket = await startCard(window, chargeDate);
  await sendCardOf(ticket, cardNumber);
  assert.equal((await window.act('card/confirm', { ticket })).body.status, 'Authorized');
  await agree(window, byCard);
}

const byCard = { paymentMethod: 'CC' };

/** Asks for the disclosures and ticks what must be ticked. */
async function agree(window: Window, terms: object): Promise<void> {
  const given = (await window.act('disclosures', terms)).body as DisclosureView[];
  for (const { downloadId, isRequired } of given)
    if (isRequired) await window.act('disclosures/tick', { downloadId, isTicked: true });
}

/** Returns the ticket. */
async function startCard(window: Window, chargeDate = today): Promise<string> {
  const started = await window.act('card', { chargeDate });
  return started.body.ticket.ticket;
}

async function sendCardOf(ticket: string, cardNumber?: string): Promise<void> {
  const asked = { applicationId: '', paymentId: '' as PaymentId, ticket };
  await sendCard({ asked, checkoutOrigin: service.checkoutUrl }, cardNumber);
}

async function untilSettled(window: Window): Promise<SaleView> {
  for (;;) {
    const sale = await window.load();
    if (sale.progress.state !== 'binding') return sale;
    await sleep(50);
  }
}

function paymentsAndBindsOf(applicationId: string | undefined): Promise<readonly object[]> {
  const sql = `SELECT 'payment' FROM card_payment WHERE application_id = $1
               UNION ALL SELECT 'bind' FROM bind WHERE application_id = $1`;
  return inDatabase(service.databaseUrl, sql, [applicationId]);
}

/** Returns when the service acts by it. */
async function setSellerDisabled(isDisabled: boolean): Promise<void> {
  const sql = "UPDATE seller SET is_disabled = $1 WHERE username = 'ontario'";
  await inDatabase(service.databaseUrl, sql, [isDisabled]);
  const isRefused = async (): Promise<boolean> =>
    (await service.call('GET', '/v1/quote/dealers', { token })).status === 401;
  while ((await isRefused()) !== isDisabled) await sleep(20);
}
