import assert from 'node:assert/strict';
import test, { afterEach, before } from 'node:test';
import type { Page } from 'playwright-core';
import { openWebhookReceiver } from '../kit/parties/webhook-receiver.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { until } from '../kit/processes/until.ts';
import { pngLogo } from '../kit/sale/logo.ts';
import { assertAccessible, bothThemes } from './checkout-testbed.ts';
import { bothSizes, type ConsoleTestbed, openConsoleTestbed, sizes } from './console-testbed.ts';

/** From nothing to a seller that may sell Plus, by the console alone. */
let testbed: ConsoleTestbed;

before(async () => {
  testbed = await openConsoleTestbed();
});

afterEach(() => testbed.clear());

const shown = async (page: Page, label: string): Promise<string> =>
  (await page.locator(`[data-once="${label}"]`).textContent()) ?? '';
const header = 'id,name,addressLine1,city,postalCode,province,sellers\n';
const csv = (lines: string) => ({ name: 'dealers.csv', mimeType: 'text/csv', buffer: Buffer.from(header + lines) });

test('a VIN that could not be read is listed, and a pattern for it is added and removed', async () => {
  const { service } = testbed;
  const token = await service.login();
  const day = new Date().toISOString().slice(0, 10);
  await service.call('GET', `/v1/quote/vehicle-configurations?Vin=2HKRWXH92NH100001&EffectiveDate=${day}`, { token });
  const { page, errors } = await testbed.openConsole('/vehicles');
  const add = page.getByRole('button', { name: 'Add a pattern for 2HKRWXH9' });
  // It is written after the look-up was answered.
  while (!(await add.isVisible())) {
    await page.reload();
    await page.getByRole('heading', { name: 'Your VIN patterns' }).waitFor();
  }
  await assertAccessible(page, 'console-vehicles', bothThemes);

  await add.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Trim').fill('Black Edition');
  await dialog.getByRole('combobox', { name: 'Fuel' }).click();
  await page.getByRole('option', { name: 'Plug-in hybrid' }).click();
  await dialog.getByLabel('Reason').fill('the maker’s VIN guide');
  await assertAccessible(page, 'console-new-vin-pattern', bothThemes);
  await dialog.getByRole('button', { name: 'Create the pattern' }).click();
  await page.getByText('Honda CR-V · Black Edition · Plug-in hybrid').waitFor();
  await add.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Remove 2HKRWXH9' }).click();
  await dialog.getByLabel('Reason').fill('it was a mistake');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No VIN pattern yet').waitFor();
  assert.deepEqual(errors, []);
});

test('an integration, a seller, its dealers from a file: and the seller is let in', async () => {
  const { page, errors } = await testbed.openConsole('/integrations');
  const dialog = page.getByRole('dialog');

  await page.getByRole('button', { name: 'New integration' }).click();
  await dialog.getByLabel('Name of the partner’s software').fill('Maple Motors Online');
  await dialog.getByLabel('Reason (optional)').fill('contract of November');
  await assertAccessible(page, 'console-new-integration', bothThemes);
  await dialog.getByRole('button', { name: 'Create the integration' }).click();
  await dialog.getByText('This is shown only once.').waitFor();
  await assertAccessible(page, 'console-secret', bothThemes);
  const client_id = await shown(page, 'Client id');
  const client_secret = await shown(page, 'Client secret');
  assert.ok(client_secret.length >= 20);
  await dialog.getByRole('button', { name: 'I have saved it' }).click();

  await page.getByRole('link', { name: 'Maple Motors Online' }).click();
  await page.getByRole('heading', { name: 'Maple Motors Online', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'New seller' }).click();
  await dialog.getByLabel('Name of the seller').fill('Maple Motors Ontario');
  await dialog.getByRole('combobox', { name: 'Province' }).fill('ontario');
  await page.getByRole('option', { name: 'ON · Ontario' }).click();
  await dialog.getByLabel('Plus (sale through a dealer)').check();
  await dialog.getByLabel('Username').fill('maple-on');
  await assertAccessible(page, 'console-new-seller', bothThemes);
  await dialog.getByRole('button', { name: 'Create the seller' }).click();
  await dialog.getByText('This is shown only once.').waitFor();
  const password = await shown(page, 'Password');
  await dialog.getByRole('button', { name: 'I have saved it' }).click();

  const answer = await testbed.service.call('POST', '/v1/authenticate', {
    headers: { client_id, client_secret },
    body: { username: 'maple-on', password },
  });
  assert.equal(answer.status, 200, answer.text);

  await importDealers(page);
  await page.goto(`${testbed.service.operatorUrl}/sellers?search=Maple`);
  await page.getByRole('link', { name: 'Maple Motors Ontario' }).click();
  await page.getByRole('rowheader', { name: /Maple Motors Barrie/ }).waitFor();
  await assertAccessible(page, 'console-seller', bothThemes);
  assert.deepEqual(errors, []);
});

