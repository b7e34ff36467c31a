import assert from 'node:assert/strict';
import test from 'node:test';
import { fillTables } from '../../docs/provinces-page.ts';
import { renderMarkdown } from '../../src/sandbox/guide/render-markdown.ts';
import { readPage } from './run-page.ts';

test('the tables by province are those of the sample data', async () => {
  for (const [file, language] of [
    ['docs/guide/provinces.md', 'en'],
    ['docs/guide/fr/provinces.md', 'fr'],
  ] as const) {
    const page = await readPage(file);
    assert.equal(page, fillTables(page, language), 'Run `npm run generate`.');
    assert.match(page, /Ontario \| (other insurance|autre assurance) \| .*`DED`.* \| (RST 8%|TVD 8\u00a0%)/);
    const { html } = renderMarkdown({ url: '', title: '', markdown: page, file, language });
    assert.doesNotMatch(html, /!--/, 'a reader sees no mark of the generator');
  }
});
