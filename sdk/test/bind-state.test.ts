import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { AmbiguousBindError } from '../src/index.ts';
import { bankAccount, byLoan, byReferral, policy, type Step, startScriptedService } from './scripted-service.ts';

test('a bind state and an ambiguous bind hold no bank account; resumed with it, the same bind is sent', async () => {
  const steps: Step[] = ['drop'];
  const service = await startScriptedService(steps);
  const client = await service.authenticated();
  const state = client.prepareBind(byLoan);
  const error = await client.bind(byLoan, { deadlineMs: 50 }).catch((one: unknown) => one);
  assert.ok(error instanceof AmbiguousBindError);
  assert.deepEqual(error.state, state);
  for (const text of [JSON.stringify(state), JSON.stringify(error), inspect(error, { depth: 9 })]) {
    for (const value of Object.values(bankAccount)) assert.doesNotMatch(text, new RegExp(`\\b${value}\\b`));
  }
  steps[0] = { body: policy };
  await client.resumeBind(JSON.parse(JSON.stringify(state)), { bankAccount });
  assert.equal(new Set(service.heard.map(({ body }) => body)).size, 1);
});

test('a bind with financing is not resumed without the bank account', async () => {
  const service = await startScriptedService([{ body: policy }]);
  const client = service.client();
  await assert.rejects(client.resumeBind(client.prepareBind(byLoan)), /bank account/);
  assert.equal(service.heard.length, 0);
});

test('a bind is not resumed in the name of another seller, to whom it would seem not to exist', async () => {
  const service = await startScriptedService([{ body: policy }]);
  const state = service.client().prepareBind(byReferral);
  await assert.rejects(service.client({ username: 'quebec' }).resumeBind(state), /another seller/);
  assert.equal(service.heard.length, 0);
});

test('what is not a bind state is refused before anything is sent', async () => {
  const service = await startScriptedService([{ body: policy }]);
  for (const wrong of [null, {}, { version: 2, request: byReferral }, { version: 1, request: {} }, 'text']) {
    await assert.rejects(service.client().resumeBind(wrong as never), TypeError);
  }
  assert.equal(service.heard.length, 0);
});
