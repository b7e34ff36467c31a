import assert from 'node:assert/strict';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { errors } from '@northbind/contract/errors.ts';
import { sandboxFaults } from '@northbind/contract/sandbox-faults.ts';
import { Northbind } from '../../sdk/src/index.ts';
import { sandboxIntegrations } from '../../src/sandbox/sellers.ts';
import { readFences } from '../kit/service/guide.ts';
import { startTestService } from '../kit/service/service.ts';
import { atTestService, readPage } from './run-page.ts';

const service = await startTestService();

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

test('guide and README of the client library list every method', async () => {
  const northbind = new Northbind({ baseUrl: service.url, clientId: 'c', clientSecret: 's' });
  const methods = Object.entries(northbind).flatMap(([group, calls]) =>
    Object.keys(calls as object).map((method) => ({ group, method })),
  );
  assert.ok(methods.length > 30);
  for (const file of ['docs/guide/sdk.md', 'sdk/README.md']) {
    const rows = (await readPage(file)).match(/^\| .+/gm)!;
    const isListed = ({ group, method }: (typeof methods)[number]): boolean =>
      rows.some((row) => row.includes(`\`${group}.`) && row.includes(`.${method}\``));
    assert.deepEqual(
      methods.filter((one) => !isListed(one)),
      [],
      file,
    );
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

test('pages, collection and OpenAPI document name the address that served them', async () => {
  const paths = ['/', '/docs/getting-started', '/docs/fr/sandbox', '/docs/sale.md', '/docs/errors'];
  for (const path of [...paths, '/docs/northbind.postman_collection.json', '/swagger/v1/swagger.json']) {
    const { status, text } = await service.call('GET', path);
    assert.equal(status, 200, path);
    assert.ok(text.includes(service.url), path);
    assert.doesNotMatch(text.replaceAll(/"issuer[^}]*}|"checkoutJsUrl[^,]*,/g, ''), /127\.0\.0\.1:808[012]\b/, path);
    const other = await askAs(service.url, path, 'sandbox.example.ca:8443');
    assert.ok(other.includes('http://sandbox.example.ca:8443') && !other.includes(service.url), path);
    const spoilt = await askAs(service.url, path, '"><script>alert(1)</script>');
    assert.ok(!spoilt.includes('alert(1)'), path);
  }
  const sandbox = await (await fetch(`${service.url}/docs/sandbox.md`)).text();
  assert.ok(sandbox.includes(service.checkoutUrl) && sandbox.includes(service.operatorUrl));
  const { body } = await service.call('GET', '/swagger/v1/swagger.json');
  assert.equal(body.servers[0].url, service.url);
});

test('a configured address comes before the one that was asked for', async () => {
  const service = await startTestService({ environment: { PUBLIC_URL: 'https://sandbox.example.ca/' } });
  const { body } = await service.call('GET', '/swagger/v1/swagger.json');
  assert.equal(body.servers[0].url, 'https://sandbox.example.ca');
  assert.match((await service.call('GET', '/docs/sale.md')).text, /NORTHBIND=https:\/\/sandbox\.example\.ca\n/);
});

test('the sandbox welcomes at /, in French on request; /docs/ works, and a mistyped page leads to a search', async () => {
  assert.match((await service.call('GET', '/')).text, /<h1[^>]*>Welcome to Northbind/);
  assert.match(
    (await service.call('GET', '/', { headers: { 'accept-language': 'fr-CA' } })).text,
    /<h1[^>]*>Bienvenue/,
  );
  for (const path of ['/docs/', '/docs/getting-started/', '/docs/fr/'])
    assert.match((await fetch(service.url + path)).url, /\/docs\/(fr\/)?getting-started$/, path);
  const wrong = await service.call('GET', '/docs/geting-startd');
  assert.equal(wrong.status, 404);
  assert.match(wrong.text, /value="geting startd"[\s\S]*<li><a href="\/docs\/getting-started">/);
  assert.match((await service.call('GET', '/docs/errors/BindInProgres')).text, /href="\/docs\/errors\/BindInProgress"/);
  assert.match((await service.call('GET', '/docs/fr/cartes')).text, /Cette page n’existe pas/);
  assert.doesNotMatch((await service.call('GET', '/docs/%22%3E%3Cscript%3E')).text, /"><script>/);
  assert.deepEqual((await service.call('GET', '/docs/nothing.json')).codes, ['RouteNotFound']);
});

test('every link inside the guide leads to a page, and to a heading that is there', async () => {
  const { url } = service;
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
      if (hash !== '' && isServed(target)) wanted.push({ from: path, path: target, id: decodeURIComponent(hash) });
    }
  }
  for (const { from, path, id } of wanted)
    if (headings.get(path)?.has(id) !== true) broken.push(`${from} → ${path}#${id}`);
  assert.deepEqual(broken, []);
  assert.ok(waiting.size > 150);
});

test('every page is there as markdown, too', async () => {
  for (const path of ['/docs/getting-started.md', '/docs/fr/sale.md', '/docs/errors/BindInProgress.md']) {
    const { status, headers, text } = await service.call('GET', path);
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^text\/markdown/);
    const page = await readPage(path.slice(1).replace(/^docs\/(?!errors)/, 'docs/guide/'));
    assert.equal(text, atTestService(page, service));
  }
});

/** The reference is made by its own library, and the page for cards opens only with a ticket. */
function isServed(path: string): boolean {
  return path.startsWith('/docs') || path === '/llms.txt';
}

/** `fetch` does not let a caller name another Host. */
function askAs(url: string, path: string, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = get(url + path, { headers: { host } }, async (answer) => resolve(await text(answer)));
    asked.on('error', reject);
  });
}
