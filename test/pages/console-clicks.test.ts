import assert from 'node:assert/strict';
import test, { afterEach, before } from 'node:test';
import type { Page } from 'playwright-core';
import { addDays } from '../../src/domain/calendar.ts';
import { assertBound, authorizedPayment, binder, byCard } from '../kit/sale/binding.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { refusedCards, sellScheduled } from '../kit/sale/unpaid.ts';
import { bothSizes, type ConsoleTestbed, openConsoleTestbed, type Size, sizes } from './console-testbed.ts';

/*
 * How many clicks the usual tasks take from the first page. What is typed goes into the field that has the focus or
 * that the Tab key reaches, so typing is no click.
 */
let testbed: ConsoleTestbed;
let sold: { readonly policyNumber: string; readonly applicationId: string };

before(async () => {
  testbed = await openConsoleTestbed();
  sold = await sell();
});

afterEach(() => testbed.clear());

async function sell() {
  const client = await openSaleClient(testbed.service);
  const choice = (await client.quote()).choose('Replacement', 2);
  const payment = await authorizedPayment(client, choice);
  const { policyNumber } = assertBound(
    await binder(testbed.service, client.quoteClient.token)({ ...choice, ...byCard(payment) }),
  );
  return { policyNumber, applicationId: choice.applicationId };
}

/** The first page, with a count of what is clicked from there on. */
async function openToday(size: Size = 'desktop') {
  const { page } = await testbed.openConsole('/', sizes[size]);
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  // As text: these tests know nothing of a browser's own names.
  await page.evaluate(`
    sessionStorage.setItem('clicks', '0');
    addEventListener('pointerdown', () => sessionStorage.setItem('clicks', 1 + Number(sessionStorage.getItem('clicks'))), true);
  `);
  const clicks = async (): Promise<number> => Number(await page.evaluate(`sessionStorage.getItem('clicks')`));
  return { page, clicks, dialog: page.getByRole('dialog') };
}

