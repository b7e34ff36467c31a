import assert from 'node:assert/strict';
import test, { afterEach, before } from 'node:test';
import type { Page } from 'playwright-core';
import { addDays } from '../../src/domain/calendar.ts';
import { assertBound, authorizedPayment, binder, byCard, byLoan } from '../kit/sale/binding.ts';
import { cards, openSaleClient } from '../kit/sale/paying.ts';
import { inDatabase, noonDay } from '../kit/sale/quoting.ts';
import { refusedCards, sellScheduled, sellUnpaid } from '../kit/sale/unpaid.ts';
import { assertAccessible, bothThemes } from './checkout-testbed.ts';
import { bothSizes, type ConsoleTestbed, chooseMore, openConsoleTestbed, sizes } from './console-testbed.ts';

/** Cancelling by the console: what its dialog says of the money, and what a person does with it afterwards. */
let testbed: ConsoleTestbed;

before(async () => {
  testbed = await openConsoleTestbed();
});

afterEach(() => testbed.clear());

async function sell(paidBy: 'card' | 'loan') {
  const saleClient = await openSaleClient(testbed.service);
  const choice = (await saleClient.quote()).choose('Replacement', 2);
  const payment = paidBy === 'card' ? byCard(await authorizedPayment(saleClient, choice)) : byLoan();
  return assertBound(await binder(testbed.service, saleClient.quoteClient.token)({ ...choice, ...payment }));
}

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Cancel the policy' }).click();
  return page.getByRole('dialog');
}

const panel = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Cancellation', exact: true }) });
const aDate = (day: string): string =>
  new Intl.DateTimeFormat('en-CA', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));

for (const size of bothSizes) {
  test(`on a ${size}, a cancellation for a day ahead says who gives back what on that day, and is withdrawn`, async () => {
    const { applicationId } = await sell('card');
    const day = addDays(noonDay, 60);
    const { page, errors } = await testbed.openConsole(`/sales/${applicationId}`, { as: 'support', ...sizes[size] });
    const dialog = await openDialog(page);
    const lastDay = dialog.getByLabel('First day without cover');
    assert.equal(await lastDay.inputValue(), noonDay, 'it begins with the seller’s day');
    await dialog.getByRole('button', { name: /^Cancel and refund \$[\d,.]+ to Visa/ }).waitFor();
    assert.equal(await dialog.locator('[aria-invalid=true], [role=alert]').count(), 0, 'and without red');
    await lastDay.fill(day);
    const owed = dialog.getByRole('table', { name: 'Who refunds what' });
    const byProcessor = new RegExp(`Card processorCard\\$[\\d,.]+${aDate(day)}`);
    await owed.getByRole('row').filter({ hasText: byProcessor }).waitFor();
    await dialog.getByText(`Nothing is refunded before ${aDate(day)}.`).waitFor();
    assert.equal(await dialog.getByText('Keep as owed').count(), 0, 'it was paid');
    await assertAccessible(page, `console-cancel-ahead-${size}`, bothThemes);
    await dialog.getByLabel('Reason').fill('sold the car');
    await dialog.getByRole('button', { name: `Cancel as of ${aDate(day)}` }).click();
    await dialog.getByText(`It takes effect on ${aDate(day)}.`).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();

    await panel(page).getByText('Scheduled', { exact: true }).waitFor();
    await panel(page)
      .getByText(`due on ${aDate(day)}`)
      .waitFor();
    await page
      .getByText(`Cancelled from ${aDate(day)}`)
      .first()
      .waitFor();
    await assertAccessible(page, `console-cancel-scheduled-${size}`, bothThemes);
    await panel(page).getByRole('button', { name: 'Withdraw the cancellation' }).click();
    await dialog.getByLabel('Reason').fill('keeps the car');
    await dialog.getByRole('button', { name: 'Withdraw the cancellation' }).click();
    await page.getByText('The cancellation is withdrawn.').waitFor();
    await page.getByRole('button', { name: 'Cancel the policy' }).waitFor();
    assert.equal(await panel(page).count(), 0);
    assert.deepEqual(errors, []);
  });
}