/** Faults of a file are shown line by line and nothing changes; the corrected file is counted, then imported. */
async function importDealers(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Dealers' }).click();
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const file = page.locator('input[type=file]');
  const good = 'mm-barrie,Maple Motors Barrie,1 Bay Street,Barrie,L4M 3A1,ON,maple-on\n';
  await file.setInputFiles(csv(`${good}mm-guelph,Maple Motors Guelph,2 Wyndham Street,Guelph,XXX,ON,nobody\n`));
  await dialog.getByRole('button', { name: 'Check the file' }).click();
  await dialog.getByText('Nothing was changed; fix the file and check it again.').waitFor();
  await dialog.getByRole('cell', { name: 'A postal code looks like K1A 0B1.' }).waitFor();
  await dialog.getByRole('cell', { name: 'There is no seller with that username.' }).waitFor();
  await assertAccessible(page, 'console-import-faults', bothThemes);

  await file.setInputFiles(csv(`${good}mm-guelph,Maple Motors Guelph,2 Wyndham Street,Guelph,N1H 3A1,ON,maple-on\n`));
  await dialog.getByRole('button', { name: 'Check the file' }).click();
  await dialog.getByText('The file is valid. Nothing was changed yet.').waitFor();
  await dialog.getByText('2 new').waitFor();
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click();
  await dialog.getByText('The import is done.').waitFor();
  await assertAccessible(page, 'console-imported', bothThemes);
  await dialog.getByRole('button', { name: 'Close' }).click();
}

test('an integration gets a brand with a logo, and its mails are shown as customers see them', async () => {
  const { page, errors, addresses } = await testbed.openConsole('/integrations');
  const dialog = page.getByRole('dialog');
  await page.getByRole('link', { name: 'Sandbox partner', exact: true }).click();
  await page.getByText('Northbind Protection (default)').waitFor();
  await page.getByRole('button', { name: 'Change the brand' }).click();
  await dialog.getByLabel('Name on documents and e-mails').fill('Maple Protection');
  await dialog.getByLabel('Postal address').fill('1 Maple Street\nOttawa ON  K1A 0B1');
  await dialog.getByLabel('Choose: Main colour').fill('#ffcc00');
  await dialog.getByLabel('Accent colour', { exact: true }).fill('#96305a');
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: pngLogo() };
  await page.locator('input[type=file]').setInputFiles(logo);
  await dialog.getByRole('button', { name: 'Save the brand' }).click();
  await dialog.getByText('Texts in these colours could not be read.').waitFor();
  await assertAccessible(page, 'console-brand-refused', bothThemes);
  await dialog.getByLabel('Main colour', { exact: true }).fill('#7a1f3d');
  await dialog.getByRole('button', { name: 'Save the brand' }).click();
  await page.getByRole('img', { name: 'Logo' }).waitFor();
  await page.getByText('1 Maple Street, Ottawa ON K1A 0B1').waitFor();
  await assertAccessible(page, 'console-brand', bothThemes);

  await page.getByRole('button', { name: 'Preview of the brand' }).click();
  const mail = page.frameLocator('iframe');
  await mail.getByText('Hello Camille Tremblay,').waitFor();
  assert.equal(await mail.locator('img').evaluate((image: { naturalWidth?: number }) => image.naturalWidth), 96);
  await dialog.getByRole('combobox', { name: 'E-mail' }).click();
  await page.getByRole('option', { name: 'Payment link' }).click();
  await dialog.getByRole('combobox', { name: 'Customer’s language' }).click();
  await page.getByRole('option', { name: 'Français' }).click();
  await mail.getByText('Veuillez le payer par carte sur cette page').waitFor();
  await dialog.getByText('As text').click();
  await mail.getByText('Bonjour Camille Tremblay,').waitFor();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download a sample declaration' }).click();
  assert.equal((await download).suggestedFilename(), 'sample-fr.pdf');
  // Not even the clock that this test sets runs in the frame.
  assert.deepEqual(
    errors.filter((error) => !error.startsWith('Blocked script execution')),
    [],
  );
  assert.ok(addresses.every((address) => /^(blob:|data:)?(http:\/\/127\.0\.0\.1|image)/.test(address)));
});

