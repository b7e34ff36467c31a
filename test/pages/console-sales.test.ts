import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test, { afterEach, before } from 'node:test';
import { addDays } from '../../src/domain/calendar.ts';
import type { BindParts } from '../../src/flows/bind/bind.ts';
import { rollUpSales } from '../../src/flows/dashboard/roll-up-sales.ts';
import { IssueRefused } from '../../src/flows/points.ts';
import { openDatabase } from '../../src/store/database.ts';
import { readSellers } from '../../src/store/reference/sellers.ts';
import { until } from '../kit/processes/until.ts';
import { type BindHarness, cardForm, openBindHarness } from '../kit/sale/bind-harness.ts';
import { assertBound, authorizedPayment, binder, byCard } from '../kit/sale/binding.ts';
import { openSaleClient, type SaleClient } from '../kit/sale/paying.ts';
import { clockAt, inDatabase, type Json, noon } from '../kit/sale/quoting.ts';
import { refusedCards, sellScheduled, sellUnpaid } from '../kit/sale/unpaid.ts';
import { cloneDatabase } from '../kit/service/database.ts';
import { signInOperator } from '../kit/service/operator.ts';
import { startTestService } from '../kit/service/service.ts';
import { assertAccessible, bothThemes } from './checkout-testbed.ts';
import {
  assertFitting,
  bothSizes,
  type ConsoleTestbed,
  chooseMore,
  desktop,
  goTo,
  openConsoleTestbed,
  phone,
  sizes,
} from './console-testbed.ts';

let testbed: ConsoleTestbed;
let databaseUrl: string;
let sold: { readonly policyNumber: string; readonly vin: string; readonly total: string };

before(async () => {
  databaseUrl = await cloneDatabase();
  const service = await startTestService({ environment: { DATABASE_URL: databaseUrl }, clock: clockAt(noon).clock });
  const saleClient = await openSaleClient(service);
  sold = await sell(saleClient, binder(service, saleClient.quoteClient.token));
  const unlucky = [await paid(saleClient), await paid(saleClient)];
  await service.close(); // With its jobs, which would give back at once.
  const harness = await openBindHarness(databaseUrl);
  for (const sale of unlucky) await leaveStuck(harness, sale);
  testbed = await openConsoleTestbed({ DATABASE_URL: databaseUrl });
});

afterEach(() => testbed.clear());

type Paid = Awaited<ReturnType<typeof paid>>;

async function paid(saleClient: SaleClient) {
  const quoted = await saleClient.quote();
  const choice = quoted.choose('Replacement', 2);
  return { quoted, choice, payment: await authorizedPayment(saleClient, choice) };
}

async function sell(saleClient: SaleClient, bind: ReturnType<typeof binder>): Promise<typeof sold> {
  const { quoted, choice, payment } = await paid(saleClient);
  const { policyNumber } = assertBound(await bind({ ...choice, ...byCard(payment) }));
  const [{ vin }] = await inDatabase(databaseUrl, 'SELECT vin FROM application WHERE id = $1', [choice.applicationId]);
  const dollars = new Intl.NumberFormat('en-CA', { style: 'currency', currency: 'CAD' });
  return { policyNumber, vin, total: dollars.format(quoted.totalCents(choice) / 100) };
}

/**
 * The card was charged, no policy came of it, and the processor does not answer: tried often, and not again for an
 * hour.
 */
async function leaveStuck(harness: BindHarness, { choice, payment }: Paid): Promise<void> {
  const refund: BindParts['cards']['refund'] = async () => ({ kind: 'unknown', cause: 'no answer' });
  const failpoint: BindParts['failpoint'] = async (point) => {
    if (point === 'before issue') throw new IssueRefused();
  };
  await harness.bind({ form: cardForm(choice, payment) }, { cards: { ...harness.parts.cards, refund }, failpoint });
  await inDatabase(
    databaseUrl,
    `UPDATE reversal
     SET attempts = 8, due_at = now() + interval '1 hour', lease_until = NULL
     WHERE application_id = $1`,
    [choice.applicationId],
  );
}

