import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { afterwards, atTheEnd } from '../processes/afterwards.ts';
import { ensureChromium } from './chromium.ts';

/** The browser of this process, which is closed when its last test file is done. */
export interface TestBrowser {
  /** A visitor with nothing stored: own cookies, own window. It leaves with the calling test file. */
  readonly visit: (options?: BrowserContextOptions) => Promise<BrowserContext>;
}

/** Only ends what hangs: a machine may be busy with something else. */
const patienceMs = 120_000;

let launched: Promise<Browser> | null = null;

export async function startBrowser(): Promise<TestBrowser> {
  launched ??= launch();
  const browser = await launched;
  const contexts: BrowserContext[] = [];
  afterwards(() => Promise.all(contexts.map((context) => context.close())));
  return {
    visit: async (options) => {
      const context = await browser.newContext(options);
      context.setDefaultTimeout(patienceMs);
      contexts.push(context);
      return context;
    },
  };
}

/** Without a window, and with a fresh user data folder that Playwright makes for each launch and removes at the end. */
async function launch(): Promise<Browser> {
  const { executablePath, env } = await ensureChromium();
  const browser = await chromium.launch({ executablePath, args: quietly, env: { ...process.env, ...env } });
  atTheEnd(() => browser.close());
  return browser;
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
  // A page lives for seconds: fine letters and better machine code for it cost more than they bring.
  '--disable-lcd-text',
  '--font-render-hinting=none',
  '--js-flags=--no-maglev --no-turbofan',
];
