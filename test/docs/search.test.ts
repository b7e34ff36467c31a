import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excerptOf, indexesFor, search } from '../../src/sandbox/guide/assets/search.js';
import { openGuide } from '../../src/sandbox/guide/guide-files.ts';
import { usualAddresses } from '../../src/sandbox/guide/page-addresses.ts';

const { files } = openGuide();

interface FoundPage {
  readonly url: string;
  readonly language: string;
  readonly title: string;
  readonly text: string;
  readonly headings: readonly { readonly id: string; readonly text: string }[];
}

interface Hit {
  readonly page: FoundPage;
  readonly heading?: { readonly id: string };
  readonly words: readonly string[];
}

async function load(name: string): Promise<readonly FoundPage[]> {
  return JSON.parse(files.get(`/docs/assets/search-${name}.json`)!.read(usualAddresses).toString());
}

const partner = indexesFor({ language: 'en', audience: 'partner' });
const operator = indexesFor({ language: 'en', audience: 'operator' });
const frenchPartner = indexesFor({ language: 'fr', audience: 'partner' });

async function addressesFor(typed: string, indexes = partner): Promise<readonly string[]> {
  const hits: readonly Hit[] = await search(typed, indexes, load);
  return hits.map(({ page, heading }) => page.url + (heading === undefined ? '' : `#${heading.id}`));
}

test('a partner’s search finds the partner’s page first, and no runbook', async () => {
  for (const [typed, first] of [
    ['refund', '/docs/after-the-sale#refunds'],
    ['webhook retry', '/docs/webhooks#retries-and-order'],
    ['webhook retries', '/docs/webhooks#retries-and-order'],
    ['chargeback', '/docs/after-the-sale'],
    ['sign in', '/docs/sign-in'],
    ['BindInProgress', '/docs/errors/BindInProgress'],
    ['test cards', '/docs/sandbox#test-cards'],
  ] as const) {
    const found = await addressesFor(typed);
    assert.equal(found[0], first, typed);
    assert.deepEqual(
      found.filter((address) => address.includes('/runbooks')),
      [],
      typed,
    );
  }
});

test('an operator’s search finds runbooks first', async () => {
  assert.match((await addressesFor('refund', operator))[0]!, /^\/docs\/runbooks\//);
  assert.equal((await addressesFor('webhook', operator))[0], '/docs/runbooks/webhooks');
});

test('what no page of the reader’s guide and language has is found in the other language, then in the other guide', async () => {
  assert.equal((await addressesFor('remboursement'))[0], '/docs/fr/after-the-sale#remboursements');
  assert.equal((await addressesFor('decision chart', frenchPartner))[0], '/docs/errors-and-retries#the-decision-chart');
  assert.match((await addressesFor('haproxy'))[0]!, /^\/docs\/deploy/);
  assert.deepEqual(await addressesFor('BindInProgress', operator), await addressesFor('BindInProgress'));
});

test('a letter that is wrong changes nothing, and nonsense finds nothing', async () => {
  assert.equal((await addressesFor('paginatoin'))[0], '/docs/limits#pagination');
  assert.deepEqual(await addressesFor('xqzvkj'), []);
  assert.deepEqual(await addressesFor('  '), []);
});

test('titles, headings and excerpts have no marks of markdown', async () => {
  for (const name of ['partner-en', 'partner-fr', 'operator-en', 'operator-fr']) {
    const pages = await load(name);
    for (const { url, title, headings } of pages)
      for (const text of [title, ...headings.map((one) => one.text)]) assert.doesNotMatch(text, /[`*[\]]|^#/, url);
    assert.ok(JSON.stringify(pages).length < 1_000_000, name);
  }
  for (const typed of ['refund', 'webhook retry', 'moneyStatus', 'lienholder', 'tab=curl'])
    for (const { page, words } of await search(typed, partner, load))
      assert.doesNotMatch(excerptOf(page, words), /`|\*\*|\]\(|^#|tab=/, page.url);
});
