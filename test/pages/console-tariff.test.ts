import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { afterEach, before } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { inDatabase } from '../kit/sale/quoting.ts';
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

/** Prices by the console; and a walk through every page that no other file of these tests scans. */
let testbed: ConsoleTestbed;

before(async () => {
  testbed = await openConsoleTestbed();
});

afterEach(() => testbed.clear());

interface SampleBook {
  version: string;
  premiums: { baseCents: Record<string, number> }[];
}

const sample = readFileSync(new URL('../../src/sandbox/data/rate-book.json', import.meta.url), 'utf8');

const taxTable = readFileSync(new URL('../../src/sandbox/data/tax-table.json', import.meta.url), 'utf8');

const disclosureTexts = readFileSync(new URL('../../src/sandbox/data/disclosure-texts.json', import.meta.url), 'utf8');

const rescissionRules = readFileSync(
  new URL('../../src/domain/cancellation/data/rescission-rules.json', import.meta.url),
  'utf8',
);

const sampleWording = readFileSync(new URL('../../src/sandbox/data/wordings/extras-en.pdf', import.meta.url));

/** The sandbox's book at other prices: each product and class by a percent more than the one before. */
function dearerBook(version: string): string {
  const book = JSON.parse(sample) as SampleBook;
  for (const [place, { baseCents }] of book.premiums.entries())
    for (const years of Object.keys(baseCents))
      baseCents[years] = Math.round(baseCents[years]! * (0.95 + (place % 20) / 100));
  return JSON.stringify({ ...book, version });
}

/** What of Ontario is raised on which screen: the second table is compared with the first one. */
const raises: Readonly<Record<Size, { readonly inForce: string; readonly rate: number; readonly raised: number }>> = {
  phone: { inForce: 'sample-1', rate: 8, raised: 20 },
  desktop: { inForce: 'dear-phone', rate: 20, raised: 40 },
};

/** A row by the texts of its cells, one after the other: on a phone it is a card, whose name has the columns', too. */
const rowOf = (within: Page | Locator, texts: RegExp): Locator => within.getByRole('row').filter({ hasText: texts });

