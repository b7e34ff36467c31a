import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { AuthenticationError, CancelledError } from '../src/index.ts';
import { startScriptedService } from './scripted-service.ts';

const dealers = { body: { dealers: [] } };

test('however many calls begin at once, there is one authentication, and its token is kept', async () => {
  const service = await startScriptedService([dealers]);
  const client = service.client();
  await Promise.all(Array.from({ length: 20 }, () => client.dealers.list()));
  await client.dealers.list();
  assert.equal(service.authentications.length, 1);
  assert.equal(new Set(service.heard.map(({ headers }) => headers.authorization)).size, 1);
  const [{ headers, body }] = service.authentications as [(typeof service.authentications)[0]];
  assert.equal(headers.client_id, 'shop');
  assert.deepEqual(JSON.parse(body), { username: 'ontario', password: 'quobblenack-password' });
});

test('a token is renewed a minute before it ends', async () => {
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  try {
    const service = await startScriptedService([dealers]);
    const client = service.client();
    await client.dealers.list();
    mock.timers.tick(58 * 60_000);
    await client.dealers.list();
    assert.equal(service.authentications.length, 1);
    mock.timers.tick(60_000 + 1);
    await client.dealers.list();
    assert.equal(service.authentications.length, 2);
  } finally {
    mock.timers.reset();
  }
});

test('a refused token is replaced and the call sent once more', async () => {
  const service = await startScriptedService([dealers, { status: 401 }, dealers]);
  const client = service.client();
  await client.dealers.list();
  assert.deepEqual(await client.dealers.list(), []);
  assert.equal(service.authentications.length, 2);
});

test('a token that is refused twice ends the call', async () => {
  const service = await startScriptedService([{ status: 401 }]);
  await assert.rejects(service.client().dealers.list(), AuthenticationError);
  assert.equal(service.heard.length, 2);
  assert.equal(service.authentications.length, 2);
});

test('wrong credentials are told once and asked for again with the next call', async () => {
  const service = await startScriptedService([dealers], [{ status: 401 }]);
  const client = service.client();
  await assert.rejects(client.dealers.list(), { code: 'AuthenticationFailed', operation: 'authenticate' });
  assert.deepEqual(await client.dealers.list(), []);
});

test('who is cancelled while a token is fetched does not take it from the others', async () => {
  const service = await startScriptedService([dealers]);
  const client = service.client();
  const controller = new AbortController();
  const cancelled = client.dealers.list({ signal: controller.signal });
  const other = client.dealers.list();
  controller.abort();
  await assert.rejects(cancelled, CancelledError);
  assert.deepEqual(await other, []);
  assert.equal(service.authentications.length, 1);
});
