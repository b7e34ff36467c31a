import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test, { afterEach, before } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../kit/processes/until.ts';
import { assertBound, authorizedPayment, binder, byCard } from '../kit/sale/binding.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { assertAccessible, bothThemes } from './checkout-testbed.ts';
import { bothSizes, type ConsoleTestbed, openConsoleTestbed, sizes } from './console-testbed.ts';

/** The books by the console: figures on the screen, reports as files, a payout file that is compared and withdrawn. */
let testbed: ConsoleTestbed;
let charge: { readonly reference: string; readonly amount: string };

before(async () => {
  testbed = await openConsoleTestbed();
  const { service } = testbed;
  const ontario = await openSaleClient(service);
  const choice = (await ontario.quote()).choose('Replacement', 3);
  const paid = byCard(await authorizedPayment(ontario, choice));
  assertBound(await binder(service, ontario.quoteClient.token)({ ...choice, ...paid }));
  const sql = `SELECT reference, (amount_cents / 100.0)::numeric(10, 2)::text AS amount FROM posted WHERE account = 'processor'`;
  [charge] = await inDatabase(service.databaseUrl, sql);
});

afterEach(() => testbed.clear());

for (const size of bothSizes) {
  test(`on a ${size}, a month’s balances lead to their lines, and a statement stands on the screen and is saved`, async () => {
    const { page, errors } = await testbed.openConsole('/books', sizes[size]);
    await page.getByRole('heading', { name: 'Statement of a seller' }).waitFor();
    await pickSeller(page);
    await page.getByLabel('Month').first().fill('2026-11');
    await page.getByText('Owed to the seller').waitFor();
    await page.getByRole('table', { name: 'Statement of a seller' }).getByText('Bound').waitFor();
    for (const [button, beginning] of [
      ['Download CSV', 'date,policy_number,kind'],
      ['Download PDF', '%PDF-'],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button }).first().click(),
      ]);
      assert.match(download.suggestedFilename(), /^statement-ontario-2026-11\.(csv|pdf)$/);
      assert.ok((await readFile(await download.path(), 'latin1')).startsWith(beginning), button);
    }
    await page.getByLabel('Insurer').selectOption('Sample Insurance Company (SAMPLEINS)');
    await assertAccessible(page, `console-books-${size}`, bothThemes);
    await page
      .getByRole('row', { name: /^Card processor/ })
      .getByRole('link')
      .click();
    await page.getByRole('heading', { name: 'Card processor', level: 1 }).waitFor();
    await page.getByText(charge.reference).waitFor();
    await page.getByText('Card charged').waitFor();
    await assertAccessible(page, `console-book-lines-${size}`, bothThemes);
    await page.getByRole('link', { name: '← Books' }).click();
    await page.getByText('Owed to the seller').waitFor();
    assert.deepEqual(errors, []);
  });
}

/** The options are read anew while one types: one that is just being replaced is clicked again. */
async function pickSeller(page: Page): Promise<void> {
  const seller = page.getByRole('combobox', { name: 'Seller' });
  await until(
    async () => {
      await seller.fill('Sandbox On');
      await page
        .getByRole('option', { name: 'Sandbox Ontario' })
        .click({ timeout: 5_000 })
        .catch(() => undefined);
      return seller.inputValue();
    },
    (value) => value === 'Sandbox Ontario',
  );
}

for (const size of bothSizes) {
  test(`on a ${size}, a payout file is compared in French, too, and its difference waits on the first page`, async () => {
    const { page, errors } = await testbed.openConsole('/books', { locale: 'fr-CA', ...sizes[size] });
    await page.getByRole('button', { name: 'Comparer un fichier de versement' }).click();
    const dialog = page.getByRole('dialog');
    const text = `Order,Amount\n${charge.reference},${charge.amount}\nstrange,12.00\n`;
    const file = { name: 'novembre.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await dialog.locator('input[type=file]').setInputFiles(file);
    await dialog.getByLabel('Premier jour').fill('2026-11-01');
    await dialog.getByLabel('Dernier jour').fill('2026-11-30');
    const reference = dialog.getByLabel('Colonne de la référence');
    assert.deepEqual(await reference.locator('option').allTextContents(), ['Choisir une colonne', 'Order', 'Amount']);
    assert.equal(await reference.inputValue(), 'Order', 'as it is called most often');
    assert.equal(await dialog.getByLabel('Colonne du montant').inputValue(), 'Amount');
    await dialog.getByRole('button', { name: 'Essayer d’abord' }).click();
    await dialog.getByRole('status').getByText('2 lignes : 1 concordante,').waitFor();
    await dialog
      .getByRole('row')
      .filter({ hasText: /^strange.*Absent des livres/ })
      .waitFor();
    await assertAccessible(page, `console-compare-payout-file-${size}`, bothThemes);
    await dialog.getByRole('button', { name: 'Comparer', exact: true }).click();
    await dialog.getByRole('link', { name: 'Voir les écarts' }).click();
    await page.getByRole('heading', { name: 'novembre.csv', level: 1 }).waitFor();
    await page
      .getByRole('row')
      .filter({ hasText: /^strange.*Absent des livres/ })
      .waitFor();
    await assertAccessible(page, `console-differences-${size}`, bothThemes);

    await page.goto(`${testbed.service.operatorUrl}/`);
    await page.getByText('Écarts de rapprochement').first().waitFor();
    await page.getByText('Écarts de rapprochement').first().click();
    await page.getByText('Absent des livres').waitFor();

    await page.goto(`${testbed.service.operatorUrl}/books`);
    await page.getByRole('button', { name: 'Retirer novembre.csv' }).click();
    await dialog.getByLabel('Justification').fill('celui d’un autre mois');
    await dialog.getByRole('button', { name: 'Retirer', exact: true }).click();
    await page.getByText('Aucun fichier de versement').waitFor();
    assert.deepEqual(errors, []);
  });
}
