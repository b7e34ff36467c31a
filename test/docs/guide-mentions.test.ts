import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { errors } from '@northbind/contract/errors.ts';
import type { Operation } from '@northbind/contract/operation.ts';
import { operations } from '@northbind/contract/operations.ts';
import { eventTypeValues } from '@northbind/contract/vocabulary.ts';
import type { TSchema } from 'typebox';
import { fillScopes, scopePages } from '../../docs/scopes-page.ts';
import { settingRows } from '../../docs/settings-page.ts';
import { readErrorPages } from '../../src/sandbox/guide/guide-pages.ts';

/** What the guide says as code: in backticks or in a block. A word of a sentence, such as "name", explains nothing. */
const guide = codeOf('docs/guide');
const french = codeOf('docs/guide/fr');

test('the guide names every operation, in both languages', () => {
  for (const code of [guide, french]) {
    const missing = routes.filter((route) => !code.text.includes(route));
    assert.deepEqual(missing, []);
  }
});

test('the guide names every property and parameter of the contract', () => {
  assert.ok(properties.size > 150);
  assert.deepEqual(
    [...properties].filter((name) => !guide.words.has(name)),
    [],
  );
});

test('the French guide names every property of the operations beyond the contract', () => {
  const added: readonly Operation[] = operations.filter(({ world, ...one }) => 'isAddition' in one && world === 'both');
  const names = added
    .filter(({ access }) => access !== 'none')
    .flatMap(({ request: { query, form, body }, ok }) => [query, form, body, 'schema' in ok ? ok.schema : undefined])
    .flatMap(namesIn);
  assert.deepEqual(
    names.filter((name) => !french.words.has(name)),
    [],
  );
});

test('the guide names every event type, in both languages', () => {
  for (const { text } of [guide, french])
    assert.deepEqual(
      eventTypeValues.filter((type) => !text.includes(type)),
      [],
    );
});

test('the guide’s table and lists of the scopes of OAuth are the code’s, in both languages', () => {
  for (const [language, folder] of [
    ['en', 'docs/guide'],
    ['fr', 'docs/guide/fr'],
  ] as const)
    for (const name of scopePages) {
      const page = readFileSync(`${folder}/${name}`, 'utf8');
      assert.equal(page, fillScopes(page, language), 'Run `npm run generate`.');
    }
});

test('every error code has a page', () => {
  const pages = new Set(readErrorPages().map(({ title }) => title));
  assert.deepEqual(
    Object.keys(errors).filter((code) => !pages.has(code)),
    [],
  );
});

test('the guide names every setting', () => {
  assert.deepEqual(
    settingRows.map(({ setting }) => setting.name).filter((name) => !guide.words.has(name)),
    [],
  );
});

interface Code {
  readonly text: string;
  readonly words: ReadonlySet<string>;
}

function codeOf(folder: string): Code {
  const at = new URL(`../../${folder}/`, import.meta.url);
  const pages = readdirSync(at).filter((name) => name.endsWith('.md'));
  const markdown = pages.map((name) => readFileSync(new URL(name, at), 'utf8')).join('\n');
  const text = (markdown.match(/```[\s\S]*?```|`[^`\n]+`/g) ?? []).join('\n');
  return { text, words: new Set(text.match(/[\w-]+/g)) };
}

/** Below an endpoint the guide writes `…/{id}/ping`. */
const routes = operations.map(({ path }) => path.replace(/^.*\/\{id\}\//, '…/{id}/'));

/** Found in the published document, where every part of a request and an answer is. */
const properties = new Set<string>();
collect(JSON.parse(readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8')));

function collect(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  const { properties: own, in: place, name } = node as { properties?: object; in?: string; name?: string };
  if (typeof own === 'object') for (const key of Object.keys(own)) properties.add(key);
  if (typeof place === 'string' && typeof name === 'string') properties.add(name);
  // OAuth’s standard explains the properties of its metadata.
  for (const [key, inner] of Object.entries(node))
    if (!/^example|^(OAuthMetadata|ProtectedResource)$/.test(key)) collect(inner);
}

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

/** A schema’s own properties: a loan, a vehicle and a card payment are explained with the sale, on pages in English. */
function namesIn(schema: TSchema | undefined): readonly string[] {
  return Object.entries((schema as Shape | undefined)?.properties ?? {}).flatMap(([name, inner]) => [
    name,
    ...(['vehicle', 'financing', 'cardPayment', 'products', 'applicant'].includes(name)
      ? []
      : [...namesIn(inner as TSchema), ...namesIn(inner.items as TSchema | undefined)]),
  ]);
}