for (const size of bothSizes) {
  test(`on a ${size}, a colour of a brand is picked instead of typed`, async () => {
    const { page, errors } = await testbed.openConsole('/integrations', sizes[size]);
    const dialog = page.getByRole('dialog');
    await page.getByRole('link', { name: 'Second sandbox partner' }).click();
    await page.getByRole('button', { name: 'Change the brand' }).click();
    await dialog.getByLabel('Choose: Main colour').fill('#7a1f3d');
    assert.equal(await dialog.getByLabel('Main colour', { exact: true }).inputValue(), '#7a1f3d');
    await assertAccessible(page, `console-brand-${size}`, bothThemes);
    assert.deepEqual(errors, []);
  });
}

test('an OAuth client and a webhook endpoint are made, shown and changed, in English and in French', async () => {
  const receiver = await openWebhookReceiver();
  afterwards(receiver.close);
  const { page, errors } = await testbed.openConsole('/integrations');
  const dialog = page.getByRole('dialog');
  await page.getByRole('link', { name: 'Sandbox partner', exact: true }).click();
  await page.getByRole('button', { name: 'New OAuth client' }).click();
  await dialog.getByLabel('Name of the program').fill('Night batch');
  await dialog.getByRole('combobox', { name: 'Acts for' }).click();
  await page.getByRole('option').first().click();
  await page.keyboard.press('Escape');
  await assertAccessible(page, 'console-new-oauth-client', bothThemes);
  await dialog.getByRole('button', { name: 'Create the client' }).click();
  await dialog.getByText('This is shown only once.').waitFor();
  assert.match(await shown(page, 'Client secret'), /^nbs/);
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('link', { name: 'Night batch' }).click();
  await page.getByRole('heading', { name: 'Night batch', level: 1 }).waitFor();
  await assertAccessible(page, 'console-oauth-client', bothThemes);

  await page.goBack();
  await page.getByRole('button', { name: 'New webhook endpoint' }).click();
  await dialog.getByLabel('Address').fill(receiver.url);
  await dialog.getByLabel('Description').fill('For the books');
  await assertAccessible(page, 'console-new-endpoint', bothThemes);
  await dialog.getByRole('button', { name: 'Create the endpoint' }).click();
  await dialog.getByText('This is shown only once.').waitFor();
  assert.match(await shown(page, 'Secret'), /^whsec_/);
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('link', { name: receiver.url }).waitFor();
  await assertAccessible(page, 'console-integration', bothThemes);

  const { service } = testbed;
  const token = await service.login();
  for (const type of ['policy.issued', 'payment.refused'])
    await service.call('POST', '/sandbox/events', { token, body: { type } });
  await page.getByRole('link', { name: receiver.url }).click();
  await page.getByRole('heading', { name: receiver.url, level: 1 }).waitFor();
  const delivered = page.getByRole('row', { name: /payment\.refused.*Delivered/ });
  // The list is read again when the page is.
  while (!(await delivered.isVisible())) {
    await page.reload();
    await page.getByRole('heading', { name: receiver.url, level: 1 }).waitFor();
    await page.getByRole('row').or(page.getByText('Nothing was sent yet')).first().waitFor();
  }
  await assertAccessible(page, 'console-endpoint', bothThemes);
  await delivered.getByRole('button', { name: 'Send again' }).click();
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await until(
    () => receiver.received.length,
    (length) => length === 3,
  );
  await page.getByRole('button', { name: 'Replay a time range' }).click();
  await dialog.getByLabel('From').fill('2020-01-01T00:00');
  await dialog.getByLabel('Until').fill('2099-01-01T00:00');
  await dialog.getByLabel('Reason').fill('they lost some');
  await assertAccessible(page, 'console-replay', bothThemes);
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await dialog.getByText('2 events are sent again.').waitFor();
  await until(
    () => receiver.received.length,
    (length) => length === 5,
  );
  const address = page.url().slice(service.operatorUrl.length);
  const french = await testbed.openConsole(address, { locale: 'fr-CA' });
  await french.page.getByRole('heading', { name: 'Envois' }).waitFor();
  await french.page.getByText('Livré').first().waitFor();
  await assertAccessible(french.page, 'console-endpoint-fr');
  await french.page.getByRole('link', { name: '← Sandbox partner' }).click();
  await french.page.getByRole('heading', { name: 'Points de terminaison' }).waitFor();
  await french.page.getByRole('link', { name: 'Night batch' }).waitFor();
  await assertAccessible(french.page, 'console-integration-fr');
  assert.deepEqual([...errors, ...french.errors], []);
});

