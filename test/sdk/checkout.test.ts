import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { afterEach, before } from 'node:test';
import type { Page } from 'playwright-core';
import { afterwards } from '../kit/afterwards.ts';
import { type CheckoutStage, setCheckoutStage } from '../pages/checkout-stage.ts';

/** The built browser module in a real browser, with the sandbox's processor and with scripts that behave badly. */
const root = new URL('../..', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'northbind-sdk-'));
let stage: CheckoutStage;
let shopUrl: string;
/** Done when the shop's server hears of a customer who left. */
const left = Promise.withResolvers<void>();

before(async () => {
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync(process.execPath, [join(root, 'node_modules/tsdown/dist/run.mjs'), '--out-dir', folder, '--no-dts'], {
    cwd: join(root, 'sdk'),
    stdio: 'pipe',
  });
  stage = await setCheckoutStage();
  shopUrl = await serveShop();
});

afterEach(() => stage.clear());

const card = { number: '4242424242424242', expiry: '12/30', cvv: '123' };

test('a customer who pays: the page is told once to go and confirm, and the form is gone', async () => {
  const { page, ticket, status } = await openShop();
  await begin(page, { ticket });
  await fillIn(page, card.number);
  assert.deepEqual(await outcome(page), { outcome: 'finished', next: 'confirm', responseCode: '001' });
  assert.equal(await status(), 'approved');
  assert.equal(await page.locator('iframe').count(), 0);
});

test('a customer whose card is refused: go and confirm, which tells', async () => {
  const { page, ticket } = await openShop();
  await begin(page, { ticket });
  await fillIn(page, '4000000000000002');
  const { outcome: what, next } = await outcome(page);
  assert.deepEqual([what, next], ['finished', 'confirm']);
});

test('a customer who gives up: start a new payment', async () => {
  const { page, ticket } = await openShop();
  await begin(page, { ticket });
  await frame(page).locator('#cancel').click();
  const { outcome: what, next } = await outcome(page);
  assert.deepEqual([what, next], ['cancelled', 'start-again']);
});

test('a second checkout follows the first in the same place', async () => {
  const { page, ticket } = await openShop();
  await begin(page, { ticket });
  await frame(page).locator('#cancel').click();
  await outcome(page);
  const again = await stage.openCheckout();
  await begin(page, { ticket: again.ticket });
  await page.waitForTimeout(1_200); // Longer than a form that hangs is left standing.
  await fillIn(page, card.number);
  assert.equal((await outcome(page)).outcome, 'finished');
});

test('a ticket that is no good any more: go and confirm', async () => {
  const { page } = await openShop();
  await begin(page, { ticket: 'unknown-ticket' });
  assert.deepEqual(await outcome(page), { outcome: 'failed', next: 'confirm', responseCode: '2001' });
});

test('the page closes the form, by its signal or with the dialog around it: go and confirm', async () => {
  const closings = [
    'controller.abort()',
    'document.getElementById("place").remove()',
    'document.getElementById("place").replaceChildren()',
  ];
  for (const closing of closings) {
    const { page, ticket } = await openShop();
    await begin(page, { ticket });
    await frame(page).locator('#card-form').waitFor();
    await page.evaluate(closing);
    assert.deepEqual(await outcome(page), { outcome: 'closed', next: 'confirm', responseCode: '' });
    assert.equal(await page.locator('iframe').count(), 0);
  }
});

test('a form that never shows is given up: go and confirm', async () => {
  const { page, ticket } = await openShop();
  await begin(page, { ticket, checkoutJsUrl: `${shopUrl}/silent.js`, stallMs: 300 });
  assert.deepEqual(await outcome(page), { outcome: 'stalled', next: 'confirm', responseCode: '' });
  await page.waitForFunction('document.querySelector("iframe") === null');
});

test('a processor that takes the card and says no more is given up: go and confirm', async () => {
  const { page, ticket } = await openShop();
  await begin(page, { ticket, checkoutJsUrl: `${shopUrl}/submits.js`, stallMs: 300 });
  assert.equal((await outcome(page)).outcome, 'stalled');
});

test('a script that does not load, or is something else, fails at once and can be tried again', async () => {
  for (const script of ['missing.js', 'empty.js']) {
    const { page, ticket } = await openShop();
    await begin(page, { ticket, checkoutJsUrl: `${shopUrl}/${script}` });
    assert.deepEqual(await outcome(page), { outcome: 'failed', next: 'confirm', responseCode: '' });
    await begin(page, { ticket });
    await fillIn(page, card.number);
    assert.equal((await outcome(page)).outcome, 'finished');
  }
});

