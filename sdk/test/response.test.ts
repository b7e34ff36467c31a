import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { responseOf } from '../src/index.ts';
import { byReferral, policy, startScriptedService } from './scripted-service.ts';

const headers = { 'ratelimit-limit': '300', 'ratelimit-remaining': '298', 'ratelimit-reset': '41' };
const rateLimit = { limit: 300, remaining: 298, resetSeconds: 41 };

test('a result has the request id, the status and the figures of the rate limit, and looks as without them', async () => {
  const service = await startScriptedService([{ body: policy, headers }]);
  const result = await service.client().bind(byReferral, { requestId: 'sale-7' });
  assert.deepEqual(responseOf(result), { requestId: 'sale-7', status: 200, rateLimit });
  assert.deepEqual(result, policy);
  assert.equal(JSON.stringify(result), JSON.stringify(policy));
  assert.equal(inspect(result), inspect(policy));
});

test('a list has them too; a copy and other values have none', async () => {
  const service = await startScriptedService([{ body: { dealers: [] }, headers }]);
  const dealers = await service.client().dealers.list({ requestId: 'list-1' });
  assert.deepEqual(responseOf(dealers), { requestId: 'list-1', status: 200, rateLimit });
  assert.deepEqual(dealers, []);
  assert.equal(responseOf([...dealers]), undefined);
});

test('an answer without figures, or with others, has null for them', async () => {
  for (const odd of [{}, { ...headers, 'ratelimit-reset': 'soon' }]) {
    const service = await startScriptedService([{ body: { dealers: [] }, headers: odd }]);
    assert.equal(responseOf(await service.client().dealers.list())?.rateLimit, null);
  }
});
