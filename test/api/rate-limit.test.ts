import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { inDatabase } from '../kit/sale/quoting.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

let first: TestService;
let second: TestService;

before(async () => {
  // Counted apart after a time-out, calls would be too many: a busy machine must not have one.
  const limiterTimeoutMs = 60_000;
  first = await startTestService({ environment: { RATE_LIMIT: '40' }, limiterTimeoutMs });
  const environment = { RATE_LIMIT: '40', DATABASE_URL: first.databaseUrl };
  second = await startTestService({ environment, limiterTimeoutMs });
});

const dealers = (service: TestService, token: string) => service.call('GET', '/v1/quote/dealers', { token });

test('an integration has its limit across all instances, exactly, also in parallel', async () => {
  const token = await first.login('manitoba'); // Counts as the first of 40.
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => dealers(index % 2 === 0 ? first : second, token)),
  );
  const refused = answers.filter(({ status }) => status === 429);
  assert.equal(answers.length - refused.length, 39);
  for (const { headers, codes } of refused) {
    assert.deepEqual(codes, ['RateLimitExceeded']);
    const seconds = Number(headers.get('retry-after'));
    assert.ok(seconds >= 1 && seconds <= 60, String(seconds));
    assert.equal(headers.get('ratelimit-remaining'), '0');
  }
  const places = answers
    .filter(({ status }) => status !== 429)
    .map(({ headers }) => Number(headers.get('ratelimit-remaining')));
  assert.deepEqual(
    places.sort((a, b) => a - b),
    Array.from({ length: 39 }, (_, index) => index),
    'each call learns its own place',
  );
});

test('another integration and the health check are not touched by it', async () => {
  const token = await first.login('ontario');
  const answer = await dealers(first, token);
  assert.notEqual(answer.status, 429);
  assert.equal(answer.headers.get('ratelimit-limit'), '40');
  assert.match(answer.headers.get('ratelimit-reset') ?? '', /^\d+$/);
  for (let count = 0; count < 50; count += 1) assert.equal((await first.call('GET', '/healthcheck/live')).status, 200);
});

test('an authenticate call of an integration that is used up is refused, too', async () => {
  const answer = await first.call('POST', '/v1/authenticate', {
    headers: { client_id: 'northbind-sandbox-2', client_secret: 'sandbox-client-secret-2' },
    body: { username: 'manitoba', password: 'sandbox-password' },
  });
  assert.equal(answer.status, 429);
});

