import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import type { BrowserContextOptions } from 'playwright-core';
import { inDatabase, type Json } from '../kit/sale/quoting.ts';
import { startBrowser } from '../kit/service/browser.ts';
import { signInOperator } from '../kit/service/operator.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';
import { fillBankAccount, heading, payByCard, scanPage, shopUpToPayment, tickDisclosures } from './shop-sale.ts';
import { sizes } from './shop-testbed.ts';

/* What the page of a link promises while a purchase is made, and says when nothing came of it, in a real browser. */
let service: TestService;
let browser: Awaited<ReturnType<typeof startBrowser>>;

before(async () => {
  service = await startTestService();
  browser = await startBrowser();
});

async function call(method: string, path: string, body?: Json) {
  return service.call(method, path, { token: await service.login(), ...(body !== undefined && { body }) });
}

async function openLink(options: BrowserContextOptions) {
  const { id, url } = (await call('POST', '/v1/sale-links', {})).body;
  const page = await (await browser.visit({ locale: 'en-CA', reducedMotion: 'reduce', ...options })).newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(service.url + new URL(url).pathname);
  return { id, page };
}

/** As if the instance that accepts a purchase died before it was claimed, and no other had come yet. */
const dying = (does: 'CREATE' | 'DROP') =>
  inDatabase(
    service.databaseUrl,
    does === 'DROP'
      ? 'DROP TRIGGER dies ON sale_link_purchase'
      : `CREATE OR REPLACE FUNCTION die_after_accepting() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN
           UPDATE sale_link_purchase SET owner = gen_random_uuid(), lease_until = now() + interval '1 hour' WHERE id = NEW.id;
           RETURN NULL;
         END $$;
         CREATE TRIGGER dies AFTER INSERT ON sale_link_purchase FOR EACH ROW EXECUTE FUNCTION die_after_accepting()`,
  );

const goOn = (id: string) =>
  inDatabase(
    service.databaseUrl,
    'UPDATE sale_link_purchase SET lease_until = NULL WHERE sale_link_id = $1 AND due_at IS NOT NULL',
    [id],
  );

