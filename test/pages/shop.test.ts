import assert from 'node:assert/strict';
import test, { afterEach, before, beforeEach } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { addDays } from '../../src/domain/calendar.ts';
import { until } from '../kit/processes/until.ts';
import { bankAccount, bankLeaks } from '../kit/sale/binding.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { assertTold } from './assert-told.ts';
import {
  assertDone,
  cards,
  fillBankAccount,
  heading,
  type PurchaseChoices,
  payByCard,
  payMonthly,
  payWithoutAnswer,
  scanPage,
  shopUpToPayment,
  tickDisclosures,
  totalOf,
  typeCard,
} from './shop-sale.ts';
import { desktop, openShopTestbed, phone, type ShopTestbed, sizes, type TestShop } from './shop-testbed.ts';

/** The partner's shop in a real browser, before a real sandbox, with crashes. */
let testbed: ShopTestbed;

before(async () => {
  testbed = await openShopTestbed();
});

/** When the running test began: whatever was bound since is its own. */
let opened = new Date();

beforeEach(() => {
  opened = new Date();
});

afterEach(() => testbed.clear());

test('on a desktop, Prime by card survives a crash of the shop in the middle of the bind, and is charged once', async () => {
  const shop = await testbed.openShop({ SHOP_BIND_FAULT: 'SlowBind' });
  const { page, errors } = await testbed.visitShop(shop, desktop);
  await shopUpToPayment(page, { name: 'desktop-prime', email: 'prime-desktop@example.ca' });
  await payByCard(page, 'desktop-prime');
  await killInTheMiddle(shop);
  await page.getByText('We can’t connect right now.').waitFor();
  await shop.restart();

  // The repeat returns the policy and the declaration; the receipt is in the customer's mail.
  await assertDone(page, ['Declaration'], 'desktop-prime');
  await page.getByText('Your receipt is in the e-mail.').waitFor();
  const { holds, charges, loans } = await assertOnePolicy(shop);
  assert.deepEqual(statusesOf([holds, charges, loans]), [['Captured'], ['Captured'], []]);
  assert.deepEqual(errors, []);
});

test('a shop that is stopped while it buys by a loan finishes it first, and asks nobody for the account again', async () => {
  const shop = await testbed.openShop({ SHOP_BIND_FAULT: 'SlowBind' });
  const { page } = await testbed.visitShop(shop, desktop);
  await shopUpToPayment(page, { email: 'stopped-loan@example.ca' });
  await payMonthly(page);
  await page.getByText('Please keep this page open until your loan is set up.').waitFor();
  await shop.stop();
  assert.ok(shop.output().includes('"event":"bound"'), shop.output());
  await shop.restart();
  await assertDone(page, ['Declaration', 'Financing letter']);
  const { loans } = await assertOnePolicy(shop);
  assert.equal(loans.length, 1);
});

test('on a phone, a refused card costs nothing, and another one buys Prime', async () => {
  const shop = await testbed.openShop();
  const { page, errors } = await testbed.visitShop(shop, phone);
  await shopUpToPayment(page, { name: 'phone-prime', email: 'prime-phone@example.ca' });
  await payByCard(page, undefined, cards.refused);
  await page.getByRole('status').filter({ hasText: 'declined' }).waitFor();
  await typeCard(page, 'phone-prime'); // The form is open for another card.
  await assertDone(page, ['Declaration', 'Receipt'], 'phone-prime');
  const { holds, charges } = await assertOnePolicy(shop);
  assert.deepEqual(statusesOf([holds, charges]), [['Captured'], ['Captured']]);
  assert.deepEqual(errors, []);
});