test('one box finds a sale by policy number, VIN, name and e-mail; a filter by day leaves it out', async () => {
  const { page, errors } = await testbed.openConsole('/sales');
  const box = page.getByRole('searchbox', { name: 'Search', exact: true });
  const found = page.getByRole('cell', { name: sold.policyNumber, exact: true });
  const ends = [sold.policyNumber, sold.vin].map((number) => number.slice(-4));
  for (const text of [sold.policyNumber, sold.vin, ...ends, '0142', 'tremblay', 'marie-eve@example.ca']) {
    await box.fill(text);
    await page.waitForURL((url) => url.searchParams.get('search') === text);
    await found.waitFor();
  }
  await assertAccessible(page, 'console-sales', bothThemes);
  await page.getByRole('tab', { name: 'Policies' }).click();
  await page.getByRole('rowheader', { name: sold.policyNumber }).waitFor();
  await page.getByLabel('To', { exact: true }).fill('2026-01-01');
  await page.getByText('No results').waitFor();
  await assertAccessible(page, 'console-sales-empty', bothThemes);
  assert.deepEqual(errors, []);
});

for (const size of bothSizes) {
  test(`on a ${size}, the search on every page opens the only hit by Enter, and says when there is none`, async () => {
    const { page, errors } = await testbed.openConsole('/me', sizes[size]);
    const search = page.getByLabel('Search everything').first();
    await search.fill('no such thing');
    await page.getByRole('status').getByText('No match').waitFor();
    await assertAccessible(page, `console-no-match-${size}`, bothThemes);
    await search.fill('0142');
    await page
      .getByRole('option', { name: /Tremblay/ })
      .first()
      .waitFor();
    for (const end of [sold.policyNumber, sold.vin].map((number) => number.slice(-4))) {
      await search.fill(end);
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => /^\/sales\/[0-9a-f-]{36}$/.test(url.pathname));
      await page.getByText(sold.policyNumber).first().waitFor();
      await page.goto(`${testbed.service.operatorUrl}/me`);
    }
    assert.deepEqual(errors, []);
  });
}

for (const size of bothSizes) {
  test(`on a ${size}, how partners’ calls are answered stands on a page of its own, and not before those who look after sales`, async () => {
    const { page, errors } = await testbed.openConsole('/', sizes[size]);
    await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
    await page.getByRole('button', { name: 'Refunds pending' }).waitFor();
    for (const text of ['Rate limits reached', 'Error codes by partner', 'Latency'])
      assert.equal(await page.getByText(text).count(), 0, text);
    await goTo(page, size, 'System');
    for (const name of ['Rate limits reached', 'Error codes by partner', 'Latency'])
      await page.getByRole('heading', { name }).waitFor();
    await assertAccessible(page, `console-system-${size}`, bothThemes);
    assert.deepEqual(errors, []);
  });
}

