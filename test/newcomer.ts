import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followGettingStarted } from './docs/newcomer.ts';
import { readPdf } from './kit/invariants/read-pdf.ts';

// `npm run newcomer`: a minute or two, since everything is installed from nothing.
test('a newcomer in a clean clone has a policy PDF, by curl and by the SDK', async () => {
  const policies = await followGettingStarted({ isInstalled: false });
  for (const [way, pdf] of Object.entries(policies)) assert.match(readPdf(pdf).text, /NB\d{9}/, way);
});