async function choose(page: Page, text: string): Promise<void> {
  const file = { name: 'book.json', mimeType: 'application/json', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
}

for (const size of bothSizes) {
  const on = `on a ${size}, `;
  const open = (path: string, locale = 'en-CA') => testbed.openConsole(path, { locale, ...sizes[size] });

  test(`${on}a rate book that is in force by its own dates says so, and is not offered to be activated`, async () => {
    const { page, errors } = await open('/rate-books/sample-1');
    await page.getByText('In force by its own dates, from Jan 1, 2020.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Activate' }).count(), 0);
    assert.equal(await page.getByText('It was never activated').count(), 0);
    await assertFitting(page, 'a rate book');
    assert.deepEqual(errors, []);
  });

  test(`${on}a price is changed into a draft without touching the file, and the draft is compared at once`, async () => {
    const { page, errors } = await open('/');
    const version = `by hand on a ${size}`;
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await goTo(page, size, 'Rate books');
    await page.getByRole('rowheader', { name: 'sample-1' }).getByRole('link').click();
    await page.getByRole('row', { name: /^Economy car \$352.00 \$591.00/ }).waitFor();
    await rowOf(page, /^Replacement \(Prime\)100,000614,536Cash, Finance, Lease$/).waitFor();
    await rowOf(page, /^allall15%$/).waitFor();
    await assertAccessible(page, `console-book-prices-${size}`, bothThemes);
    await page.getByRole('button', { name: 'Change prices' }).click();
    await page.getByLabel('Economy car, 3 years').fill('850');
    await assertAccessible(page, `console-book-changing-${size}`, bothThemes);
    await page.getByRole('button', { name: 'Save as a draft' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 of the prices of sample-1 are changed.').waitFor();
    await dialog.getByLabel('Version').fill(version);
    await dialog.getByRole('button', { name: 'Save the draft' }).click();
    await page.getByRole('heading', { name: version, level: 1 }).waitFor();
    const every = page.getByRole('table', { name: 'Every difference' });
    await rowOf(every, /^PricesRPL ECONOMYprice, 3 years\$806.00\$850.00$/).waitFor();
    assert.equal(await every.getByRole('row').count(), 2);
    await assertFitting(page, 'a draft');
    assert.deepEqual(errors, []);
  });

  test(`${on}prices go out as a spreadsheet and come back as a draft, in French`, async () => {
    const { page, errors } = await open('/rate-books/sample-1', 'fr-CA');
    const link = page.getByRole('link', { name: 'Télécharger en CSV' });
    const csv = decodeURIComponent(((await link.getAttribute('href')) ?? '').replace(/^[^,]*,/, ''));
    assert.match(csv, /^product,vehicle_class,term_years,price\r\nRPL,ECONOMY,1,352\.00\r\n/);
    const load = (text: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'prix.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await load('product;vehicle_class;term_years;price\r\nRPL;BATEAU;1;352,00\r\n');
    await page.getByRole('alert').getByText('La ligne 2 du fichier n’est pas un prix de ce barème.').waitFor();
    await load(csv.replace('RPL,ECONOMY,1,352.00', 'RPL,ECONOMY,1,360.50'));
    assert.equal(await page.getByLabel('Voiture économique, 1 an').inputValue(), '360,50');
    await assertAccessible(page, `console-book-loaded-french-${size}`, bothThemes);
    await page.getByRole('button', { name: 'Enregistrer comme ébauche' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^1 prix de sample-1 sont modifiés/)
      .waitFor();
    assert.deepEqual(errors, []);
  });

  test(`${on}a vehicle is priced by a book, and what it does not qualify for is said`, async () => {
    const { page, errors } = await open('/rate-books/sample-1');
    await page.getByRole('textbox', { name: /^VIN/ }).fill('4S4BTGFD7R3220116');
    await page.getByLabel('Odometer (km)').fill('110,000');
    await page.getByRole('button', { name: 'Price it' }).click();
    await page.getByText('2024 Subaru Outback').waitFor();
    await page.getByText('Replacement: not eligible (the odometer is too high)').waitFor();
    await page
      .getByRole('table', { name: /^Total with tax/ })
      .getByRole('cell', { name: /\$/ })
      .first()
      .waitFor();
    await assertAccessible(page, `console-book-calculator-${size}`, bothThemes);
    await assertFitting(page, 'the calculator');
    assert.deepEqual(errors, []);
  });

  test(`${on}a comparison tells every difference, and tries a limit of eligibility on both sides`, async () => {
    const { page, errors } = await open('/rate-books/load');
    const book = JSON.parse(sample);
    book.version = 'stricter';
    book.eligibility[0].odometerKmMax = 90_000;
    book.commissions[2].partsPerMillion = 160_000;
    book.products[0].name.fr = 'Remplacement';
    await choose(page, JSON.stringify(book));
    const qualifies = page.getByRole('table', { name: /^Who qualifies/ });
    await rowOf(qualifies, /^PrimeReplacement[1-9]\d*0$/).waitFor();
    const every = page.getByRole('table', { name: 'Every difference' });
    await rowOf(every, /^EligibilityPrime Replacementodometer, at most \(km\)100,00090,000$/).waitFor();
    await rowOf(every, /^Commissions3rate15%16%$/).waitFor();
    await rowOf(every, /^ProductsRPLname, FrenchRemplacement du véhiculeRemplacement$/).waitFor();
    assert.equal(await every.getByRole('row').count(), 4);
    await assertAccessible(page, `console-book-differences-${size}`, bothThemes);
    await assertFitting(page, 'the comparison');
    assert.deepEqual(errors, []);
  });

  test(`${on}a tax table shows its rates by province and day; one that moves a rate far warns, and asks for a reason`, async () => {
    const { inForce, rate, raised } = raises[size];
    const { page, errors } = await open('/tax-tables');
    const dialog = page.getByRole('dialog');
    await page.getByRole('link', { name: inForce }).click();
    await page.getByText(`All rates are those of ${inForce}`).waitFor();
    await rowOf(page, /^QuebecAutomobile insurance9%/).waitFor();
    await page.getByLabel('Day').fill('2027-01-01');
    await rowOf(page, /^QuebecAutomobile insurance9\.975%/)
      .first()
      .waitFor();
    await assertAccessible(page, `console-tax-table-${size}`, bothThemes);
    await assertFitting(page, 'a tax table');

    await page.getByRole('link', { name: 'Tax tables' }).first().click();
    await page.getByRole('button', { name: 'Load a tax table' }).click();
    const table = JSON.parse(taxTable);
    table.version = `dear-${size}`;
    const ontario = table.rates.find(
      (rate: { province: string; taxClass: string }) => rate.province === 'ON' && rate.taxClass === 'otherInsurance',
    );
    ontario.totalPartsPerMillion = raised * 10_000;
    ontario.components[0].partsPerMillion = raised * 10_000;
    await choose(page, JSON.stringify(table));
    await dialog.getByRole('alert').getByText('One rate moves by more than two points').waitFor();
    const change = new RegExp(`^OntarioOther insurancefrom Jan 1, 2020${rate}%${raised}%$`);
    await rowOf(dialog, change).waitFor();
    await dialog.getByRole('button', { name: 'Load a tax table' }).click();
    await dialog.getByText('Give a reason').waitFor();
    await assertAccessible(page, `console-tax-compared-${size}`, bothThemes);
    await dialog.getByLabel('Reason').fill('the budget of this year');
    await dialog.getByRole('button', { name: 'Load a tax table' }).click();
    await rowOf(page, new RegExp(`^dear-${size}In force`)).waitFor();
    assert.deepEqual(errors, []);
  });
}

test('a rate book is checked, compared with the one in force, activated from a day, and gone back from', async () => {
  const { page, errors } = await testbed.openConsole('/rate-books');
  const dialog = page.getByRole('dialog');
  await page.getByRole('link', { name: 'Load a rate book' }).click();
  await choose(page, JSON.stringify({ version: 'broken' }));
  await page.getByRole('alert').getByText('Nothing was changed.').waitFor();
  await assertAccessible(page, 'console-book-faults', bothThemes);
  await choose(page, dearerBook('november'));
  await page.getByText('november is valid. Nothing was changed yet.').waitFor();
  await page.getByRole('heading', { name: 'november compared with sample-1' }).waitFor();
  await page.getByRole('heading', { name: 'Largest rises' }).waitFor();
  await assertAccessible(page, 'console-book-compared', bothThemes);

  await page.getByRole('button', { name: 'Load and activate' }).click();
  await dialog.getByLabel('Reason').fill('prices of the new year');
  await dialog.getByRole('button', { name: 'Load and activate' }).click();
  await page.getByRole('heading', { name: 'november', level: 1 }).waitFor();
  await page.getByText('In force', { exact: true }).waitFor();
  await page.getByText('prices of the new year').waitFor();
  await assertAccessible(page, 'console-book', bothThemes);

  await page.getByRole('link', { name: 'Rate books' }).first().click();
  await page.getByRole('button', { name: 'Go back to sample-1' }).click();
  await dialog.getByLabel('Reason').fill('a price was wrong');
  await dialog.getByRole('button', { name: 'Go back', exact: true }).click();
  await page.getByRole('row', { name: /sample-1 In force/ }).waitFor();
  assert.deepEqual(errors, []);
});

test('disclosure texts are previewed as PDFs and loaded', async () => {
  const { page, errors } = await testbed.openConsole('/disclosure-texts');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Preview: sample-1' }).click();
  await assertAccessible(page, 'console-disclosure-preview', bothThemes);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  const paper = dialog.getByRole('link', { name: 'Credit contract: what it costs' });
  assert.match((await paper.getAttribute('href')) ?? '', /^blob:/);
  assert.equal(await dialog.getByRole('link').count(), 7);
  await assertAccessible(page, 'console-disclosure-papers', bothThemes);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'Load disclosure texts' }).click();
  await choose(page, JSON.stringify({ ...JSON.parse(disclosureTexts), version: 'november' }));
  await dialog.getByText('november is valid. Nothing was changed yet.').waitFor();
  await dialog.getByRole('button', { name: 'Load disclosure texts' }).click();
  await page.getByRole('row', { name: /november In force/ }).waitFor();
  assert.deepEqual(errors, []);
});

test('own words are previewed as papers, mails and pages, and loaded', async () => {
  const { page, errors } = await testbed.openConsole('/customer-texts');
  const dialog = page.getByRole('dialog');
  const own = { en: 'This link is over. Ask us for another.', fr: 'Ce lien a pris fin. Demandez-nous-en un autre.' };
  const file = JSON.stringify({ version: 'counsel', texts: { 'payPage.expired': own } });
  await page.getByRole('button', { name: 'Built-in texts' }).waitFor();
  await page.getByRole('button', { name: 'Preview a file' }).click();
  await choose(page, file);
  await dialog.getByText('counsel is valid. Nothing was changed yet.').waitFor();
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('link', { name: 'Declaration', exact: true }).waitFor();
  await dialog.getByText('This link has expired').click();
  await dialog.getByText(own.en).waitFor();
  await assertAccessible(page, 'console-texts-preview', bothThemes);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'Load customer texts' }).click();
  await choose(page, file);
  await dialog.getByText('counsel is valid. Nothing was changed yet.').waitFor();
  await dialog.getByRole('button', { name: 'Load customer texts' }).click();
  await page.getByRole('row', { name: /counsel In force/ }).waitFor();
  assert.deepEqual(errors, []);
});

