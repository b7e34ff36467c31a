import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import test from 'node:test';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { findBarriers } from '../kit/service/barriers.ts';
import { startBrowser } from '../kit/service/browser.ts';
import { startTestService } from '../kit/service/service.ts';

const service = await startTestService();
const browser = await startBrowser();
const shots = process.env.NORTHBIND_PICTURES;
if (shots !== undefined) await mkdir(shots, { recursive: true });

test('the reference is interactive without any outside host, and takes the token once', async () => {
  const { page, outside, troubles } = await open();
  await page.getByRole('button', { name: 'Authorize' }).click();
  await page.getByLabel('auth-bearer-value').fill(await service.login());
  await page.getByLabel('Apply credentials').click();
  // Each way to get a token has one.
  await page.getByRole('button', { name: 'Close' }).first().click();
  assert.match(await tried(page, 'dealers'), /^200/);
  assert.match(await tried(page, 'readSandboxClock'), /^200/, 'the token is still there for the next operation');
  assert.deepEqual(outside, []);
  assert.deepEqual(troubles, []);
});

test('the sandbox’s OAuth client is filled in, and its token is the named seller’s', async () => {
  const { page, troubles } = await open();
  await page.getByLabel('Seller of an OAuth token').fill('alberta');
  await page.getByRole('button', { name: 'Authorize' }).click();
  await page.getByLabel('Apply given OAuth2 credentials').click();
  await page.getByText('Logout').waitFor();
  await page.getByRole('button', { name: 'Close' }).first().click();
  assert.match(await tried(page, 'seller'), /^200/);
  const body = operation(page, 'seller').locator('.live-responses-table .response-col_description code').first();
  assert.match(await body.innerText(), /"username": "alberta"/);
  assert.deepEqual(troubles, []);
});

test('the logo is shown, and a phone shows the page in its own width', async () => {
  const { page } = await open({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  const logo = page.getByRole('img', { name: 'Northbind' });
  await logo.waitFor();
  assert.ok((await page.evaluate<number>("document.querySelector('.topbar img').naturalWidth")) > 100);
  const [wide, seen] = await page.evaluate<[number, number]>('[document.documentElement.scrollWidth, innerWidth]');
  assert.equal(seen, 360);
  assert.ok(wide <= seen, `${wide} of ${seen} pixels`);
  await shoot(page, 'swagger-phone');
});

test('the reference is accessible: an operation with its answer, one that waits, and the way to sign in', async () => {
  const { page } = await open({ viewport: { width: 1280, height: 1000 } });
  await shoot(page, 'swagger');
  assert.match(await tried(page, 'healthcheck'), /^200/);
  await operation(page, 'quote').locator('.opblock-summary-control').click();
  await operation(page, 'quote').getByRole('button', { name: 'Execute' }).waitFor();
  await assertAccessible(page, '#swagger-ui');
  await shoot(page, 'swagger-operations');
  await page.getByRole('button', { name: 'Authorize' }).click();
  await page.getByLabel('auth-bearer-value').waitFor();
  await assertAccessible(page, '.modal-ux');
  await shoot(page, 'swagger-sign-in');
});

async function open(options: BrowserContextOptions = { viewport: { width: 1200, height: 1000 } }) {
  const page = await (await browser.visit(options)).newPage();
  const outside: string[] = [];
  const troubles: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(service.url) && !request.url().startsWith('data:')) outside.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
  await page.goto(`${service.url}/swagger`);
  await page.getByRole('button', { name: 'Authorize' }).waitFor();
  return { page, outside, troubles };
}

function operation(page: Page, id: string): Locator {
  return page.locator(`[id$="-${id}"]`);
}

async function tried(page: Page, id: string): Promise<string> {
  const block = operation(page, id);
  await block.locator('.opblock-summary-control').click();
  // What is filled in is sent with every call, so an example must not be.
  for (const name of ['X-Request-Id', 'Accept-Language'])
    for (const field of await block.getByPlaceholder(name).all()) assert.equal(await field.inputValue(), '', name);
  await block.getByRole('button', { name: 'Execute' }).click();
  return block.locator('.live-responses-table .response-col_status').last().innerText();
}

async function assertAccessible(page: Page, part: string): Promise<void> {
  assert.deepEqual(await findBarriers(page, { runOnly: standards }, { include: [part] }), []);
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

async function shoot(page: Page, name: string): Promise<void> {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
}