test('on a desktop, a reload and a refused card on the payment page leave what was chosen as it is', async () => {
  const shop = await testbed.openShop();
  const { page, errors } = await testbed.visitShop(shop, desktop);
  await shopUpToPayment(page, { email: 'keeps@example.ca', years: 5 });
  const chosen = await totalOf(page);
  const assertKept = async (): Promise<void> => {
    await heading(page, 'How would you like to pay?');
    await page.getByRole('complementary').getByText('5 years').waitFor();
    await page.getByRole('complementary').getByText('Rental car').waitFor();
    assert.equal(await totalOf(page), chosen);
  };
  await page.reload();
  await assertKept();
  await payByCard(page, undefined, cards.refused);
  await page.getByRole('status').filter({ hasText: 'declined' }).waitFor();
  await page.frameLocator('iframe').getByLabel('Card number').waitFor();
  await assertKept();
  await page.reload();
  await assertKept();
  await payByCard(page);
  await assertDone(page, ['Declaration', 'Receipt']);
  const { applicationId } = await shop.event('bound');
  const { charges } = await ledgerOf(applicationId);
  assert.deepEqual(
    charges.map(({ amount }) => Math.round(amount * 100)),
    [chosen],
  );
  assert.deepEqual(errors, []);
});

test("on a desktop, Plus by financing: a plot of the installments, one loan, and the lender's letter", async () => {
  const shop = await testbed.openShop();
  const { page, errors } = await testbed.visitShop(shop, desktop);
  await shopUpToPayment(page, plus('desktop'));
  await payMonthly(page, 'desktop-plus');
  await assertDone(page, ['Declaration', 'Financing letter'], 'desktop-plus');
  await page.getByText('Please pay your down payment of $100.00 to Maple Motors today').waitFor();
  const { holds, charges, loans } = await assertOnePolicy(shop);
  assert.deepEqual(statusesOf([holds, charges, loans]), [[], [], ['Active']]);
  assert.deepEqual(errors, []);
});

test('on a phone, a crash in a bind of Plus by financing: the customer gives the account again, as nobody kept it, and there is one loan', async () => {
  const shop = await testbed.openShop({ SHOP_BIND_FAULT: 'RateLimitExceeded' });
  const { page, errors } = await testbed.visitShop(shop, phone);
  await shopUpToPayment(page, plus('phone'));
  await payMonthly(page, 'phone-plus');
  await shop.event('northbind', { type: 'waiting', operation: 'bind' });
  await shop.kill();
  await shop.restart();

  await heading(page, 'Please enter your account again');
  await page.getByRole('complementary').getByText('Rental car').waitFor();
  await scanPage(page, 'phone-plus', '5-again');
  await fillBankAccount(page, { transitNumber: '123' });
  await page.getByRole('button', { name: 'Finish my purchase' }).click();
  await page.locator('.field-error', { hasText: 'The transit number has 5 digits.' }).waitFor();
  await fillBankAccount(page);
  await page.getByRole('button', { name: 'Finish my purchase' }).click();
  await assertDone(page, ['Declaration', 'Financing letter']);
  const { loans } = await assertOnePolicy(shop);
  assert.deepEqual(statusesOf([loans]), [['Active']]);
  assert.deepEqual(await bankLeaks(shop.output() + shop.disk(), testbed.service.databaseUrl), []);
  assert.deepEqual(errors, []);
});