/** By the search that is on every page. */
async function find(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Search everything' }).click();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

async function within(task: string, most: number, clicks: () => Promise<number>): Promise<void> {
  const taken = await clicks();
  console.log(`${task}: ${taken} clicks, ${most} at most`);
  assert.ok(taken > 0 && taken <= most, `${task} takes ${taken} clicks`);
}

for (const size of bothSizes) {
  test(`on a ${size}, finding a sale takes one click`, async () => {
    const { page, clicks } = await openToday(size);
    await find(page, sold.policyNumber);
    await page.getByRole('heading', { level: 2, name: 'Timeline' }).waitFor();
    await within('find a sale', 1, clicks);
  });
}

for (const size of bothSizes) {
  test(`on a ${size}, correcting an address takes three clicks`, async () => {
    const { page, clicks, dialog } = await openToday(size);
    await find(page, sold.policyNumber);
    await page.getByRole('button', { name: 'Correct the policy' }).click();
    await dialog
      .getByLabel('Street address', { exact: true })
      .fill(size === 'phone' ? '2 Queen Street East' : '4 Queen Street East');
    await dialog.getByLabel('Reason').fill('the customer called');
    await dialog.getByRole('button', { name: 'Correct the policy' }).click();
    await dialog.getByText('The policy was corrected.').waitFor();
    await within('correct an address', 3, clicks);
  });
}

for (const size of bothSizes) {
  test(`on a ${size}, a cancellation takes three clicks, and says first what it refunds`, async () => {
    const { policyNumber } = await sell();
    const { page, clicks, dialog } = await openToday(size);
    await find(page, policyNumber);
    await page.getByRole('button', { name: 'Cancel the policy' }).click();
    const confirm = dialog.getByRole('button', { name: /^Cancel and refund \$[\d,.]+ to Visa/ });
    await confirm.waitFor();
    await dialog.getByLabel('Reason').fill('the customer sold the car');
    await confirm.click();
    await dialog.getByText('The refund is carried out within seconds.').waitFor();
    await within('cancel with preview', 3, clicks);
  });
}

test('trying a charge again takes two clicks, and says how much goes to which card', async () => {
  const sale = await sellScheduled(testbed.service, 'alberta', refusedCards.tomorrow);
  for (const days of [0, 1, 2, 3]) await sale.moveTo(addDays(sale.dueDay, days));
  const { page, clicks, dialog } = await openToday();
  await page.getByRole('button', { name: new RegExp(`^Charge again.*${sale.policyNumber}`) }).click();
  await dialog.getByLabel('Reason').fill('the customer has called the bank');
  await dialog.getByRole('button', { name: /^Charge \$[\d,.]+ to \w+\s••••\s\d{4}$/ }).click();
  await dialog.waitFor({ state: 'hidden' });
  await within('retry a charge', 2, clicks);
});

for (const size of bothSizes) {
  test(`on a ${size}, accepting a request takes two clicks`, async () => {
    const { policyNumber } = await sell();
    const { service } = testbed;
    const token = await service.login();
    const { today } = (await service.call('GET', '/sandbox/clock', { token })).body;
    const asked = await service.call('POST', `/v1/policies/${policyNumber}/cancellation-request`, {
      token,
      body: { reason: 'VehicleSold', effectiveDate: addDays(today, 2) },
    });
    assert.equal(asked.status, 200, asked.text);
    const { page, clicks, dialog } = await openToday(size);
    await page.getByRole('button', { name: new RegExp(`^Accept.*${policyNumber}`) }).click();
    await dialog.getByLabel('Reason').fill('as the seller asks');
    await dialog.getByRole('button', { name: /^Cancel as of/ }).click();
    // It was the only one that waited, and what came of it is still to be read.
    await page.getByRole('button', { name: '0 Cancellation requests', includeHidden: true }).waitFor();
    await dialog.getByRole('button', { name: 'Download the notice' }).waitFor();
    await within('accept a request', 2, clicks);
  });
}

test('a statement takes two clicks', async () => {
  const { page, clicks } = await openToday();
  await page.getByRole('link', { name: 'Books', exact: true }).click();
  await page.getByRole('combobox', { name: 'Seller' }).click();
  await page.keyboard.type('Sandbox Ontario');
  await page.getByRole('option', { name: 'Sandbox Alberta' }).waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText('Commission').first().waitFor();
  await page.getByText(sold.policyNumber).first().waitFor();
  await within('statement', 2, clicks);
});

test('a new seller takes five clicks', async () => {
  const { page, clicks, dialog } = await openToday();
  await page.getByRole('link', { name: 'Sellers' }).click();
  await page.getByRole('button', { name: 'New seller' }).click();
  await dialog.getByRole('combobox', { name: 'Integration' }).click();
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Name of the seller').fill('Corner Motors');
  await dialog.getByRole('combobox', { name: 'Province' }).fill('Ontario');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Create the seller' }).click();
  await dialog.locator('[data-once="Password"]').waitFor();
  await within('new seller', 5, clicks);
});

test('changing one price to a draft takes five clicks', async () => {
  const { page, clicks, dialog } = await openToday();
  await page.getByRole('link', { name: 'Rate books' }).click();
  await page.getByRole('rowheader', { name: 'sample-1' }).getByRole('link').click();
  await page.getByRole('button', { name: '$352.00' }).first().click();
  await page.keyboard.type('360.50');
  await page.getByRole('button', { name: 'Save as a draft' }).click();
  await dialog.getByLabel('Version').fill('draft by few clicks');
  await dialog.getByRole('button', { name: 'Save the draft' }).click();
  await page.getByRole('heading', { level: 1, name: 'draft by few clicks' }).waitFor();
  const every = page.getByRole('table', { name: 'Every difference' });
  await every.getByRole('row', { name: /\$352\.00 \$360\.50$/ }).waitFor();
  await within('change one price to a draft', 5, clicks);
});

for (const size of bothSizes) {
  test(`on a ${size}, sending a sale link takes three clicks`, async () => {
    const { page, clicks, dialog } = await openToday(size);
    await find(page, 'Sandbox Ontario');
    await page.getByRole('button', { name: 'Create a sale link' }).click();
    await dialog.getByLabel('E-mail address', { exact: true }).fill('zoe@exemple.ca');
    await dialog.getByRole('button', { name: 'Create the link' }).click();
    await dialog.getByText('The link is being mailed to zoe@exemple.ca.').waitFor();
    await within('send a sale link', 3, clicks);
  });
}
