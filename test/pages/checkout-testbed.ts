import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, BrowserContextOptions, FrameLocator, Page } from 'playwright-core';
import { startCardProcessor } from '../../src/sandbox/card-processor/processor.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { findBarriers } from '../kit/service/barriers.ts';
import { startBrowser } from '../kit/service/browser.ts';
import { cloneDatabase } from '../kit/service/database.ts';

/** A partner's shop in a real browser, the processor's real server, and an unrelated page: three origins. */
export interface CheckoutTestbed {
  readonly processorUrl: string;
  readonly otherOriginUrl: string;
  /** What the processor adds to the real time. */
  readonly clock: { aheadMs: number };
  readonly openCheckout: (options?: CheckoutOptions) => Promise<OpenCheckout>;
  /** Opens the shop, before the checkout is started. */
  readonly enterShop: (options?: BrowserContextOptions) => Promise<Visit>;
  /** Opens the shop with the card form of a new checkout. */
  readonly enterCheckout: (options?: CheckoutOptions & BrowserContextOptions) => Promise<Visit & OpenCheckout>;
  /** Closes all windows. Each has processes of its own in the browser. */
  readonly clear: () => Promise<void>;
}

export interface CheckoutOptions {
  readonly amountCents?: number;
  readonly language?: 'en' | 'fr';
}

export interface OpenCheckout {
  readonly ticket: string;
  /** The processor's own records of it. */
  readonly holds: () => Promise<readonly { readonly amountCents: number; readonly status: string }[]>;
  readonly status: () => Promise<string>;
}

export interface Visit {
  readonly page: Page;
  readonly form: FrameLocator;
  /** What the browser wrote to its console as an error: faults of scripts, violated policies, answers above 399. */
  readonly errors: string[];
  readonly warnings: string[];
  /** Every address that was asked for. */
  readonly addresses: string[];
  readonly start: (ticket: string) => Promise<void>;
  /** The callbacks so far, as the shop's page got them. */
  readonly callbacks: () => Promise<readonly unknown[]>;
}

export async function openCheckoutTestbed(): Promise<CheckoutTestbed> {
  const clock = { aheadMs: 0 };
  const processor = await startCardProcessor({
    databaseUrl: await cloneDatabase(),
    host: '127.0.0.1',
    port: 0,
    publicUrl: null,
    clock: () => new Date(Date.now() + clock.aheadMs),
    log: { info: () => undefined, warn: () => undefined, error: (event, facts) => console.error(event, facts) },
  });
  afterwards(processor.close);
  const browser = await startBrowser();
  const shopUrl = await serve(shopPages(processor.publicOrigin));
  const otherOriginUrl = await serve({
    '/': { type: 'text/html', text: '<!doctype html><title>Other origin</title>' },
  });

  const ask = async (path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${processor.origin}/api/${path}`, {
      headers: { authorization: `Bearer ${processor.token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    assert.equal(response.status, 200, path);
    return response.json();
  };

  const openCheckout = async ({
    amountCents = 123_456,
    language = 'en',
  }: CheckoutOptions = {}): Promise<OpenCheckout> => {
    const orderKey = randomUUID();
    const order = { orderKey, customerReference: orderKey, amountCents, language, ticketMinutes: 30 };
    const { ticket } = (await ask('checkouts', order)) as { ticket: string };
    return {
      ticket,
      holds: async () =>
        ((await ask(`ledger?customerReference=${orderKey}`)) as { holds: { amountCents: number; status: string }[] })
          .holds,
      status: async () => ((await ask('checkouts/read', { orderKey, ticket })) as { status: string }).status,
    };
  };

  const contexts: BrowserContext[] = [];
  const enterShop = async (options: BrowserContextOptions = {}): Promise<Visit> => {
    const context = await browser.visit({ ...desktop, ...options });
    contexts.push(context);
    const page = await context.newPage();
    const visit = watch(page);
    await page.goto(shopUrl);
    return visit;
  };

  return {
    processorUrl: processor.publicOrigin,
    otherOriginUrl,
    clock,
    openCheckout,
    enterShop,
    clear: async () => {
      await Promise.all(contexts.splice(0).map((context) => context.close()));
    },
    enterCheckout: async ({ amountCents, language, ...options } = {}) => {
      const checkout = await openCheckout({
        ...(amountCents !== undefined && { amountCents }),
        ...(language !== undefined && { language }),
      });
      const visit = await enterShop(options);
      await visit.start(checkout.ticket);
      await visit.form.locator('#card-form').waitFor();
      return { ...visit, ...checkout };
    },
  };
}

export const desktop = { viewport: { width: 1100, height: 900 } };
export const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

/**
 * Scans the page with its frames, and takes a picture when `NORTHBIND_PICTURES` names a folder. In the dark only the
 * colours are looked at, as nothing else changes: a scan takes half a second.
 */
export async function assertAccessible(page: Page, name: string, themes: readonly Theme[] = ['light']): Promise<void> {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    const barriers = await findBarriers(page, theme === 'dark' ? { runOnly: ['color-contrast'] } : {});
    const found = barriers.map(({ rule, places }) => `${rule}: ${places.map(({ target }) => target).join(', ')}`);
    assert.deepEqual(found, [], `${name}, ${theme}`);
    const folder = process.env.NORTHBIND_PICTURES;
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}-${theme}.png` });
  }
}

export type Theme = 'light' | 'dark';
export const bothThemes: readonly Theme[] = ['light', 'dark'];

export function watch(page: Page): Visit {
  const errors: string[] = [];
  const warnings: string[] = [];
  const addresses: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
    if (message.type() === 'warning') warnings.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('request', (request) => addresses.push(request.url()));
  return {
    page,
    form: page.frameLocator('#moneris-checkout-Frame'),
    errors,
    warnings,
    addresses,
    start: (ticket) => page.evaluate(`checkout.startCheckout(${JSON.stringify(ticket)})`),
    callbacks: () => page.evaluate('received'),
  };
}

interface ServedFile {
  readonly type: string;
  readonly text: string;
  readonly policy?: string;
}

/** Under a policy that allows the processor and nothing else, as a careful shop has it. */
function shopPages(processorUrl: string): Readonly<Record<string, ServedFile>> {
  const html = `<!doctype html>
    <html lang="en">
      <head>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>Shop</title>
        <link rel="icon" href="data:,">
        <script src="${processorUrl}/checkout/js/checkout.js"></script>
        <script src="/shop.js"></script>
      </head>
      <body>
        <main>
          <h1>Shop</h1>
          <div id="moneris-checkout"></div>
        </main>
      </body>
    </html>`;
  const script = `
    const received = [];
    const checkout = new monerisCheckout();
    checkout.setMode('qa');
    for (const name of ['page_loaded', 'payment_complete', 'cancel_transaction', 'error_event']) {
      checkout.setCallback(name, (message) => received.push(message));
    }`;
  // Other origins may be framed too: some tests add one, to check that its messages are ignored.
  const policy = `default-src 'none'; script-src 'self' ${processorUrl}; frame-src http:; img-src data:`;
  return { '/': { type: 'text/html', text: html, policy }, '/shop.js': { type: 'text/javascript', text: script } };
}

/** On `localhost`, while the processor is on `127.0.0.1`: another site for the browser, not only another port. */
async function serve(files: Readonly<Record<string, ServedFile>>): Promise<string> {
  const server: Server = createServer((request, response) => {
    const file = files[request.url ?? ''];
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader('content-type', `${file.type}; charset=utf-8`);
    if (file.policy !== undefined) response.setHeader('content-security-policy', file.policy);
    response.end(file.text);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  afterwards(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}
