import assert from 'node:assert/strict';
import test from 'node:test';
import { unstorablePlace } from './unstorable-text.ts';

const inBody = (body: unknown): string | null => unstorablePlace({ params: undefined, query: {}, body });

test('the place of text that can’t be stored is named, in values and in names', () => {
  assert.equal(inBody({ a: { b: ['x', 'y\0'] } }), 'a.b.1');
  assert.equal(inBody({ a: '\ud800' }), 'a');
  assert.equal(inBody({ a: { 'b\0': 1 } }), 'a');
  assert.equal(inBody({ a: { b: ['é', 1, null, true] } }), null);
});

test('what is nested deeper than any request is refused, however deep', () => {
  const nested = (depth: number): unknown => JSON.parse(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`);
  assert.equal(inBody(nested(50)), null);
  for (const depth of [200, 100_000]) assert.match(inBody(nested(depth)) ?? '', /^a\.0\.0/);
});
