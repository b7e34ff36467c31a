import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLimit } from '../src/limit.ts';
import { byReferral, policy, startScriptedService } from './scripted-service.ts';

test('a limit that no timer can count, or that is none, does not end at once', async () => {
  for (const ms of [2 ** 31, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY]) {
    const limit = startLimit(ms, undefined);
    await sleep(20);
    assert.equal(limit.signal.aborted, false, String(ms));
    assert.ok(limit.remainingMs() > 2 ** 30);
    limit.end();
  }
  const service = await startScriptedService([{ body: policy }]);
  const options = { timeoutMs: Number.POSITIVE_INFINITY, deadlineMs: 2 ** 31 };
  assert.deepEqual(await service.client().bind(byReferral, options), policy);
});

test('what is no time is refused before anything is sent', async () => {
  const service = await startScriptedService([{ body: policy }]);
  for (const ms of [0, -1, Number.NaN]) {
    assert.throws(() => startLimit(ms, undefined), TypeError);
    await assert.rejects(service.client().bind(byReferral, { deadlineMs: ms }), TypeError);
    await assert.rejects(service.client().dealers.list({ timeoutMs: ms }), TypeError);
  }
  assert.equal(service.heard.length, 0);
});