for (const [size, options] of sizes) {
  test(`on a ${size}, a card’s page may be closed, as a mail comes in any case; then it shows the policy, in both languages`, async () => {
    const { id, page } = await openLink(options);
    await shopUpToPayment(page, { email: `words-card-${size}@example.ca` });
    await dying('CREATE');
    await payByCard(page);
    await heading(page, 'We’re issuing your policy');
    await page
      .getByText('We’ll e-mail you either way: with your documents, or to say that the purchase did not go through.')
      .waitFor();
    await page.getByText('This takes a few seconds. Please don’t pay again').waitFor();
    await scanPage(page, `${size}-words`, 'binding-card');
    await page.getByText('This is taking longer than usual. We’ll keep trying.').waitFor();
    await page.getByRole('button', { name: 'Français' }).click();
    await page.getByText('Nous vous écrirons dans tous les cas par courriel').waitFor();
    await dying('DROP');
    await goOn(id);
    await heading(page, 'Votre véhicule est couvert');
  });

  test(`on a ${size}, a loan’s page asks to be kept open; when it was interrupted it says that nothing was bought, in both languages`, async () => {
    const { id, page } = await openLink(options);
    await shopUpToPayment(page, { email: `words-loan-${size}@example.ca` });
    await page.getByRole('radio', { name: 'Monthly' }).check();
    await tickDisclosures(page);
    await fillBankAccount(page);
    await page.getByLabel('I agree to the financing').check();
    await dying('CREATE');
    await page.getByRole('button', { name: /^Buy for \$/ }).click();
    await page.getByText('Please keep this page open until your loan is set up.').waitFor();
    const told = size === 'phone' ? page.locator('.phone-total') : page.getByRole('complementary');
    await told.getByText(/^\$[\d.]+ a month$/).waitFor();
    await told.getByText(/^36 months, \$[\d,.]+ in all$/).waitFor();
    assert.equal(await page.getByText('You can close this page').count(), 0);
    assert.equal(await page.getByText('your purchase is safe').count(), 0, 'a loan may come to nothing');
    await scanPage(page, `${size}-words`, 'binding-loan');
    await page.getByRole('button', { name: 'Français' }).click();
    await page.getByText('Veuillez garder cette page ouverte').waitFor();
    await dying('DROP');
    await goOn(id);
    await page
      .getByText('Nous avons été interrompus, et l’achat n’a pas été conclu. Veuillez réessayer.')
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'English' }).click();
    await page
      .getByText('We were interrupted, and your purchase did not go through. Please try again.')
      .first()
      .waitFor();
    await scanPage(page, `${size}-words`, 'interrupted-loan');
  });

  test(`on a ${size}, what the partner has changed is shown before it is paid: price and person`, async () => {
    const { id, page } = await openLink(options);
    await shopUpToPayment(page, { email: `words-revised-${size}@example.ca` });
    await page.getByRole('button', { name: 'Enter my card details', disabled: false }).waitFor();
    const { applicationId } = (await call('GET', `/v1/sale-links/${id}`)).body;
    const quoted = (await call('GET', `/v1/applications/${applicationId}`)).body;
    const asked = { vin: quoted.vehicle.vin, odometer: '70000', effectiveDate: quoted.effectiveDate };
    const query = new URLSearchParams({ ...asked, purchaseMethod: 'Cash' });
    const { vehicles } = (await call('GET', `/v1/quote/vehicle-configurations?${query}`)).body;
    const revised = await call('POST', '/v1/quote', {
      applicationId,
      series: 'Prime',
      vehicleConfigurationId: vehicles[0].id,
      odometer: 70_000,
      effectiveDate: asked.effectiveDate,
      purchaseMethod: 'Cash',
      applicant: { ...quoted.applicant, firstOrCompanyName: 'Jordan' },
    });
    assert.equal(revised.status, 200, revised.text);
    await page.getByRole('button', { name: 'Enter my card details' }).click();
    await page.getByText('in another window or by the seller. It did not go through.').waitFor();
    await heading(page, 'Choose your coverage');
    await page.getByText('Jordan Tremblay').first().waitFor({ state: 'attached' });
    await scanPage(page, `${size}-words`, 'revised');
  });

  test(`on a ${size}, a window that is open when another has bought shows what was bought, and opens no card form`, async () => {
    const { id, page } = await openLink(options);
    await shopUpToPayment(page, { email: `words-bought-${size}@example.ca` });
    await page.getByRole('button', { name: 'Enter my card details', disabled: false }).waitFor();
    const other = await page.context().newPage();
    await other.goto(page.url().replace(/#.*/, ''));
    await other.getByRole('button', { name: /^Continue to payment/ }).click();
    await payByCard(other);
    await heading(other, 'You’re protected');
    await page.getByRole('button', { name: 'Enter my card details' }).click();
    await page.getByText('Your purchase was already submitted, in another window or by the seller.').waitFor();
    await heading(page, 'You’re protected');
    assert.equal(await page.locator('iframe').count(), 0);
    const { applicationId } = (await call('GET', `/v1/sale-links/${id}`)).body;
    const { holds } = (await call('GET', `/sandbox/ledger?applicationId=${applicationId}`)).body;
    assert.deepEqual(
      holds.map(({ status }: Json) => status),
      ['Captured'],
    );
  });

  test(`on a ${size}, a way to pay that the seller has lost is said so, in both languages, and is gone when the page is loaded again`, async () => {
    const { page } = await openLink(options);
    await shopUpToPayment(page, { email: `words-method-${size}@example.ca` });
    await page.getByRole('button', { name: 'Enter my card details', disabled: false }).waitFor();
    const methods = (list: string) =>
      inDatabase(service.databaseUrl, `UPDATE seller SET payment_methods = $1 WHERE username = 'ontario'`, [list]);
    await methods('{REF,FIN,PW,PFF}');
    try {
      await page.getByRole('button', { name: 'Enter my card details' }).click();
      await page
        .getByText('The seller no longer accepts this way of paying. Your purchase did not go through.')
        .first()
        .waitFor();
      await page.getByRole('button', { name: 'Français' }).click();
      await page
        .getByText('Le vendeur n’accepte plus ce mode de paiement. L’achat n’a pas été conclu.')
        .first()
        .waitFor();
      await page.getByRole('button', { name: 'English' }).click();
      await page.reload();
      await page.getByRole('radio', { name: 'Monthly' }).waitFor();
      assert.equal(await page.getByRole('radio', { name: 'By card' }).count(), 0);
    } finally {
      await methods('{REF,FIN,PW,CC,PFF}');
    }
  });

  test(`on a ${size}, while a purchase was sent and no answer has come, the page does not say that nothing is bought`, async () => {
    const { page } = await openLink(options);
    await shopUpToPayment(page, { email: `words-away-${size}@example.ca` });
    await page.route('**/api/bind', (route) => route.abort());
    await payByCard(page);
    await page.getByText('We can’t connect right now. We’ll keep trying.').waitFor();
    await page.getByText(/is authorized$/).waitFor();
    assert.equal(await page.getByText('You haven’t bought anything yet').count(), 0);
    await page.unroute('**/api/bind');
    await heading(page, 'You’re protected');
  });
}

test('a brand’s name is no pattern: it titles the page as it stands', async () => {
  const admin = await signInOperator(service);
  const { id } = (await admin.get('/api/integrations?search=northbind-sandbox')).body.rows[0];
  const name = "Maple $& $' $` $1";
  assert.equal((await admin.call('PATCH', `/api/integrations/${id}/brand`, { body: { name } })).status, 200);
  const { url } = (await call('POST', '/v1/sale-links', {})).body;
  const html = await (await fetch(service.url + new URL(url).pathname)).text();
  assert.equal(/<title>(.*)<\/title>/s.exec(html)?.[1], 'Maple $&#38; $&#39; $` $1');
});
