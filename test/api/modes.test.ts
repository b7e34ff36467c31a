import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import test, { before } from 'node:test';
import { signAssertion } from '../../sdk/src/assertion.ts';
import { makeSecretHasher } from '../../src/flows/credential/secret-hash.ts';
import { createAccount } from '../../src/flows/operator/accounts.ts';
import { openDatabase } from '../../src/store/database.ts';
import { until } from '../kit/processes/until.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { migratedDatabase } from '../kit/service/database.ts';
import { testHashCost } from '../kit/service/postgres.ts';
import { productionSettings, startProduction } from '../kit/service/production.ts';
import { request, startTestService, type TestService } from '../kit/service/service.ts';

let production: TestService;
let sandbox: TestService;

before(async () => {
  sandbox = await startTestService();
  production = await startProduction();
});

test('production has no reference page, guide or sandbox routes', async () => {
  for (const path of [
    '/',
    '/swagger',
    '/swagger/v1/swagger.json',
    '/docs',
    '/card-checkout',
    '/sandbox/clock',
    '/sandbox/ledger',
    '/sandbox/outbox',
    '/sandbox/reset',
  ]) {
    const answer = await production.call('GET', path);
    assert.equal(answer.status, 404, path);
    assert.deepEqual(answer.codes, ['RouteNotFound'], path);
  }
});

test('production refuses to hand out test VINs, whatever the query', async () => {
  const token = await production.login();
  for (const path of ['/v1/test-vin', '/v1/test-vin?year=2024', '/v1/test-vin?year=abc']) {
    const answer = await production.call('GET', path, { token });
    assert.equal(answer.status, 422);
    assert.deepEqual(answer.codes, ['TestVinProductionDisabled']);
  }
});

test('production takes no proof by the key that everybody can read', async () => {
  const { alg: _, use: __, kid: ___, ...published } = (await sandbox.call('GET', '/docs/private_key_jwt.json')).body;
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const ask = async (clientId: string, key: object) => {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: signAssertion(clientId, productionSettings.PUBLIC_URL, key),
    });
    return (await fetch(`${production.url}/oauth2/token`, { method: 'POST', body: form })).status;
  };
  for (const [clientId, key] of [
    ['copied', published],
    ['own', own],
  ] as const) {
    const { d: ____, ...publicKey } = key;
    await inDatabase(
      production.databaseUrl,
      `INSERT INTO oauth_client (integration_id, client_id, name, secret_hash, public_keys, scopes)
       SELECT id, $1, $1, 'none', $2, '{sell}' FROM integration`,
      [clientId, JSON.stringify([publicKey])],
    );
  }
  await until(
    () => ask('own', own),
    (status) => status === 200,
  );
  assert.equal(await ask('copied', published), 401);
});

test('production ignores Sandbox-Fault and sends HSTS', async () => {
  const answer = await production.call('GET', '/v1/nothing', { headers: { 'sandbox-fault': 'InternalError' } });
  assert.equal(answer.status, 404);
  assert.match(answer.headers.get('strict-transport-security') ?? '', /max-age/);
  const token = await production.login();
  const dealers = await production.call('GET', '/v1/quote/dealers', {
    token,
    headers: { 'sandbox-fault': 'InternalError' },
  });
  assert.notEqual(dealers.status, 500);
});

test('the sandbox serves the reference and its document', async () => {
  const page = await fetch(`${sandbox.url}/swagger`).then((response) => response.text());
  assert.match(page, /swagger-ui/);
  assert.doesNotMatch(page, /https?:\/\/(?!localhost|127)/, 'the page needs no outside host');
  const { status, body } = await sandbox.call('GET', '/swagger/v1/swagger.json');
  assert.equal(status, 200);
  assert.equal(body.openapi, '3.1.0');
});

test('the health check says whether the service can serve', async () => {
  const { status, body } = await sandbox.call('GET', '/healthcheck');
  assert.equal(status, 200);
  assert.equal(body.status, 'Healthy');
  const live = await sandbox.call('GET', '/healthcheck/live');
  assert.equal(live.status, 200);
});

test('metrics count requests by operation and status on the operator’s port only', async () => {
  await sandbox.call('GET', '/v1/quote/dealers');
  const metrics = await fetch(`${sandbox.operatorUrl}/metrics`).then((response) => response.text());
  assert.match(metrics, /northbind_request_seconds_count\{operation="dealers",status="401"\} \d+/);
  assert.match(metrics, /northbind_database_connections \d+/);
  assert.match(metrics, /nodejs_eventloop_lag_p99_seconds/);
  assert.equal((await sandbox.call('GET', '/metrics')).status, 404);
});

test('with METRICS_TOKEN metrics are for who shows it', async () => {
  const ask = (authorization: string): Promise<Response> =>
    fetch(`${production.operatorUrl}/metrics`, { headers: { authorization } });
  for (const wrong of ['', 'Bearer', 'Bearer what the collector show', 'Bearer what the collector shows too'])
    assert.equal((await ask(wrong)).status, 401, wrong);
  assert.equal((await ask('Bearer what the collector shows')).status, 200);
});

