import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { startTestService, type TestService } from '../kit/service.ts';

let production: TestService;
let sandbox: TestService;

before(async () => {
  sandbox = await startTestService();
  production = await startTestService({
    environment: {
      NORTHBIND_MODE: 'production',
      HOST: '127.0.0.1',
      PUBLIC_URL: 'https://sales.example.ca',
      SMTP_URL: 'smtps://user:password@mail.example.ca',
      SECRET_KEY: 'a key of at least thirty-two characters',
      METRICS_TOKEN: 'what the collector shows',
      CARD_PROCESSOR: 'none',
      LENDER: 'none',
      ISSUER_NAME: 'Example Protection',
      ISSUER_ADDRESS: '1 Main Street; Toronto ON  M5V 2T6',
      ISSUER_PHONE: '416 555-0142',
      ISSUER_EMAIL: 'service@example.ca',
      ISSUER_WEBSITE: 'www.example.ca',
    },
  });
});

test('production has no reference page, guide or sandbox routes', async () => {
  for (const path of [
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
  const token = await production.login(); // The copied database has the sandbox's sellers; production loads none.
  for (const path of ['/v1/test-vin', '/v1/test-vin?year=2024', '/v1/test-vin?year=abc']) {
    const answer = await production.call('GET', path, { token });
    assert.equal(answer.status, 422);
    assert.deepEqual(answer.codes, ['TestVinProductionDisabled']);
  }
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
