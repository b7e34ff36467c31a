import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { atTestService, readPage } from '../docs/run-page.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { noon } from '../kit/sale/quoting.ts';
import { startBrowser } from '../kit/service/browser.ts';
import { readFences } from '../kit/service/guide.ts';
import { startTestService } from '../kit/service/service.ts';

const service = await startTestService({ clock: () => new Date(noon) });
const browser = await startBrowser();

/** The guide's own words: the page, its script by either means, and the policy it is served with. */
const fences = readFences(await readPage('docs/guide/pay-by-card.md'));
const pageText = fences.find(({ language }) => language === 'html')!.text;
const scripts = fences.filter(({ language }) => language === 'js').map(({ text }) => text);
const policy = readFences(await readPage('docs/guide/security.md')).find(({ language }) => language === 'http')!.text;

for (const [index, means] of ['with the processor’s script', 'with the SDK'].entries()) {
  test(`the guide’s payment page takes a card ${means}, under the guide’s content security policy`, async () => {
    const shopUrl = await openShop(scripts[index]!);
    const page = await (await browser.visit()).newPage();
    const troubles: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') troubles.push(message.text());
    });
    await page.goto(shopUrl);
    const form = page.frameLocator('#card-form iframe');
    await form.locator('#card-form').waitFor();
    await form.getByLabel('Card number').pressSequentially('4242424242424242');
    await form.getByLabel('Expiry date').pressSequentially('12/30');
    await form.getByLabel('Security code').pressSequentially('123');
    await form.locator('#pay').click();
    await page.getByText('The card was accepted.').waitFor();
    assert.deepEqual(troubles, []);
  });
}

/** A partner's server: the guide's files, and the two calls that the guide leaves to it. */
async function openShop(script: string): Promise<string> {
  const saleClient = await openSaleClient(service);
  const quoted = await saleClient.quote();
  const selection = quoted.choose('Replacement', 3);
  const { body: payment } = await saleClient.start(selection);
  const { applicationId } = quoted;
  // A bundler would put the SDK into the script; here the browser loads it by its address.
  const bundled = script.replace('@northbind/sdk/checkout', '/checkout.js');
  const files: Readonly<Record<string, (body: string) => Promise<readonly [string, string]>>> = {
    '/': async () => ['text/html', pageText],
    '/pay.js': async () => ['text/javascript', bundled],
    '/checkout.js': async () => ['text/javascript', await readPage('sdk/dist/checkout.js')],
    '/favicon.ico': async () => ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    '/start': async () => ['application/json', JSON.stringify(payment)],
    // The ticket comes from the page: a partner's server may not store it.
    '/confirm': async (body) => {
      const { paymentId } = payment;
      const { ticket } = JSON.parse(body);
      return ['application/json', (await saleClient.confirm({ applicationId, paymentId, ticket })).text];
    },
  };
  const csp = atTestService(policy, service).replace('Content-Security-Policy: ', '').trim();
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    const [type, text] = (await files[request.url ?? '']?.(body)) ?? ['text/plain', ''];
    response.writeHead(text === '' ? 404 : 200, { 'content-type': type, 'content-security-policy': csp }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterwards(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
