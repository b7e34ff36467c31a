import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { lenderOpenApiDocument } from './lender/openapi.ts';
import { lenderOperations } from './lender/operations.ts';
import { lenderPromises } from './lender/promises.ts';
import { openApiDocument } from './openapi.ts';

const committed = readFileSync(new URL('./openapi.json', import.meta.url), 'utf8');

test('openapi.json is what the operations say', () => {
  assert.equal(committed, `${JSON.stringify(openApiDocument(), null, 2)}\n`, 'Run `npm run generate`.');
});

test('the document is the same each time it is made', () => {
  assert.deepEqual(openApiDocument(), openApiDocument());
});

test('the document passes the strict linter', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: committed, absoluteRef: 'openapi.json', config });
  assert.deepEqual(
    problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`),
    [],
  );
});

test('of our own annotations, only the mark of an addition is published', () => {
  assert.doesNotMatch(committed, /"x-(?!addition": true)/);
});

const lenderCommitted = readFileSync(new URL('./lender/openapi.json', import.meta.url), 'utf8');

test('lender/openapi.json is what the lender’s operations say, and passes the strict linter', async () => {
  assert.equal(lenderCommitted, `${JSON.stringify(lenderOpenApiDocument(), null, 2)}\n`, 'Run `npm run generate`.');
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: lenderCommitted, absoluteRef: 'lender.json', config });
  assert.deepEqual(
    problems.map(({ ruleId, message }) => ({ ruleId, message })),
    [],
  );
  assert.doesNotMatch(lenderCommitted, /"x-/);
});

test('every promise of a lender is published with one operation', () => {
  const published = lenderOperations.flatMap(({ promises }) => [...promises]);
  assert.deepEqual(published.toSorted(), Object.keys(lenderPromises).toSorted());
});