for (const [size, options] of sizes) {
  test(`on a ${size}, what is typed of a loan is judged at its field, and never takes the focus away`, async () => {
    const shop = await testbed.openShop();
    const { page, errors } = await testbed.visitShop(shop, options);
    await shopUpToPayment(page, { email: `loan-${size}@example.ca` });
    await page.getByRole('radio', { name: 'Monthly' }).check();
    const buy = page.getByRole('button', { name: /^Buy for \$/ });
    await buy.waitFor();
    const down = page.getByLabel('Down payment');
    await down.click();
    const type = async (text: string) => {
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.press('Delete');
      const answered = page.waitForResponse('**/api/financing');
      await page.keyboard.type(text);
      await answered;
    };
    const wrong = page.locator('.field-error', { hasText: 'Enter the down payment in dollars.' });
    await type('abc');
    await wrong.waitFor();
    assert.equal(await down.evaluate((input) => input === input.ownerDocument.activeElement), true);
    await scanPage(page, `${size}-loan`, '5-wrong');
    await type('$1 00,50');
    await wrong.waitFor();
    await type('100,50 $');
    await wrong.waitFor({ state: 'detached' });
    await page.keyboard.press('ControlOrMeta+a');
    const emptied = page.waitForResponse('**/api/financing');
    await page.keyboard.press('Delete');
    assert.equal((await emptied).status(), 200, 'an emptied field is no down payment');
    assert.equal(await wrong.count(), 0);
    assert.equal(await down.evaluate((input) => input === input.ownerDocument.activeElement), true);
    assert.deepEqual(errors, []);
  });

  test(`on a ${size}, a loan that the lender declines comes into view, and leaves what was typed and chosen for it`, async () => {
    const shop = await testbed.openShop({ SHOP_BIND_FAULT: 'FinancingDeclined' });
    const { page, errors } = await testbed.visitShop(shop, options);
    await shopUpToPayment(page, { email: `declined-${size}@example.ca` });
    await payMonthly(page);
    await assertTold(page, /The lender declined your application/);
    assert.equal(await page.getByRole('radio', { name: 'Monthly' }).isChecked(), true);
    assert.equal(await page.getByLabel('Down payment').inputValue(), '100');
    assert.equal(await page.getByRole('radio', { name: '24 months' }).isChecked(), true);
    assert.equal(await page.getByLabel('Transit').inputValue(), bankAccount.transitNumber);
    assert.equal(await page.getByLabel('I agree to the financing').isChecked(), false, 'who agrees does so each time');
    await scanPage(page, `${size}-declined`, '5-declined');
    assert.deepEqual(errors, []);
  });

  test(`on a ${size}, a lease that starts later is charged on its day`, async () => {
    const token = await testbed.service.login();
    const { today } = (await testbed.service.call('GET', '/sandbox/clock', { token })).body;
    const startDate = addDays(today, 10);
    const shop = await testbed.openShop();
    const { page, errors } = await testbed.visitShop(shop, options);
    await shopUpToPayment(page, {
      email: `lease-${size}@example.ca`,
      purchaseMethod: 'Leased',
      effectiveDate: startDate,
    });
    await page.getByText('We verify your card today').waitFor();
    await payByCard(page);
    await assertDone(page, ['Declaration']);
    await page.getByText('to be charged on').waitFor();
    const { applicationId } = await shop.event('bound');
    assert.deepEqual((await ledgerOf(applicationId)).charges, []);

    const moved = await testbed.service.call('POST', '/sandbox/clock', { token, body: { today: startDate } });
    assert.equal(moved.body.chargesRun, 1);
    assert.deepEqual(statusesOf([(await ledgerOf(applicationId)).charges]), [['Captured']]);
    assert.deepEqual(errors, []);
  });
}

for (const [what, card, shown, documents] of [
  ['charged', cards.accepted, [/, charged on/, /débitée le/], ['Declaration', 'Receipt']],
  ['refused', cards.refusedLater, [/We’ll try it again on/, /Une nouvelle tentative aura lieu le/], ['Declaration']],
] as const) {
  test(`on a phone, a card that is ${what} later is told on the order’s page, in both languages`, async () => {
    const token = await testbed.service.login();
    const { today } = (await testbed.service.call('GET', '/sandbox/clock', { token })).body;
    const startDate = addDays(today, 3);
    const shop = await testbed.openShop();
    const hook = { url: `${shop.url}/hooks`, types: ['payment.captured', 'payment.refused'] };
    const { secret } = (await testbed.service.call('POST', '/v1/webhook-endpoints', { token, body: hook })).body;
    await shop.kill();
    await shop.restart({ SHOP_WEBHOOK_SECRET: secret });
    const { page, errors } = await testbed.visitShop(shop, phone);
    await shopUpToPayment(page, { email: `later-${what}@example.ca`, effectiveDate: startDate });
    await payByCard(page, undefined, card);
    await page.getByText('to be charged on').waitFor();
    await testbed.service.call('POST', '/sandbox/clock', { token, body: { today: startDate } });
    await shop.event('charge heard');
    await page.reload();
    await page.getByText(shown[0]).waitFor();
    await assertDone(page, documents, `phone-later-${what}`);
    await page.getByRole('button', { name: 'Français' }).click();
    await page.getByText(shown[1]).waitFor();
    await scanPage(page, `phone-later-${what}`, '6-done-fr');
    assert.deepEqual(errors, []);
  });
}

