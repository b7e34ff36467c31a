import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { assertTold } from './assert-told.ts';

import { type LinkTestbed, openLinkTestbed } from './link-testbed.ts';
import { cards, payByCard, scanPage, shopUpToPayment, tickDisclosures, typeCard } from './shop-sale.ts';
import { desktop, phone } from './shop-testbed.ts';

/* On the page of a link, what came of something is on the screen, has the focus and is read out: a real browser. */
let testbed: LinkTestbed;

before(async () => {
  testbed = await openLinkTestbed();
});

for (const [size, options] of Object.entries({ phone, desktop })) {
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
    await page.getByRole('button', { name: 'Trouver mon véhicule' }).click();
    await assertTold(page, 'Nous l’avons trouvé');
    await page.getByRole('group', { name: 'Lequel est le vôtre' }).getByRole('radio').first().check();
    await page.getByRole('button', { name: 'Continuer' }).click();
    await assertTold(page, 'Pour qui est la police?');
    await page.getByRole('button', { name: 'Voir mes prix' }).click();
    await page.getByRole('button', { name: 'Passer au paiement' }).click();
    await assertTold(page, 'Comment souhaitez\u2011vous payer?');
    await tickDisclosures(page);
    const open = page.getByRole('button', { name: 'Entrer les données de ma carte' });
    await open.click();
    await typeCard(page, undefined, cards.refusedLater);
    await assertTold(page, /^À vérifier.*Votre carte a été refusée/s);
    await scanPage(page, `${size}-outcomes-fr`, '5-refused');
    await tickDisclosures(page);
    await open.click();
    await typeCard(page);
    await assertTold(page, 'Votre véhicule est couvert');
    assert.deepEqual(errors, []);
  });
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