test('a licence is added, renewed, shown on the first page and removed; a province needs one: in English and in French', async () => {
  const { page, errors } = await testbed.openConsole('/sellers?search=Sandbox Man');
  const dialog = page.getByRole('dialog');
  await page.getByRole('link', { name: 'Sandbox Manitoba' }).click();
  await page.getByRole('button', { name: 'Add a licence' }).click();
  await dialog.getByLabel('Class').fill('Restricted');
  await dialog.getByLabel('Number').fill('MB-77');
  await dialog.getByLabel('Last day').fill('2026-11-20');
  await assertAccessible(page, 'console-new-licence', bothThemes);
  await dialog.getByRole('button', { name: 'Save the licence' }).click();
  await page.getByRole('row', { name: /MB-77.*5 days left/ }).waitFor();

  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: 'Today' }).click();
  await page.getByRole('heading', { name: 'Licences about to expire' }).waitFor();
  await page.getByRole('row', { name: /Sandbox Manitoba MB Restricted MB-77/ }).waitFor();
  await pages.getByRole('link', { name: 'Dealers' }).click();
  await page.getByRole('link', { name: 'Licences of Sample Motors Winnipeg' }).click();
  await page.getByRole('button', { name: 'Add a licence' }).click();
  await dialog.getByRole('combobox', { name: 'Province' }).fill('manitoba');
  await page.getByRole('option', { name: 'MB · Manitoba' }).click();
  await dialog.getByLabel('Class').fill('Restricted');
  await dialog.getByLabel('Number').fill('MB-78');
  await dialog.getByLabel('Last day').fill('2026-11-14');
  await dialog.getByRole('button', { name: 'Save the licence' }).click();
  await page.getByRole('row', { name: /MB-78.*Expired/ }).waitFor();

  await page.getByRole('link', { name: 'Show all holders' }).click();
  await page.getByRole('button', { name: 'Change a province' }).click();
  await dialog.getByRole('combobox', { name: 'Province' }).fill('saskatchewan');
  await page.getByRole('option', { name: 'SK · Saskatchewan' }).click();
  await dialog.getByLabel('Reason').fill('restricted licences');
  await assertAccessible(page, 'console-licence-requirement', bothThemes);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /Saskatchewan.*Needed/ }).waitFor();
  await page.getByRole('button', { name: 'Change licence MB-78' }).click();
  await dialog.getByLabel('Last day').fill('2028-11-14');
  await dialog.getByRole('button', { name: 'Save the licence' }).click();
  await page.getByRole('row', { name: /MB-78.*Valid/ }).waitFor();
  await assertAccessible(page, 'console-licences', bothThemes);
  await page.getByRole('button', { name: 'Remove licence MB-78' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('row', { name: /MB-78/ }).waitFor({ state: 'detached' });

  const french = await testbed.openConsole('/licences', { locale: 'fr-CA' });
  await french.page.getByRole('heading', { name: 'Permis', level: 1 }).waitFor();
  await french.page.getByRole('row', { name: /MB-77.*5 jours restants/ }).waitFor();
  await french.page.getByRole('row', { name: /Saskatchewan.*Exigé/ }).waitFor();
  await assertAccessible(french.page, 'console-licences-fr');
  const viewer = await testbed.openConsole('/licences', { as: 'viewer' });
  await viewer.page.getByRole('row', { name: /MB-77/ }).waitFor();
  assert.equal(await viewer.page.getByRole('button', { name: /licence|province/ }).count(), 0);
  assert.deepEqual([...errors, ...french.errors, ...viewer.errors], []);
});

