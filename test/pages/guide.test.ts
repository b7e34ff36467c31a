import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { findBarriers } from '../kit/service/barriers.ts';
import { startBrowser } from '../kit/service/browser.ts';
import { startTestService } from '../kit/service/service.ts';

const service = await startTestService();
const browser = await startBrowser();
const shots = process.env.NORTHBIND_PICTURES;
if (shots !== undefined) await mkdir(shots, { recursive: true });

test('search finds a code by its name, and Enter opens its page', async () => {
  const { page, troubles } = await open('/docs');
  assert.equal(page.url(), `${service.url}/docs/getting-started`);
  await page.keyboard.press('/');
  await page.keyboard.type('bindinprogress');
  const first = page.locator('#results a').first();
  await first.waitFor();
  assert.match(await first.innerText(), /BindInProgress/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'BindInProgress' }).waitFor();
  assert.deepEqual(troubles, []);
});

test('search needs no accents, and each language finds its own pages', async () => {
  const { page } = await open('/docs/fr/sale');
  await page.getByRole('searchbox').fill('creancier');
  await page.locator('#results a').first().waitFor();
  assert.match((await page.locator('#results a').first().getAttribute('href'))!, /^\/docs\/fr\/sale/);
});

test('search finds what partners look for first, and the heading under which it stands', async () => {
  const { page } = await open('/');
  for (const [typed, found] of [
    ['test cards', '/docs/sandbox#test-cards'],
    ['idempotency', '/docs/errors-and-retries#idempotency-keys'],
    ['pagination', '/docs/limits#pagination'],
    ['deprecation', '/docs/versions#deprecation'],
    ['limits', '/docs/limits'],
    ['php', '/docs/getting-started'],
    // A letter wrong, missing, too many, or two that changed places.
    ['paginatoin', '/docs/limits#pagination'],
    ['idempotancy', '/docs/errors-and-retries#idempotency-keys'],
    ['deprecaton', '/docs/versions#deprecation'],
    ['refund', '/docs/after-the-sale#refunds'],
    ['webhook retry', '/docs/webhooks#retries-and-order'],
    // No English page has it: the French one.
    ['remboursement', '/docs/fr/after-the-sale#remboursements'],
  ] as const) {
    await page.getByRole('searchbox').fill(typed);
    const first = page.locator(`#results li:first-child a[href="${found}"]`);
    await first.waitFor();
  }
  await page.getByRole('searchbox').fill('xqzvkj');
  await page.locator('#results').getByText('No match').waitFor();
  await page.getByRole('searchbox').fill('idempotency');
  await page.locator('#results a').first().waitFor();
  await shoot(page, 'search');
});

test('a mistyped page says so, and its search has already found what was meant', async () => {
  const { page, outside } = await open('/docs/geting-started');
  await page.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor();
  await page.locator('#results a[href^="/docs/getting-started"]').first().waitFor();
  await shoot(page, 'mistyped');
  await page.getByRole('main').getByRole('link', { name: 'Getting started' }).click();
  await page.getByRole('heading', { level: 1, name: 'Getting started' }).waitFor();
  assert.deepEqual(outside, []);
});

test('tabs go by the arrow keys, all of a page at once, and the choice stays for the next page', async () => {
  const { page } = await open('/docs/getting-started');
  const curl = page.getByRole('tab', { name: 'curl' }).first();
  await curl.focus();
  await page.keyboard.press('ArrowRight');
  const chosen = page.locator('[role=tab][aria-selected=true]');
  assert.deepEqual([...new Set(await chosen.allInnerTexts())], ['TypeScript']);
  assert.ok((await chosen.count()) > 3);
  assert.equal(await page.evaluate('document.activeElement?.textContent'), 'TypeScript');
  assert.match(await page.locator('[role=tabpanel]:visible').first().innerText(), /new Northbind/);
  await page.goto(`${service.url}/docs/sale`);
  assert.equal(await page.locator('[role=tab][aria-selected=true]').first().innerText(), 'TypeScript');
});

test('the guide is light or dark as the system is, until the reader chooses', async () => {
  const { page } = await open('/docs/sale', { colorScheme: 'dark' });
  const ground = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');
  const dark = await ground();
  await page.getByRole('button', { name: 'Light or dark' }).click();
  const light = await ground();
  assert.notEqual(light, dark);
  await page.reload();
  assert.equal(await ground(), light);
});

const main = [
  '/',
  '/docs/getting-started',
  '/docs/sale',
  '/docs/pay-by-card',
  '/docs/errors-and-retries',
  '/docs/sandbox',
  '/docs/fr/pay-by-card',
  '/docs/errors',
  '/docs/go-live',
  '/docs/reference',
  '/docs/reference/bind',
];

