import assert from 'node:assert/strict';
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import test, { before } from 'node:test';
import { createSigner } from 'fast-jwt';
import * as openid from 'openid-client';
import { Northbind } from '../../sdk/src/index.ts';
import { defaultScopes, scopes } from '../../src/domain/credential/scope.ts';
import { until } from '../kit/processes/until.ts';
import { byReferral } from '../kit/sale/binding.ts';
import { assertRefused, inDatabase, type Json } from '../kit/sale/quoting.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;
let issuer: string;
const client = { id: 'northbind-sandbox-oauth', secret: 'sandbox-oauth-secret' };
const single = { id: 'northbind-sandbox-2-oauth', secret: 'sandbox-oauth-secret-2' };
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

before(async () => {
  service = await startTestService();
  issuer = (await metadata()).issuer;
});

async function metadata() {
  return (await (await fetch(`${service.url}/.well-known/oauth-authorization-server`)).json()) as {
    issuer: string;
    token_endpoint: string;
    grant_types_supported: string[];
  };
}

async function ask(form: Record<string, string>, headers: Record<string, string> = {}, { url } = service) {
  const response = await fetch(`${url}/oauth2/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(form),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, string>,
  };
}

const grant = { grant_type: 'client_credentials' };
const post = ({ id, secret } = client) => ({ ...grant, client_id: id, client_secret: secret });
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
});
const use = (token: string | undefined, path: string, body?: unknown) =>
  service.call(body === undefined ? 'GET' : 'POST', path, { token: token!, ...(body !== undefined && { body }) });

test('the sandbox has a client whose private key everybody can read, for the enabled sellers of the first one', async () => {
  const jwk = (await (await fetch(`${service.url}/docs/private_key_jwt.json`)).json()) as object;
  const asked = { baseUrl: service.url, clientId: 'northbind-sandbox-jwt', privateKey: jwk };
  for (const seller of ['ontario', 'quebec', 'alberta', 'novascotia'])
    assert.equal((await new Northbind({ ...asked, seller }).seller.get()).username, seller);
  for (const seller of ['disabled', 'manitoba'])
    await assert.rejects(new Northbind({ ...asked, seller }).seller.get(), /invalid_scope/);
});

test('a client gets a token for one of its sellers, and sells with it', async () => {
  const { status, headers, body } = await ask({ ...post(), scope: 'seller:ontario' });
  assert.equal(status, 200);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.deepEqual(
    [body.token_type, body.expires_in, body.scope],
    ['Bearer', 3600, [...defaultScopes, 'seller:ontario'].join(' ')],
  );
  assert.equal((await use(body.access_token, '/v1/quote/dealers')).status, 200);
  assert.equal((await use(body.access_token, '/v1/policies')).status, 200);
  assert.equal((await use(body.access_token, '/v1/webhook-endpoints')).status, 200);
  const own = await service.login('ontario');
  assert.equal((await use(own, '/v1/policies')).status, 200, 'a token of authenticate has all scopes');
});

test('the scope limits a token', async () => {
  const { body } = await ask({ ...post(single), scope: 'read' });
  assert.equal(body.scope, 'read seller:manitoba');
  assert.equal((await use(body.access_token, '/v1/policies')).status, 200);
  for (const [scope, path, sent] of [
    ['sell', '/v1/quote/dealers'],
    ['sell', '/v1/bind', byReferral],
    ['manage', '/v1/webhook-endpoints'],
  ] as const) {
    const refused = await use(body.access_token, path, sent);
    assert.equal(refused.status, 403, path);
    assert.equal(refused.headers.get('www-authenticate'), `Bearer error="insufficient_scope", scope="${scope}"`);
    assert.equal(refused.body.errors[0].code, 'ScopeInsufficient');
    assert.match(refused.body.errors[0].message, new RegExp(`: ${scope}\\.$`));
  }
  // A document may be fetched by both.
  assertRefused(await use(body.access_token, '/v1/document/x'), ['DocumentNotFound downloadId']);
});

test('a token of any scope reads what its seller may do', async () => {
  for (const scope of scopes) {
    const { body } = await ask({ ...post(single), scope });
    const seller = await use(body.access_token, '/v1/seller');
    assert.deepEqual([seller.status, seller.body.username], [200, 'manitoba'], scope);
  }
});

test('wrong secret, unknown client and no client are alike', async () => {
  const answers = [
    await ask(post({ ...client, secret: 'wrong' })),
    await ask(post({ ...client, id: 'unknown' })),
    await ask({ ...grant }, basic(client.id, 'wrong')),
    await ask({ ...grant }),
    await ask({ ...grant, client_assertion: 'x.y.z', client_assertion_type: assertionType }),
  ];
  for (const { status, headers, body } of answers) {
    assert.equal(status, 401);
    assert.match(headers.get('www-authenticate') ?? '', /^Basic/);
    assert.deepEqual(body, answers[0]!.body);
    assert.equal(body.error, 'invalid_client');
  }
});

test('the token endpoint can fail as any call can, and refuses another fault', async () => {
  const withFault = (fault: string) => ask(post({ ...single }), { 'sandbox-fault': fault });
  for (const [fault, status] of [
    ['InternalError', 500],
    ['ServiceUnavailable', 503],
    ['RateLimitExceeded', 429],
    ['SlowBind', 422],
    ['Nonsense', 422],
  ] as const)
    assert.equal((await withFault(fault)).status, status, fault);
  const { errors } = (await withFault('Nonsense')).body as unknown as { errors: readonly Json[] };
  assert.deepEqual(
    [errors[0]!.code, errors[0]!.params],
    ['SandboxFaultUnknown', { allowed: ['InternalError', 'ServiceUnavailable', 'RateLimitExceeded'] }],
  );
});

test('a request that can’t be granted says why', async () => {
  const refused = async (form: Record<string, string>, error: string) => {
    const { status, body } = await ask(form);
    assert.deepEqual([status, body.error], [400, error], JSON.stringify(form));
    assert.ok(body.error_description);
  };
  await refused({ ...post(), grant_type: 'password' }, 'unsupported_grant_type');
  await refused({ client_id: client.id, client_secret: client.secret }, 'invalid_request');
  await refused(post(), 'invalid_scope');
  for (const scope of [
    'seller:manitoba',
    'seller:disabled',
    'seller:nobody',
    'seller:ontario write',
    'seller:ontario seller:quebec',
  ])
    await refused({ ...post(), scope }, 'invalid_scope');
  const both = await fetch(`${service.url}/oauth2/token`, {
    method: 'POST',
    headers: basic(client.id, client.secret),
    body: new URLSearchParams(post()),
  });
  assert.equal(((await both.json()) as { error: string }).error, 'invalid_request');
  const json = await fetch(`${service.url}/oauth2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(post()),
  });
  assert.deepEqual([json.status, ((await json.json()) as { error: string }).error], [400, 'invalid_request']);
  const repeated = await fetch(`${service.url}/oauth2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials&grant_type=client_credentials',
  });
  assert.equal(((await repeated.json()) as { error: string }).error, 'invalid_request');
});

/** Gives the second client a key of its own and returns its private half. */
async function keyFor(kind: 'ec' | 'rsa' | 'ed25519') {
  const pair =
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : kind === 'rsa'
        ? generateKeyPairSync('rsa', { modulusLength: 2048 })
        : generateKeyPairSync('ed25519');
  await storeKeys(pair.publicKey);
  return pair.privateKey;
}

/** Stores keys for the second client without judging them. */
async function storeKeys(...keys: readonly KeyObject[]) {
  const jwks = JSON.stringify(keys.map((key) => key.export({ format: 'jwk' })));
  await inDatabase(service.databaseUrl, 'UPDATE oauth_client SET public_keys = $2 WHERE client_id = $1', [
    single.id,
    jwks,
  ]);
}

async function untilKnown(form: () => Record<string, string>) {
  for (let tries = 0; ; tries += 1) {
    const answer = await ask(form());
    if (answer.status === 200 || tries > 200) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('an assertion by each kind of key is taken once', async () => {
  for (const [kind, algorithm] of [
    ['ec', 'ES256'],
    ['rsa', 'RS256'],
    ['ed25519', 'EdDSA'],
  ] as const) {
    const key = (await keyFor(kind)).export({ type: 'pkcs8', format: 'pem' });
    const sign = createSigner({ key, algorithm });
    const assertion = (claims: object = {}) => ({
      ...grant,
      client_assertion_type: assertionType,
      client_assertion: sign({
        iss: single.id,
        sub: single.id,
        aud: issuer,
        jti: randomUUID(),
        exp: Math.floor(Date.now() / 1_000) + 60,
        ...claims,
      }),
    });
    const granted = await untilKnown(assertion);
    assert.equal(granted.status, 200, kind);
    assert.equal((await use(granted.body.access_token, '/v1/policies')).status, 200);
    assert.equal((await ask(assertion({ aud: `${issuer}/oauth2/token` }))).status, 200);
    const once = assertion();
    assert.deepEqual([(await ask(once)).status, (await ask(once)).status], [200, 401]);
    for (const wrong of [
      { aud: 'https://elsewhere.example.ca' },
      { aud: [issuer, 'https://elsewhere.example.ca'] },
      { exp: Math.floor(Date.now() / 1_000) - 600 },
      { exp: Math.floor(Date.now() / 1_000) + 86_400 },
      { iss: client.id },
      { sub: client.id },
      { jti: '' },
    ])
      assert.equal((await ask(assertion(wrong))).status, 401, JSON.stringify(wrong));
  }
});

test('an assertion by a weak key that was stored before is refused', async () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const everyone = createPublicKey({ key: { ...rsa.publicKey.export({ format: 'jwk' }), e: 'AQ' }, format: 'jwk' });
  const short = generateKeyPairSync('rsa', { modulusLength: 512 });
  const bitcoin = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
  const sound = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  await storeKeys(everyone, short.publicKey, bitcoin.publicKey, sound.publicKey);

  const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const assertion = (alg: string, signed: (text: string) => Buffer) => {
    const exp = Math.floor(Date.now() / 1_000) + 60;
    const claims = { iss: single.id, sub: single.id, aud: issuer, jti: randomUUID(), exp };
    const text = `${base64({ alg })}.${base64(claims)}`;
    const client_assertion = `${text}.${signed(text).toString('base64url')}`;
    return { ...grant, client_assertion_type: assertionType, client_assertion };
  };
  const byCurve = (key: KeyObject) => (text: string) =>
    sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  assert.equal((await untilKnown(() => assertion('ES256', byCurve(sound.privateKey)))).status, 200);
  assert.equal((await ask(assertion('RS256', forgedWithExponentOne))).status, 401);
  assert.equal(
    (await ask(assertion('RS256', (text) => sign('sha256', Buffer.from(text), short.privateKey)))).status,
    401,
  );
  assert.equal((await ask(assertion('ES256', byCurve(bitcoin.privateKey)))).status, 401);
});

/** With the exponent 1, a signature is the padded digest itself (RFC 8017 §9.2): nobody needs the private key. */
function forgedWithExponentOne(text: string): Buffer {
  const info = Buffer.from('3031300d060960864801650304020105000420', 'hex');
  const digest = createHash('sha256').update(text).digest();
  const padding = Buffer.alloc(256 - 3 - info.length - digest.length, 0xff);
  return Buffer.concat([Buffer.from([0, 1]), padding, Buffer.from([0]), info, digest]);
}

test('a client that is known to be right, or signs, is let in whatever else came from its address', async () => {
  // The key is there when the instance starts, and nothing was counted before.
  const databaseUrl = (await startTestService()).databaseUrl;
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const jwks = JSON.stringify([publicKey.export({ format: 'jwk' })]);
  await inDatabase(databaseUrl, 'UPDATE oauth_client SET public_keys = $2 WHERE client_id = $1', [single.id, jwks]);
  const shared = await startTestService({ environment: { RATE_LIMIT: '6', DATABASE_URL: databaseUrl } });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const sign = createSigner({ key, algorithm: 'EdDSA' });
  const assertion = () => {
    const claims = { iss: single.id, sub: single.id, aud: shared.url, jti: randomUUID() };
    const exp = Math.floor(Date.now() / 1_000) + 60;
    return { ...grant, client_assertion_type: assertionType, client_assertion: sign({ ...claims, exp }) };
  };
  const statusOf = async (form: Record<string, string>, headers = {}) => (await ask(form, headers, shared)).status;
  assert.equal(await statusOf(post(single)), 200);
  for (let count = 0; count < 8; count += 1) await statusOf(post({ ...client, secret: `guess ${count}` }));
  assert.equal(await statusOf(post({ ...single, secret: 'another guess' })), 429);
  assert.equal(await statusOf({ ...assertion(), client_assertion: 'x.y.z' }), 429);
  assert.equal(await statusOf(post(single)), 200);
  assert.equal(await statusOf(grant, basic(single.id, single.secret)), 200);
  assert.equal(await statusOf(assertion()), 200);
});

test('who got a token and who did not is in the log, by names that exist', async () => {
  const from = service.lines.length;
  await ask({ ...post(), scope: 'seller:ontario' });
  await ask(post(single));
  await ask({ ...post({ ...client, secret: 'wrong' }), scope: 'seller:ontario' });
  await ask(post({ id: 'sandbox-oauth-secret', secret: 'x' }));
  await ask({ ...grant, client_assertion_type: assertionType, client_assertion: unsigned({ sub: single.id }) });
  const events = () =>
    service.lines
      .slice(from)
      .map((line) => JSON.parse(line))
      .filter(({ event }) => /^partner /.test(event));
  const found = await until(events, ({ length }) => length === 5);
  assert.deepEqual(
    found.map(({ event, clientId, username, status }) => [event, clientId, username, status]),
    [
      ['partner signed in', client.id, 'ontario', undefined],
      ['partner signed in', single.id, 'manitoba', undefined],
      ['partner not signed in', client.id, 'ontario', 401],
      ['partner not signed in', null, null, 401],
      ['partner not signed in', single.id, null, 401],
    ],
  );
});

function unsigned(claims: object): string {
  return [{ alg: 'ES256' }, claims, {}]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
}

test('an OAuth library finds its way by the metadata, by all three ways of proof', async () => {
  const { token_endpoint, grant_types_supported } = await metadata();
  assert.equal(token_endpoint, `${issuer}/oauth2/token`);
  assert.deepEqual(grant_types_supported, ['client_credentials']);
  const key = await keyFor('ec');
  const cryptoKey = await crypto.subtle.importKey(
    'pkcs8',
    key.export({ type: 'pkcs8', format: 'der' }),
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['sign'],
  );
  const ways = [
    openid.ClientSecretBasic(single.secret),
    openid.ClientSecretPost(single.secret),
    openid.PrivateKeyJwt(cryptoKey),
  ];
  // The sandbox is at every name by which it is called.
  for (const [name, proof] of ['127.0.0.1', 'localhost'].flatMap((one) => ways.map((way) => [one, way] as const))) {
    const server = new URL(service.url.replace('127.0.0.1', name));
    const configuration = await openid.discovery(server, single.id, undefined, proof, {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    });
    await untilKnown(() => post(single));
    const token = await openid.clientCredentialsGrant(configuration, { scope: 'sell' });
    assert.equal((await use(token.access_token, '/v1/quote/dealers')).status, 200);
  }
});

test('the client library proves itself by each kind of key', async () => {
  for (const kind of ['ec', 'rsa', 'ed25519'] as const) {
    const key = await keyFor(kind);
    const given = [key, String(key.export({ type: 'pkcs8', format: 'pem' })), key.export({ format: 'jwk' })];
    await until(
      async () => {
        const asked = given.map(async (privateKey) =>
          new Northbind({ baseUrl: service.url, clientId: single.id, privateKey }).policies.page(),
        );
        return (await Promise.allSettled(asked)).map(({ status }) => status);
      },
      (got) => got.every((one) => one === 'fulfilled'),
    );
  }
});

test('a disabled client’s tokens end with it', async () => {
  const { body } = await ask({ ...post(), scope: 'seller:ontario' });
  await inDatabase(service.databaseUrl, 'UPDATE oauth_client SET is_disabled = true WHERE client_id = $1', [client.id]);
  for (let tries = 0; (await use(body.access_token, '/v1/policies')).status !== 401; tries += 1) {
    assert.ok(tries < 200);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.equal((await ask({ ...post(), scope: 'seller:ontario' })).body.error, 'invalid_client');
});
