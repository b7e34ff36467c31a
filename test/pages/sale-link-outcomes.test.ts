import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import type { Page } from 'playwright-core';
import { addDays, type PlainDate } from '../../src/domain/calendar.ts';
import { linkCustomer } from '../kit/sale/link-customer.ts';
import { assertTold } from './assert-told.ts';
import { type LinkTestbed, openLinkTestbed } from './link-testbed.ts';
import { cards, payByCard, scanPage, shopUpToPayment, tickDisclosures, typeCard } from './shop-sale.ts';
import { sizes } from './shop-testbed.ts';

/* On the page of a link, what came of something is on the screen, has the focus and is read out: a real browser. */
let testbed: LinkTestbed;

before(async () => {
  testbed = await openLinkTestbed();
});

for (const [size, options] of sizes) {
  test(`on a ${size}, each outcome of a card comes into view: declined, cancelled, authorized before a reload, bought`, async () => {
    const { page, errors } = await testbed.openLink({}, options);
    await shopUpToPayment(page, { email: `outcomes-${size}@example.ca` });
    await payByCard(page, undefined, cards.refused);
    await assertTold(page, 'Your card was declined. Nothing was charged');
    await page.frameLocator('iframe').locator('#number').waitFor();
    await assertTold(page, 'Your card was declined. Nothing was charged');
    await scanPage(page, `${size}-outcomes`, '5-declined');
    await page.frameLocator('iframe').locator('#cancel').click();
    await assertTold(page, 'You cancelled the payment. Nothing was charged.');
    // Accepted, and the customer leaves before anything was bought.
    await page.route('**/api/bind', (route) => route.abort());
    await payByCard(page);
    await page.getByText('We can’t connect right now.').waitFor();
    await page.reload();
    await assertTold(page, /^Your card .* is authorized/);
    await page.getByRole('button', { name: 'Finish my purchase', disabled: false }).waitFor();
    await assertTold(page, /^Your card .* is authorized/);
    await scanPage(page, `${size}-outcomes`, '5-authorized');
    await page.unroute('**/api/bind');
    await page.getByRole('button', { name: 'Finish my purchase' }).click();
    await assertTold(page, 'You’re protected');
    assert.deepEqual(errors, []);
  });

  test(`on a ${size}, in French, a vehicle that was found and a bind that was refused come into view`, async () => {
    const { vin } = (await testbed.call('GET', '/v1/test-vin?year=2024', 'levis')).body;
    const known = { vin, odometer: 24_500, purchaseMethod: 'Cash', language: 'fr', applicant: inLevis };
    const { page, errors } = await testbed.openLink(known, options, 'levis');
    await assertFrench(page);
    await page.getByRole('button', { name: 'Trouver mon véhicule' }).click();
    await assertTold(page, 'Nous l’avons trouvé');
    await assertFrench(page);
    await page.getByRole('group', { name: 'Lequel est le vôtre' }).getByRole('radio').first().check();
    await page.getByRole('button', { name: 'Continuer' }).click();
    await assertTold(page, 'Pour qui est la police?');
    await page.getByRole('region', { name: 'Votre prix' }).getByRole('table').waitFor();
    await assertFrench(page);
    await page.getByRole('button', { name: 'Voir mes prix' }).click();
    await assertTold(page, 'Choisissez votre couverture');
    await assertFrench(page);
    await page.getByRole('button', { name: 'Passer au paiement' }).click();
    await assertTold(page, 'Comment souhaitez\u2011vous payer?');
    await page.getByRole('radio', { name: 'Par mensualités' }).check();
    await page.locator('.plot').waitFor();
    await assertFrench(page);
    await page.getByRole('radio', { name: 'Par carte' }).check();
    await tickDisclosures(page);
    await assertFrench(page);
    const open = page.getByRole('button', { name: 'Entrer les données de ma carte' });
    await open.click();
    await page.frameLocator('iframe').locator('#number').waitFor();
    await assertFrench(page);
    await typeCard(page, undefined, cards.refusedLater);
    await assertTold(page, /^À vérifier.*Votre carte a été refusée/s);
    await assertFrench(page);
    await scanPage(page, `${size}-outcomes-fr`, '5-refused');
    await tickDisclosures(page);
    await open.click();
    await typeCard(page);
    await assertTold(page, 'Votre véhicule est couvert');
    await assertFrench(page);
    assert.deepEqual(errors, []);
  });
}

/** Neither the page nor the card form in it says anything in English, or speaks of a shop. */
async function assertFrench(page: Page): Promise<void> {
  const texts = await Promise.all(page.frames().map((frame) => frame.locator('body').innerText()));
  assert.doesNotMatch(texts.join('\n'), /\b(the|your|you|please|card|charged|boutique|shop)\b/i);
}

const inLevis = {
  firstOrCompanyName: 'Marie-Ève',
  lastName: 'Tremblay',
  addressLine1: '12, rue Exemple',
  city: 'Lévis',
  postalCode: 'G6V 1A1',
  phoneNumber: '418-555-0142',
  emailAddress: 'issue-fr@example.ca',
};

