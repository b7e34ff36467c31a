import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPdf } from '../kit/invariants/read-pdf.ts';
import { followGettingStarted } from './newcomer.ts';

// `npm run newcomer` does the same with `npm ci`, in a clone where nothing is installed yet.
test('who follows README and "getting started" word for word has a policy PDF, a partner from an empty folder', async () => {
  const policies = await followGettingStarted({ isInstalled: true });
  assert.equal(Object.keys(policies).length, 5);
  for (const [way, pdf] of Object.entries(policies)) {
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-', way);
    const { pageCount, text } = readPdf(pdf);
    assert.ok(pageCount > 0, way);
    assert.match(text, /NB\d{9}/, way);
    assert.match(text, /Tremblay/, way);
  }
});
