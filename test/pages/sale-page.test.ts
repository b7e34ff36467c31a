import assert from 'node:assert/strict';
import test, { afterEach, before } from 'node:test';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { addDays, type PlainDate } from '../../src/domain/calendar.ts';
import { until } from '../kit/processes/until.ts';
import { inDatabase, type Json, type SellerName } from '../kit/sale/quoting.ts';
import { startBrowser } from '../kit/service/browser.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';
import { assertTold } from './assert-told.ts';
import {
  assertDone,
  cards,
  heading,
  payByCard,
  scanPage,
  shopUpToPayment,
  tickDisclosures,
  totalOf,
  typeCard,
} from './shop-sale.ts';
import { desktop, phone, sizes } from './shop-testbed.ts';

/* The service's own sale page, in a real browser before a real sandbox. */
let service: TestService;
let browser: Awaited<ReturnType<typeof startBrowser>>;
const contexts: BrowserContext[] = [];

before(async () => {
  service = await startTestService();
  browser = await startBrowser();
});

afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

async function call(method: string, path: string, name: SellerName, body?: Json) {
  return service.call(method, path, { token: await service.login(name), ...(body !== undefined && { body }) });
}

interface Link {
  readonly id: string;
  readonly url: string;
}

async function makeLink(body: Json = {}, name: SellerName = 'ontario'): Promise<Link> {
  const answer = await call('POST', '/v1/sale-links', name, body);
  assert.equal(answer.status, 201, answer.text);
  return { id: answer.body.id, url: service.url + new URL(answer.body.url).pathname };
}

const linkNow = async ({ id }: Link, name: SellerName = 'ontario'): Promise<Json> =>
  (await call('GET', `/v1/sale-links/${id}`, name)).body;

interface Visit {
  readonly page: Page;
  /** What the browser wrote to its console as an error: faults of scripts, violated policies. */
  readonly errors: string[];
}

async function open(url: string, options: BrowserContextOptions = phone): Promise<Visit> {
  const context = await browser.visit({ locale: 'en-CA', reducedMotion: 'reduce', ...options });
  contexts.push(context);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(url);
  return { page, errors };
}

async function policiesOf(reference: string, name: SellerName = 'ontario'): Promise<Json[]> {
  return (await call('GET', `/v1/policies?partnerReference=${reference}`, name)).body.policies;
}

test('on a phone, a customer buys by a link with a second card, once, and the partner hears of it', async () => {
  const link = await makeLink({ partnerReference: 'SP-1', odometer: 18_000 });
  const { page, errors } = await open(link.url);
  assert.equal(await page.getByLabel('Odometer').inputValue(), '18000', 'what is known is filled in');
  await shopUpToPayment(page, { name: 'phone-link', email: 'link-phone@example.ca' });
  await payByCard(page, undefined, cards.refused);
  await page.getByRole('status').filter({ hasText: 'declined' }).waitFor();
  await typeCard(page, 'phone-link');
  await assertDone(page, ['Declaration', 'Receipt'], 'phone-link');
  assert.deepEqual(errors, []);

  const [policy, ...more] = await policiesOf('SP-1');
  assert.deepEqual(more, []);
  const { status, policyNumber, applicationId } = await linkNow(link);
  assert.deepEqual([status, policyNumber, applicationId], ['Bound', policy!.policyNumber, policy!.applicationId]);
  const { events } = (await call('GET', '/v1/events?types=policy.issued&limit=100', 'ontario')).body;
  assert.ok(events.some((one: Json) => one.partnerReference === 'SP-1' && one.policyNumber === policyNumber));

  const elsewhere = await open(link.url, desktop);
  await heading(elsewhere.page, 'You’re protected');
  await elsewhere.page.getByText(String(policyNumber)).first().waitFor();
  assert.equal((await call('DELETE', `/v1/sale-links/${link.id}`, 'ontario')).status, 204);
  assert.equal((await linkNow(link)).status, 'Bound', 'what is bound can’t be withdrawn');
});

