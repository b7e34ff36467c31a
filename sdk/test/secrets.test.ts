import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import type { NorthbindEvent } from '../src/index.ts';
import { bankAccount, byLoan, refusal, secrets, startScriptedService } from './scripted-service.ts';

const words = [secrets.clientSecret, secrets.password, 'glimmerstot-token', 'rumblefitz-ticket'];
const hidden = new RegExp([...words, ...Object.values(bankAccount)].map((word) => `\\b${word}\\b`).join('|'));

test('a client prints no credential, also after it has a token', async () => {
  const service = await startScriptedService([{ body: { dealers: [] } }]);
  const client = service.client();
  await client.dealers.list();
  for (const text of [inspect(client, { depth: 9, showHidden: true }), JSON.stringify(client), String(client)]) {
    assert.doesNotMatch(text, hidden);
  }
  assert.match(inspect(client), /\[secret\]/);
});

test('no error and no event holds a secret, whatever goes wrong', async () => {
  const steps = [
    'drop',
    refusal('InternalError', { status: 500 }),
    refusal('CardPaymentNotFound'),
    { status: 401 },
  ] as const;
  for (const step of steps) {
    const service = await startScriptedService([step]);
    const events: NorthbindEvent[] = [];
    const client = service.client({ retries: 0, onEvent: (event) => events.push(event) });
    const asked = { applicationId: 'a', paymentId: 'p', ticket: 'rumblefitz-ticket' };
    const errors = [
      await client.cardPayments.confirm(asked).catch((error: unknown) => error),
      await client.bind(byLoan, { deadlineMs: 20 }).catch((error: unknown) => error),
    ];
    assert.ok(events.length > 0);
    assert.doesNotMatch(inspect([events, errors], { depth: 9, showHidden: true }), hidden);
    assert.doesNotMatch(JSON.stringify([events, errors]), hidden);
  }
});

test('a fetch that puts the whole request into its error does not leak it', async () => {
  const service = await startScriptedService([]);
  const fetch = async (_: unknown, init?: RequestInit) => {
    throw Object.assign(new Error(JSON.stringify(init)), { config: init, code: JSON.stringify(init) });
  };
  const client = service.client({ fetch: fetch as typeof globalThis.fetch, retries: 0 });
  const error = await client.dealers.list().catch((one: unknown) => one);
  assert.doesNotMatch(inspect(error, { depth: 9, showHidden: true }), hidden);
});

test('a redirect is not followed: nothing that is ours goes to another address', async () => {
  const other = await startScriptedService([{ body: {} }], [{ body: {} }]);
  const headers = { location: `${other.url}/v1/authenticate` };
  const service = await startScriptedService([], [{ status: 307, headers }]);
  await assert.rejects(service.client({ retries: 0 }).dealers.list(), { code: 'AnswerUnreadable' });
  assert.equal(other.authentications.length, 0);
});

test('a request id that could break a log is refused', async () => {
  const service = await startScriptedService([{ body: { dealers: [] } }]);
  await assert.rejects(service.client().dealers.list({ requestId: 'a b' }), TypeError);
});
