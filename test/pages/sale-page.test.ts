import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import test, { afterEach, before } from 'node:test';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { addDays, type PlainDate } from '../../src/domain/calendar/calendar.ts';
import { startBrowser } from '../kit/browser.ts';
import { inDatabase, type Json, type SellerName } from '../kit/quoting.ts';
import { startTestService, type TestService } from '../kit/service.ts';
import { until } from '../kit/until.ts';
import {
  assertDone,
  cards,
  fillBankAccount,
  heading,
  payByCard,
  scanPage,
  shopUpToPayment,
  tickDisclosures,
  totalOf,
  typeCard,
} from './storefront-sale.ts';
import { desktop, phone } from './storefront-testbed.ts';

/* The service's own sale page, in a real browser before a real sandbox. */
const root = new URL('../..', import.meta.url).pathname;
let service: TestService;
let browser: Awaited<ReturnType<typeof startBrowser>>;
const contexts: BrowserContext[] = [];

before(async () => {
  execFileSync(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'], {
    cwd: join(root, 'examples/storefront'),
    stdio: 'inherit',
  });
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
  await page.getByRole('status').filter({ hasText: 'refused' }).waitFor();
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
