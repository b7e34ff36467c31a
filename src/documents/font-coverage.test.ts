import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { fontCoverage } from './build/write-coverage.ts';

test('what the quote takes for printable is what the fonts have', () => {
  const kept = readFileSync(new URL('../domain/document/data/font-coverage.json', import.meta.url), 'utf8');
  assert.ok(kept === fontCoverage(), 'Run `npm run generate:fonts`.');
});
