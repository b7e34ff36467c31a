import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { bankAccount } from '../kit/sale/binding.ts';
import { assertAccessible, bothThemes } from './checkout-testbed.ts';

/** The steps of a sale in the shop, as a customer takes them. */
export interface PurchaseChoices {
  /** When it is given, each page is scanned, or the one named by `scanned`. */
  readonly name?: string;
  readonly scanned?: string;
  readonly email: string;
  readonly purchaseMethod?: 'Paid in full' | 'Financed' | 'Leased';
  readonly effectiveDate?: string;
  readonly series?: 'Prime' | 'Plus';
  readonly years?: number;
  /** Where the customer lives; in Toronto by default. */
  readonly place?: { readonly city: string; readonly postalCode: string };
}

export async function shopUpToPayment(page: Page, wish: PurchaseChoices): Promise<void> {
  const { email, purchaseMethod = 'Paid in full', series = 'Prime', effectiveDate, years = 3, place = toronto } = wish;
  const scan = (what: string): Promise<void> =>
    scanPage(page, what === (wish.scanned ?? what) ? wish.name : undefined, what);

  await heading(page, 'Let’s find your vehicle');
  await scan('1-vehicle');
  await page.getByRole('button', { name: 'Use a sample VIN' }).click();
  await page.getByText('A sample VIN has been filled in.').waitFor({ state: 'attached' });
  await page.getByLabel('Odometer').fill('24,500');
  if (effectiveDate !== undefined) await page.getByLabel('Coverage starts on').fill(effectiveDate);
  await page.getByRole('radio', { name: purchaseMethod }).check();
  await page.getByRole('button', { name: 'Find my vehicle' }).click();

  await page.getByRole('group', { name: 'Which one is yours?' }).getByRole('radio').first().check();
  if (purchaseMethod !== 'Paid in full') {
    await page.getByLabel('Search for your lienholder').fill('desjardins');
    await page.getByRole('group', { name: 'Who is your lender' }).getByRole('radio').first().check();
  }
  await page.locator(`input[name="series"][value="${series}"]`).check(); // A trim may be called Premium Plus.
  if (series === 'Plus') {
    await page.getByLabel('Your dealer', { exact: true }).selectOption({ label: 'Maple Demo Auto Toronto, Toronto' });
    await page.getByLabel('Name', { exact: true }).fill('Jean Roy');
    await page.getByLabel('E-mail').fill('jean.roy@example.ca');
  }
  await scan('2-choice');
  await page.getByRole('button', { name: 'Continue' }).click();

  await heading(page, 'Who is the policy for?');
  await page.getByLabel('First name').fill('Marie-Ève');
  await page.getByLabel('Last name').fill('Tremblay');
  await page.getByLabel('Street address').fill('301 Front Street West');
  await page.getByLabel('City').fill(place.city);
  await page.getByLabel('Postal code').fill(place.postalCode);
  await page.getByLabel('Phone').fill('416-555-0142');
  await page.getByLabel('E-mail').fill(email);
  await scan('3-you');
  await page.getByRole('button', { name: 'See my prices' }).click();

  await heading(page, 'Choose your coverage');
  await page.getByRole('radio', { name: `${years} yr` }).check();
  const before = await totalOf(page);
  const rental = page.getByRole('checkbox', { name: 'Rental car' });
  await rental.check();
  const price = centsOf((await page.locator('.choice', { has: rental }).locator('strong').innerText()) ?? '');
  assert.equal(await totalOf(page), before + price, 'the total follows at once');
  const line = page.locator('.lines > div', { hasText: 'Rental car' }).locator('dd');
  assert.equal(centsOf(await line.innerText()), price, 'the summary shows the price that the list shows');
  await scan('4-coverage');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await heading(page, 'How would you like to pay?');
}

const toronto = { city: 'Toronto', postalCode: 'm5v 2t6' };

export const cards = {
  accepted: '4242424242424242',
  refused: '4000000000000002',
  refusedLater: '4000000000000341',
} as const;

export async function payByCard(page: Page, name?: string, card: string = cards.accepted): Promise<void> {
  await page.getByRole('button', { name: 'Enter my card details' }).click();
  await typeCard(page, name, card);
}

