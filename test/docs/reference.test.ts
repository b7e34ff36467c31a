import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { formCodes } from '@northbind/contract/form-codes.ts';
import type { Operation } from '@northbind/contract/operation.ts';
import { operations } from '@northbind/contract/operations.ts';
import { eventTypeValues } from '@northbind/contract/vocabulary.ts';
import { writeReferencePages } from '../../src/sandbox/guide/reference/reference-pages.ts';

const pages = writeReferencePages();
const document = JSON.parse(readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8'));

for (const operation of operations as readonly Operation[]) {
  const { method, path, summary, tag, access } = operation;
  test(`the reference has all of ${method} ${path}: properties, codes, example, samples`, () => {
    const page = pages.find(({ title }) => title === tag)!.markdown;
    const [, part = ''] = page.split(`\n## ${summary}\n`);
    const [text = ''] = part.split('\n## ');
    assert.ok(text.includes(`\`${method} ${path}\``));
    const published = document.paths[path][method.toLowerCase()];
    for (const name of namesIn(published)) assert.match(text, new RegExp(`^\\| \`(\\S+\\.)?${name}\` \\|`, 'm'), name);
    for (const code of [...formCodes(operation), ...operation.refusals])
      assert.ok(text.includes(`(/docs/errors/${code})`), code);
    if (access === 'bearer')
      for (const tab of ['curl', 'TypeScript', 'Python', 'C#', 'PHP']) assert.ok(text.includes(` tab=${tab}\n`), tab);
    if (published.responses['200']?.content?.['application/json'] !== undefined) assert.ok(text.includes('```json\n{'));
  });
}

test('the reference lists every operation and every type of event', () => {
  for (const { method, path } of operations) assert.ok(pages[0]!.markdown.includes(`\`${method} ${path}\``), path);
  const events = pages.find(({ title }) => title === 'Events')!.markdown;
  for (const type of eventTypeValues) assert.ok(events.includes(`| \`${type}\` |`), type);
});

/** The properties of the first request body and of the good answer, however deep. */
function namesIn({ requestBody, responses }: Published): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    const { $ref, properties } = node as { readonly $ref?: string; readonly properties?: object };
    if ($ref !== undefined) collect(document.components.schemas[$ref.split('/').at(-1)!]);
    for (const name of Object.keys(properties ?? {})) names.add(name);
    for (const inner of Object.values(node)) collect(inner);
  };
  const content = [requestBody?.content, responses['200']?.content, responses['201']?.content];
  for (const media of content) collect(Object.values(media ?? {})[0]?.schema);
  return names;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: unknown }>>;
}

interface Published {
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}
