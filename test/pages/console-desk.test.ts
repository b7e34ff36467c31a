import assert from 'node:assert/strict';
import test, { afterEach, before } from 'node:test';
import { until } from '../kit/processes/until.ts';
import { assertBound, authorizedPayment, binder, byCard } from '../kit/sale/binding.ts';
import { linkCustomer } from '../kit/sale/link-customer.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import type { Json } from '../kit/sale/quoting.ts';
import { signInOperator, type TestOperator } from '../kit/service/operator.ts';
import { assertAccessible, bothThemes } from './checkout-testbed.ts';
import {
  assertFitting,
  bothSizes,
  type ConsoleTestbed,
  goTo,
  openConsoleTestbed,
  type Size,
  sizes,
} from './console-testbed.ts';

/* The desk of one seller, in the browser of the people who sell there. */
let testbed: ConsoleTestbed;
let admin: TestOperator;

before(async () => {
  testbed = await openConsoleTestbed();
  admin = await signInOperator(testbed.service);
});

afterEach(() => testbed.clear());

/** The sandbox's desk is that of the seller Ontario. */
const openDesk = (size: Size, locale = 'en-CA') => testbed.openConsole('/', { as: 'desk', locale, ...sizes[size] });

async function sell(username: 'ontario' | 'quebec') {
  const client = await openSaleClient(testbed.service, username);
  const choice = (await client.quote()).choose('Replacement', 2);
  const payment = await authorizedPayment(client, choice);
  return assertBound(await binder(testbed.service, client.quoteClient.token)({ ...choice, ...byCard(payment) }));
}