test('a sale goes on on another device and after reloads; two windows that buy at once make one policy', async () => {
  const link = await makeLink({ partnerReference: 'SP-2' });
  const first = await open(link.url, desktop);
  await shopUpToPayment(first.page, { email: 'two-devices@example.ca', years: 5 });
  const total = await totalOf(first.page);
  const second = await open(link.url);
  await heading(second.page, 'Choose your coverage');
  assert.equal(await totalOf(second.page), total);
  await second.page.reload();
  await second.page.getByRole('button', { name: 'Continue to payment' }).click();
  await payByCard(second.page);
  await heading(second.page, 'You’re protected');
  // The other window shows what was, and can't buy it again.
  await first.page.getByRole('button', { name: 'Enter my card details' }).click();
  await heading(first.page, 'You’re protected');
  assert.equal((await policiesOf('SP-2')).length, 1);
  const links = (await call('GET', '/v1/sale-links?partnerReference=SP-2&status=Bound', 'ontario')).body.saleLinks;
  assert.deepEqual(
    links.map(({ id }: Json) => id),
    [link.id],
  );
});

async function seePricesInFrench(page: Page, email: string): Promise<void> {
  await page.getByLabel('Prénom').fill('Marie-Ève');
  await page.getByLabel('Nom de famille').fill('Tremblay');
  await page.getByLabel('Adresse', { exact: true }).fill('12, rue Exemple');
  await page.getByLabel('Ville').fill('Lévis');
  await page.getByLabel('Code postal').fill('G6V 1A1');
  await page.getByLabel('Téléphone').fill('418-555-0142');
  await page.getByLabel('Courriel').fill(email);
  await page.getByRole('button', { name: 'Voir mes prix' }).click();
  await heading(page, 'Choisissez votre couverture');
}

test('in Québec on a phone, in French: a card is refused, another one pays, and the documents are there', async () => {
  const { vin } = (await call('GET', '/v1/test-vin?year=2024', 'levis')).body;
  const known = { vin, odometer: 24_500, purchaseMethod: 'Cash', language: 'fr' };
  const link = await makeLink({ ...known, partnerReference: 'SP-8' }, 'levis');
  const { page, errors } = await open(link.url);
  await page.getByRole('button', { name: 'Trouver mon véhicule' }).click();
  await page.getByRole('group', { name: 'Lequel est le vôtre' }).getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Continuer' }).click();
  await seePricesInFrench(page, 'carte-fr@example.ca');
  // Whoever speaks the other language sees the products in it, too.
  await page.getByRole('button', { name: 'English' }).click();
  await page.locator('.choice-title', { hasText: 'Rental car' }).waitFor();
  await page.getByRole('button', { name: 'Français' }).click();
  await page.getByRole('checkbox', { name: 'Véhicule de location' }).check();
  await page.getByRole('button', { name: 'Passer au paiement' }).click();

  await tickDisclosures(page);
  await scanPage(page, 'phone-fr-card', '5-papers');
  await page.getByRole('button', { name: 'Entrer les données de ma carte' }).click();
  await typeCard(page, undefined, cards.refused);
  await page.getByRole('status').filter({ hasText: 'Votre carte a été refusée' }).waitFor();
  await typeCard(page, 'phone-fr-card');
  await assertDone(page, ['Conditions particulières', 'Reçu'], 'phone-fr-card', 'fr');
  assert.deepEqual(errors, []);
  const [policy, ...more] = await policiesOf('SP-8', 'levis');
  assert.deepEqual([policy!.moneyStatus, policy!.language, more], ['Paid', 'fr', []]);
  const { holds } = (await call('GET', `/sandbox/ledger?applicationId=${policy!.applicationId}`, 'levis')).body;
  assert.deepEqual(
    holds.map(({ status }: Json) => status),
    ['Captured'],
    'the refused card holds nothing',
  );
});