test('a secret is rotated with an overlap, in which both are good, and the former one is revoked', async () => {
  const { page, errors } = await testbed.openConsole('/integrations');
  const dialog = page.getByRole('dialog');
  await page.getByRole('link', { name: 'Sandbox partner', exact: true }).click();
  await page.getByRole('button', { name: 'Rotate the secret' }).click();
  await dialog.getByRole('button', { name: 'Rotate', exact: true }).click();
  await dialog.getByText('Give a reason of at least 3 characters.').waitFor();
  await dialog.getByLabel('Reason').fill('it stood in a mail');
  await dialog.getByRole('button', { name: 'Rotate', exact: true }).click();
  await dialog.getByText('This is shown only once.').waitFor();
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByText(/valid until/).waitFor();
  assert.ok(await testbed.service.login(), 'the one before is still good');

  await page.getByRole('button', { name: 'Revoke the previous one' }).click();
  await dialog.getByLabel('Reason').fill('the partner has changed over');
  await dialog.getByRole('button', { name: 'Revoke the previous one' }).click();
  await page.getByText('none is valid').waitFor();

  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Audit log' }).click();
  await page.getByText('the partner has changed over').waitFor();
  await page.getByRole('rowheader', { name: 'Rotated a client secret' }).waitFor();
  assert.deepEqual(errors, []);
});

test('a sale link is made on a seller’s page, opens the sale page, and is withdrawn', async () => {
  const { page, errors } = await testbed.openConsole('/sellers');
  const dialog = page.getByRole('dialog');
  await page.getByRole('link', { name: 'Sandbox Ontario', exact: true }).click();
  const links = page.getByRole('heading', { name: 'Sale links' });
  await links.waitFor();
  await page.getByRole('button', { name: 'Create a sale link' }).click();
  await dialog.getByLabel('Your reference').fill('showroom 7');
  await dialog.getByLabel(/^Down payment/).fill('249.50');
  await dialog.getByRole('button', { name: 'Create the link' }).click();
  await dialog.getByRole('img', { name: 'QR code of the sale page' }).waitFor();
  const address = (await dialog.locator('[data-once="Address for the customer"]').textContent()) ?? '';
  await assertAccessible(page, 'console-sale-link', bothThemes);
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  const { pathname } = new URL(address);
  assert.equal((await fetch(testbed.service.url + pathname)).status, 200);

  const row = page.getByRole('row', { name: /^showroom 7 .*Not opened yet.*\$249\.50/ });
  await row.waitFor();
  await assertAccessible(page, 'console-sale-links', bothThemes);
  await row.getByRole('button', { name: 'Withdraw the link of showroom 7' }).click();
  await dialog.getByLabel('Reason').fill('the customer bought elsewhere');
  await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await page.getByRole('row', { name: /^showroom 7 .*Withdrawn/ }).waitFor();
  assert.equal((await fetch(testbed.service.url + pathname)).status, 410);
  const viewer = await testbed.openConsole('/sellers', { as: 'viewer' });
  await viewer.page.getByRole('link', { name: 'Sandbox Ontario', exact: true }).click();
  // The reference may name somebody.
  await viewer.page.getByRole('row', { name: /^••• .*Withdrawn/ }).waitFor();
  assert.equal(await viewer.page.getByRole('button', { name: 'Create a sale link' }).count(), 0);
  assert.deepEqual([...errors, ...viewer.errors], []);
});