for (const size of bothSizes) {
  test(`on a ${size}, the audit log is narrowed to days and saved as a spreadsheet`, async () => {
    const { page, errors } = await testbed.openConsole('/acts', sizes[size]);
    const today = new Date(noon).toISOString().slice(0, 10);
    await page.getByLabel('To', { exact: true }).fill('2026-01-01');
    await page.getByText('No results').waitFor();
    await page.getByLabel('To', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const dialog = page.getByRole('dialog');
    assert.equal(await dialog.getByLabel(/^To/).inputValue(), today);
    await assertAccessible(page, `console-acts-export-${size}`, bothThemes);
    await dialog.getByLabel('Reason').fill('for the auditor');
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export CSV' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    assert.match(file, /^acted_at,actor_kind,actor,action,subject,application_id,reason,facts\r?\n/);
    assert.deepEqual(errors, []);
  });
}

test('figures, bars and names on the first page narrow it and lead to the sales that they count, as of a time that is said', async () => {
  // The service's clock stands on another day than the database's: its own job would count the sales away again. One
  // that runs is due again at its end.
  const pause = `UPDATE periodic_job SET due_at = 'infinity' WHERE name = 'roll-up' AND lease_until IS NULL RETURNING name`;
  await until(
    () => inDatabase(databaseUrl, pause),
    (paused) => paused.length === 1,
  );
  const database = openDatabase({ url: databaseUrl, poolSize: 1, onConnectionLost: () => undefined });
  await rollUpSales({ database }, [...(await readSellers(database)).byId.values()], new Date());
  await database.end();
  const { page, errors } = await testbed.openConsole('/me');
  await page.clock.setFixedTime(new Date()); // A quote has the time of the database.
  await page.goto(testbed.service.operatorUrl);
  await page.getByText(/^as of .*\d/).waitFor();
  await page.locator('section:has-text("Premium by day and seller") rect').first().waitFor();
  await assertAccessible(page, 'console-first-page', bothThemes);
  const figure = (name: string) => page.locator('dl > div').filter({ hasText: name }).getByRole('link');
  await figure('Binds').click();
  await page.waitForURL((url) => url.searchParams.get('list') === 'policies' && url.searchParams.has('from'));
  await page.getByRole('rowheader', { name: sold.policyNumber }).waitFor();
  await page.goBack();
  await figure('Unpaid').click();
  await page.waitForURL((url) => url.searchParams.get('moneyStatus') === 'Unpaid');
  await page.getByText('No results').waitFor();
  assert.equal(await page.getByRole('rowheader', { name: sold.policyNumber }).count(), 0);
  await page.goBack();

  await page.locator('section:has-text("Premium by day and seller") rect').first().click();
  await page.waitForURL((url) => url.searchParams.has('sellerId'));
  const sellerId = new URL(page.url()).searchParams.get('sellerId');
  await page.goto(testbed.service.operatorUrl);
  // What was there stays until its own figures come, and a table that is opened meanwhile goes with it.
  const narrowed = page.waitForResponse((answer) => new URL(answer.url()).searchParams.get('sellerId') === sellerId);
  await page.getByRole('link', { name: 'Only Sandbox Ontario' }).click();
  await page.waitForURL((url) => url.searchParams.get('sellerId') === sellerId);
  await narrowed;
  await page.getByText('As a table').first().click();
  const ofThree = page
    .locator('details[open]')
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: '3', exact: true }) });
  await ofThree.first().getByRole('link').click();
  await page.waitForURL((url) => url.pathname === '/sales' && url.searchParams.get('sellerId') === sellerId);
  await page.getByText('3 rows shown').waitFor();
  assert.deepEqual(errors, []);
});

test('a mail is shown as the customer saw it, and nothing in it runs', async () => {
  const content = {
    text: 'Hello Marie-Ève Tremblay, as text',
    html: `<p style="color: rgb(122, 31, 61)">Hello Marie-Ève Tremblay, as seen</p>
      <script>top.document.title = 'evil'</script><img src="x" onerror="top.document.title = 'evil'">`,
  };
  await inDatabase(databaseUrl, `UPDATE mail SET content = $2 WHERE policy_number = $1`, [
    sold.policyNumber,
    JSON.stringify(content),
  ]);
  const { page } = await testbed.openConsole('/', { as: 'support' });
  await page.getByRole('textbox', { name: 'Search everything' }).fill(sold.policyNumber);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Show: / }).click();
  const mail = page.frameLocator('iframe');
  const seen = mail.getByText('Hello Marie-Ève Tremblay, as seen');
  await seen.waitFor();
  assert.equal(await seen.getAttribute('style'), 'color: rgb(122, 31, 61)');
  await page.getByRole('dialog').getByText('As text').click();
  await mail.getByText('Hello Marie-Ève Tremblay, as text').waitFor();
  assert.doesNotMatch(await page.title(), /evil/);
});

