import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { afterwards } from './afterwards.ts';
import { ensureChromium } from './chromium.ts';

/** A browser of the calling test file's own; it is closed when the file is done. */
export interface TestBrowser {
  /** A visitor with nothing stored: own cookies, own window. */
  readonly visit: (options?: BrowserContextOptions) => Promise<BrowserContext>;
}

/** Without a window, and with a fresh user data folder that Playwright makes for each launch and removes at the end. */
export async function startBrowser(): Promise<TestBrowser> {
  const { executablePath, env } = await ensureChromium();
  const browser = await chromium.launch({ executablePath, args: quietly, env: { ...process.env, ...env } });
  afterwards(() => browser.close());
  return { visit: (options) => browser.newContext(options) };
}

/** Nothing that calls home or waits for a screen; as root, Chromium's own sandbox does not start. */
const quietly = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
