import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startScriptedService } from './scripted-service.ts';

test('a call is in its own language, else in the client’s, else in none', async () => {
  const service = await startScriptedService([{ body: { dealers: [] } }]);
  await service.client({ language: 'fr' }).dealers.list();
  await service.client({ language: 'fr' }).dealers.list({ language: 'en' });
  await service.client({ language: 'fr' }).dealers.list({ language: undefined });
  await service.client().dealers.list();
  // Without a language, what `fetch` sends is its own matter.
  const languages = service.heard.map(({ headers }) => headers['accept-language']);
  assert.deepEqual(languages.slice(0, 3), ['fr', 'en', 'fr']);
  assert.ok(!['en', 'fr'].includes(languages[3] ?? ''));
});
