import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { afterEach, before } from 'node:test';
import type { Page } from 'playwright-core';
import { afterwards } from '../kit/processes/afterwards.ts';
import { type CheckoutTestbed, openCheckoutTestbed } from '../pages/checkout-testbed.ts';

/** The built browser module in a real browser, with the sandbox's processor and with scripts that behave badly. */
const root = new URL('../..', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'northbind-sdk-'));
let testbed: CheckoutTestbed;
let shopUrl: string;
/** Done when the shop's server hears of a customer who left. */
const left = Promise.withResolvers<void>();

before(async () => {
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync(process.execPath, [join(root, 'node_modules/tsdown/dist/run.mjs'), '--out-dir', folder, '--no-dts'], {
    cwd: join(root, 'sdk'),
    stdio: 'pipe',
  });
  testbed = await openCheckoutTestbed();
  shopUrl = await serveShop();
});

afterEach(() => testbed.clear());

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
  const again = await testbed.openCheckout();
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

test('the class that the script defines is the one that the service named', async () => {
  const { page, ticket } = await openShop();
  await begin(page, { ticket, checkoutJsUrl: `${shopUrl}/other-class.js`, checkoutGlobal: 'OtherCheckout' });
  assert.equal((await outcome(page)).outcome, 'finished');
  await begin(page, { ticket, checkoutJsUrl: `${shopUrl}/silent.js`, checkoutGlobal: 'NoSuchCheckout' });
  assert.equal((await outcome(page)).outcome, 'failed');
});

test('a form that never shows is given up: go and confirm', async () => {
  const { page, ticket } = await openShop();
  await begin(page, { ticket, checkoutJsUrl: `${shopUrl}/silent.js`, stallMs: 300 });
  assert.deepEqual(await outcome(page), { outcome: 'stalled', next: 'confirm', responseCode: '' });
  await page.waitForFunction('document.querySelector("iframe") === null');
});

test('a processor that takes the card and says no more is given up: go and confirm', async () => {
  const { page, ticket } = await openShop();
  await begin(page, { ticket, checkoutJsUrl: `${shopUrl}/submits.js`, answerMs: 300 });
  assert.equal((await outcome(page)).outcome, 'stalled');
});

test('a customer whose bank asks for a code after the card was sent has longer than a form has to show', async () => {
  const { page, ticket } = await openShop();
  await begin(page, { ticket, checkoutJsUrl: `${shopUrl}/submits.js`, stallMs: 300 });
  await page.waitForTimeout(1_500);
  assert.equal(await isOpen(page), true);
  assert.equal(await page.locator('iframe').count(), 1);
});

test('a time that no timer can count does not end the form at once, and what is no time is refused', async () => {
  const { page, ticket } = await openShop();
  await begin(page, { ticket, stallMs: 2 ** 31 });
  await fillIn(page, card.number);
  assert.equal((await outcome(page)).outcome, 'finished');
  await assert.rejects(begin(page, { ticket, stallMs: 0 }), /stallMs/);
  await assert.rejects(begin(page, { ticket, answerMs: -1 }), /answerMs/);
});

test('a full-screen form that does not answer leaves the page as it was', async () => {
  const { page, ticket } = await openShop();
  await page.evaluate(`document.getElementById('place').style.color = 'green'`);
  await begin(page, { ticket, checkoutJsUrl: `${shopUrl}/full-screen-hangs.js` });
  await page.waitForFunction('document.body.className !== ""');
  assert.equal(await inTheMiddle(page), 'IFRAME');
  await page.evaluate('controller.abort()');
  assert.equal((await outcome(page)).outcome, 'closed');
  await page.waitForFunction('document.querySelector("iframe") === null');
  const left = await page.evaluate(`[document.getElementById('place').outerHTML, document.body.className]`);
  assert.deepEqual(left, ['<div id="place" style="color: green;"></div>', '']);
  assert.equal(await inTheMiddle(page), 'HTML');
});

test('a form that closes late does not take the next one with it', async () => {
  const { page, ticket } = await openShop();
  const checkoutJsUrl = `${shopUrl}/full-screen-closes-late.js`;
  await begin(page, { ticket, checkoutJsUrl });
  await page.waitForFunction('document.body.className !== ""');
  await page.evaluate('controller.abort()');
  await begin(page, { ticket: 'another', checkoutJsUrl, container: 'other-place' });
  await page.waitForTimeout(1_500); // Longer than a form may take to close.
  assert.equal(await isOpen(page), true);
  assert.equal(await page.locator('#other-place iframe').count(), 1);
  assert.notEqual(await page.evaluate('document.body.className'), '');
});

test('a page has one form at a time: the next one ends the one before, and stays', async () => {
  const { page, ticket } = await openShop();
  const checkoutJsUrl = `${shopUrl}/full-screen-closes-late.js`;
  await begin(page, { ticket, checkoutJsUrl });
  await page.waitForFunction('document.body.className !== ""');
  await page.evaluate('window.first = window.outcome, undefined');
  await begin(page, { ticket: 'another', checkoutJsUrl });
  assert.deepEqual(await page.evaluate('window.first'), { outcome: 'closed', next: 'confirm', responseCode: '' });
  await page.waitForTimeout(1_500);
  assert.equal(await isOpen(page), true);
  assert.equal(await page.locator('#place iframe').count(), 1);
});