test('on a desktop, who buys what another window has replaced buys nothing, and sees the purchase as it is now', async () => {
  const shop = await testbed.openShop();
  const { page, errors } = await testbed.visitShop(shop, desktop);
  await shopUpToPayment(page, { email: 'windows@example.ca' });
  await page.getByRole('radio', { name: 'Monthly' }).check();
  await tickDisclosures(page);
  await fillBankAccount(page);
  await page.getByLabel('I agree to the financing').check();

  const other = await page.context().newPage();
  await other.goto(shop.url);
  await other.getByRole('link', { name: 'Vehicle' }).click();
  await other.getByRole('button', { name: 'Change' }).click();
  await other.getByRole('button', { name: 'Use a sample VIN' }).click();
  await other.getByText('A sample VIN has been filled in.').waitFor({ state: 'attached' });
  await other.getByRole('button', { name: 'Find my vehicle' }).click();
  await other.getByRole('group', { name: 'Which one is yours?' }).getByRole('radio').first().check();
  await other.getByRole('button', { name: 'Continue' }).click();
  await other.getByRole('button', { name: 'See my prices' }).click();
  await heading(other, 'Choose your coverage');

  await page.getByRole('button', { name: /^Buy for \$/ }).click();
  await page.getByRole('alert').filter({ hasText: 'Your purchase was changed after this page loaded' }).waitFor();
  await heading(page, 'Choose your coverage');
  const summaryOf = (one: Page): Promise<string> => one.getByRole('complementary').innerText();
  assert.equal(await summaryOf(page), await summaryOf(other));
  await scanPage(page, 'desktop-windows', '4-changed');
  assert.doesNotMatch(shop.output(), /"event":"binding"/);

  // Nothing that was ticked for the other vehicle is left.
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await payMonthly(page);
  await assertDone(page, ['Declaration', 'Financing letter']);
  await assertOnePolicy(shop);
  assert.deepEqual(errors, []);
});

test('on a phone, a loan can’t be bought before its figures are shown', async () => {
  const shop = await testbed.openShop();
  const { page, errors } = await testbed.visitShop(shop, phone);
  await shopUpToPayment(page, { email: 'figures@example.ca' });
  await page.getByRole('radio', { name: 'Monthly' }).check();
  await tickDisclosures(page);
  await fillBankAccount(page);
  await page.getByLabel('I agree to the financing').check();
  const buy = page.getByRole('button', { name: /^Buy for \$/ });
  await buy.and(page.locator(':enabled')).waitFor();
  const before = await buy.innerText();

  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/financing', (route) => released.then(() => route.continue()));
  await page.getByLabel('Down payment').fill('200');
  await page.getByLabel('Down payment').press('Enter');
  assert.equal(await buy.isDisabled(), true);
  await scanPage(page, 'phone-figures', '5-waiting');
  await sleep(500); // Longer than the page waits before it asks for the figures.
  await page.getByLabel('Down payment').press('Enter');
  assert.doesNotMatch(shop.output(), /"event":"binding"/);

  release();
  await tickDisclosures(page); // They have other figures.
  await buy.and(page.locator(':enabled')).waitFor();
  assert.notEqual(await buy.innerText(), before);
  const bought = page.waitForRequest('**/api/bind');
  await page.getByLabel('Down payment').press('Enter');
  assert.equal((await bought).postDataJSON().loan.downPayment, 200);
  await assertDone(page, ['Declaration', 'Financing letter']);
  assert.deepEqual(errors, []);
});

const levis = {
  SHOP_SELLER: 'levis',
  SHOP_CLIENT_ID: 'northbind-sandbox-levis-oauth',
  SHOP_CLIENT_SECRET: 'sandbox-oauth-secret-3',
};
const inLevis = { city: 'Lévis', postalCode: 'G6V 1A1' };