test('rules of rescission are previewed by province, and loaded', async () => {
  const { page, errors } = await testbed.openConsole('/rescission-rules');
  const dialog = page.getByRole('dialog');
  const inQuebec = { provinces: ['QC'], from: '2020-01-01', days: 14, movesToWorkingDay: true, basis: 'counsel' };
  const built = JSON.parse(rescissionRules);
  const file = JSON.stringify({ ...built, version: 'counsel', rules: [built.rules[0], inQuebec] });
  await page.getByText('No rules of your own').waitFor();
  await page.getByRole('button', { name: 'Preview a file' }).click();
  await choose(page, file);
  await dialog.getByText('counsel is valid. Nothing was changed yet.').waitFor();
  await dialog.getByLabel('Bound on').fill('2026-12-11');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('row', { name: /^Quebec Dec 28, 2026 Dec 28, 2026/ }).waitFor();
  await dialog.getByRole('row', { name: /^Ontario Dec 21, 2026/ }).waitFor();
  await assertAccessible(page, 'console-rescission-preview', bothThemes);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'Load rules' }).click();
  await choose(page, file);
  await dialog.getByText('counsel is valid. Nothing was changed yet.').waitFor();
  await dialog.getByRole('button', { name: 'Load rules' }).click();
  await page.getByRole('row', { name: /counsel In force/ }).waitFor();
  assert.deepEqual(errors, []);
});