test('the sandbox can provoke the refusal', async () => {
  const token = await first.login('ontario');
  const answer = await first.call('GET', '/v1/quote/dealers', {
    token,
    headers: { 'sandbox-fault': 'RateLimitExceeded' },
  });
  assert.equal(answer.status, 429);
  for (const name of ['retry-after', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'])
    assert.ok(answer.headers.has(name), name);
  assert.notEqual((await dealers(first, token)).status, 429);
});

test('calls without a known integration count against the caller’s address', async () => {
  const statuses = new Map<number, number>();
  for (let count = 0; count < 45; count += 1) {
    const { status } = await first.call('GET', '/v1/quote/dealers', { headers: { authorization: 'Bearer wrong' } });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  assert.equal(statuses.get(401), 40);
  assert.equal(statuses.get(429), 5);
  const login = await first.call('POST', '/v1/authenticate', { headers: { client_id: 'nobody' }, body: {} });
  assert.equal(login.status, 429, 'guessing credentials is limited by the same count');
});

test('right credentials count against their integration, whatever else was wrong at their address', async () => {
  const bad = await first.call('GET', '/v1/quote/dealers', { headers: { authorization: 'Bearer wrong' } });
  assert.equal(bad.status, 429, 'the address is used up');
  const right = await authenticate(first, 'sandbox-password');
  assert.equal(right.status, 200, right.text);
  assert.equal(right.headers.get('ratelimit-limit'), '40');
  assert.equal((await authenticate(first, 'guess')).status, 429);
});

test('after as many wrong credentials as calls are allowed, none from that address are looked at', async () => {
  const guessed = await startTestService({ environment: { RATE_LIMIT: '5', TRUST_PROXY: '1' } });
  const statuses: number[] = [];
  for (let count = 0; count < 7; count += 1) statuses.push((await authenticate(guessed, 'guess')).status);
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429]);
  assert.equal((await authenticate(guessed, 'sandbox-password')).status, 429, 'or the guess that hits would be told');
  const elsewhere = await authenticate(guessed, 'sandbox-password', { 'x-forwarded-for': '203.0.113.8' });
  assert.equal(elsewhere.status, 200);
});

test('credentials that are known to be right are let in, whatever else came from their address', async () => {
  const shared = await startTestService({ environment: { RATE_LIMIT: '5' } });
  assert.equal((await authenticate(shared, 'sandbox-password')).status, 200);
  for (let count = 0; count < 7; count += 1) await authenticate(shared, 'guess');
  const junk = await shared.call('POST', '/v1/authenticate', { headers: { client_id: 'nobody' }, body: {} });
  assert.equal(junk.status, 429);
  assert.equal((await authenticate(shared, 'another guess')).status, 429);
  assert.equal((await authenticate(shared, 'sandbox-password')).status, 200);
});

function authenticate(service: TestService, password: string, headers: Readonly<Record<string, string>> = {}) {
  return service.call('POST', '/v1/authenticate', {
    headers: { client_id: 'northbind-sandbox', client_secret: 'sandbox-client-secret', ...headers },
    body: { username: 'ontario', password },
  });
}

test('a limiter that fails never takes the service down', async () => {
  const lonely = await startTestService({ environment: { RATE_LIMIT: '10' } });
  await inDatabase(lonely.databaseUrl, 'DROP TABLE rate_limit_count');
  const token = await lonely.login();
  const answers = await Promise.all(Array.from({ length: 15 }, () => dealers(lonely, token)));
  assert.equal(answers.filter(({ status }) => status === 429).length, 6, 'it counts alone');
  const metrics = await fetch(`${lonely.operatorUrl}/metrics`).then((response) => response.text());
  assert.match(metrics, /northbind_rate_limit_faults_total [1-9]/);
});

test('behind a proxy the caller is who the proxy saw, whatever the caller wrote before', async () => {
  const behind = await startTestService({ environment: { RATE_LIMIT: '5', TRUST_PROXY: '1' } });
  const statuses: number[] = [];
  for (let count = 0; count < 8; count += 1) {
    const headers = { authorization: 'Bearer wrong', 'x-forwarded-for': `10.0.0.${count}, 203.0.113.7` };
    statuses.push((await behind.call('GET', '/v1/quote/dealers', { headers })).status);
  }
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429, 429]);
  const other = await behind.call('GET', '/v1/quote/dealers', { headers: { 'x-forwarded-for': '203.0.113.8' } });
  assert.equal(other.status, 401);
});

test('authenticate calls that are refused by their form count, too', async () => {
  const strict = await startTestService({ environment: { RATE_LIMIT: '5' } });
  const malformed = async (): Promise<number> => (await strict.call('POST', '/v1/authenticate', { body: '{' })).status;
  // Such a call is counted once it has been answered, so the refusal may come a few calls after the fifth.
  const statuses = [await malformed()];
  while (statuses.at(-1) === 422 && statuses.length < 500) statuses.push(await malformed());
  assert.equal(statuses.at(-1), 429);
  assert.ok(statuses.length > 5, `refused at call ${statuses.length}`);
});

test('an IPv6 caller is counted by its /64, and text that is no address as the proxy', async () => {
  const behind = await startTestService({ environment: { RATE_LIMIT: '5', TRUST_PROXY: '127.0.0.1' } });
  const statusesOf = async (addressOf: (count: number) => string): Promise<readonly number[]> => {
    const statuses: number[] = [];
    for (let count = 0; count < 7; count += 1) {
      const headers = { authorization: 'Bearer wrong', 'x-forwarded-for': addressOf(count) };
      statuses.push((await behind.call('GET', '/v1/quote/dealers', { headers })).status);
    }
    return statuses;
  };
  const limited = [401, 401, 401, 401, 401, 429, 429];
  assert.deepEqual(await statusesOf((count) => `2001:db8:1:2::${count}`), limited);
  assert.deepEqual(await statusesOf((count) => `unknown-${count}`), limited);
  assert.deepEqual(
    await statusesOf((count) => `203.0.113.${count}`),
    Array.from({ length: 7 }, () => 401),
  );
  assert.deepEqual(await statusesOf((count) => (count % 2 === 0 ? '192.0.2.9' : '::ffff:192.0.2.9')), limited);
});
