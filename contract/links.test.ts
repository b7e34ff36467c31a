import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

interface Link {
  readonly operationId: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly requestBody?: unknown;
}

interface Media {
  readonly examples?: Readonly<Record<string, { readonly $ref: string }>>;
}

interface Called {
  readonly operationId: string;
  readonly parameters: readonly { readonly name?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<
      string,
      { readonly links?: Readonly<Record<string, Link>>; readonly content?: Readonly<Record<string, Media>> }
    >
  >;
}

const document = JSON.parse(readFileSync(new URL('./openapi.json', import.meta.url), 'utf8'));
const operations: readonly Called[] = Object.values(document.paths as Record<string, Record<string, Called>>).flatMap(
  (methods) => Object.values(methods),
);
const byId = new Map(operations.map((one) => [one.operationId, one]));

const answerOf = ({ responses }: Called) => Object.entries(responses).find(([status]) => status.startsWith('2'))![1];
const linksOf = (operation: Called) => Object.values(answerOf(operation).links ?? {});

test('who follows the links from a token reaches every other operation', () => {
  const tokens = ['oauthToken', 'authenticate'];
  for (const token of tokens) {
    const reached = new Set([token]);
    for (const id of reached) for (const { operationId } of linksOf(byId.get(id)!)) reached.add(operationId);
    const missed = operations.filter(({ operationId }) => !tokens.includes(operationId) && !reached.has(operationId));
    assert.deepEqual(
      missed.map(({ operationId }) => operationId),
      [],
      token,
    );
  }
});

test('the sale is linked: quote to financing, card, disclosures and bind; card to confirm and bind; bind to its policy', () => {
  const next = (id: string) => linksOf(byId.get(id)!).map(({ operationId }) => operationId);
  for (const id of ['quoteFinancing', 'paymentCard', 'disclosures', 'bind']) assert.ok(next('quote').includes(id), id);
  for (const id of ['paymentCardConfirm', 'bind']) assert.ok(next('paymentCard').includes(id), id);
  for (const id of ['policy', 'getDocument']) assert.ok(next('bind').includes(id), id);
});

test('each list is linked to its next page', () => {
  for (const operation of operations) {
    const names = operation.parameters.map(({ name }) => name);
    if (names.includes('cursor') || names.includes('after'))
      assert.ok(
        linksOf(operation).some(({ operationId }) => operationId === operation.operationId),
        operation.operationId,
      );
  }
});

test('a link fills in what its target has, with what the call before has', () => {
  for (const source of operations)
    for (const { operationId, parameters = {}, requestBody = {} } of linksOf(source)) {
      const about = `${source.operationId} to ${operationId}`;
      const target = byId.get(operationId);
      assert.ok(target, about);
      for (const [name, expression] of Object.entries(parameters)) {
        assert.ok(
          target.parameters.some((one) => one.name === name),
          `${about}: ${name}`,
        );
        assertKnown(source, expression, about);
      }
      const example = exampleOf(Object.values(target.requestBody?.content ?? {})[0]) as object;
      for (const [name, value] of Object.entries(requestBody as object)) {
        assert.ok(name in example || name === 'cardPayment', `${about}: ${name}`);
        for (const expression of expressionsIn(value)) assertKnown(source, expression, about);
      }
    }
});

function expressionsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.startsWith('$') ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(expressionsIn) : [];
}

/** In the examples, which are whole. */
function assertKnown(source: Called, expression: string, about: string): void {
  const [, side, place, rest = ''] = expression.match(/^\$(request|response)\.(body#|query\.|path\.)(.+)$/) ?? [];
  assert.ok(side, `${about}: ${expression}`);
  if (place !== 'body#') {
    assert.ok(
      source.parameters.some(({ name }) => name === rest),
      `${about}: ${expression}`,
    );
    return;
  }
  const content = side === 'response' ? answerOf(source).content : source.requestBody?.content;
  let found = exampleOf(Object.values(content ?? {})[0]);
  for (const step of rest.slice(1).split('/')) found = (found as Record<string, unknown> | undefined)?.[step];
  assert.notEqual(found, undefined, `${about}: ${expression}`);
}

function exampleOf(media: Media | undefined): unknown {
  const [{ $ref } = { $ref: '' }] = Object.values(media?.examples ?? {});
  const name = $ref.split('/').at(-1) ?? '';
  return document.components.examples[name]?.value;
}
