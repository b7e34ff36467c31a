import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errors } from '@northbind/contract/errors.ts';
import { sandboxFaults } from '@northbind/contract/sandbox-faults.ts';
import { sandboxIntegrations } from '../../src/sandbox/sellers.ts';
import { readFences } from '../kit/guide.ts';
import { startTestService } from '../kit/service.ts';
import { readPage } from './run-page.ts';

/** What the pages repeat of the contract and the sandbox, in words that no example runs. */

test('the guide lists the codes that may be repeated, all of them and no other, in both languages', async () => {
  const retryable = Object.entries(errors).filter(([, { retryable }]) => retryable);
  for (const folder of ['guide', 'guide/fr']) {
    const page = await readPage(`docs/${folder}/errors-and-retries.md`);
    const rows = Array.from(page.matchAll(/^\| \[(\w+)\]\(\S+\) \| (\d+) \|/gm), ([, code, status]) => [code, status]);
    assert.deepEqual(rows, retryable.map(([code, { status }]) => [code, String(status)]).sort());
  }
});

test('the guide names every fault and every seller of the sandbox', async () => {
  const sellers = sandboxIntegrations.flatMap(({ sellers }) => sellers.map(({ username }) => username));
  for (const folder of ['guide', 'guide/fr']) {
    const page = await readPage(`docs/${folder}/sandbox.md`);
    for (const name of [...Object.keys(sandboxFaults), ...sellers])
      assert.match(page, new RegExp(`^\\|.*\`${name}\``, 'm'), `${folder}: ${name}`);
  }
});

test('the French payment page has the scripts of the English one, which a browser runs', async () => {
  const scriptsOf = async (file: string): Promise<readonly string[]> =>
    readFences(await readPage(file))
      .filter(({ language }) => language === 'js')
      .map(({ text }) => text.replace(/\/\/.*|textContent = '.*'/g, ''));
  const english = await scriptsOf('docs/guide/pay-by-card.md');
  assert.equal(english.length, 2);
  assert.deepEqual(await scriptsOf('docs/guide/fr/pay-by-card.md'), english);
});

test('every link inside the guide leads to a page, and to a heading that is there', async () => {
  const { url } = await startTestService();
  const index = await (await fetch(`${url}/llms.txt`)).text();
  const english = Array.from(index.matchAll(/\]\((\S+)\.md\)/g), (match) => match[1]!);
  const waiting = new Set([...english, '/docs/fr/getting-started']);
  const headings = new Map<string, ReadonlySet<string>>();
  const wanted: { readonly from: string; readonly path: string; readonly id: string }[] = [];
  const broken: string[] = [];
  for (const path of waiting) {
    const answer = await fetch(url + path);
    if (answer.status !== 200) broken.push(`${path}: ${answer.status}`);
    const html = await answer.text();
    headings.set(path, new Set(Array.from(html.matchAll(/ id="([^"]+)"/g), (match) => match[1]!)));
    for (const [, target = '', hash = ''] of html.matchAll(/(?:href|src)="(\/[^"#]*)(?:#([^"]*))?"/g)) {
      if (isServed(target)) waiting.add(target);
      if (hash !== '') wanted.push({ from: path, path: target, id: decodeURIComponent(hash) });
    }
  }
  for (const { from, path, id } of wanted)
    if (headings.get(path)?.has(id) !== true) broken.push(`${from} → ${path}#${id}`);
  assert.deepEqual(broken, []);
  assert.ok(waiting.size > 150);
});

test('every page is there as markdown, too', async () => {
  const { call } = await startTestService();
  for (const path of ['/docs/getting-started.md', '/docs/fr/sale.md', '/docs/errors/BindInProgress.md']) {
    const { status, headers, text } = await call('GET', path);
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^text\/markdown/);
    assert.equal(text, await readPage(path.slice(1).replace(/^docs\/(?!errors)/, 'docs/guide/')));
  }
});

/** The reference is made by its own library, and the page for cards opens only with a ticket. */
function isServed(path: string): boolean {
  return path.startsWith('/docs') || path === '/llms.txt';
}
