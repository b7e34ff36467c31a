import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test, { afterEach, before } from 'node:test';
import { until } from '../kit/processes/until.ts';
import { assertBound, binder, byReferral } from '../kit/sale/binding.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { assertAccessible, bothThemes } from './checkout-testbed.ts';
import { type ConsoleTestbed, openConsoleTestbed } from './console-testbed.ts';

/** A person who asks to see and to erase what is kept: one policy that has ended, one in force, one quote. */
let testbed: ConsoleTestbed;
const emailAddress = 'marie-eve@example.ca'; // Every test quote has this address.

before(async () => {
  testbed = await openConsoleTestbed();
  const { service } = testbed;
  const saleClient = await openSaleClient(service);
  const bind = binder(service, saleClient.quoteClient.token);
  const policies: string[] = [];
  for (let index = 0; index < 2; index += 1) {
    const quoted = await saleClient.quote();
    policies.push(assertBound(await bind({ ...quoted.choose('Replacement', 2), ...byReferral })).policyNumber);
  }
  await saleClient.quote();
  await until(
    () =>
      inDatabase(
        service.databaseUrl,
        'SELECT FROM mail WHERE due_at IS NOT NULL UNION ALL SELECT FROM event WHERE place IS NULL',
      ),
    (rows) => rows.length === 0,
  );
  await inDatabase(
    service.databaseUrl,
    `UPDATE policy SET effective_date = effective_date - 1000, expiry_date = expiry_date - 1000, cover_ends_on = cover_ends_on - 1000 WHERE policy_number = $1`,
    [policies[0]],
  );
});

afterEach(() => testbed.clear());

test('an admin finds a person, saves what is kept, erases what may go, and sees what went and what stayed', async () => {
  const { page, errors, addresses } = await testbed.openConsole('/personal-data');
  await page.getByRole('heading', { name: 'How long it is kept' }).waitFor();
  await page.getByRole('row', { name: /Policies, after their cover 7 years/ }).waitFor();
  await page.getByLabel('E-mail address, telephone number or policy number').fill('Tremblay');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByText('Type an e-mail address').waitFor();
  await page.getByLabel('E-mail address, telephone number or policy number').fill(emailAddress);
  await page.getByRole('button', { name: 'Find' }).click();
  const table = page.getByRole('region', { name: 'Sales of this person' });
  await table.waitFor();
  for (const scope of ['All that names the person', 'Contact details', 'Nothing'])
    await table.getByText(scope).waitFor();
  await assertAccessible(page, 'console-personal-data', bothThemes);

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByLabel('Reason').fill('She asked for it.');
  const saved = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
  const { sales } = JSON.parse(await readFile(await (await saved).path(), 'utf8'));
  assert.equal(sales.length, 3);
  await page.getByRole('dialog').waitFor({ state: 'hidden' });

  const erasable = table
    .getByRole('row')
    .filter({ hasText: /All that names|Contact details/ })
    .getByRole('checkbox');
  for (const box of await erasable.all()) await box.uncheck();
  assert.equal(await page.getByRole('button', { name: 'Erase', exact: true }).isDisabled(), true, 'nothing may go');
  for (const box of await erasable.all()) await box.check();
  await page.getByRole('button', { name: 'Erase', exact: true }).click();
  await page.getByLabel('Reason').fill('The person asked.');
  await page.getByRole('dialog').getByRole('button', { name: 'Erase', exact: true }).click();
  const outcomes = page.getByRole('region', { name: 'What was erased' });
  await outcomes.getByText('The policy is in force', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('row', { name: /A person asked .* The person asked\./ }).waitFor();
  assert.deepEqual(errors, []);
  assert.ok(!addresses.some((address) => decodeURIComponent(address).includes(emailAddress)), 'no address names her');
});

test('the page is there in French, and only for admins', async () => {
  const { page, errors } = await testbed.openConsole('/personal-data', { locale: 'fr-CA' });
  await page.getByRole('heading', { name: 'Renseignements personnels' }).waitFor();
  await page.getByLabel('Courriel, numéro de téléphone ou numéro de police').fill(emailAddress);
  await page.getByRole('button', { name: 'Chercher' }).click();
  await page.getByText('La police est en vigueur', { exact: false }).waitFor();
  await page.getByText('À la demande d’une personne').waitFor();
  assert.deepEqual(errors, []);
  const { page: other } = await testbed.openConsole('/', { as: 'support' });
  await other.getByRole('link', { name: 'Audit log' }).waitFor();
  assert.equal(await other.getByRole('link', { name: 'Personal data' }).count(), 0);
});