test('a database belongs to the mode that first used it, and the other mode leaves it as it was', async () => {
  const ofProduction = { DATABASE_URL: production.databaseUrl };
  await assert.rejects(startTestService({ environment: ofProduction }), /^Error: This database belongs to production/);
  const rows = await inDatabase(production.databaseUrl, 'SELECT FROM sandbox_seed');
  assert.equal(rows.length, 0);
  const ofSandbox = { ...productionSettings, DATABASE_URL: sandbox.databaseUrl };
  await assert.rejects(startTestService({ environment: ofSandbox }), /^Error: This database belongs to the sandbox/);
});

test('production’s database takes no sample data', async () => {
  const seed = inDatabase(production.databaseUrl, `INSERT INTO sandbox_seed (name) VALUES ('sellers')`);
  await assert.rejects(seed, /belongs to production/);
  const change = inDatabase(production.databaseUrl, `UPDATE database_mode SET mode = 'sandbox'`);
  await assert.rejects(change, /append only/);
});

test('a database that no service has used yet belongs to the sandbox if it has the sample data, else to production', async () => {
  const seeded = await migratedDatabase();
  await inDatabase(seeded, `INSERT INTO sandbox_seed (name) VALUES ('sellers')`);
  const asProduction = { ...productionSettings, DATABASE_URL: seeded };
  await assert.rejects(startTestService({ environment: asProduction }), /belongs to the sandbox/);
  const used = await migratedDatabase();
  await inDatabase(used, `INSERT INTO integration (client_id, secret_hash, name) VALUES ('real', '', 'Real')`);
  await assert.rejects(startTestService({ environment: { DATABASE_URL: used } }), /belongs to production/);
  const { lines } = await startProduction({ DATABASE_URL: used });
  assert.ok(lines.some((line) => /database mode concluded from its data.+production/.test(line)));
});

test('production accepts no published credential, even when its hash is in the database', async () => {
  const { hash } = makeSecretHasher({ cost: testHashCost });
  const [secret, password] = [await hash('sandbox-client-secret'), await hash('sandbox-password')];
  await inDatabase(
    production.databaseUrl,
    `WITH added AS (
       INSERT INTO integration (client_id, secret_hash, name)
       VALUES ('northbind-sandbox', $1, 'Sandbox'), ('other', $3, 'Other')
       RETURNING id
     ), operator AS (
       INSERT INTO operator_account (name, role, password_hash, must_change_password) VALUES ('admin', 'admin', $2, false)
     )
     INSERT INTO seller (integration_id, username, password_hash, name, province, series, payment_methods)
     SELECT id, username, hash, 'Ontario', 'ON', '{Prime}', '{REF}'
     FROM added, (VALUES ('ontario', $2), ('mine', $3)) AS one (username, hash)`,
    [secret, password, await hash('a secret of its own')],
  );
  const login = (client: readonly [string, string], seller: readonly [string, string]) =>
    production.call('POST', '/v1/authenticate', {
      headers: { client_id: client[0], client_secret: client[1] },
      body: { username: seller[0], password: seller[1] },
    });
  const own = 'a secret of its own';
  await until(
    () => login(['other', own], ['mine', own]),
    ({ status }) => status === 200,
  );
  const published = 'sandbox-client-secret';
  assert.equal((await login(['northbind-sandbox', published], ['ontario', 'sandbox-password'])).status, 401);
  assert.equal((await login(['northbind-sandbox', published], ['mine', own])).status, 401);
  assert.equal((await login(['other', own], ['ontario', 'sandbox-password'])).status, 401);
  const signIn = await request(production.operatorUrl, 'POST', '/api/session', {
    body: { name: 'admin', password: 'sandbox-password' },
  });
  assert.deepEqual(signIn.codes, ['SignInFailed']);
});

test('in production the session’s cookie can be set by this host alone', async () => {
  const database = openDatabase({ url: production.databaseUrl, poolSize: 1, onConnectionLost: () => undefined });
  const { hash } = makeSecretHasher({ cost: testHashCost });
  const made = await createAccount(
    { database, hash },
    { name: 'ada', role: 'viewer' },
    { kind: 'command line', name: 'x' },
  );
  await database.end();
  assert.ok('password' in made);
  const signedIn = await request(production.operatorUrl, 'POST', '/api/session', { body: made });
  const cookie = signedIn.headers.get('set-cookie') ?? '';
  assert.match(cookie, /^__Host-northbind_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
  const token = /=([\w-]{43});/.exec(cookie)![1];
  const statusWith = async (name: string) =>
    (await request(production.operatorUrl, 'GET', '/api/session', { headers: { cookie: `${name}=${token}` } })).status;
  assert.equal(await statusWith('__Host-northbind_session'), 200);
  assert.equal(await statusWith('northbind_session'), 204, 'another host of the domain could have set it');
});