test('a cancellation shows the refund first, then gives it back to the card, with a notice and a mail', async () => {
  const { page, errors } = await testbed.openConsole('/', { as: 'support' });
  const dialog = page.getByRole('dialog');
  await page.getByRole('textbox', { name: 'Search everything' }).fill(sold.policyNumber);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Marie-Ève Tremblay', level: 1 }).waitFor();
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  await assertAccessible(page, 'console-sale', bothThemes);

  await page.getByRole('button', { name: 'Cancel the policy' }).click();
  await dialog.getByLabel('Flat').check();
  await dialog.getByText('It is refunded to the card.').waitFor();
  await assertAccessible(page, 'console-cancel', bothThemes);
  const confirm = dialog.getByRole('button', { name: `Cancel and refund ${sold.total}` });
  await confirm.click();
  await dialog.getByText('Give a reason of at least 3 characters.').waitFor();
  await dialog.getByLabel('Reason').fill('the customer sold the car');
  await confirm.click();
  await dialog.getByText('The refund is carried out within seconds.').waitFor();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download the notice' }).click();
  assert.match((await download).suggestedFilename(), /\.pdf$/);
  await dialog.getByRole('button', { name: 'Close' }).click();

  const refunds = page.getByRole('region', { name: 'Refunds' });
  await refunds.getByText('Completed', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'Documents' }).getByText('Cancellation notice').waitFor();
  await page.getByRole('region', { name: 'Operator actions' }).getByText('the customer sold the car').waitFor();
  await assertAccessible(page, 'console-cancelled', bothThemes);
  assert.deepEqual(errors, []);
});

for (const size of bothSizes) {
  test(`on a ${size}, all that waits is in sight on the first page, each kind by itself if need be, also a link that was not delivered`, async () => {
    const admin = await signInOperator(testbed.service);
    const { rows } = (await admin.get('/api/sellers')).body;
    const { id: sellerId } = rows.find(({ username }: Json) => username === 'ontario');
    const order = { firstOrCompanyName: 'Zoé', lastName: size, emailAddress: `${size}@exemple.ca`, isMailed: true };
    const { id } = (await admin.post(`/api/sellers/${sellerId}/sale-links`, order)).body;
    const isMailed = () =>
      until(
        () => inDatabase(databaseUrl, 'SELECT sent_at, due_at FROM sale_link_mail WHERE sale_link_id = $1', [id]),
        ([mail]) => mail.sent_at !== null && mail.due_at === null,
      );
    await isMailed();
    await inDatabase(databaseUrl, 'UPDATE sale_link SET valid_until = current_date + 7 WHERE id = $1', [id]);
    await inDatabase(
      databaseUrl,
      `UPDATE sale_link_mail SET sent_at = NULL, given_up_at = now(), failure = 'refused', last_error = 'RCPT TO answered 550'
       WHERE sale_link_id = $1`,
      [id],
    );
    const { page, errors } = await testbed.openConsole('/', sizes[size]);
    const links = page.getByRole('region', { name: 'Undelivered sale links' });
    const refunds = page.getByRole('region', { name: 'Refunds pending' });
    const tile = (name: string) => page.getByRole('button', { name });
    await links.getByText(`Zoé ${size}`).waitFor();
    await refunds.getByText('It is not known whether it went through').first().waitFor();
    await assertAccessible(page, `console-today-all-${size}`, bothThemes);
    await assertFitting(page, 'the first page');
    await tile('1 Undelivered sale links').click();
    await refunds.waitFor({ state: 'detached' });
    await tile('3 Everything that waits').click();
    await refunds.waitFor();

    const dialog = page.getByRole('dialog');
    await tile(`Send again: Zoé ${size}`).click();
    await dialog.getByText('The same link goes to the address that it was made with.').waitFor();
    await assertAccessible(page, `console-link-mail-${size}`, bothThemes);
    await dialog.getByLabel('Reason').fill('the mail server is back');
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await tile('0 Undelivered sale links').waitFor();
    await links.waitFor({ state: 'detached' });
    await refunds.waitFor();
    await isMailed();
    assert.deepEqual(errors, []);
  });
}