/** Into the form that is open, in either language. */
export async function typeCard(page: Page, name?: string, card: string = cards.accepted): Promise<void> {
  const form = page.frameLocator('iframe');
  await form.locator('#number').fill(card);
  await form.locator('#expiry').fill('12/30');
  await form.locator('#cvv').fill('123');
  await scanPage(page, name, '5-card');
  await form.locator('#pay').click();
}

/** The processor accepts the card, and the form never hears of it. */
export async function payWithoutAnswer(page: Page): Promise<void> {
  const accepted = new Promise<void>((resolve) => {
    page.route('**/checkout/submit', (route) => route.fetch().then(() => resolve()));
  });
  await payByCard(page);
  await accepted;
}

export async function payMonthly(page: Page, name?: string): Promise<void> {
  await page.getByRole('radio', { name: 'Monthly' }).check();
  await page.getByLabel('Down payment').fill('100');
  await page.getByRole('radio', { name: '24 months' }).check();
  await page.getByRole('img', { name: /^24 installments of \$/ }).waitFor();
  await tickDisclosures(page);
  await fillBankAccount(page);
  await page.getByLabel('I agree to the financing').check();
  await scanPage(page, name, '5-monthly');
  await page.getByRole('button', { name: /^Buy for \$/ }).click();
}

/** The papers of the payment that the page shows, once they are there. */
export async function tickDisclosures(page: Page): Promise<void> {
  await page.locator('.disclosures[aria-busy="false"]').waitFor();
  for (const box of await page.locator('.disclosures').getByRole('checkbox').all()) await box.check();
}

export async function fillBankAccount(page: Page, changes: { readonly transitNumber?: string } = {}): Promise<void> {
  const account: Record<keyof typeof bankAccount, string> = { ...bankAccount, ...changes };
  await page.getByLabel('Transit').fill(account.transitNumber);
  await page.getByLabel('Institution').fill(account.institutionNumber);
  await page.getByLabel('Account number').fill(account.accountNumber);
  await page.getByLabel('Name on the account').fill(account.accountHolderName);
}

/** The kinds of document on the last page, each of which is a PDF file. */
export async function assertDone(
  page: Page,
  documents: readonly string[],
  name?: string,
  language: keyof typeof doneWords = 'en',
): Promise<void> {
  const { title, download, colon } = doneWords[language];
  await heading(page, title);
  await scanPage(page, name, '6-done');
  const links = page.getByRole('link', { name: new RegExp(`^${download}`) });
  const kinds = await links.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  assert.deepEqual(
    kinds,
    documents.map((one) => `${download}${colon} ${one}`),
  );
  for (const link of await links.all()) {
    const address = new URL((await link.getAttribute('href')) ?? '', page.url()).href;
    const answer = await page.request.get(address);
    assert.equal(answer.headers()['content-type'], 'application/pdf');
    assert.equal((await answer.body()).subarray(0, 5).toString(), '%PDF-');
  }
}

const doneWords = {
  en: { title: 'You’re protected', download: 'Download', colon: ':' },
  fr: { title: 'Votre véhicule est couvert', download: 'Télécharger', colon: '\u00a0:' },
} as const;

export async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

export async function totalOf(page: Page): Promise<number> {
  return centsOf(await page.locator('.total strong').innerText());
}

function centsOf(text: string): number {
  return Number(text.replaceAll(/\D/g, ''));
}

/** Nothing is wider than the screen, and axe finds nothing in either theme. */
export async function scanPage(page: Page, name: string | undefined, what: string): Promise<void> {
  if (name === undefined) return;
  const isFitting = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth';
  assert.equal(await page.evaluate(isFitting), true, `${name} ${what} is too wide`);
  await assertAccessible(page, `${name}-${what}`, bothThemes);
  const folder = process.env.NORTHBIND_PICTURES;
  if (folder === undefined) return;
  // In a window as high as the page: what goes along when one scrolls hides nothing, and the card form is drawn.
  const window = page.viewportSize()!;
  await page.setViewportSize({ ...window, height: await page.evaluate('document.documentElement.scrollHeight') });
  for (const colorScheme of bothThemes) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${folder}/${name}-${what}-${colorScheme}.png` });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(window);
}