test('a script that hangs is given up, and asked for again by the next try', async () => {
  const { page, ticket } = await openShop();
  const checkoutJsUrl = `${shopUrl}/hangs-once.js`;
  await begin(page, { ticket, checkoutJsUrl, stallMs: 500 });
  assert.equal((await outcome(page)).outcome, 'stalled');
  assert.equal(await page.locator(`script[src="${checkoutJsUrl}"]`).count(), 0);
  await begin(page, { ticket, checkoutJsUrl });
  assert.equal((await outcome(page)).outcome, 'finished');
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
  const checkout = await testbed.openCheckout();
  const { page, addresses } = await testbed.enterShop();
  const heard = addresses;
  page.on('console', (message) => heard.push(message.text()));
  await page.goto(shopUrl);
  await page.waitForFunction('window.openCheckout !== undefined');
  return { page, heard, ...checkout };
}

/** Starts without waiting for the outcome. */
async function begin(page: Page, { checkoutJsUrl, ...options }: Readonly<Record<string, unknown>>): Promise<void> {
  const all = {
    checkoutJsUrl: checkoutJsUrl ?? `${testbed.processorUrl}/checkout/js/checkout.js`,
    environment: 'qa',
    ...options,
  };
  await page.evaluate(`window.begin(${JSON.stringify(all)})`);
}

function outcome(page: Page): Promise<{ outcome: string; next: string; responseCode: string }> {
  return page.evaluate('window.outcome');
}

/** Whether the checkout goes on. */
function isOpen(page: Page): Promise<boolean> {
  return page.evaluate('Promise.race([window.outcome.then(() => false), Promise.resolve(true)])');
}

/** What a customer would click on there. */
function inTheMiddle(page: Page): Promise<string> {
  return page.evaluate('document.elementFromPoint(innerWidth / 2, innerHeight / 2).tagName');
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
function badProcessor(onStart: string, name = 'monerisCheckout'): string {
  return `window.${name} = class {
    callbacks = {};
    setMode() {}
    setCheckoutDiv(id) { this.div = document.getElementById(id); }
    setCallback(name, callback) { this.callbacks[name] = callback; }
    raise(handler, ticket) { this.callbacks[handler](JSON.stringify({ handler, ticket })); }
    startCheckout(ticket) { this.div.replaceChildren(document.createElement('iframe')); ${onStart} }
    closeCheckout() { throw new Error('It hangs.'); }
  };`;
}

/**
 * Stands for the real library with a full-screen form. It covers the page with the element that it is given, and takes
 * that back only when the form answers; it keeps its element and its callbacks once for the page, and listens to
 * whatever form speaks.
 */
function fullScreenProcessor(onCloseRequest: string): string {
  return `window.monerisCheckout = (() => {
    let id = '';
    const callbacks = {};
    const target = () => document.getElementById(id);
    window.addEventListener('message', ({ data }) => {
      if (data !== 'close_checkout') return;
      target().style.position = 'static';
      target().style.width = '0px';
      target().innerHTML = '';
      document.body.classList.remove('checkoutHtmlStyleFromiFrame');
    });
    return class {
      setMode() {}
      setCheckoutDiv(name) { id = name; }
      setCallback(name, callback) { callbacks[name] = callback; }
      startCheckout(ticket) {
        target().innerHTML = '';
        const style = { position: 'fixed', left: '0', top: '0', width: '100%', height: '100%', background: '#fafafa' };
        Object.assign(target().style, style);
        const frame = document.createElement('iframe');
        frame.id = id + '-Frame';
        frame.srcdoc = '<script>onmessage = () => { ${onCloseRequest} }</script>';
        Object.assign(frame.style, { width: '100%', height: '100%', border: 'none' });
        target().append(frame);
        document.body.classList.add('checkoutHtmlStyleFromiFrame');
        frame.onload = () => callbacks.page_loaded(JSON.stringify({ handler: 'page_loaded', ticket }));
      }
      closeCheckout() { document.getElementById(id + '-Frame').contentWindow.postMessage('close_request', '*'); }
    };
  })();`;
}

async function serveShop(): Promise<string> {
  const files: Readonly<Record<string, readonly [string, string]>> = {
    '/': [
      'text/html',
      `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><div id="place"></div><div id="other-place"></div>
      <script type="module" src="/shop.js"></script>`,
    ],
    '/shop.js': [
      'text/javascript',
      `import { openCheckout } from '/checkout.js';
      window.openCheckout = openCheckout;
      window.begin = (options) => {
        window.controller = new AbortController();
        const onLeave = () => navigator.sendBeacon('/left');
        window.outcome = openCheckout({ container: 'place', ...options, onLeave, signal: controller.signal });
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
    '/full-screen-hangs.js': ['text/javascript', fullScreenProcessor('')],
    '/full-screen-closes-late.js': [
      'text/javascript',
      fullScreenProcessor(`setTimeout(() => parent.postMessage("close_checkout", "*"), 300)`),
    ],
    '/other-class.js': ['text/javascript', badProcessor(`this.raise('payment_complete', ticket);`, 'OtherCheckout')],
    '/hangs-once.js': ['text/javascript', badProcessor(`this.raise('payment_complete', ticket);`)],
  };
  let isFirst = true;
  const server = createServer((request, response) => {
    const url = (request.url ?? '').replace(/\?.*/, '');
    if (url === '/left') left.resolve();
    if (url === '/hangs-once.js' && isFirst) {
      isFirst = false;
      return;
    }
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