test('on a desktop, what the law asks is read and ticked before a card is taken; a reload and a refused card leave the ticks', async () => {
  const shop = await testbed.openShop(levis);
  const { page, errors } = await testbed.visitShop(shop, desktop);
  await shopUpToPayment(page, { email: 'levis@example.ca', place: inLevis });
  const papers = page.getByRole('region', { name: 'Before you buy' });
  const ticks = papers.getByRole('checkbox');
  const enterCard = page.getByRole('button', { name: 'Enter my card details' });
  await page.locator('.disclosures[aria-busy="false"]').waitFor();
  assert.deepEqual(await ticksOf(page), [false, false, false]);
  assert.equal(await enterCard.isDisabled(), true);
  await scanPage(page, 'desktop-levis', '5-disclosures');
  for (const link of await papers.getByRole('link', { name: /^(Read|Download): / }).all()) {
    const address = new URL((await link.getAttribute('href')) ?? '', page.url()).href;
    assert.equal((await (await page.request.get(address)).body()).subarray(0, 5).toString(), '%PDF-');
  }
  assert.equal(
    await papers.getByRole('link').count(),
    10,
    'privacy notice and offer are to be read, and not to be ticked',
  );
  for (const tick of [ticks.nth(0), ticks.nth(1)])
    await Promise.all([page.waitForResponse('**/api/disclosures/tick'), tick.check()]);
  assert.equal(await enterCard.isDisabled(), true);
  await page.reload();
  await page.locator('.disclosures[aria-busy="false"]').waitFor();
  assert.deepEqual(await ticksOf(page), [true, true, false]);
  await ticks.nth(2).check();
  await payByCard(page, undefined, cards.refused);
  await page.getByRole('status').filter({ hasText: 'declined' }).waitFor();
  await page.reload();
  await page.locator('.disclosures[aria-busy="false"]').waitFor();
  assert.deepEqual(await ticksOf(page), [true, true, true]);
  await payByCard(page);
  await assertDone(page, ['Declaration', 'Receipt'], 'desktop-levis');
  // Its title is in its own language.
  await page.getByRole('link', { name: /^View: Fiche de renseignements/ }).waitFor();
  const { policyNumber } = await shop.event('bound');
  const [{ acknowledgements }] = await inDatabase(
    testbed.service.databaseUrl,
    "SELECT snapshot -> 'acknowledgements' AS acknowledgements FROM policy WHERE policy_number = $1",
    [policyNumber],
  );
  assert.deepEqual(
    acknowledgements.map(({ kind }: { kind: string }) => kind),
    ['ProductSummary', 'FactSheet', 'RescissionNotice'],
  );
  for (const { acknowledgedAt } of acknowledgements) assert.ok(new Date(acknowledgedAt) > opened);
  assert.deepEqual(errors, []);
});

test('on a small phone, a text that is replaced meanwhile is asked for again, in either language, and the card is not lost', async () => {
  const shop = await testbed.openShop(levis);
  const { page, errors } = await testbed.visitShop(shop, { ...phone, viewport: { width: 360, height: 740 } });
  await shopUpToPayment(page, { email: 'newer@example.ca', place: inLevis });
  await tickDisclosures(page);
  await page.getByRole('button', { name: 'Français' }).click();
  await page.getByLabel('J’ai lu « Fiche de renseignements').and(page.locator(':checked')).waitFor();
  await scanPage(page, 'phone-levis', '5-disclosures-fr');
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByLabel('I have read “Fiche de renseignements').and(page.locator(':checked')).waitFor();
  await replaceFactSheet(page);
  await payByCard(page);
  await page.getByRole('alert').filter({ hasText: 'A document has changed' }).waitFor();
  await page.getByRole('heading', { name: 'Your card Visa •••• 4242 is authorized' }).waitFor();
  await page.locator('.disclosures[aria-busy="false"]').waitFor();
  assert.deepEqual(await ticksOf(page), [true, false, true]);
  assert.equal(await page.getByRole('button', { name: 'Finish my purchase' }).isDisabled(), true);
  await scanPage(page, 'phone-levis', '5-replaced');
  await tickDisclosures(page);
  await page.getByRole('button', { name: 'Finish my purchase' }).click();
  await assertDone(page, ['Declaration', 'Receipt'], 'phone-levis');
  const { holds, charges } = await assertOnePolicy(shop, 'levis');
  assert.deepEqual(statusesOf([holds, charges]), [['Captured'], ['Captured']]);
  assert.deepEqual(errors, []);
});

