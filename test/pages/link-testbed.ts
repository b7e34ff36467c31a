import assert from 'node:assert/strict';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterwards } from '../kit/processes/afterwards.ts';
import type { Json, SellerName } from '../kit/sale/quoting.ts';
import { startBrowser } from '../kit/service/browser.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';

/** A sandbox service, links of its sellers, and customers who open them. */
export interface LinkTestbed {
  readonly service: TestService;
  readonly call: (method: string, path: string, name: SellerName, body?: Json) => Promise<Answer>;
  /** Makes a link, and opens it as a customer who has never been there. */
  readonly openLink: (known: Json, options: BrowserContextOptions, name?: SellerName) => Promise<LinkVisit>;
}

export interface LinkVisit {
  readonly id: string;
  readonly url: string;
  readonly page: Page;
  /** What the browser wrote to its console as an error; a refusal of the page's own calls is none. */
  readonly errors: readonly string[];
}

export async function openLinkTestbed(): Promise<LinkTestbed> {
  const service = await startTestService();
  const browser = await startBrowser();
  const call = async (method: string, path: string, name: SellerName, body?: Json): Promise<Answer> =>
    service.call(method, path, { token: await service.login(name), ...(body !== undefined && { body }) });
  return {
    service,
    call,
    openLink: async (known, options, name = 'ontario') => {
      const made = await call('POST', '/v1/sale-links', name, known);
      assert.equal(made.status, 201, made.text);
      const url = service.url + new URL(made.body.url).pathname;
      const context = await browser.visit({ locale: 'en-CA', reducedMotion: 'reduce', ...options });
      afterwards(() => context.close());
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().startsWith('Failed to load')) errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(String(error)));
      await page.goto(url);
      return { id: made.body.id, url, page, errors };
    },
  };
}
