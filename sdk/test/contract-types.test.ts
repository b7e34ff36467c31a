import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { contractTypes } from '../generate/contract-types.ts';

test('contract-types.ts is what the contract says', () => {
  const committed = readFileSync(new URL('../src/contract-types.ts', import.meta.url), 'utf8');
  assert.equal(committed, contractTypes(), 'Run `npm run generate`.');
});

test('the package’s own code imports nothing but itself', () => {
  const sources = ['index.ts', 'northbind.ts', 'contract-types.ts', 'caller.ts', 'send.ts', 'bind.ts'];
  for (const source of sources) {
    const text = readFileSync(new URL(`../src/${source}`, import.meta.url), 'utf8');
    for (const [, specifier] of text.matchAll(/from '([^']+)'/g)) assert.match(specifier!, /^\.\//, source);
  }
});
