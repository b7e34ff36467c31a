import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import test, { afterEach, before } from 'node:test';
import Fastify from 'fastify';
import { cardCheckoutRoutes } from '../../src/sandbox/card-checkout/card-checkout-routes.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { assertAccessible, bothThemes, type CheckoutTestbed, openCheckoutTestbed } from './checkout-testbed.ts';

/** The service's own test page around the hosted checkout. */
let testbed: CheckoutTestbed;
let url: string;

before(async () => {
  testbed = await openCheckoutTestbed();
  const app = Fastify();
  cardCheckoutRoutes(app, {
    checkoutJsUrl: `${testbed.processorUrl}/checkout/js/checkout.js`,
    checkoutGlobal: 'monerisCheckout',
    environment: 'qa',
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  afterwards(() => app.close());
  url = `http://localhost:${(app.server.address() as AddressInfo).port}/card-checkout`;
});

afterEach(() => testbed.clear());

test('the test page opens the checkout, forgets the ticket’s address, and says what to do after each callback', async () => {
  const { ticket } = await testbed.openCheckout();
  const { page, form, errors, addresses } = await testbed.enterShop();
  await page.goto(`${url}?ticket=${ticket}`);
  await form.locator('#card-form').waitFor();
  assert.equal(page.url(), url);
  await page.getByText('page_loaded with response_code 001').waitFor();
  await assertAccessible(page, 'test-page', bothThemes);

  await form.locator('summary').press('Enter');
  await form.getByRole('button', { name: 'Use test card 4242 4242 4242 4242' }).press('Enter');
  await form.locator('#pay').press('Enter');
  await page.getByText('payment_complete with response_code 001').waitFor();
  await page.getByRole('status').filter({ hasText: 'Now call confirm' }).waitFor();

  assert.equal((await page.content()).includes(ticket), false, 'a picture of the page gives no ticket away');
  assert.deepEqual(
    addresses.filter((address) => address.includes(ticket)),
    [`${url}?ticket=${ticket}`],
    'only the address that the contract gives it',
  );
  assert.deepEqual(errors, []);

  await page.goBack();
  await page.goForward();
  assert.equal(page.url(), url, 'the history has forgotten it, too');
});

test('without a ticket the page says how to get one', async () => {
  const { page } = await testbed.enterShop();
  await page.goto(url);
  await page.getByRole('status').filter({ hasText: 'There is no ticket' }).waitFor();
});

test('the server answers every ticket with the same bytes, under a policy that allows the processor alone', async () => {
  const plain = await fetch(url);
  const hostile = await fetch(`${url}?ticket=${encodeURIComponent('"><script>alert(1)</script>')}`);
  assert.equal(await hostile.text(), await plain.text());
  assert.equal(plain.headers.get('referrer-policy'), 'no-referrer');
  const policy = plain.headers.get('content-security-policy') ?? '';
  assert.match(policy, new RegExp(`script-src 'self' ${testbed.processorUrl};`));
  assert.match(policy, new RegExp(`frame-src ${testbed.processorUrl};`));
  assert.match(policy, /^default-src 'none'/);
});