test('what is stuck stands on the first page: it is tried again, or settled with where to find it', async () => {
  const { page, errors } = await testbed.openConsole('/');
  const dialog = page.getByRole('dialog');
  const waiting = page.getByRole('button', { name: /Refunds pending/ });
  await page.getByRole('button', { name: '2 Refunds pending' }).waitFor();
  await page.getByRole('heading', { name: 'Sales figures' }).waitFor();
  await assertAccessible(page, 'console-today', bothThemes);

  for (const viewport of [{ width: 1440, height: 900 }, { width: 768, height: 1000 }, phone.viewport]) {
    await page.setViewportSize(viewport);
    const list = page.getByRole('region', { name: 'Refunds pending' });
    await list.getByText('It is not known whether it went through').first().waitFor();
    const [wide, seen] = await list.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
    assert.equal(wide, seen, `cause and acts are in sight at ${viewport.width} px`);
    await assertAccessible(page, `console-today-${viewport.width}`, bothThemes);
  }
  await page.setViewportSize(desktop.viewport);
  await page
    .getByRole('button', { name: /^Retry now/ })
    .first()
    .click();
  await dialog.getByLabel('Reason').fill('the processor is back');
  await dialog.getByRole('button', { name: /^Refund \$[\d,.]+ to Visa\s••••\s4242$/ }).click();
  await page.getByText('The refund is retried.').waitFor();
  await page.reload();
  await waiting.waitFor();

  await chooseMore(page, 'Record as refunded');
  await dialog.getByLabel('Reference').fill('cheque 1042');
  await dialog.getByLabel('Reason').fill('paid back by cheque');
  await assertAccessible(page, 'console-settle', bothThemes);
  await dialog.getByRole('button', { name: /^Record \$.+ as refunded$/ }).click();
  await page.getByText('The refund is recorded as paid.').waitFor();
  await page.getByRole('button', { name: '0 Refunds pending' }).waitFor();
  const states = await inDatabase(databaseUrl, 'SELECT progress FROM reversal WHERE policy_number IS NULL');
  assert.deepEqual(
    states.map(({ progress }) => progress),
    ['done', 'done'],
  );
  assert.deepEqual(errors, []);
});

test('mails of unclear delivery are marked as arrived, all at once', async () => {
  const stick = `UPDATE mail SET due_at = NULL, given_up_at = now(), failure = 'unknown', last_error = 'ETIMEDOUT' WHERE state = 'sent'`;
  const { length } = await inDatabase(databaseUrl, `${stick} RETURNING id`);
  const { page, errors } = await testbed.openConsole('/');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: `${length} Undelivered e-mails` }).click();
  await page.getByRole('button', { name: 'Settle all' }).click();
  await dialog.getByRole('combobox', { name: 'Which ones' }).click();
  await page.getByRole('option', { name: 'It is not known whether it went through' }).click();
  await dialog.getByLabel('Reference').fill('relay log');
  await dialog.getByLabel('Reason').fill('all of them went out');
  await assertAccessible(page, 'console-settle-all', bothThemes);
  await dialog.getByRole('button', { name: 'Settle all' }).click();
  await dialog.getByText(`${length} done, 0 left as they were.`).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: '0 Undelivered e-mails' }).waitFor();
  assert.deepEqual(errors, []);
});

// From here on: one sale is cancelled, and of two others what was charged is given back.
test('a list is narrowed to a state, which stands in the address and stays from list to list as far as it means something', async () => {
  const { page, errors } = await testbed.openConsole('/sales');
  const state = page.getByRole('combobox', { name: 'State' });
  await page.getByText('3 rows shown').waitFor();
  const states = await state.locator('option').allTextContents();
  assert.deepEqual(states, ['All states', 'Quoted', 'Binding', 'Bound', 'Cancelled']);
  await state.selectOption({ label: 'Cancelled' });
  await page.waitForURL((url) => url.searchParams.get('state') === 'cancelled');
  await page.getByText('1 row shown').waitFor();
  await page.getByRole('cell', { name: sold.policyNumber, exact: true }).waitFor();
  await assertAccessible(page, 'console-state', bothThemes);
  await page.getByRole('tab', { name: 'Policies' }).click();
  await page.getByRole('rowheader', { name: sold.policyNumber }).waitFor();
  assert.equal(await state.inputValue(), 'Cancelled');
  await page.getByRole('tab', { name: 'Card payments' }).click();
  await page.getByText('3 rows shown').waitFor();
  assert.equal(await state.inputValue(), '', 'a payment is not cancelled as a policy is');
  await page.getByRole('tab', { name: 'Documents' }).click();
  await page.getByRole('table', { name: 'Documents' }).waitFor();
  assert.equal(await state.count(), 0);
  assert.deepEqual(errors, []);
});