for (const size of bothSizes) {
  test(`on a ${size}, a clerk makes a link, which is mailed and shown, and follows the customer until the policy`, async () => {
    const { service } = testbed;
    const { page, errors } = await openDesk(size);
    await page.getByRole('heading', { level: 1, name: 'Sale links' }).waitFor();
    await page.getByRole('button', { name: 'Create a sale link' }).click();
    const dialog = page.getByRole('dialog');
    const email = `zoe-${size}@exemple.ca`;
    // Who pays by card alone has no down payment to type in.
    const downPayment = dialog.getByLabel(/^Down payment/);
    await downPayment.fill('250');
    await dialog.getByRole('checkbox', { name: 'Monthly financing' }).uncheck();
    await downPayment.waitFor({ state: 'detached' });
    await dialog.getByLabel('First name').fill('Zoé');
    await dialog.getByLabel('Last name').fill(size);
    await dialog.getByLabel('E-mail address', { exact: true }).fill('nobody');
    await dialog.getByLabel('Telephone number').fill('12');
    await dialog.getByLabel('VIN of the vehicle').fill('1HG');
    await dialog.getByLabel('Your reference').fill(`counter ${size}`);
    await dialog.getByRole('button', { name: 'Create the link' }).click();
    // All that is wrong is told in one round, each at its field.
    for (const [field, fault] of [
      ['E-mail address', 'This is not an e-mail address.'],
      ['Telephone number', 'This is not a telephone number.'],
      ['VIN of the vehicle', 'This is not a VIN.'],
    ] as const) {
      const input = dialog.getByLabel(field, { exact: true });
      await input.and(page.locator('[aria-invalid=true]')).waitFor();
      await input.locator('xpath=ancestor::*[label][1]').getByText(fault).waitFor();
    }
    assert.equal(await dialog.getByLabel('First name').inputValue(), 'Zoé');
    await dialog.getByLabel('Telephone number').fill('416-555-0177');
    await dialog.getByLabel('VIN of the vehicle').fill('');
    // What was mended is not red any more.
    const red = page.locator('[aria-invalid=true]');
    await dialog.getByLabel('VIN of the vehicle').and(red).waitFor({ state: 'detached' });
    await dialog.getByLabel('E-mail address', { exact: true }).and(red).waitFor();
    await dialog.getByLabel('E-mail address', { exact: true }).fill(email);
    await assertAccessible(page, `desk-new-link-${size}`, bothThemes);
    await dialog.getByRole('button', { name: 'Create the link' }).click();
    await dialog.getByText(`The link is being mailed to ${email}.`).waitFor();
    await dialog.getByRole('img', { name: 'QR code of the sale page' }).waitFor();
    const address = (await dialog.locator('[data-once="Address for the customer"]').textContent()) ?? '';
    await dialog.getByRole('button', { name: 'I have saved it' }).click();

    const row = page.getByRole('row').filter({ hasText: `counter ${size}` });
    await row.getByText(`Zoé ${size}`).waitFor();
    await row.getByText('Not opened yet').waitFor();
    const token = await service.login();
    await until(
      async () => (await service.call('GET', '/sandbox/outbox', { token })).body.messages,
      (messages) => messages.some(({ to }: Json) => to === email),
    );
    const { vin } = (await service.call('GET', '/v1/test-vin?year=2024', { token })).body;
    const customer = linkCustomer(service, address, vin);
    await customer.choose(email);
    await page.reload();
    await row.getByText('Priced').waitFor();
    // The customer has corrected who buys.
    await row.getByText('Marie-Ève Tremblay').waitFor();
    await row.getByText('Sent').waitFor();
    await customer.tickPapers();
    await customer.payByCard();
    await customer.buy();
    await until(customer.sale, ({ progress }) => (progress as Json).state === 'bound');
    await page.reload();
    await row.getByText('Policy issued').waitFor();
    await assertAccessible(page, `desk-links-${size}`, bothThemes);
    await row.getByRole('link', { name: /^NB/ }).click();
    await page.getByRole('heading', { level: 2, name: 'Papers' }).waitFor();
    assert.deepEqual(errors, []);
  });

  test(`on a ${size}, in French, a clerk sees the seller’s own policies, papers and statement, and asks for a cancellation`, async () => {
    const own = await sell('ontario');
    const others = await sell('quebec');
    const { page, errors } = await openDesk(size, 'fr-CA');
    await page.getByRole('heading', { level: 1, name: 'Liens de vente' }).waitFor();
    await goTo(page, size, 'Polices');
    await page.getByRole('row').filter({ hasText: own.policyNumber }).waitFor();
    assert.equal(await page.getByText(others.policyNumber).count(), 0);

    // One hit of the search on every page is opened by Enter.
    await page.getByRole('textbox', { name: 'Tout rechercher' }).fill(own.policyNumber);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Documents' }).waitFor();
    const saved = page.waitForEvent('download');
    await page
      .getByRole('button', { name: /^Télécharger/ })
      .first()
      .click();
    assert.match((await saved).suggestedFilename(), /\.pdf$/);
    await assertAccessible(page, `desk-policy-${size}`, bothThemes);

    await page.getByRole('button', { name: 'Demander la résiliation' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^Si elle est acceptée/).waitFor();
    await dialog.getByLabel('Motif').selectOption({ label: 'Véhicule vendu' });
    await dialog.getByLabel('Remarque à l’exploitant').fill('Vendu à un particulier.');
    await assertAccessible(page, `desk-request-${size}`, bothThemes);
    await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
    await page.getByText('L’exploitant n’a pas encore décidé').waitFor();
    const { rows } = (await admin.get('/api/needs-person/requests')).body;
    assert.ok(rows.some((row: Json) => row.policyNumber === own.policyNumber));
    await page.getByRole('button', { name: 'Retirer la demande' }).click();
    await dialog.getByRole('button', { name: 'Retirer la demande' }).click();
    await page.getByText('Retirée', { exact: true }).waitFor();

    await goTo(page, size, 'Relevés');
    await page.getByText(own.policyNumber).first().waitFor();
    assert.equal(await page.getByText(others.policyNumber).count(), 0);
    await assertAccessible(page, `desk-statement-${size}`, bothThemes);

    // An operator's pages are nowhere.
    await page.goto(`${testbed.service.operatorUrl}/policies/${others.policyNumber}`);
    await page.getByRole('heading', { level: 1, name: 'Police introuvable' }).waitFor();
    await page.goto(`${testbed.service.operatorUrl}/accounts`);
    await page.getByRole('heading', { level: 1, name: 'Page introuvable' }).waitFor();
    assert.deepEqual(errors, []);
  });
}

for (const size of bothSizes) {
  test(`on a ${size}, an operator sees whom a seller’s links are for and how far they have come; links need a way to pay`, async () => {
    const { rows } = (await admin.get('/api/sellers')).body;
    const { id, name } = rows.find(({ username }: Json) => username === 'alberta');
    const change = (body: Json) => admin.call('PATCH', `/api/sellers/${id}`, { body });
    assert.equal((await change({ sellsByLink: false, paymentMethods: ['REF'] })).status, 200);
    const { page, errors } = await testbed.openConsole(`/sellers/${id}`, sizes[size]);
    const dialog = page.getByRole('dialog');
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByRole('button', { name: 'Change', exact: true }).first().click();
    await dialog.getByRole('switch', { name: 'Its customers can buy by link' }).click();
    await dialog.getByRole('button', { name: 'Change', exact: true }).click();
    const why = 'Give the seller one of these methods first, or turn its links off.';
    await dialog.getByRole('alert').getByText(why).waitFor();
    await assertAccessible(page, `console-links-refused-${size}`, bothThemes);
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    assert.equal((await change({ sellsByLink: true, paymentMethods: ['CC', 'PFF'] })).status, 200);
    const { vin } = (
      await testbed.service.call('GET', '/v1/test-vin?year=2024', { token: await testbed.service.login() })
    ).body;
    const customer = { firstOrCompanyName: 'Ivo', lastName: size, vin };
    assert.equal((await admin.post(`/api/sellers/${id}/sale-links`, customer)).status, 200);
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: `Ivo ${size}` });
    await row.getByText(vin).waitFor();
    await row.getByText('Not opened yet').waitFor();
    await assertFitting(page, 'the seller’s page');
    await assertAccessible(page, `console-links-${size}`, bothThemes);
    assert.deepEqual(errors, []);
  });
}

test('an admin makes an account for the desk of a seller, and the list says whose it is', async () => {
  const { page, errors } = await testbed.openConsole('/accounts');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New account' }).click();
  await dialog.getByLabel('Name').fill('counter.ontario');
  await dialog.getByRole('radio', { name: 'Desk of a seller' }).click();
  await dialog.getByRole('combobox', { name: 'Seller' }).click();
  await page.getByRole('option', { name: 'Sandbox Ontario' }).click();
  await assertAccessible(page, 'console-new-desk', bothThemes);
  await dialog.getByRole('button', { name: 'Create the account' }).click();
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('row', { name: /^counter\.ontario Desk of a seller Sandbox Ontario/ }).waitFor();
  assert.deepEqual(errors, []);
});
