import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { applicant as person } from '../kit/sale/link-customer.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { startBrowser } from '../kit/service/browser.ts';
import { assertTold } from './assert-told.ts';
import { type LinkTestbed, type LinkVisit, openLinkTestbed } from './link-testbed.ts';
import { heading, payWithoutAnswer, scanPage, shopUpToPayment, typeCard } from './shop-sale.ts';
import { sizes } from './shop-testbed.ts';

/*
 * The page of a link on a slow phone: scripts that are late, a network that is lost, hasty fingers, a step back. In a
 * real browser.
 */
let testbed: LinkTestbed;

before(async () => {
  testbed = await openLinkTestbed();
});

const known = { odometer: 24_500, purchaseMethod: 'Cash' };
const applicant = { ...person, emailAddress: 'slow@example.ca' };

async function drawVin(): Promise<string> {
  return (await testbed.call('GET', '/v1/test-vin?year=2024', 'ontario')).body.vin;
}

/** Up to the question who the policy is for, of a link with a vehicle. */
async function goToPerson({ page }: LinkVisit): Promise<void> {
  await page.getByRole('button', { name: 'Find my vehicle' }).click();
  await page.getByRole('group', { name: 'Which one is yours?' }).getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await heading(page, 'Who is the policy for?');
}

const away = 'We can’t connect right now. We’ll keep trying.';

const lose = (page: Page, path: string) => page.route(path, (route) => route.abort());

