import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SaleView } from '../../examples/storefront/shop-api.ts';
import { addDays } from '../../src/domain/calendar/calendar.ts';
import type { PaymentId } from '../../src/domain/ids.ts';
import { bankAccount } from '../kit/binding.ts';
import { sendCard } from '../kit/paying.ts';
import { inDatabase } from '../kit/quoting.ts';
import { startTestService, type TestService } from '../kit/service.ts';
import { openShop, type TestShop } from './storefront-testbed.ts';
import { openWindow, quoteIn, selectionIn, type Window } from './storefront-window.ts';

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
  await window.act('bind', { paymentMethod: 'PFF', selection: selectionIn(window.sale()), loan: loan(), bankAccount });
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

/** Everything that a page can ask for about the sale that it shows. */
function everythingAbout(shown: SaleView): readonly (readonly [string, object])[] {
  const selection = selectionIn(shown);
  return [
    ['choice', { vehicleConfigurationId: shown.vehicles[0]?.id, series: 'Prime' }],
    ['quote', shown.applicant ?? {}],
    ['financing', { selection, loan: loan() }],
    ['card', { selection, chargeDate: today }],
    ['card/confirm', { ticket: 'any' }],
    ['bind', { paymentMethod: 'CC' }],
    ['bind', { paymentMethod: 'PFF', selection, loan: loan(), bankAccount }],
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

async function authorizeCard(window: Window, cardNumber?: string): Promise<void> {
  const ticket = await startCard(window);
  await sendCardOf(ticket, cardNumber);
  assert.equal((await window.act('card/confirm', { ticket })).body.status, 'Authorized');
}

/** Returns the ticket. */
async function startCard(window: Window): Promise<string> {
  const started = await window.act('card', { selection: selectionIn(window.sale()), chargeDate: today });
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