test('a policy that is cancelled for a later day says from when on, in both languages', async () => {
  await inDatabase(databaseUrl, `UPDATE cancellation SET cancelled_on = '2099-03-01'`);
  for (const [locale, shown] of [
    ['en-CA', /^Cancelled from .*2099$/],
    ['fr-CA', /^Résiliée dès le .*2099$/],
  ] as const) {
    const { page, errors } = await testbed.openConsole(`/sales?search=${sold.policyNumber}`, { locale });
    await page.getByRole('table').getByText(shown).waitFor();
    await page.goto(page.url().replace('/sales?', '/sales?list=policies&'));
    await page.getByRole('table').getByText(shown).waitFor();
    assert.deepEqual(errors, []);
  }
});

test('the states are in the words of the language, and a link keeps them', async () => {
  const { page, errors } = await testbed.openConsole('/sales?list=payments&state=Reversed', { locale: 'fr-CA' });
  const state = page.getByRole('combobox', { name: 'État' });
  await state.waitFor();
  assert.equal(await state.locator('option:checked').textContent(), 'Contrepassé');
  await page.getByText('2 lignes affichées').waitFor();
  assert.ok((await state.locator('option').allTextContents()).includes('Débit prévu'));
  await state.selectOption({ label: 'Tous les états' });
  await page.waitForURL((url) => !url.searchParams.has('state'));
  await assertAccessible(page, 'console-state-fr', bothThemes);
  assert.deepEqual(errors, []);
});

test('many sales are turned page by page; another filter begins at its first page', async () => {
  await inDatabase(
    databaseUrl,
    `INSERT INTO application (seller_id, series, effective_date, quoted_on, vin, rate_book_version, tax_table_version, inputs, options)
     SELECT seller_id, series, effective_date, quoted_on, vin, rate_book_version, tax_table_version, inputs, options
     FROM (SELECT * FROM application LIMIT 1) AS one, generate_series(1, 60)`,
  );
  const { page, errors } = await testbed.openConsole('/sales');
  await page.getByText('Page 1: 50 rows shown, there are more').waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('Page 2: 13 rows shown').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Next' }).isDisabled(), true);
  await page.getByRole('navigation', { name: 'Pages: Sales, newest first' }).scrollIntoViewIfNeeded();
  await assertAccessible(page, 'console-sales-page-2', bothThemes);
  await page.getByRole('link', { name: 'Marie-Ève Tremblay' }).first().click();
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  await page.goBack();
  await page.getByText('Page 2: 13 rows shown').waitFor();
  await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Quoted' });
  await page.getByText('Page 1: 50 rows shown, there are more').waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('Page 2: 12 rows shown').waitFor();
  await page.getByRole('button', { name: 'Previous' }).click();
  await page.getByText('Page 1: 50 rows shown, there are more').waitFor();
  assert.deepEqual(errors, []);
});

test('on a phone a list shows state and money, and a French console says neither English facts nor machine times', async () => {
  const { page, errors } = await testbed.openConsole('/sales?list=policies', { locale: 'fr-CA', ...phone });
  const card = page.getByRole('row').filter({ hasText: sold.policyNumber });
  await card.waitFor();
  await card.locator('[data-label="État"] [data-tone]').nth(1).waitFor();
  const [wide, seen] = await page.evaluate<[number, number], undefined>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    undefined,
  );
  assert.equal(wide, seen, 'nothing is cut off');
  await page.goto(page.url().replace(/\?.*/, `?search=${sold.policyNumber}`));
  await page.getByRole('link', { name: 'Marie-Ève Tremblay' }).click();
  await page.getByRole('heading', { name: 'Chronologie' }).waitFor();
  const text = await page.locator('main').innerText();
  assert.doesNotMatch(text, /\bCC\b/, 'no code of a payment method');
  assert.doesNotMatch(text, /\d{4}-\d\d-\d\d|\d\dT\d\d:/, 'no time of a machine');
  assert.doesNotMatch(text, /policy number|payment method|effective date|\b(total|kind|attempt): /, 'no English fact');
  assert.deepEqual(errors, []);
});

