import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { inspect } from 'node:util';
import { AuthenticationError, Northbind } from '../src/index.ts';
import { byReferral, policy, secrets, startScriptedService } from './scripted-service.ts';

const dealers = { body: { dealers: [] } };

test('a client of OAuth 2.0 proves itself by Basic, both parts form-encoded, and names its seller and scopes', async () => {
  const service = await startScriptedService([dealers]);
  const client = service.oauthClient({ seller: 'ontario', scopes: ['sell', 'read'] });
  await Promise.all([client.dealers.list(), client.dealers.list()]);
  assert.equal(service.authentications.length, 1);
  const { path, headers, body } = service.authentications[0]!;
  assert.equal(path, '/oauth2/token');
  assert.equal(headers['content-type'], 'application/x-www-form-urlencoded');
  assert.equal(atob(headers.authorization!.slice('Basic '.length)), `shop%3A1:${secrets.clientSecret}`);
  assert.deepEqual(Object.fromEntries(new URLSearchParams(body)), {
    grant_type: 'client_credentials',
    scope: 'sell read seller:ontario',
  });
  assert.match(service.heard[0]!.headers.authorization!, /^Bearer glimmerstot-token-\d+$/);
});

test('without a seller and scopes no scope is asked for', async () => {
  const service = await startScriptedService([dealers]);
  await service.oauthClient().dealers.list();
  assert.equal(service.authentications[0]!.body, 'grant_type=client_credentials');
});

test('a token of OAuth 2.0 is renewed a minute before it ends, and replaced when it is refused', async () => {
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  try {
    const service = await startScriptedService([dealers, dealers, dealers, { status: 401 }, dealers]);
    const client = service.oauthClient();
    await client.dealers.list();
    mock.timers.tick(58 * 60_000);
    await client.dealers.list();
    assert.equal(service.authentications.length, 1);
    mock.timers.tick(60_000 + 1);
    await client.dealers.list();
    assert.equal(service.authentications.length, 2);
    await client.dealers.list();
    assert.equal(service.authentications.length, 3);
  } finally {
    mock.timers.reset();
  }
});

test('a refusal of the token is told with the error of OAuth 2.0 and no secret, and not sent again', async () => {
  for (const [status, error] of [
    [400, 'invalid_scope'],
    [401, 'invalid_client'],
  ] as const) {
    const refused = { status, body: { error, error_description: 'A sentence.' } };
    const service = await startScriptedService([dealers], [refused]);
    const failure = await service
      .oauthClient()
      .dealers.list()
      .catch((one: unknown) => one);
    assert.ok(failure instanceof AuthenticationError);
    assert.equal(failure.operation, 'oauthToken');
    assert.equal(failure.status, status);
    assert.match(failure.message, new RegExp(`\\(${error}: A sentence\\)\\.$`));
    assert.doesNotMatch(inspect(failure, { depth: 9, showHidden: true }), new RegExp(secrets.clientSecret));
    assert.equal(service.authentications.length, 1);
    assert.equal(service.heard.length, 0);
  }
});

test('a bind is resumed by either kind of credentials of its seller, and by no other', async () => {
  const service = await startScriptedService([{ body: policy }]);
  const state = service.client({ username: 'ontario' }).prepareBind(byReferral);
  assert.deepEqual(await service.oauthClient({ seller: 'ontario' }).resumeBind(state), policy);
  await assert.rejects(service.oauthClient({ seller: 'quebec' }).resumeBind(state), /another seller/);
  await assert.rejects(service.oauthClient().resumeBind(state), /another seller/);
  const own = service.oauthClient().prepareBind(byReferral);
  assert.deepEqual(await service.oauthClient().resumeBind(own), policy);
});

test('credentials go over TLS, or stay on this machine', () => {
  const made = (baseUrl: string) => () => new Northbind({ baseUrl, clientId: 'a', clientSecret: 'b' });
  for (const url of ['https://partners.example.ca', 'http://127.0.0.1:8080', 'http://localhost', 'http://[::1]:1'])
    made(url)();
  for (const url of ['http://partners.example.ca', 'http://127.0.0.1.example.ca', 'http://10.0.0.1', 'ftp://localhost'])
    assert.throws(made(url), /must begin with https/);
});
