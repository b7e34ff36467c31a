import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSections } from '../../src/sandbox/guide/guide-pages.ts';
import { promises } from './promises.ts';
import { root } from './run-page.ts';

const pages = readSections('en')
  .filter(({ audience }) => audience === 'partner')
  .flatMap((section) => section.pages)
  .filter(({ file }) => file !== 'docs/guide/reference.md') // It is written from the contract.
  .map(({ url, markdown }) => ({ name: url.replace('/docs/', ''), promised: sentencesOf(markdown).filter(isPromise) }));

test('each sentence of the partner’s guide with “always”, “every”, “never” or “any” is listed once, with its test', () => {
  for (const { name, promised } of pages) {
    const listed = (promises[name] ?? []).map(({ sentence }) => sentence);
    assert.deepEqual(listed.toSorted(), [...new Set(promised)].toSorted(), `test/docs/promises.ts: ${name}`);
  }
  const names = pages.map(({ name }) => name);
  assert.deepEqual(
    Object.keys(promises).filter((name) => !names.includes(name)),
    [],
  );
});

test('the test that shows a promise is there', () => {
  for (const { sentence, file, test: name } of Object.values(promises).flat()) {
    assert.ok(existsSync(join(root, file)), `${file}: ${sentence}`);
    assert.ok(readFileSync(join(root, file), 'utf8').includes(name), `${file} has no test “${name}”: ${sentence}`);
  }
});

/** "any more" is of time. */
function isPromise(sentence: string): boolean {
  return /\b(always|every|never|any(?! more))\b/i.test(sentence);
}

/** Reads the sentences of paragraphs, items of lists and cells of tables; what is code is run, and not read. */
function sentencesOf(markdown: string): readonly string[] {
  const prose = markdown.replaceAll(/^( *)```.*?^ *```$/gms, '\n\n').replaceAll(/^> ?/gm, '');
  return prose
    .split(/\n\s*\n|\n(?=\s*(?:- |\d+\. |\|))/)
    .flatMap((block) => (block.trim().startsWith('|') ? block.split('|') : [block]))
    .map((block) => block.replaceAll(/\s+/g, ' ').replace(/^\s*(- |\d+\. |#+ )/, ''))
    .flatMap((block) => block.trim().split(/(?<=[.!?:])\**\s+(?=[A-Z`*[“])/));
}