test('within its days a rescission is one click, after the refund was shown', async () => {
  const saleClient = await openSaleClient(testbed.service);
  const { policyNumber, total } = await sell(saleClient, binder(testbed.service, saleClient.quoteClient.token));
  const { page, errors } = await testbed.openConsole(`/sales?search=${policyNumber}`, { as: 'support' });
  await page.getByRole('link', { name: 'Marie-Ève Tremblay' }).click();
  await page.getByText('Rescission until').waitFor();
  await page.getByRole('button', { name: 'Rescind' }).click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: `Rescind and refund ${total}` });
  await confirm.waitFor();
  await assertAccessible(page, 'console-rescind', bothThemes);
  await confirm.click();
  await dialog.getByText('The refund is carried out within seconds.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByText('Rescission within the time allowed').first().waitFor();
  assert.equal(await page.getByRole('button', { name: 'Rescind' }).count(), 0);
  assert.deepEqual(errors, []);
});

test('a scheduled charge that was refused says when, how often it was tried and what follows, in both languages', async () => {
  const sale = await sellScheduled(testbed.service, 'alberta', refusedCards.tomorrow);
  const english = [/^Declined on Nov\.? 20, 2026$/, /^Next attempt on Nov\.? 21, 2026$/, 'Attempts1'] as const;
  const french = [/^Refusé le 20 nov\.? 2026$/, /^Prochain essai le 21 nov\.? 2026$/, 'Essais1'] as const;
  assert.equal(await sale.moveTo(sale.dueDay), 1);
  for (const [locale, [refused, next, attempts]] of [
    ['en-CA', english],
    ['fr-CA', french],
  ] as const) {
    const { page, errors } = await testbed.openConsole(`/sales/${sale.applicationId}`, { locale });
    await page.getByText(refused).nth(1).waitFor();
    assert.equal(await page.getByText(refused).count(), 2, 'of the charge and of the payment');
    assert.equal(await page.getByText(next).count(), 2);
    assert.ok((await page.locator('dl').allTextContents()).some((facts) => facts.includes(attempts)));
    assert.deepEqual(errors, []);
  }
  for (const days of [1, 2, 3]) assert.equal(await sale.moveTo(addDays(sale.dueDay, days)), 1);
  const { page, errors } = await testbed.openConsole(`/sales/${sale.applicationId}`);
  await page
    .getByText(/^Declined on Nov\.? 23, 2026$/)
    .nth(1)
    .waitFor();
  assert.equal(await page.getByText('No further attempt: left to you').count(), 2);
  await page
    .getByRole('alert')
    .getByText(/^Call the customer, then charge again/)
    .waitFor();
  await assertAccessible(page, 'console-refused-charge', bothThemes);
  await page.getByRole('button', { name: 'Charge again' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Charge \$[\d,.]+ to \w+\s••••\s\d{4}$/ }).waitFor();
  await assertAccessible(page, 'console-charge-again', bothThemes);
  assert.deepEqual(errors, []);
});

test('a card that was refused for good is not offered to be charged again: the next step is a payment link', async () => {
  const sale = await sellUnpaid(testbed.service, 'manitoba');
  const { page, errors } = await testbed.openConsole(`/sales/${sale.applicationId}`);
  await page.getByRole('alert').getByText('send the customer a payment link', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Send a payment link' }).waitFor();
  await page.getByRole('button', { name: 'More' }).click();
  assert.deepEqual(await page.getByRole('menuitem').allTextContents(), ['Record as paid']);
  await assertAccessible(page, 'console-refused-for-good', bothThemes);
  await page.keyboard.press('Escape');
  const paper = (await page.pdf({ format: 'Letter' })).toString('latin1');
  assert.equal(paper.match(/\/Type \/Page\b/g)?.length, 1, 'a sale is one page on paper');
  assert.deepEqual(errors, []);
});