for (const [size, options] of sizes) {
  test(`on a ${size}, with monthly chosen what is paid a month and in all stays on the screen, in both languages`, async () => {
    const { page, errors } = await testbed.openLink({}, options);
    await shopUpToPayment(page, { email: `bar-${size}@example.ca` });
    const shown = size === 'phone' ? page.locator('.phone-total') : page.getByRole('complementary');
    const total = await shown
      .getByText(/^\$[\d,.]+$/)
      .last()
      .innerText();
    await page.getByRole('radio', { name: 'Monthly' }).check();
    await page.getByRole('radio', { name: '24 months' }).check();
    const { monthly, inAll } = await loanOf(page, 'Total of all installments');
    await shown.getByText(`${monthly} a month`).waitFor();
    await shown.getByText(`24 months, ${inAll} in all`).waitFor();
    await scanPage(page, `${size}-bar`, '5-monthly');
    await page.getByRole('button', { name: 'Français' }).click();
    const french = await loanOf(page, 'Obligation totale');
    await shown.getByText(`${french.monthly} par mois`).waitFor();
    await shown.getByText(`24 mois, ${french.inAll} en tout`).waitFor();
    await page.getByRole('radio', { name: 'Par carte' }).check();
    await page.getByRole('button', { name: 'English' }).click();
    await shown.getByText(total, { exact: true }).last().waitFor();
    assert.equal(await shown.getByText('a month').count(), 0);
    assert.deepEqual(errors, []);
  });

  test(`on a ${size}, who is covered only from a later day is told from which, in both languages; who is not any more is not told to be`, async () => {
    const today = (await testbed.call('GET', '/sandbox/clock', 'ontario')).body.today as PlainDate;
    const later = addDays(today, 3);
    const { page, id, errors } = await testbed.openLink({}, options);
    await shopUpToPayment(page, { email: `from-${size}@example.ca`, effectiveDate: later });
    await payByCard(page);
    const day = longDate('en', later);
    await assertTold(page, `You’re protected from ${day}`);
    await scanPage(page, `${size}-from`, '6-done');
    await page.getByRole('button', { name: 'Français' }).click();
    await page
      .getByRole('heading', { level: 1, name: `Votre véhicule sera couvert à partir du ${longDate('fr', later)}` })
      .waitFor();
    await scanPage(page, `${size}-from`, '6-done-fr');
    const { policyNumber } = (await testbed.call('GET', `/v1/sale-links/${id}`, 'ontario')).body;
    const order = { policyNumber, reason: 'VehicleSold', effectiveDate: later };
    const cancelled = await testbed.call('POST', '/sandbox/cancellations', 'ontario', order);
    assert.equal(cancelled.status, 200, cancelled.text);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Votre police n’est plus en vigueur' }).waitFor();
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your policy is cancelled' }).waitFor();
    await scanPage(page, `${size}-from`, '7-cancelled');
    assert.deepEqual(errors, []);
  });
}

for (const [size, options] of sizes) {
  test(`on a ${size}, who was cancelled for a later day is told until when the vehicle is covered, with the notice, in both languages`, async () => {
    const { vin } = (await testbed.call('GET', '/v1/test-vin?year=2024', 'ontario')).body;
    const today = (await testbed.call('GET', '/sandbox/clock', 'ontario')).body.today as PlainDate;
    const { page, id, url, errors } = await testbed.openLink({}, options);
    const customer = linkCustomer(testbed.service, url, vin);
    await customer.choose(`ending-${size}@example.ca`);
    await customer.tickPapers();
    await customer.payByCard();
    await customer.buy();
    await page.reload();
    await assertTold(page, 'You’re protected');
    const { policyNumber } = (await testbed.call('GET', `/v1/sale-links/${id}`, 'ontario')).body;
    const effectiveDate = addDays(today, 40);
    const order = { policyNumber, reason: 'VehicleSold', effectiveDate };
    assert.equal((await testbed.call('POST', '/sandbox/cancellations', 'ontario', order)).status, 200);
    await page.reload();
    await assertTold(page, 'Your coverage is ending');
    await page.getByText(`You’re covered up to the day before ${longDate('en', effectiveDate)}.`).waitFor();
    await page.getByText(`– ${longDate('en', effectiveDate)}`).waitFor();
    assert.equal(await page.getByText('If you change your mind').count(), 0);
    await page.getByRole('link', { name: 'View: Cancellation notice' }).waitFor();
    await scanPage(page, `${size}-ending`, '7-ending');
    await page.getByRole('button', { name: 'Français' }).click();
    await page.getByText(`Votre véhicule est couvert jusqu’à la veille du ${longDate('fr', effectiveDate)}.`).waitFor();
    const notice = page.getByRole('link', { name: 'Télécharger\u00a0: Avis de fin de couverture' });
    const file = await page.request.get(new URL((await notice.getAttribute('href')) ?? '', page.url()).href);
    assert.equal((await file.body()).subarray(0, 5).toString(), '%PDF-');
    assert.deepEqual(errors, []);
  });
}

/** What the page says of the loan that is chosen. */
async function loanOf(page: Page, totalLabel: string) {
  const chosen = page.locator('.choice', { has: page.locator('input[name="financing.loanTermInMonths"]:checked') });
  const [monthly = ''] = /^[\d\s.,$]*\d[\d\s.,$]*/.exec(await chosen.locator('.quiet').innerText()) ?? [];
  const inAll = await page.locator('.facts > div', { hasText: totalLabel }).locator('dd').innerText();
  return { monthly: monthly.trim(), inAll };
}

function longDate(language: 'en' | 'fr', date: PlainDate): string {
  const text = new Date(`${date}T12:00:00Z`).toLocaleDateString(`${language}-CA`, {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return text.replace(/^1 /, '1er ').replace(' ', '\u00a0');
}
