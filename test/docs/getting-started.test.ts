import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPdf } from '../kit/read-pdf.ts';
import { followGettingStarted } from './newcomer.ts';

// `npm run newcomer` does the same with `npm ci`, in a clone where nothing is installed yet.
test('a newcomer who follows "getting started" word for word has a policy PDF', async () => {
  const pdfs = await followGettingStarted('docs/guide/getting-started.md', { isInstalled: true });
  for (const [tab, pdf] of Object.entries(pdfs)) {
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-', tab);
    const { pageCount, text } = readPdf(pdf);
    assert.ok(pageCount > 0, tab);
    assert.match(text, /NB\d{9}/, tab);
    assert.match(text, /Tremblay/, tab);
  }
});