test('a message for another ticket is not listened to, one without a ticket is', async () => {
  const { page, ticket } = await openShop();
  await begin(page, { ticket, checkoutJsUrl: `${shopUrl}/strays.js` });
  assert.deepEqual(await outcome(page), { outcome: 'closed', next: 'confirm', responseCode: '' });
});

test('a customer who leaves the page is told of while there is time to send a beacon', async () => {
  const { page, ticket } = await openShop();
  await begin(page, { ticket });
  await page.goto('about:blank');
  await left.promise;
});

test('the ticket goes to the processor only: it stands in no address and in no line of the console', async () => {
  const { page, ticket, heard } = await openShop();
  await begin(page, { ticket });
  await fillIn(page, card.number);
  await outcome(page);
  assert.ok(heard.length > 0);
  assert.ok(!heard.join('\n').includes(ticket));
});

async function openShop() {
  const checkout = await stage.openCheckout();
  const { page, addresses } = await stage.enterShop();
  const heard = addresses;
  page.on('console', (message) => heard.push(message.text()));
  await page.goto(shopUrl);
  await page.waitForFunction('window.openCheckout !== undefined');
  return { page, heard, ...checkout };
}

/** Starts without waiting for the outcome. */
async function begin(page: Page, { checkoutJsUrl, ...options }: Readonly<Record<string, unknown>>): Promise<void> {
  const all = {
    checkoutJsUrl: checkoutJsUrl ?? `${stage.processorUrl}/checkout/js/checkout.js`,
    environment: 'qa',
    ...options,
  };
  await page.evaluate(`window.begin(${JSON.stringify(all)})`);
}

function outcome(page: Page): Promise<{ outcome: string; next: string; responseCode: string }> {
  return page.evaluate('window.outcome');
}

function frame(page: Page) {
  return page.frameLocator('#place iframe');
}

async function fillIn(page: Page, number: string): Promise<void> {
  await frame(page).locator('#number').fill(number);
  await frame(page).locator('#expiry').fill(card.expiry);
  await frame(page).locator('#cvv').fill(card.cvv);
  await frame(page).locator('#card-form [type=submit]').click();
}

/** Stand-ins for a processor on a bad day; the calls are those of the real library. */
function badProcessor(onStart: string): string {
  return `window.monerisCheckout = class {
    callbacks = {};
    setMode() {}
    setCheckoutDiv(id) { this.div = document.getElementById(id); }
    setCallback(name, callback) { this.callbacks[name] = callback; }
    raise(handler, ticket) { this.callbacks[handler](JSON.stringify({ handler, ticket })); }
    startCheckout(ticket) { this.div.replaceChildren(document.createElement('iframe')); ${onStart} }
    closeCheckout() { throw new Error('It hangs.'); }
  };`;
}

async function serveShop(): Promise<string> {
  const files: Readonly<Record<string, readonly [string, string]>> = {
    '/': [
      'text/html',
      `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><div id="place"></div>
      <script type="module" src="/shop.js"></script>`,
    ],
    '/shop.js': [
      'text/javascript',
      `import { openCheckout } from '/checkout.js';
      window.openCheckout = openCheckout;
      window.begin = (options) => {
        window.controller = new AbortController();
        const onLeave = () => navigator.sendBeacon('/left');
        window.outcome = openCheckout({ ...options, onLeave, signal: controller.signal, container: 'place' });
      };`,
    ],
    '/checkout.js': ['text/javascript', readFileSync(join(folder, 'checkout.js'), 'utf8')],
    '/empty.js': ['text/javascript', ''],
    '/silent.js': ['text/javascript', badProcessor('')],
    '/submits.js': [
      'text/javascript',
      badProcessor(`this.raise('page_loaded', ticket); this.raise('payment_submitted', ticket);`),
    ],
    '/strays.js': [
      'text/javascript',
      badProcessor(`this.raise('payment_complete', 'another'); this.raise('page_closed');`),
    ],
  };
  const server = createServer(({ url = '' }, response) => {
    if (url === '/left') left.resolve();
    const [type, text] = files[url] ?? ['text/plain', ''];
    response.writeHead(files[url] === undefined ? 404 : 200, { 'content-type': type }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterwards(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}
