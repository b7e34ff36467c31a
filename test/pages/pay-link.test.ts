import assert from 'node:assert/strict';
import test, { afterEach, before } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { customerAt, sellUnpaid, type UnpaidSale } from '../kit/sale/unpaid.ts';
import { findBarriers } from '../kit/service/barriers.ts';
import { signInOperator } from '../kit/service/operator.ts';
import { assertTold } from './assert-told.ts';
import { type ConsoleTestbed, openConsoleTestbed } from './console-testbed.ts';
import { sizes } from './shop-testbed.ts';

/**
 * The operator sends a payment link, and the customer pays on a phone or at a desk. Pictures go to the folder that
 * NORTHBIND_PICTURES names.
 */
let testbed: ConsoleTestbed;

before(async () => {
  testbed = await openConsoleTestbed();
});

afterEach(() => testbed.clear());

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.NORTHBIND_PICTURES;
  if (folder !== undefined) await page.screenshot({ path: `${folder}/pay-link-${name}.png`, fullPage: true });
}

async function assertReadable(page: Page): Promise<void> {
  assert.deepEqual(await findBarriers(page, {}, { exclude: ['iframe'] }), []);
  assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false, 'it fits the screen');
}

/** Sends the link from the sale's page, and returns its address. */
async function sendLink({ applicationId }: UnpaidSale): Promise<string> {
  const { page, errors } = await testbed.openConsole(`/sales/${applicationId}`, { as: 'support' });
  await page.getByRole('button', { name: 'Send a payment link' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('switch').press('Space');
  await dialog.getByLabel('Reason').fill('the customer called');
  await picture(page, 'console-send');
  await dialog.getByRole('button', { name: 'Show the link' }).click();
  const address = await page.locator('[data-once]').textContent();
  await picture(page, 'console-shown');
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('button', { name: 'Revoke the link' }).waitFor();
  await picture(page, 'console-sale');
  assert.deepEqual(errors, []);
  return address!;
}

const pageOf = (address: string): string => testbed.service.url + new URL(address).pathname;

/** Opens the page as a customer without a session. */
async function visit(address: string, options: BrowserContextOptions) {
  const { page, errors, addresses } = await testbed.openConsole('/', { as: null, ...options });
  addresses.length = 0;
  errors.length = 0;
  await page.goto(pageOf(address));
  return { page, errors, addresses };
}

for (const [size, options] of sizes) {
  test(`on a ${size}, a customer pays by the link that the operator shows, light and dark`, async () => {
    const sale = await sellUnpaid(testbed.service, 'ontario');
    const address = await sendLink(sale);
    const { page, errors, addresses } = await visit(address, options);
    await picture(page, `${size}-en-open`);
    await assertReadable(page);
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    const form = page.frameLocator('#card-form iframe');
    await form.locator('#card-form').waitFor();
    await picture(page, `${size}-en-card`);
    await assertReadable(page);
    assert.equal(
      await page.getByRole('button', { name: 'I have submitted my card' }).count(),
      0,
      'one button: the form’s',
    );
    const useCard = async (number: string): Promise<void> => {
      await form.locator('summary').press('Enter');
      await form.getByRole('button', { name: `Use test card ${number}` }).press('Enter');
      await form.locator('#pay').press('Enter');
    };
    await useCard('4000 0000 0000 0002');
    // A decline looks like one, and the form is open for another card.
    await page.getByRole('alert').filter({ hasText: 'Your card was declined, and nothing was charged.' }).waitFor();
    await assertTold(page, 'Your card was declined, and nothing was charged.');
    await form.locator('#card-form').waitFor();
    await assertTold(page, 'Your card was declined, and nothing was charged.');
    await picture(page, `${size}-en-declined`);
    await assertReadable(page);
    await useCard('4242 4242 4242 4242');
    await assertTold(page, 'Paid, thank you');
    const receipt = await page.getByRole('link', { name: 'Your receipt (PDF)' }).getAttribute('href');
    const file = await page.request.get(new URL(receipt ?? '', page.url()).href);
    assert.equal((await file.body()).subarray(0, 5).toString(), '%PDF-');
    await page.emulateMedia({ colorScheme: 'dark' });
    await picture(page, `${size}-en-paid-dark`);
    await assertReadable(page);
    await page.emulateMedia({ colorScheme: 'light' });
    await picture(page, `${size}-en-paid`);
    await assertReadable(page);
    assert.equal((await sale.policy()).moneyStatus, 'Paid');
    assert.deepEqual(errors, []);
    const { origin } = new URL(testbed.service.checkoutUrl);
    const secret = address.split('/').at(-1)!;
    assert.ok(
      !addresses.some((one) => one.startsWith(origin) && one.includes(secret)),
      'the processor hears no secret',
    );
  });

  test(`on a ${size}, in Quebec the page is in French, and a customer who cancels the form can begin again`, async () => {
    const sale = await sellUnpaid(testbed.service, 'quebec');
    const address = await sendLink(sale);
    const { page, errors } = await visit(address, options);
    await picture(page, `${size}-fr-open`);
    await assertReadable(page);
    await page.getByRole('button', { name: /^Payer / }).click();
    const form = page.frameLocator('#card-form iframe');
    await form.locator('#card-form').waitFor();
    await picture(page, `${size}-fr-card`);
    await form.getByRole('button', { name: /Annuler/ }).click();
    await page.getByRole('button', { name: /^Payer / }).waitFor();
    await assertTold(page, 'Régler votre prime');
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByRole('button', { name: /^Pay \$/ }).waitFor();
    assert.deepEqual(errors, []);
  });

  test(`on a ${size}, in French, a card form that is late says so; a network that is lost in the middle of paying is told, and the card is charged once`, async () => {
    const sale = await sellUnpaid(testbed.service, 'quebec');
    const { page, errors } = await visit(await sendLink(sale), options);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/*.js', (route) => released.then(() => route.continue()));
    await page.getByRole('button', { name: /^Payer / }).click({ noWaitAfter: true });
    await page.getByText('Ouverture du formulaire de carte…').waitFor();
    assert.equal(await page.getByRole('button', { name: 'J’ai envoyé ma carte' }).count(), 0, 'there is none to send');
    await assertReadable(page);
    release();
    const form = page.frameLocator('#card-form iframe');
    await form.locator('#number').fill('4242424242424242');
    await form.locator('#expiry').fill('12/30');
    await form.locator('#cvv').fill('123');
    await page.route('**/checkout/submit', async (route) => {
      await route.fetch();
      await page.context().setOffline(true);
      await route.abort();
    });
    await form.locator('#pay').click();
    await assertTold(page, 'Connexion impossible pour le moment.');
    assert.doesNotMatch(await form.locator('body').innerText(), /boutique/);
    await picture(page, `${size}-fr-offline`);
    await assertReadable(page);
    await page.context().setOffline(false);
    await assertTold(page, 'Paiement reçu, merci');
    assert.equal((await sale.policy()).moneyStatus, 'Paid');
    const { charges } = await sale.ledger();
    assert.equal(charges.filter(({ status }: { status: string }) => status === 'Captured').length, 1);
    assert.deepEqual(
      errors.filter((one) => !one.startsWith('Failed to load resource')),
      [],
    );
  });

  test(`on a ${size}, a card form that can’t be loaded is told, with a way to try again`, async () => {
    const sale = await sellUnpaid(testbed.service, 'alberta');
    const { page } = await visit(await sendLink(sale), options);
    await page.route(`${testbed.service.checkoutUrl}/**/*.js`, (route) => route.abort());
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await assertTold(page, 'The card form could not be loaded. Nothing was charged.');
    await assertReadable(page);
    await page.unrouteAll();
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await page.frameLocator('#card-form iframe').locator('#number').waitFor();
  });
}

test('without JavaScript the page can be read, and says what the card form needs', async () => {
  const sale = await sellUnpaid(testbed.service, 'alberta');
  const operator = await signInOperator(testbed.service, 'support');
  const order = { reason: 'customer called', days: 7, isShown: true };
  const { body } = await operator.post(`/api/policies/${sale.policyNumber}/payment-link`, order);
  const customer = customerAt(testbed.service, body.address);
  assert.match((await customer.look()).html, /<button>Pay/);
  const { html } = await customer.post('checkout');
  assert.match(html, /<noscript><p class="notice">The card form comes from our payment processor and needs JavaScript/);
});
