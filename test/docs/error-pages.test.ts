import assert from 'node:assert/strict';
import { access, readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { type ErrorCode, errors } from '@northbind/contract/errors.ts';
import { formCodes } from '@northbind/contract/form-codes.ts';
import type { Operation } from '@northbind/contract/operation.ts';
import { operations } from '@northbind/contract/operations.ts';
import { readErrorPages } from '../../src/sandbox/guide/guide-pages.ts';

const indexName = 'README.md';

/** The pages as partners get them, by the name of their file; what they repeat of the contract is checked here. */
const pages = new Map(readErrorPages().map(({ url, markdown }) => [nameOf(url), markdown]));
const all = Object.keys(errors) as ErrorCode[];
const sections = ['Cause', 'What to do', 'Provoke it in the sandbox'];

test('every code has a page, and every page has a code', () => {
  const names = readErrorPages()
    .map(({ url }) => nameOf(url))
    .filter((name) => name !== indexName)
    .sort();
  assert.deepEqual(names, all.map((code) => `${code}.md`).sort());
});

test('a page is titled with its code and sums it up in one line', () => {
  for (const code of all) {
    const [title, blank, summary = '', next] = pageOf(code).split('\n');
    assert.equal(title, `# ${code}`);
    assert.equal(blank, '', code);
    assert.match(summary, /^\p{Lu}.+\.$/u, code);
    assert.equal(next, '', code);
  }
});

test('a page tells the status and whether to repeat the call as the contract does', () => {
  for (const code of all) {
    const rows = rowsOf(pageOf(code));
    assert.equal(rows.get('HTTP status'), String(errors[code].status), code);
    assert.equal(
      rows.get('May the same call be repeated unchanged'),
      errors[code].retryable ? 'yes' : 'no',
      `${code}: repeat`,
    );
  }
});

test('a page names the operations that may answer its code, and no other', () => {
  for (const code of all) {
    const listed = rowsOf(pageOf(code)).get('Operations') ?? '';
    const answering = operations.filter((operation) => mayAnswer(operation, code)).map(routeOf);
    // What belongs to the wire is answered by no operation in particular; its page says so in words.
    if (answering.length === 0) assert.match(listed, /\S/, code);
    else assert.equal(listed, answering.join(', '), code);
  }
});

test('a page has a cause, a remedy and a way to provoke the code, in this order', () => {
  for (const code of all) {
    const [, ...parts] = pageOf(code).split(/^## /m);
    const listed = parts.map((part) => part.slice(0, part.indexOf('\n')));
    assert.deepEqual(listed, sections, code);
    for (const part of parts) assert.match(part.slice(part.indexOf('\n')), /\S/, code);
  }
});

test('a page links only to pages that exist', () => {
  // Those of the guide are looked for with its other links.
  const isThere = (target: string): boolean => pages.has(target) || target.startsWith('../guide/');
  for (const [name, text] of pages) {
    for (const [, target = ''] of text.matchAll(/\]\(([^)]+)\)/g)) assert.ok(isThere(target), `${name}: ${target}`);
  }
});

test('the index lists every code with its status and whether to repeat the call', () => {
  const index = pages.get(indexName)!;
  const listed = Array.from(index.matchAll(/^\| \[(\w+)\]\(\1\.md\) \| (\d+) \| (yes|no) \|/gm), (row) => row.slice(1));
  const expected = all.map((code) => [code, String(errors[code].status), errors[code].retryable ? 'yes' : 'no']);
  assert.deepEqual(listed.sort(byCode), expected.sort(byCode));
});

test('a link of a page in the repository leads to a file that is there', async () => {
  const folder = new URL('../../docs/errors/', import.meta.url);
  for (const name of await readdir(folder)) {
    const text = await readFile(new URL(name, folder), 'utf8');
    for (const [, target = ''] of text.matchAll(/\]\(([^)]+)\)/g)) await access(new URL(target, folder));
  }
});

function nameOf(url: string): string {
  return url === '/docs/errors' ? indexName : `${url.slice('/docs/errors/'.length)}.md`;
}

function pageOf(code: ErrorCode): string {
  return pages.get(`${code}.md`)!;
}

/** The rows of a page's small table, by their first cell. */
function rowsOf(page: string): ReadonlyMap<string, string> {
  const [head = ''] = page.split(/^## /m);
  return new Map(Array.from(head.matchAll(/^\| (.+?) \| (.+) \|$/gm), (row) => [row[1] ?? '', row[2] ?? '']));
}

function mayAnswer(operation: Operation, code: ErrorCode): boolean {
  return [...operation.refusals, ...formCodes(operation)].includes(code);
}

function routeOf({ method, path }: Operation): string {
  return `\`${method} ${path}\``;
}

function byCode([one = '']: readonly string[], [other = '']: readonly string[]): number {
  return one < other ? -1 : 1;
}