test('nothing moves while a page loads, on a phone and on a desk, also with a choice that was made before', async () => {
  const screens = [
    { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
    { viewport: { width: 1280, height: 900 } },
  ];
  for (const screen of screens) {
    const { page } = await open('/docs', screen);
    await page.evaluate("localStorage.setItem('tab', 'Python')");
    for (const path of main) {
      await page.goto(service.url + path);
      const moved = await page.evaluate<number>(layoutShift);
      assert.ok(moved < 0.1, `${path} at ${screen.viewport.width} pixels: ${moved}`);
    }
  }
});

/** The sum of what moved by itself, as browsers count it; whoever asks later is told what was before. */
const layoutShift = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(sum), 300);
})`;

test('code is coloured without a style of its own, and copied whole from the language that is shown', async () => {
  const { page, troubles } = await open('/docs/getting-started', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  for (const language of ['sh', 'ts', 'python', 'csharp', 'php', 'json'])
    assert.ok((await page.locator(`code.language-${language} span[class^=c-]`).count()) > 2, language);
  assert.equal(await page.locator('article [style]').count(), 0);
  await page.getByRole('tab', { name: 'PHP' }).first().click();
  await page.locator('.tabs .copy').first().click();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  assert.match(copied, /^<\?php\n/);
  assert.ok(copied.includes(`'${service.url}'`));
  assert.deepEqual(troubles, []);
});

test('drawings are dark where the page is', async () => {
  const inkOf = async (colorScheme: 'light' | 'dark'): Promise<string> => {
    const { page } = await open('/docs/sale', { colorScheme });
    return page.evaluate<string>("getComputedStyle(document.querySelector('.drawing text')).fill");
  };
  assert.notEqual(await inkOf('dark'), await inkOf('light'));
});

test('partner and operator have menus of their own, and the French one says what is in English', async () => {
  const { page } = await open('/docs/fr/sale', { viewport: { width: 1280, height: 900 } });
  const menu = page.getByRole('navigation', { name: 'Guide des partenaires' });
  assert.equal(await menu.getByRole('link', { name: 'Unpaid charges' }).count(), 0);
  const english = menu.locator('li', { has: page.locator('a[hreflang=en]') });
  for (const item of await english.allInnerTexts()) assert.match(item, /\(en anglais\)$/);
  await menu.getByRole('link', { name: 'Guide de l’exploitant' }).click();
  await page.getByRole('navigation', { name: 'Guide for the operator' }).waitFor();
});

test('on a phone no page scrolls sideways', async () => {
  const { page } = await open('/docs', { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  for (const path of main) {
    await page.goto(service.url + path);
    const [wide, seen] = await page.evaluate<[number, number]>('[document.documentElement.scrollWidth, innerWidth]');
    assert.ok(wide <= seen, `${path}: ${wide} of ${seen} pixels`);
    await shoot(page, `phone${path}`);
  }
});

test('pages are accessible, light and dark, and ask nothing of another host', async () => {
  // Short ones of each kind: axe looks at every coloured word.
  const looks = {
    light: ['/', '/docs/limits', '/docs/reference/documents', '/docs/fr/sale-links'],
    dark: ['/docs/limits', '/docs/versions', '/docs/reference/documents'],
  };
  for (const [colorScheme, paths] of Object.entries(looks) as ['light' | 'dark', readonly string[]][]) {
    const { page, troubles, outside } = await open('/docs', { colorScheme, viewport: { width: 1280, height: 900 } });
    for (const path of paths) {
      await page.goto(service.url + path);
      assert.deepEqual(await findBarriers(page, { runOnly: standards }), [], path);
      await shoot(page, `${colorScheme}${path}`);
    }
    assert.deepEqual(troubles, []);
    assert.deepEqual(outside, []);
  }
});

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Visit {
  readonly page: Page;
  readonly troubles: readonly string[];
  readonly outside: readonly string[];
}

async function open(path: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const page = await (await browser.visit(options)).newPage();
  const troubles: string[] = [];
  const outside: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(service.url) && !request.url().startsWith('data:')) outside.push(request.url());
  });
  await page.goto(service.url + path);
  return { page, troubles, outside };
}

/** To look at the pictures, run `NORTHBIND_PICTURES=/tmp/pictures npm test -- test/pages/guide.test.ts`. */
async function shoot(page: Page, name: string): Promise<void> {
  const path = `${shots}/guide-${name.replaceAll('/', '-')}.png`;
  if (shots !== undefined) await page.screenshot({ path, fullPage: true });
}
