import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import type { Page } from 'playwright-core';
import { applicant } from '../kit/sale/link-customer.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { type LinkTestbed, openLinkTestbed } from './link-testbed.ts';
import { heading, scanPage } from './shop-sale.ts';
import { sizes } from './shop-testbed.ts';

/* A customer of a link sees a price by the vehicle alone before saying who they are. In a real browser. */
let testbed: LinkTestbed;

before(async () => {
  testbed = await openLinkTestbed();
});

const words = {
  en: {
    find: 'Find my vehicle',
    which: 'Which one is yours?',
    dealer: 'Is a dealer arranging your coverage?',
    go: 'Continue',
    person: 'Who is the policy for?',
    price: 'Your price',
    free: 'Without obligation',
    see: 'See my prices',
    coverage: 'Choose your coverage',
  },
  fr: {
    find: 'Trouver mon véhicule',
    which: 'Lequel est le vôtre?',
    dealer: 'Un concessionnaire s’occupe-t-il de votre couverture?',
    go: 'Continuer',
    person: 'Pour qui est la police?',
    price: 'Votre prix',
    free: 'Sans engagement',
    see: 'Voir mes prix',
    coverage: 'Choisissez votre couverture',
  },
} as const;

for (const [size, options] of sizes) {
  for (const language of ['en', 'fr'] as const) {
    test(`on a ${size}, in ${language}, the price comes from the vehicle alone, in words of customers, and is that of the quote; nothing is written for it`, async () => {
      const said = words[language];
      const { vin } = (await testbed.call('GET', '/v1/test-vin?year=2024', 'ontario')).body;
      const known = {
        vin,
        odometer: 24_500,
        purchaseMethod: 'Cash',
        language,
        applicant: { ...applicant, emailAddress: 'price@example.ca' },
      };
      const { page, id, errors } = await testbed.openLink(known, options);
      await page.getByRole('button', { name: said.find }).click();
      await page.getByRole('group', { name: said.which }).getByRole('radio').first().check();
      const dealer = page.getByRole('group', { name: said.dealer });
      await dealer.getByRole('radio').nth(1).check();
      await dealer.getByRole('radio').first().check();
      assert.doesNotMatch(await dealer.innerText(), /Prime|Plus/);
      await scanPage(page, `${size}-price-${language}`, '2-choice');
      await page.getByRole('button', { name: said.go }).click();

      await heading(page, said.person);
      const price = page.getByRole('region', { name: said.price });
      await price.getByText(said.free).waitFor({ timeout: 20_000 });
      const indicated = await pricesIn(price.getByRole('table').first());
      assert.ok(indicated.length > 1, 'a price for each term');
      const [{ count }] = await inDatabase(
        testbed.service.databaseUrl,
        `SELECT count(*)::int AS count FROM application WHERE id = (SELECT application_id FROM sale_link WHERE id = $1)`,
        [id],
      );
      assert.equal(count, 0, 'there is no quote yet');
      await scanPage(page, `${size}-price-${language}`, '3-price');

      await page.getByRole('button', { name: said.see }).click();
      await heading(page, said.coverage);
      const terms = page.locator('.choices.terms .choice');
      const quoted = await Promise.all(
        (await terms.all()).map(async (one) => [
          await one.locator('.choice-title').innerText(),
          await one.locator('.choice-note').innerText(),
        ]),
      );
      assert.deepEqual(indicated, quoted);
      assert.doesNotMatch(await page.locator('body').innerText(), /Prime|Plus/);
      assert.deepEqual(errors, []);
    });
  }
}

/** Term and price of each row, of the first kind of coverage. */
async function pricesIn(table: ReturnType<Page['locator']>): Promise<string[][]> {
  const rows = await table.locator('tbody tr').all();
  return Promise.all(
    rows.map(async (row) => [
      await row.getByRole('rowheader').innerText(),
      await row.getByRole('cell').first().innerText(),
    ]),
  );
}