async function ticksOf(page: Page): Promise<readonly boolean[]> {
  const boxes = await page.locator('.disclosures').getByRole('checkbox').all();
  return Promise.all(boxes.map((box) => box.isChecked()));
}

/** Replaces it as the operator does, by loading another file; returns when the service gives it out. */
async function replaceFactSheet(page: Page): Promise<void> {
  const [{ document }] = await inDatabase(
    testbed.service.databaseUrl,
    'SELECT document FROM disclosure_texts ORDER BY loaded_at DESC LIMIT 1',
    [],
  );
  const version = `replaced-${opened.getTime()}`;
  const texts = document.texts.map((text: { kind: string }) =>
    text.kind === 'FactSheet' ? { ...text, version } : text,
  );
  await inDatabase(testbed.service.databaseUrl, 'INSERT INTO disclosure_texts (version, document) VALUES ($1, $2)', [
    version,
    JSON.stringify({ ...document, version, texts }),
  ]);
  const { quote, selection } = await (await page.request.get(new URL('/api/sale', page.url()).href)).json();
  const body = { applicationId: quote.applicationId, ...selection, paymentMethod: 'CC' };
  const token = await testbed.service.login('levis');
  await until(
    () => testbed.service.call('POST', '/v1/disclosures', { token, body }),
    (answer) => answer.body.disclosures.some((one: { version: string }) => one.version === version),
  );
}

const waysToLeave: Readonly<Record<string, (page: Page, shop: TestShop) => Promise<unknown>>> = {
  'goes back a step': async (page) => {
    await page.getByRole('link', { name: 'Coverage' }).click();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
  },
  'closes the page': async (page, shop) => {
    await page.goto('about:blank');
    await shop.event('northbind', { type: 'answered', operation: 'paymentCardConfirm' });
    await page.goto(shop.url);
  },
};

for (const [how, leave] of Object.entries(waysToLeave)) {
  test(`a customer who sends the card and ${how} before the form has answered buys nothing by that, and can finish with the card`, async () => {
    const shop = await testbed.openShop();
    const { page, errors } = await testbed.visitShop(shop, desktop);
    await shopUpToPayment(page, { email: 'leaves@example.ca' });
    await payWithoutAnswer(page);
    await leave(page, shop);
    await page.getByRole('heading', { name: 'Your card Visa •••• 4242 is authorized' }).waitFor();
    await page.getByRole('complementary').getByText('Rental car').waitFor();
    assert.doesNotMatch(shop.output(), /"event":"binding"/);
    await scanPage(page, 'desktop-leaves', '5-authorized');

    await page.getByRole('button', { name: 'Finish my purchase' }).click();
    await assertDone(page, ['Declaration', 'Receipt']);
    const { holds, charges } = await assertOnePolicy(shop);
    assert.deepEqual(statusesOf([holds, charges]), [['Captured'], ['Captured']]);
    assert.deepEqual(errors, []);
  });
}

test('on a phone, a customer who loads the page again before the bind finds the card authorized, and may take another one', async () => {
  const shop = await testbed.openShop();
  const { page } = await testbed.visitShop(shop, phone);
  await shopUpToPayment(page, { email: 'reloads@example.ca' });
  await page.route('**/api/bind', (route) => route.abort());
  await payByCard(page);
  await page.getByText('We can’t connect right now.').waitFor();
  await page.unroute('**/api/bind');
  await page.reload();
  await page.getByRole('heading', { name: 'Your card Visa •••• 4242 is authorized' }).waitFor();
  await scanPage(page, 'phone-reloads', '5-authorized');
  await page.getByRole('button', { name: 'Use another card' }).click();
  await payByCard(page, undefined, '5454545454545454');
  await assertDone(page, ['Declaration', 'Receipt']);
  await page.getByText('Mastercard •••• 5454').waitFor();
  const { charges } = await assertOnePolicy(shop);
  assert.deepEqual(statusesOf([charges]), [['Captured']]);
});

