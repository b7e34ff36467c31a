import assert from 'node:assert/strict';
import test, { afterEach, before } from 'node:test';
import type { Page } from 'playwright-core';
import { dictionary } from '../../console/src/words/dictionary.ts';
import { type Language, languages } from '../../src/domain/language.ts';
import type { MoneyWhat } from '../../src/operator/wire/money.ts';
import { assertBound, authorizedPayment, binder, byCard } from '../kit/sale/binding.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import type { SellerName } from '../kit/sale/quoting.ts';
import { sellUnpaid } from '../kit/sale/unpaid.ts';
import { assertAccessible, bothThemes } from './checkout-testbed.ts';
import { type ConsoleTestbed, openConsoleTestbed } from './console-testbed.ts';

/** An operator's bad day: what banks, cheques and people do to a sale's money, said in the console as it happens. */
let testbed: ConsoleTestbed;

before(async () => {
  testbed = await openConsoleTestbed();
});

afterEach(() => testbed.clear());

async function sellByCard(): Promise<{ readonly applicationId: string }> {
  const saleClient = await openSaleClient(testbed.service);
  const choice = (await saleClient.quote()).choose('Replacement', 2);
  const payment = byCard(await authorizedPayment(saleClient, choice));
  return assertBound(await binder(testbed.service, saleClient.quoteClient.token)({ ...choice, ...payment }));
}

/** The page of a sale, as an operator of that language uses it. */
async function open(applicationId: string, language: Language) {
  const words = dictionary[language];
  const visit = await testbed.openConsole(`/sales/${applicationId}`, { locale: `${language}-CA` });
  const { page } = visit;
  const { recordMoney, voidEntry } = words.correct;
  const dialog = page.getByRole('dialog');
  const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: words.account.title }) });
  await panel.waitFor();
  const row = (name: string) => panel.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  const say = async (what: MoneyWhat, fields: { reference?: string; on?: string; picture?: string } = {}) => {
    const { reference, on, picture } = fields;
    await panel.getByRole('button', { name: recordMoney.act }).click();
    await dialog.getByLabel(recordMoney.whats[what]).check();
    if (reference !== undefined) await dialog.getByLabel(recordMoney.reference).fill(reference);
    if (on !== undefined) await dialog.getByLabel(recordMoney.on).fill(on);
    await dialog.getByLabel(words.kit.reason).fill(what);
    await dialog.getByText(recordMoney.afterwards).waitFor();
    if (picture !== undefined) await assertAccessible(page, `${picture}-${language}`, bothThemes);
    const follows = await dialog.getByRole('listitem').allTextContents();
    await dialog.getByRole('button', { name: recordMoney.confirm }).click();
    await dialog.waitFor({ state: 'hidden' });
    return follows;
  };
  const takeBack = async (kind: keyof typeof words.account.kinds) => {
    const name = words.account.kinds[kind];
    await row(name).first().getByRole('button', { name: voidEntry.act }).click();
    await dialog.getByLabel(words.kit.reason).fill('typed twice');
    await assertAccessible(page, `console-account-void-${language}`, bothThemes);
    await dialog.getByRole('button', { name: voidEntry.confirm }).click();
    await dialog.waitFor({ state: 'hidden' });
    await row(name).filter({ hasText: words.account.voided }).first().waitFor();
  };
  const isNow = (status: keyof typeof words.sales.moneyStatus) =>
    page.locator('.state', { hasText: words.sales.moneyStatus[status] }).first().waitFor();
  return { ...visit, words, dialog, panel, row, say, takeBack, isNow };
}

const sellers: Readonly<Record<Language, SellerName>> = { en: 'alberta', fr: 'quebec' };

for (const language of languages) {
  test(`a chargeback is said, decided, and taken back where it was typed by mistake (${language})`, async () => {
    const { applicationId } = await sellByCard();
    const { page, words, dialog, panel, say, takeBack, isNow, errors } = await open(applicationId, language);
    const { follows } = words.account;
    await assertAccessible(page, `console-account-${language}`, bothThemes);
    await panel.getByRole('button', { name: words.correct.recordMoney.act }).click();
    for (const absent of ['returned', 'given-back', 'dispute-lost'] as const)
      assert.equal(await dialog.getByLabel(words.correct.recordMoney.whats[absent]).count(), 0, absent);
    await dialog.getByRole('button', { name: words.kit.cancel }).click();
    assert.deepEqual(await say('dispute-opened', { picture: 'console-account-dispute' }), [follows.disputed]);
    await isNow('Disputed');
    const [lost] = await say('dispute-lost', { picture: 'console-account-lost' });
    assert.match(lost ?? '', /\d/);
    await isNow('Unpaid');
    await takeBack('dispute-lost');
    await isNow('Disputed');
    assert.deepEqual(await say('dispute-won'), [follows.even]);
    await isNow('Paid');
    await assertAccessible(page, `console-account-after-${language}`, bothThemes);
    assert.deepEqual(errors, []);
  });

  test(`a cheque bounces, another one comes, and a refund goes out by cheque (${language})`, async () => {
    const sale = await sellUnpaid(testbed.service, sellers[language]);
    const { page, words, dialog, row, say, isNow, errors } = await open(sale.applicationId, language);
    const { follows } = words.account;
    const on = sale.dueDay;
    const paid = { reference: 'cheque 42', on };
    assert.deepEqual(await say('received', { ...paid, picture: 'console-account-cheque' }), [follows.even]);
    await isNow('Paid');
    await row(words.account.kinds.payment).getByText('cheque 42').waitFor();
    const [due] = await say('returned', { on, picture: 'console-account-bounced' });
    assert.match(due ?? '', /\d/);
    await isNow('Unpaid');
    await say('received', { reference: 'transfer 7', on });
    await isNow('Paid');
    // The same payment once more, by mistake: it is all to be given back, by cheque.
    await payTwice(page, language, on);
    await isNow('RefundPending');
    await say('given-back', { reference: 'cheque 43', on, picture: 'console-account-refund' });
    await isNow('Paid');
    await row(words.account.kinds.refund).getByText('cheque 43').waitFor();
    await assertAccessible(page, `console-account-cheques-${language}`, bothThemes);
    assert.equal(await dialog.count(), 0);
    assert.deepEqual(errors, []);
  });
}

/** Nothing is due any more, so that the amount has to be typed. */
async function payTwice(page: Page, language: Language, on: string): Promise<void> {
  const { recordMoney } = dictionary[language].correct;
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: recordMoney.act }).click();
  await dialog.getByLabel(recordMoney.whats.received).check();
  await dialog.getByLabel(recordMoney.amount).fill(language === 'fr' ? '250,50' : '250.50');
  await dialog.getByLabel(recordMoney.on).fill(on);
  await dialog.getByLabel(recordMoney.reference).fill('cheque 42');
  await dialog.getByLabel(dictionary[language].kit.reason).fill('paid twice');
  await dialog.getByText(/250[.,]50/).waitFor();
  await dialog.getByRole('button', { name: recordMoney.confirm }).click();
  await dialog.waitFor({ state: 'hidden' });
}
