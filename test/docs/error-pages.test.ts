import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { type ErrorCode, errors } from '@northbind/contract/errors.ts';
import { formCodes } from '@northbind/contract/form-codes.ts';
import type { Operation } from '@northbind/contract/operation.ts';
import { operations } from '@northbind/contract/operations.ts';

/** The pages stand beside the contract in words; what they repeat of it is checked here. */
const folder = new URL('../../docs/errors/', import.meta.url);
const indexName = 'README.md';
const all = Object.keys(errors) as ErrorCode[];
const sections = ['Cause', 'What to do', 'Provoke it in the sandbox'];

test('every code has a page, and every page has a code', async () => {
  const names = (await readdir(folder)).filter((name) => name !== indexName).sort();
  assert.deepEqual(names, all.map((code) => `${code}.md`).sort());
});

test('a page is titled with its code and sums it up in one line', async () => {
  for (const code of all) {
    const [title, blank, summary = '', next] = (await pageOf(code)).split('\n');
    assert.equal(title, `# ${code}`);
    assert.equal(blank, '', code);
    assert.match(summary, /^\p{Lu}.+\.$/u, code);
    assert.equal(next, '', code);
  }
});

test('a page tells the status and whether to repeat the call as the contract does', async () => {
  for (const code of all) {
    const rows = rowsOf(await pageOf(code));
    assert.equal(rows.get('HTTP status'), String(errors[code].status), code);
    assert.equal(
      rows.get('May the same call be repeated unchanged'),
      errors[code].retryable ? 'yes' : 'no',
      `${code}: repeat`,
    );
  }
});

test('a page names the operations that may answer its code, and no other', async () => {
  for (const code of all) {
    const told = rowsOf(await pageOf(code)).get('Operations') ?? '';
    const answering = operations.filter((operation) => mayAnswer(operation, code)).map(routeOf);
    // What belongs to the wire is answered by no operation in particular; its page says so in words.
    if (answering.length === 0) assert.match(told, /\S/, code);
    else assert.equal(told, answering.join(', '), code);
  }
});

test('a page has a cause, a remedy and a way to provoke the code, in this order', async () => {
  for (const code of all) {
    const [, ...parts] = (await pageOf(code)).split(/^## /m);
    const told = parts.map((part) => part.slice(0, part.indexOf('\n')));
    assert.deepEqual(told, sections, code);
    for (const part of parts) assert.match(part.slice(part.indexOf('\n')), /\S/, code);
  }
});

test('a page links only to pages that exist', async () => {
  const names = new Set(await readdir(folder));
  for (const name of names) {
    const text = await readFile(new URL(name, folder), 'utf8');
    for (const [, target = ''] of text.matchAll(/\]\(([^)]+)\)/g)) assert.ok(names.has(target), `${name}: ${target}`);
  }
});

test('the index lists every code with its status and whether to repeat the call', async () => {
  const index = await readFile(new URL(indexName, folder), 'utf8');
  const listed = Array.from(index.matchAll(/^\| \[(\w+)\]\(\1\.md\) \| (\d+) \| (yes|no) \|/gm), (row) => row.slice(1));
  const expected = all.map((code) => [code, String(errors[code].status), errors[code].retryable ? 'yes' : 'no']);
  assert.deepEqual(listed.sort(byCode), expected.sort(byCode));
});

function pageOf(code: ErrorCode): Promise<string> {
  return readFile(new URL(`${code}.md`, folder), 'utf8');
}

/** The rows of a page's small table, by their first cell. */
function rowsOf(page: string): ReadonlyMap<string, string> {
  const [head = ''] = page.split(/^## /m);
  return new Map(Array.from(head.matchAll(/^\| (.+?) \| (.+) \|$/gm), (row) => [row[1] ?? '', row[2] ?? '']));
}

function mayAnswer(operation: Operation, code: ErrorCode): boolean {
  return operation.refusals.includes(code) || formCodes(operation).includes(code);
}

function routeOf({ method, path }: Operation): string {
  return `\`${method} ${path}\``;
}

function byCode([one = '']: readonly string[], [other = '']: readonly string[]): number {
  return one < other ? -1 : 1;
}
