import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterwards } from '../kit/processes/afterwards.ts';
import { freePort } from '../kit/processes/free-port.ts';
import { startBrowser } from '../kit/service/browser.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

/**
 * A sandbox service, and the shop before it as `npm run build` has built it: started as a process of its own, and
 * visited by customers.
 */
export interface ShopTestbed {
  readonly service: TestService;
  readonly openShop: (environment?: Readonly<Record<string, string>>) => Promise<TestShop>;
  readonly visitShop: (shop: TestShop, options?: BrowserContextOptions) => Promise<Customer>;
  readonly clear: () => Promise<void>;
}

export interface TestShop {
  readonly url: string;
  /** Everything that it printed, through all its lives. */
  readonly output: () => string;
  /** The facts of the first event of that name; waits for it. */
  readonly event: (name: string, match?: Readonly<Record<string, unknown>>) => Promise<Record<string, string>>;
  /** SIGKILL: no goodbye. */
  readonly kill: () => Promise<void>;
  /** SIGTERM: it finishes what it has begun. */
  readonly stop: () => Promise<void>;
  /** At the same address, on the same data, and with these settings instead of those that it was opened with. */
  readonly restart: (environment?: Readonly<Record<string, string>>) => Promise<void>;
  /** All that it has on its disk. */
  readonly disk: () => string;
}

export interface Customer {
  readonly page: Page;
  /** What the browser wrote to its console as an error: faults of scripts, violated policies. */
  readonly errors: string[];
}

const workspace = new URL('../../shop', import.meta.url).pathname;

export async function openShopTestbed(): Promise<ShopTestbed> {
  const service = await startTestService();
  const browser = await startBrowser();
  const contexts: BrowserContext[] = [];
  return {
    service,
    openShop: (environment = {}) => openShop(service, environment),
    visitShop: async (shop, options = desktop) => {
      const context = await browser.visit({ locale: 'en-CA', reducedMotion: 'reduce', ...options });
      contexts.push(context);
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      const customer = watch(page);
      await page.goto(shop.url);
      return customer;
    },
    clear: async () => {
      await Promise.all(contexts.splice(0).map((context) => context.close()));
    },
  };
}

export const desktop = { viewport: { width: 1280, height: 900 } };
export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** What a customer needs works on both: their tests are run for each. */
export const sizes = Object.entries({ phone, desktop });

export async function openShop(
  service: TestService,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestShop> {
  const folder = mkdtempSync(join(tmpdir(), 'northbind-shop-'));
  let output = '';
  let child: ReturnType<typeof run> | null = null;
  const hear = (chunk: string): void => {
    output += chunk;
  };
  const lines = (): Record<string, string>[] =>
    output
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line) as Record<string, string>);
  const port = String(await freePort());
  const start = async (extra: Readonly<Record<string, string>>): Promise<string> => {
    const seen = lines().length;
    const base = { NORTHBIND_URL: service.url, PROCESSOR_ORIGIN: service.checkoutUrl, SHOP_DATA: folder };
    child = run({ ...base, SHOP_PORT: port, ...extra }, hear);
    const find = () => lines().find((line, index) => index >= seen && line.event === 'started');
    return (await until(find, () => output)).shop ?? '';
  };
  const kill = async (): Promise<void> => {
    child?.process.kill('SIGKILL');
    await child?.ended;
  };
  afterwards(async () => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  });
  const url = await start(environment);
  return {
    url,
    output: () => output,
    event: (name, match = {}) => {
      const fits = (line: Record<string, string>): boolean =>
        line.event === name && Object.entries(match).every(([key, value]) => line[key] === value);
      return until(
        () => lines().find(fits),
        () => output,
      );
    },
    kill,
    stop: async () => {
      child?.process.kill('SIGTERM');
      await child?.ended;
    },
    restart: async (settings = {}) => {
      await start(settings);
    },
    disk: () =>
      readdirSync(folder)
        .filter((name) => name.startsWith('sales.sqlite'))
        .map((name) => readFileSync(join(folder, name), 'latin1'))
        .join(''),
  };
}

function run(environment: Readonly<Record<string, string>>, hear: (chunk: string) => void) {
  const process_ = spawn(process.execPath, [join(workspace, 'server/main.ts')], {
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process_.stdout.on('data', (chunk: Buffer) => hear(chunk.toString()));
  process_.stderr.on('data', (chunk: Buffer) => hear(chunk.toString()));
  return { process: process_, ended: new Promise((resolve) => process_.on('exit', resolve)) };
}

async function until<T>(find: () => T | undefined, describe: () => string): Promise<T> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const found = find();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`The shop did not say so:\n${describe()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function watch(page: Page): Customer {
  const errors: string[] = [];
  page.on('console', (message) => {
    // A refusal of the shop, and a shop that was killed, are the browser's errors and not the page's.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return { page, errors };
}