for (const [size, options] of sizes) {
  test(`in Québec on a ${size}, in French: what is missing is named, papers are ticked, and monthly payment makes one loan`, async () => {
    const today = (await call('GET', '/sandbox/clock', 'levis')).body.today as PlainDate;
    const { vin } = (await call('GET', '/v1/test-vin?year=2024', 'levis')).body;
    const known = { vin, odometer: 24_500, purchaseMethod: 'Finance', effectiveDate: addDays(today, 3) };
    const link = await makeLink(
      { ...known, partnerReference: `SP-3-${size}`, language: 'fr', paymentMethods: ['PFF'], downPayment: 100 },
      'levis',
    );
    const { page, errors } = await open(link.url, options);
    await heading(page, 'Trouvons votre véhicule');
    assert.equal(await page.locator('html').getAttribute('lang'), 'fr');
    assert.equal(await page.getByLabel('NIV').inputValue(), vin);
    await page.getByRole('button', { name: 'Trouver mon véhicule' }).click();
    await page.getByRole('group', { name: 'Lequel est le vôtre' }).getByRole('radio').first().check();
    await page.getByText('24 500 km').waitFor(); // A number as French writes it.

    const search = page.getByRole('searchbox');
    await search.fill('credit');
    const matches = page.getByRole('group', { name: /prêteur/i }).getByRole('radio');
    await matches.nth(4).waitFor();
    const found = await matches.count();
    await page.getByText(found >= 50 ? /Les 50 premiers résultats/ : `${found} résultats`).waitFor();
    await page.getByText('Absent de la liste').click();
    await page.getByText('appelez-nous au').waitFor();
    await scanPage(page, `${size}-fr`, '2-lienholder');
    await matches.last().focus();
    await page.keyboard.press('Space');
    assert.equal(await matches.last().isChecked(), true, 'the last match can be reached by the keyboard');
    await page.getByRole('button', { name: 'Continuer' }).click();

    await page.getByRole('button', { name: 'Voir mes prix' }).click();
    const missing = page.getByRole('alert').getByRole('listitem');
    await missing.first().waitFor();
    assert.deepEqual(await missing.allInnerTexts(), [
      'Prénom\u00a0: à remplir',
      'Nom de famille\u00a0: à remplir',
      'Adresse\u00a0: à remplir',
      'Ville\u00a0: à remplir',
      'Code postal\u00a0: à remplir',
      'Téléphone\u00a0: à remplir',
      'Courriel\u00a0: à remplir',
    ]);
    await scanPage(page, `${size}-fr`, '3-missing');
    await seePricesInFrench(page, `levis-fr-${size}@example.ca`);
    await scanPage(page, `${size}-fr`, '4-coverage');
    await page.getByRole('button', { name: /paiement/i }).click();

    await page.getByText('Cochez d’abord les cases ci-dessus.').waitFor();
    assert.equal(
      await page.getByLabel('Mise de fonds').count(),
      0,
      'the seller has agreed it; the customer does not choose',
    );
    await page.getByText(/^Votre mise de fonds de 100,00\s\$ va à /).waitFor();
    assert.equal(await page.getByRole('radio', { name: 'Par carte' }).count(), 0, 'the link takes no card');
    await tickDisclosures(page);
    await page.getByText('Cochez d’abord la case pour donner votre accord.').waitFor();
    await page.getByLabel('Transit').fill('00152');
    await page.getByLabel('Institution').fill('003');
    await page.getByLabel('Numéro de compte').fill('1234567');
    await page.getByLabel('Nom du titulaire').fill('Marie-Ève Tremblay');
    await page.getByLabel('J’accepte le financement').check();
    await scanPage(page, `${size}-fr`, '5-monthly');
    await page.getByRole('button', { name: /^Acheter pour/ }).click();
    await heading(page, 'Votre véhicule sera couvert à partir du');
    await page.getByText(/Veuillez payer aujourd’hui votre mise de fonds de 100,00\s\$/).waitFor();
    await scanPage(page, `${size}-fr`, '6-done');
    assert.deepEqual(
      errors.filter((one) => !one.includes('422')),
      [],
    );
    const [policy, ...more] = await policiesOf(`SP-3-${size}`, 'levis');
    assert.deepEqual([policy!.moneyStatus, policy!.language, more], ['Financed', 'fr', []]);
    const { loans } = (await call('GET', `/sandbox/ledger?applicationId=${policy!.applicationId}`, 'levis')).body;
    assert.equal(loans.length, 1);
  });
}