test('the refund of a loan goes to the lender first, and the rest to the customer', async () => {
  const { applicationId } = await sell('loan');
  const { page, errors } = await testbed.openConsole(`/sales/${applicationId}`, { as: 'support' });
  const dialog = await openDialog(page);
  await dialog.getByLabel('Flat').check();
  const owed = dialog.getByRole('table', { name: 'Who refunds what' });
  await owed.getByRole('row', { name: /^Operator Lender, for the loan \$[\d,.]+ At once$/ }).waitFor();
  await owed.getByRole('row', { name: /^Seller Customer \$100\.00 At once$/ }).waitFor();
  await assertAccessible(page, 'console-cancel-loan', bothThemes);
  await dialog.getByLabel('Reason').fill('refinanced');
  await dialog.getByRole('button', { name: /^Cancel and refund/ }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await panel(page)
    .getByRole('row', { name: /^Operator Lender.*Done/ })
    .waitFor();
  await panel(page)
    .getByRole('row', { name: /^Seller Customer.*Pending/ })
    .waitFor();
  await assertAccessible(page, 'console-cancelled-loan', bothThemes);
  assert.deepEqual(errors, []);
});

test('what unpaid days cost is kept as owed if the operator says so, and written off later', async () => {
  const sale = await sellUnpaid(testbed.service, 'alberta');
  const day = addDays(sale.dueDay, 40);
  const { page, errors } = await testbed.openConsole(`/sales/${sale.applicationId}`);
  const dialog = await openDialog(page);
  await dialog.getByLabel('Pro-rata').check();
  await dialog.getByLabel('First day without cover').fill(day);
  await dialog.getByLabel('Insurer').check();
  await dialog.getByLabel('Ground').selectOption({ label: 'Not paid' });
  await dialog.getByText(/for the days used is written off on that day/).waitFor();
  await dialog.getByLabel('Keep as owed').check();
  await dialog.getByText(/the customer owes \$[\d.]+ for the days used from that day on/).waitFor();
  await dialog.getByText('Payment before that day withdraws the cancellation.').waitFor();
  await assertAccessible(page, 'console-cancel-unpaid', bothThemes);
  await dialog.getByLabel('Reason').fill('unpaid');
  await dialog.getByRole('button', { name: `Cancel as of ${aDate(day)}` }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await panel(page).getByText('Keep as owed').waitFor();

  await sale.moveTo(day);
  await panel(page).getByText('In effect', { exact: true }).waitFor();
  await panel(page).getByText('Owed for used days').waitFor();
  await assertAccessible(page, 'console-cancelled-owed', bothThemes);
  await panel(page).getByRole('button', { name: 'Write off' }).click();
  await dialog.getByLabel('Reason').fill('not worth collecting');
  await dialog.getByRole('button', { name: 'Write off' }).click();
  await panel(page).getByText('Written off for used days').waitFor();
  await page.getByText('Written off', { exact: true }).first().waitFor();
  assert.deepEqual(errors, []);
});

test('a refund to pay by cheque is never retried; it is recorded with its day and reference', async () => {
  const sale = await sellUnpaid(testbed.service, 'ontario');
  const { page, errors } = await testbed.openConsole(`/sales/${sale.applicationId}`);
  const dialog = page.getByRole('dialog');
  await chooseMore(page, 'Record as paid');
  await dialog.getByLabel('Reference').fill('cheque 42');
  await dialog.getByLabel('Reason').fill('paid by cheque');
  await dialog.getByRole('button', { name: /^Record \$.+ as paid$/ }).click();
  await page.getByText('The charge is recorded as paid.').waitFor();
  await openDialog(page);
  await dialog.getByLabel('Flat').check();
  await dialog.getByLabel('First day without cover').fill(sale.dueDay);
  await dialog
    .getByText('It was paid outside the service: you refund it, for example by cheque or transfer.')
    .waitFor();
  await dialog.getByText(/is listed under “Needs attention”/).waitFor();
  await assertAccessible(page, 'console-cancel-outside', bothThemes);
  await dialog.getByLabel('Reason').fill('sold the car');
  await dialog.locator('button[type=submit]').click();
  await dialog.getByText('The notice is sent by e-mail.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.goto(`${testbed.service.operatorUrl}/`);
  await page.getByRole('button', { name: '1 Refunds pending' }).click();
  await page.getByRole('rowheader', { name: 'Refund to pay by cheque or transfer' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /^Retry now/ }).count(), 0);
  await assertAccessible(page, 'console-refund-to-pay', bothThemes);
  await page.getByRole('button', { name: `Record as refunded: ${sale.policyNumber}` }).click();
  await dialog.getByLabel('Reference').fill('cheque 43');
  await dialog.getByLabel('Refunded on').fill(sale.dueDay);
  await dialog.getByLabel('Reason').fill('paid back');
  await assertAccessible(page, 'console-settle-refund', bothThemes);
  await dialog.getByRole('button', { name: /^Record \$.+ as refunded$/ }).click();
  await page.getByRole('button', { name: '0 Refunds pending' }).waitFor();
  await page.goto(`${testbed.service.operatorUrl}/sales/${sale.applicationId}`);
  await panel(page)
    .getByRole('row', { name: new RegExp(`^Operator Customer.*Done on ${aDate(sale.dueDay)}`) })
    .waitFor();
  await page.getByText('Operator · cheque 43').waitFor();
  assert.deepEqual(errors, []);
});

test('a charge whose outcome is unknown can only be recorded as paid, and by whom has to be said', async () => {
  const sale = await sellScheduled(testbed.service, 'manitoba', cards.visa);
  await inDatabase(
    testbed.service.databaseUrl,
    `UPDATE due_charge
     SET owner = gen_random_uuid(), lease_until = now() - interval '1 minute', unclear_since = now() - interval '2 days',
         due_at = now() + interval '1 hour', failure = 'unknown', last_error = 'unknown: no answer'
     WHERE policy_number = $1`,
    [sale.policyNumber],
  );
  const { page, errors } = await testbed.openConsole('/');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: /Failed charges/ }).click();
  const row = page.getByRole('row', { name: /^Charge whose outcome is unknown/ });
  await row.waitFor();
  assert.deepEqual(await row.getByRole('button').allTextContents(), ['Record as paid']);
  await assertAccessible(page, 'console-unclear-charge', bothThemes);
  await row.getByRole('button').click();
  await dialog.getByLabel('Reference').fill('R-1');
  const confirm = dialog.getByRole('button', { name: /^Record \$.+ as paid$/ });
  assert.equal(await confirm.isDisabled(), true);
  await dialog.getByLabel('By the card: the processor did make the charge').check();
  await dialog.getByLabel('Reason').fill('found in its console');
  await assertAccessible(page, 'console-settle-charge', bothThemes);
  await confirm.click();
  await page.getByText('The charge is recorded as paid.').waitFor();
  assert.equal((await sale.policy()).moneyStatus, 'Paid');
  assert.deepEqual(errors, []);
});

test('a French operator reads the same in French', async () => {
  const sale = await sellScheduled(testbed.service, 'quebec', refusedCards.tomorrow);
  const { page, errors } = await testbed.openConsole(`/sales/${sale.applicationId}`, { locale: 'fr-CA' });
  await page.getByRole('button', { name: 'Résilier la police' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Rien n’a été perçu; rien n’est remboursé.').waitFor();
  await assertAccessible(page, 'console-cancel-fr', bothThemes);
  assert.deepEqual(errors, []);
});