test('a wording is loaded, and a file that is no PDF is refused', async () => {
  const { page, errors } = await testbed.openConsole('/wordings');
  const dialog = page.getByRole('dialog');
  await page.getByRole('row', { name: /^NB-REP sample-1 English/ }).waitFor();
  await page.getByRole('button', { name: 'Load a wording' }).click();
  const file = { name: 'wording.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF') };
  await page.locator('input[type=file]').setInputFiles(file);
  await dialog.getByLabel('Form').fill('NB-REP');
  await dialog.getByLabel('Version').fill('november');
  await assertAccessible(page, 'console-wording-load', bothThemes);
  await dialog.getByRole('button', { name: 'Load a wording' }).click();
  await dialog
    .getByText(/^This can not be mailed to customers/)
    .first()
    .waitFor();
  await page.locator('input[type=file]').setInputFiles({ ...file, buffer: sampleWording });
  await dialog.getByRole('button', { name: 'Load a wording' }).click();
  await page.getByRole('row', { name: /^NB-REP november English all all/ }).waitFor();
  assert.deepEqual(errors, []);
});

const walks = [
  ['integrations', 'integrations/:id', 'sellers', 'lien-holders', 'sales?list=payments'],
  [
    'rate-books',
    'rate-books/load',
    'tax-tables',
    'disclosure-texts',
    'wordings',
    'accounts',
    'acts',
    'me',
    'no-such-page',
  ],
];
for (const paths of walks) {
  test(`free of faults for a screen reader, in light and in dark: ${paths.join(', ')}`, async () => {
    const { page, errors } = await testbed.openConsole('/');
    const [{ id }] = await inDatabase(testbed.service.databaseUrl, 'SELECT id FROM integration LIMIT 1');
    for (const path of paths) {
      await page.goto(`${testbed.service.operatorUrl}/${path.replace(':id', id)}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      await assertAccessible(page, `console-${path.replaceAll(/[^a-z-]/g, '-')}`, bothThemes);
    }
    assert.deepEqual(errors, []);
  });
}