for (const [size, options] of sizes) {
  test(`on a ${size}, before its script is there a page says so in the language of its link, and is no shop’s`, async () => {
    const { url } = await testbed.openLink({ language: 'fr' }, options);
    const browser = await startBrowser();
    const page = await (await browser.visit({ locale: 'en-CA', ...options })).newPage();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/*.js', (route: Route) => released.then(() => route.continue()));
    await page.goto(url, { waitUntil: 'commit' });
    await page.getByText('Un instant…').waitFor();
    // Both are there before the style sheet is, which nothing is drawn without.
    await page.getByText('One moment…').waitFor({ state: 'hidden' });
    await page.getByText('Cela prend plus de temps').waitFor({ state: 'hidden' }); // Not yet.
    await scanPage(page, `${size}-connection`, '0-late');
    release();
    await heading(page, 'Trouvons votre véhicule');

    const html = await (await fetch(url)).text();
    assert.match(html, /<noscript>.*Cette page a besoin de JavaScript\..*<\/noscript>/s);
    assert.doesNotMatch(html, /boutique|shop/i);
  });

  test(`on a ${size}, a page that opens without a network says so, and goes on by itself`, async () => {
    const { page, errors } = await testbed.openLink(known, options);
    await lose(page, '**/api/*');
    await page.reload();
    await page.getByText(away).waitFor();
    await scanPage(page, `${size}-connection`, '0-away');
    await page.unroute('**/api/*');
    await heading(page, 'Let’s find your vehicle');
    assert.deepEqual(errors, []);
  });

  test(`on a ${size}, what the page asks by itself comes once the network is back, and what is typed meanwhile keeps place and focus`, async () => {
    const visit = await testbed.openLink({ ...known, vin: await drawVin() }, options);
    const { page, errors } = visit;
    await page.getByRole('button', { name: 'Find my vehicle' }).click();
    await page.getByRole('group', { name: 'Which one is yours?' }).getByRole('radio').first().check();
    await lose(page, '**/api/dealers');
    await page.locator('input[name="series"][value="Plus"]').check();
    await page.getByText(away).waitFor();
    assert.equal(await page.getByText('No dealer is available').count(), 0);
    await page.unroute('**/api/dealers');
    await page.getByLabel('Your dealer', { exact: true }).waitFor();
    await page.locator('input[name="series"][value="Prime"]').check();

    await lose(page, '**/api/indication*');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText(away).waitFor();
    const name = page.getByLabel('First name');
    await name.click();
    await page.keyboard.type('Marie');
    const { y } = (await name.boundingBox())!;
    await page.unroute('**/api/indication*');
    await page.getByRole('region', { name: 'Your price' }).getByRole('table').waitFor();
    await page.keyboard.type('-Ève');
    assert.equal(await name.inputValue(), 'Marie-Ève');
    const moved = (await name.boundingBox())!.y - y;
    assert.ok(Math.abs(moved) < 60, `the field has moved by ${moved}`);
    assert.deepEqual(errors, []);
  });

  test(`on a ${size}, a network that is lost on a step is told, and what was typed stays`, async () => {
    const visit = await testbed.openLink({ ...known, vin: await drawVin(), applicant }, options);
    const { page, errors } = visit;
    await goToPerson(visit);
    await page.getByLabel('City').fill('Ottawa');
    await lose(page, '**/api/quote');
    const see = page.getByRole('button', { name: 'See my prices' });
    await see.click();
    await assertTold(page, 'We can’t connect. Please check your connection and try again.');
    assert.equal(await page.getByLabel('City').inputValue(), 'Ottawa');
    await page.unroute('**/api/quote');
    await see.click();
    await assertTold(page, 'Choose your coverage');
    // One that has no answer at all.
    await page.clock.install();
    await page.route('**/api/selection', () => undefined);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.locator('button[aria-busy="true"]').waitFor();
    await page.clock.fastForward(100_000);
    await assertTold(page, 'We can’t connect. Please check your connection and try again.');
    await page.unroute('**/api/selection');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await assertTold(page, 'How would you like to pay?');
    assert.deepEqual(errors, []);
  });

  test(`on a ${size}, a card whose answer is lost with the network is asked for, and pays once`, async () => {
    const { page, id, errors } = await testbed.openLink({}, options);
    await shopUpToPayment(page, { email: `lost-${size}@example.ca` });
    await page.getByRole('button', { name: 'Enter my card details', disabled: false }).waitFor();
    await page.route('**/checkout/submit', async (route) => {
      await route.fetch();
      await page.context().setOffline(true);
      await route.abort();
    });
    await page.getByRole('button', { name: 'Enter my card details' }).click();
    await assertTold(page, 'Card details');
    await typeCard(page);
    await assertTold(page, away);
    await page.context().setOffline(false);
    await assertTold(page, 'You’re protected');
    assert.deepEqual(
      errors.filter((one) => !one.includes('ERR_INTERNET_DISCONNECTED')),
      [],
    );
    await assertBoughtOnce(id);
  });

  test(`on a ${size}, a customer who leaves after paying finds the card again, and the day that was chosen for it`, async () => {
    const { today } = (await testbed.call('GET', '/sandbox/clock', 'ontario')).body;
    const day = (days: number): string => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
    const { page, errors } = await testbed.openLink({}, options);
    await shopUpToPayment(page, { email: `day-${size}@example.ca`, effectiveDate: day(9) });
    await page.getByLabel('Charge my card on').fill(day(4));
    await page.getByRole('button', { name: 'Enter my card details', disabled: false }).click();
    await page.frameLocator('iframe').locator('#cancel').click();
    await assertTold(page, 'You cancelled the payment.');
    assert.equal(await page.getByLabel('Charge my card on').inputValue(), day(4), 'the day stays chosen');
    await payWithoutAnswer(page);
    await page.goBack();
    await heading(page, 'Choose your coverage');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('heading', { name: /is authorized$/ }).waitFor();
    await page.getByRole('button', { name: 'Use another card' }).click();
    assert.equal(await page.getByLabel('Charge my card on').inputValue(), day(4));
    await page.reload();
    await page.getByRole('button', { name: 'Use another card' }).click();
    assert.equal(await page.getByLabel('Charge my card on').inputValue(), day(4), 'after a reload, too');
    assert.deepEqual(errors, []);
  });

  test(`on a ${size}, who presses twice does each thing once; a step back keeps what was half typed`, async () => {
    const visit = await testbed.openLink({ ...known, vin: await drawVin(), applicant }, options);
    const { page, id, errors } = visit;
    const sent: string[] = [];
    page.on('request', (request) => {
      const [, step] = new URL(request.url()).pathname.split('/api/');
      if (request.method() === 'POST' && step !== undefined) sent.push(step);
    });
    const slowly = (route: Route) => new Promise((resolve) => setTimeout(resolve, 300)).then(() => route.continue());
    await page.route(/\/api\/(look-up|choice|quote|selection|card|bind)$/, slowly);
    await page.getByRole('button', { name: 'Find my vehicle' }).dblclick();
    await page.getByRole('group', { name: 'Which one is yours?' }).getByRole('radio').first().check();
    await page.getByRole('button', { name: 'Continue' }).dblclick();
    await heading(page, 'Who is the policy for?');
    await page.getByLabel('Unit or suite').fill('Unit 7');
    await page.goBack();
    await heading(page, 'We found it');
    await page.goForward();
    await heading(page, 'Who is the policy for?');
    assert.equal(await page.getByLabel('Unit or suite').inputValue(), 'Unit 7');
    await page.getByRole('button', { name: 'See my prices' }).dblclick();
    await heading(page, 'Choose your coverage');
    // The second press comes before the names are there in the other language.
    await page.getByRole('button', { name: 'Français' }).dblclick();
    await page.locator('.choice-title', { hasText: 'Véhicule de location' }).waitFor();
    await page.getByRole('button', { name: 'English' }).click();
    await page.locator('.choice-title', { hasText: 'Rental car' }).waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    await page.getByRole('button', { name: 'Continue to payment' }).dblclick();
    const enter = page.getByRole('button', { name: 'Enter my card details', disabled: false });
    await enter.dblclick();
    const form = page.frameLocator('iframe');
    await form.locator('#number').fill('4242424242424242');
    await form.locator('#expiry').fill('12/30');
    await form.locator('#cvv').fill('123');
    await form.locator('#pay').dblclick();
    await assertTold(page, 'You’re protected');
    assert.deepEqual(
      sent.filter((step) => step !== 'disclosures'),
      ['look-up', 'choice', 'quote', 'quote', 'quote', 'selection', 'card', 'card/confirm', 'bind'],
    );
    await page.goBack();
    await page.reload();
    await heading(page, 'You’re protected');
    await assertBoughtOnce(id);
    assert.deepEqual(errors, []);
  });
}

async function assertBoughtOnce(id: string): Promise<void> {
  const { applicationId, status } = (await testbed.call('GET', `/v1/sale-links/${id}`, 'ontario')).body;
  assert.equal(status, 'Bound');
  const { holds, charges } = (await testbed.call('GET', `/sandbox/ledger?applicationId=${applicationId}`, 'ontario'))
    .body;
  assert.deepEqual([holds.length, charges.length], [1, 1]);
  const policies = await inDatabase(
    testbed.service.databaseUrl,
    'SELECT count(*)::int AS count FROM policy WHERE application_id = $1',
    [applicationId],
  );
  assert.deepEqual(policies, [{ count: 1 }]);
}