test('what the service refuses is told at the field, in plain words, and the customer can go on', async () => {
  const shop = await testbed.openShop();
  const { page } = await testbed.visitShop(shop, desktop);
  await page.getByLabel('VIN').fill('1HGCM82633A004352X'.slice(0, 16));
  await page.getByLabel('Odometer').fill('24500');
  await page.getByRole('button', { name: 'Find my vehicle' }).click();
  const vin = page.getByLabel('VIN');
  await page.getByRole('alert').waitFor();
  assert.equal(await vin.getAttribute('aria-invalid'), 'true');
  await page.getByRole('alert').getByRole('link').click();
  assert.equal(await vin.evaluate((input) => input === input.ownerDocument.activeElement), true);

  await page.getByRole('button', { name: 'Français' }).click();
  await page.locator('.field-error', { hasText: 'Un NIV compte 17 lettres et chiffres' }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'fr');
});

test('another site can’t act in the customer’s name, and the browser gets no credential and no id of a payment', async () => {
  const shop = await testbed.openShop();
  const forged = await fetch(`${shop.url}/api/bind`, { method: 'POST', body: '{"paymentMethod":"CC"}' });
  assert.equal(forged.status, 403);
  const page = await fetch(shop.url);
  const policy = page.headers.get('content-security-policy') ?? '';
  const foreign = policy.match(/https?:\/\/[^\s;]+/g);
  assert.deepEqual(foreign, [testbed.service.checkoutUrl, testbed.service.checkoutUrl]);
  assert.doesNotMatch(policy, /unsafe|\*/);
  const sale = await fetch(`${shop.url}/api/sale`);
  assert.match(sale.headers.get('set-cookie') ?? '', /HttpOnly; SameSite=Strict/);
  assert.equal((await fetch(`${shop.url}/documents/declaration`)).status, 404);
  assert.equal((await fetch(`${shop.url}/..%2f..%2fpackage.json`)).status, 404);
});

/** The service has claimed the application and is at it: the sandbox takes 3 seconds longer over it. */
async function killInTheMiddle(shop: TestShop): Promise<void> {
  const { applicationId } = await shop.event('binding');
  const sql = "SELECT FROM bind WHERE application_id = $1 AND state = 'running'";
  while ((await inDatabase(testbed.service.databaseUrl, sql, [applicationId])).length === 0) await sleep(20);
  await shop.kill();
  assert.doesNotMatch(shop.output(), /"event":"bound"/);
}

async function assertOnePolicy(shop: TestShop, seller?: string): Promise<Ledger> {
  const { applicationId, policyNumber } = await shop.event('bound');
  const policies = await inDatabase(
    testbed.service.databaseUrl,
    'SELECT policy_number FROM policy WHERE bound_at > $1',
    [opened],
  );
  assert.deepEqual(policies, [{ policy_number: policyNumber }]);
  return ledgerOf(applicationId, seller);
}

function plus(size: string): PurchaseChoices {
  const email = `plus-${size}@example.ca`;
  return { name: `${size}-plus`, scanned: '2-choice', email, series: 'Plus', purchaseMethod: 'Financed' };
}

interface Ledger {
  readonly holds: readonly { readonly status: string }[];
  readonly charges: readonly { readonly status: string; readonly amount: number }[];
  readonly loans: readonly { readonly status: string }[];
}

async function ledgerOf(applicationId: string | undefined, seller?: string): Promise<Ledger> {
  const token = await testbed.service.login(seller);
  return (await testbed.service.call('GET', `/sandbox/ledger?applicationId=${applicationId}`, { token })).body;
}

function statusesOf(records: readonly (readonly { readonly status: string }[])[]): readonly (readonly string[])[] {
  return records.map((one) => one.map(({ status }) => status));
}
