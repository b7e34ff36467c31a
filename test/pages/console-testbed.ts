import assert from 'node:assert/strict';
import type { BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core';
import { clockAt, noon } from '../kit/sale/quoting.ts';
import { startBrowser } from '../kit/service/browser.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

/** A sandbox service with the console that it serves, and operators in a real browser. */
export interface ConsoleTestbed {
  readonly service: TestService;
  /** Opens a browser window, signed in by the API unless `as` is null. */
  readonly openConsole: (path: string, options?: OpenOptions) => Promise<ConsoleVisit>;
  /** Closes all windows. */
  readonly clear: () => Promise<void>;
}

export interface OpenOptions extends BrowserContextOptions {
  readonly as?: 'admin' | 'support' | 'viewer' | 'desk' | null;
}

export interface ConsoleVisit {
  readonly page: Page;
  /**
   * What the browser wrote to its console as an error: faults of scripts, violated policies. Answers above 399 are
   * none.
   */
  readonly errors: string[];
  /** Every address that was asked for. */
  readonly addresses: string[];
  /** How many bytes the service has sent so far, as they went over the line. */
  readonly bytesSent: () => Promise<number>;
}

export async function openConsoleTestbed(environment: Readonly<Record<string, string>> = {}): Promise<ConsoleTestbed> {
  const service = await startTestService({ environment, clock: clockAt(noon).clock });
  const browser = await startBrowser();
  const contexts: BrowserContext[] = [];
  return {
    service,
    openConsole: async (path, { as = 'admin', ...options } = {}) => {
      const context = await browser.visit({ ...steady, ...desktop, ...options });
      contexts.push(context);
      if (as !== null) await signIn(context, service.operatorUrl, as);
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      await page.clock.setFixedTime(noon);
      const visit = watch(page);
      await page.goto(service.operatorUrl + path);
      return visit;
    },
    clear: async () => {
      await Promise.all(contexts.splice(0).map((context) => context.close()));
    },
  };
}

/** Chooses what is behind the usual act, in the menu of a row or of what needs attention. */
export async function chooseMore(page: Page, act: string): Promise<void> {
  await page.getByRole('button', { name: /^More/ }).last().click();
  await page.getByRole('menuitem', { name: act }).click();
}

/** Without animations, so that no colour changes while it is checked. */
const steady = { locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' } as const;

export const desktop = { viewport: { width: 1280, height: 900 } };
export const tablet = { viewport: { width: 820, height: 1100 }, hasTouch: true };
export const phone = { viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true };

/** The two screens on which every task has to be done. */
export const sizes = { phone, desktop } as const;
export type Size = keyof typeof sizes;
export const bothSizes = ['phone', 'desktop'] as const satisfies readonly Size[];

/** Goes to a page by the navigation, which on a phone is behind a button. */
export async function goTo(page: Page, size: Size, name: string): Promise<void> {
  if (size === 'phone') await page.getByRole('button', { name: /^(Open the menu|Ouvrir le menu)$/ }).click();
  await page.getByRole('link', { name, exact: true }).last().click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

export async function assertFitting(page: Page, name: string): Promise<void> {
  const [wide, seen] = await page.evaluate<readonly [number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  assert.equal(wide, seen, `nothing of ${name} is cut off`);
}

export const sandboxPassword = 'sandbox-password';

async function signIn(context: BrowserContext, operatorUrl: string, name: string): Promise<void> {
  const answer = await context.request.post(`${operatorUrl}/api/session`, {
    data: { name, password: sandboxPassword },
  });
  assert.equal(answer.status(), 200, await answer.text());
}

function watch(page: Page): ConsoleVisit {
  const errors: string[] = [];
  const addresses: string[] = [];
  page.on('console', (message) => {
    const isAnswer = message.text().startsWith('Failed to load resource: the server responded with a status of 4');
    if (message.type() === 'error' && !isAnswer) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('request', (request) => addresses.push(request.url()));
  const finished: Request[] = [];
  page.on('requestfinished', (request) => finished.push(request));
  // Asked for only here: a window that is closed meanwhile has no sizes.
  const bytesSent = async () => {
    const sizes = await Promise.all(finished.map((request) => request.sizes()));
    return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  };
  return { page, errors, addresses, bytesSent };
}
