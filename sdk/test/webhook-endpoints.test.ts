import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NoAnswerError, responseOf } from '../src/index.ts';
import { startScriptedService } from './scripted-service.ts';

const endpoint = {
  isValid: true,
  errors: [],
  id: 'e/1',
  url: 'https://a',
  types: [],
  description: null,
  status: 'Enabled',
};

test('creating an endpoint answers 201 and deleting one 204 without a body; any other success is not the answer', async () => {
  const created = { ...endpoint, secret: 'whsec_x' };
  const service = await startScriptedService([
    { status: 201, body: created },
    { status: 204 },
    { status: 200, body: created },
  ]);
  const { webhookEndpoints } = service.client({ retries: 0 });
  const answer = await webhookEndpoints.create({ url: 'https://a', types: undefined });
  assert.deepEqual(answer, created);
  assert.equal(responseOf(answer)?.status, 201);
  assert.equal(await webhookEndpoints.delete('e/1'), undefined);
  assert.equal(service.heard[1]!.path, '/v1/webhook-endpoints/e%2F1');
  await assert.rejects(webhookEndpoints.create({ url: 'https://a' }), { code: 'AnswerUnreadable' });
});

test('what changes an endpoint to what it is told is repeated without an answer; what makes or rotates is not', async () => {
  const repeated = await startScriptedService(['drop', { body: endpoint }]);
  await repeated.client().webhookEndpoints.update('e1', { status: 'Enabled' });
  assert.equal(repeated.heard.length, 2);
  for (const act of ['rotateSecret', 'ping', 'delete'] as const) {
    const service = await startScriptedService(['drop']);
    await assert.rejects(service.client().webhookEndpoints[act]('e1'), NoAnswerError);
    assert.equal(service.heard.length, 1, act);
  }
});