test('a link that is withdrawn or over answers 410 in words, an unknown one 404, and each keeps its secret', async () => {
  const withdrawn = await makeLink({ language: 'fr' });
  await call('DELETE', `/v1/sale-links/${withdrawn.id}`, 'ontario');
  const over = await makeLink({ partnerReference: 'SP-4' });
  await inDatabase(service.databaseUrl, "UPDATE sale_link SET valid_until = '2020-01-01' WHERE id = $1", [over.id]);
  const fresh = await makeLink();
  const cases = [
    [withdrawn.url, 410, 'Ce lien a été retiré'],
    [over.url, 410, 'This link has expired'],
    [`${service.url}/sale/${'x'.repeat(43)}`, 404, 'This link is not valid'],
    [fresh.url, 200, 'Northbind'],
  ] as const;
  for (const [url, status, words] of cases) {
    const answer = await fetch(url, { headers: { 'accept-language': 'en' } });
    const html = await answer.text();
    assert.deepEqual([answer.status, html.includes(words)], [status, true], url);
    const header = (name: string) => answer.headers.get(name) ?? '';
    assert.equal(header('cache-control'), 'no-store');
    assert.equal(header('referrer-policy'), 'no-referrer');
    assert.match(header('x-robots-tag'), /noindex/);
    assert.match(header('content-security-policy'), /^default-src 'none'; /);
    assert.doesNotMatch(header('content-security-policy'), /unsafe/);
    if (status !== 200) assert.equal((await fetch(`${url}/api/sale`)).status, status);
  }
  for (const [size, options] of sizes) {
    const { page } = await open(withdrawn.url, options);
    await scanPage(page, `${size}-gone`, 'withdrawn');
    await page.getByRole('link', { name: 'English' }).click();
    await heading(page, 'This link was withdrawn');
  }
  for (const { url } of [withdrawn, over, fresh]) {
    const secret = url.split('/').at(-1)!;
    assert.ok(!service.lines.some((line) => line.includes(secret)), 'a log line has the secret');
  }
});

test('in Québec a link that is over says so in French first, whatever the browser speaks, and in English on request', async () => {
  const link = await makeLink({}, 'levis');
  await call('DELETE', `/v1/sale-links/${link.id}`, 'levis');
  const read = async (address: string): Promise<string> =>
    (await fetch(address, { headers: { 'accept-language': 'en-CA' } })).text();
  assert.match(await read(link.url), /Ce lien a été retiré/);
  assert.match(await read(`${link.url}?lang=en`), /This link was withdrawn/);
});

test('a page that is open when its link is withdrawn says so, and buys nothing', async () => {
  const link = await makeLink({ partnerReference: 'SP-5' });
  const { page } = await open(link.url, desktop);
  await shopUpToPayment(page, { email: 'withdrawn@example.ca' });
  const pay = page.getByRole('button', { name: 'Enter my card details', disabled: false });
  await pay.waitFor(); // All that the page asks for by itself has arrived.
  await call('DELETE', `/v1/sale-links/${link.id}`, 'ontario');
  await pay.click();
  await heading(page, 'This link was withdrawn');
  assert.deepEqual(await policiesOf('SP-5'), []);
});

test('what the partner binds by the API is what the page shows, and the link is bound', async () => {
  const link = await makeLink({ partnerReference: 'SP-6' });
  const { page } = await open(link.url, desktop);
  await shopUpToPayment(page, { email: 'by-api@example.ca' });
  const { applicationId } = await linkNow(link);
  const bind = {
    applicationId,
    coverageCategory: 'Replacement',
    paymentTermInYears: 3,
    selectedProducts: ['RPL', 'RENT'],
    paymentMethod: 'REF',
    paymentReference: 'AT-THE-COUNTER',
  };
  const bound = await call('POST', '/v1/bind', 'ontario', bind);
  assert.equal(bound.status, 200, bound.text);
  await page.reload();
  await heading(page, 'You’re protected');
  await page.getByText('Paid to the seller').waitFor();
  assert.equal((await linkNow(link)).policyNumber, bound.body.policyNumber);
});

test('the QR code holds the page’s own address', async () => {
  const link = await makeLink();
  const answer = await fetch(`${link.url}/qr.svg`);
  assert.equal(answer.headers.get('content-type'), 'image/svg+xml; charset=utf-8');
  assert.match(await answer.text(), /^<svg .*<path [^>]*d="M/);
  const gone = await fetch(`${service.url}/sale/nothing/qr.svg`);
  assert.equal(gone.status, 404);
});

test('a visitor’s calls are none of the partner’s: not in its list, not against its limit', async () => {
  const link = await makeLink();
  const before = (await call('GET', '/v1/requests?limit=100', 'ontario')).body.requests.length;
  for (const _ of [1, 2, 3]) assert.equal((await fetch(`${link.url}/api/shop`)).status, 200);
  const operations = async (): Promise<string[]> =>
    (await call('GET', '/v1/requests?limit=100', 'ontario')).body.requests.map(({ operation }: Json) => operation);
  await until(operations, (all) => all.length > before);
  assert.ok(!(await operations()).includes('seller'));
});

test('a link that has opened its last card form says so in words, in both languages; its last revision is refused by name', async () => {
  const link = await makeLink({ partnerReference: 'SP-9' });
  const { page } = await open(link.url, desktop);
  await shopUpToPayment(page, { email: 'used-up@example.ca' });
  await inDatabase(service.databaseUrl, 'UPDATE sale_link SET card_forms = 20 WHERE id = $1', [link.id]);
  await page.getByRole('button', { name: 'Enter my card details', disabled: false }).click();
  await page.getByText(/card form has been opened too many times.* ask the seller for a new link/).waitFor();
  await page.getByRole('button', { name: 'Français' }).click();
  await page.getByText(/formulaire de carte a été ouvert trop de fois/).waitFor();
  await inDatabase(
    service.databaseUrl,
    `UPDATE application SET revision = 61 WHERE id = (SELECT application_id FROM sale_link WHERE id = $1)`,
    [link.id],
  );
  const [{ sale }] = await inDatabase(service.databaseUrl, 'SELECT sale FROM sale_link WHERE id = $1', [link.id]);
  const refused = await page.request.post(`${link.url}/api/quote`, {
    data: { ...sale.applicant, shown: { id: link.id, edition: sale.edition } },
  });
  assert.deepEqual([refused.status(), (await refused.json()).errors[0].code], [422, 'SaleLinkRevisionsUsedUp']);
});

// It moves the seller's clock: those before it sell today.
for (const [size, options] of sizes) {
  test(`on a ${size}, in the dark: a card that is refused on a later day, and the customer pays from the same page`, async () => {
    const today = (await call('GET', '/sandbox/clock', 'ontario')).body.today as PlainDate;
    const later = addDays(today, 5);
    const link = await makeLink({ partnerReference: `SP-7-${size}` });
    const { page, errors } = await open(link.url, { ...options, colorScheme: 'dark' });
    await shopUpToPayment(page, { email: `later-${size}@example.ca`, effectiveDate: later });
    await payByCard(page, undefined, cards.refusedLater);
    await heading(page, 'You’re protected');
    assert.equal((await call('POST', '/sandbox/clock', 'ontario', { today: later })).body.chargesRun, 1);
    await page.reload();
    const pay = page.getByRole('status').getByRole('link');
    await pay.waitFor();
    const { y, height } = (await pay.boundingBox())!;
    assert.ok(y + height <= page.viewportSize()!.height, 'how to pay is on the first screen');
    await scanPage(page, `${size}-unpaid`, '7-refused');

    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(service.url + new URL((await pay.getAttribute('href'))!).pathname);
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    const form = page.frameLocator('#card-form iframe');
    await form.getByLabel('Card number').fill(cards.accepted);
    await form.getByLabel('Expiry date').fill('12/30');
    await form.getByLabel('Security code').fill('123');
    await form.locator('#pay').click();
    await assertTold(page, 'Paid, thank you');
    await scanPage(page, `${size}-unpaid`, '8-paid');

    await page.goto(link.url);
    await heading(page, 'You’re protected');
    assert.equal(await page.getByRole('status').getByRole('link').count(), 0, 'nothing is left to pay');
    const [policy, ...more] = await policiesOf(`SP-7-${size}`);
    assert.deepEqual([policy!.moneyStatus, more], ['Paid', []]);
    assert.deepEqual(errors, []);
  });
}

// The last of the file: its visitor is this machine, as that of all the others.
test('a visitor who asks too often has to wait, and other links of the seller go on', async () => {
  const link = await makeLink();
  // In bursts, until one is refused: on a busy machine a minute may end between two of them.
  const statuses: number[] = [];
  for (let burst = 0; burst < 30 && !statuses.includes(429); burst += 1)
    statuses.push(...(await Promise.all(Array.from({ length: 100 }, async () => (await fetch(link.url)).status))));
  assert.ok(statuses.includes(429));
  assert.equal((await call('GET', `/v1/sale-links/${link.id}`, 'ontario')).status, 200);
});
