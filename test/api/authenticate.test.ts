import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import pg from 'pg';
import { usualCost } from '../../src/flows/credential/secret-hash.ts';
import { until } from '../kit/processes/until.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';

let first: TestService;
let second: TestService;
/** Its hashes cost what they cost in production. */
let strict: TestService;
let now = new Date('2026-06-01T12:00:00Z');

before(async () => {
  first = await startTestService({ clock: () => now });
  const environment = { DATABASE_URL: first.databaseUrl };
  second = await startTestService({ environment, clock: () => now });
  strict = await startTestService({ environment, clock: () => now, hashCost: usualCost });
});

const right = {
  client_id: 'northbind-sandbox',
  client_secret: 'sandbox-client-secret',
  username: 'ontario',
  password: 'sandbox-password',
};

function authenticate(
  service: TestService,
  changes: Partial<Record<keyof typeof right, string | null>> = {},
): Promise<Answer> {
  const { client_id, client_secret, username, password } = { ...right, ...changes };
  const headers = Object.fromEntries(
    Object.entries({ client_id, client_secret }).filter((entry) => entry[1] !== null),
  ) as Record<string, string>;
  return service.call('POST', '/v1/authenticate', { headers, body: { username, password } });
}

const dealers = (service: TestService, token: string): Promise<number> =>
  service.call('GET', '/v1/quote/dealers', { token }).then(({ status }) => status);

test('right credentials give a token with its lifetime', async () => {
  const { status, body } = await authenticate(first);
  assert.equal(status, 200);
  assert.equal(body.expiryMinutes, 60);
  assert.equal(body.expiryTime, '2026-06-01T13:00:00.000Z');
  assert.notEqual(await dealers(first, body.token), 401);
});

test('who signed in and who did not is in the log, by names that exist and by address', async () => {
  const before = first.lines.length;
  await authenticate(first);
  await authenticate(first, { password: 'wrong' });
  await authenticate(first, { username: 'sandbox-password', password: 'ontario' });
  await authenticate(first, { client_id: 'sandbox-client-secret' });
  const events = () =>
    first.lines
      .slice(before)
      .map((line) => JSON.parse(line))
      .filter(({ event }) => /^partner /.test(event));
  const found = await until(events, ({ length }) => length === 4);
  assert.deepEqual(
    found.map(({ event, clientId, username, status }) => [event, clientId, username, status]),
    [
      ['partner signed in', 'northbind-sandbox', 'ontario', undefined],
      ['partner not signed in', 'northbind-sandbox', 'ontario', 401],
      ['partner not signed in', 'northbind-sandbox', null, 401],
      ['partner not signed in', null, null, 401],
    ],
  );
  for (const { address, requestId } of found) assert.match(`${address} ${requestId}`, /^127\.0\.0\.1 .+/);
  const answered = first.lines.map((line) => JSON.parse(line)).find(({ event }) => event === 'answered');
  assert.equal(answered.address, '127.0.0.1');
});

test('whichever credential is wrong, missing or disabled, the 401 is the same', async () => {
  const wrong: readonly Parameters<typeof authenticate>[1][] = [
    { client_id: 'nobody' },
    { client_id: null },
    { client_secret: 'wrong' },
    { client_secret: null },
    { username: 'nobody' },
    { username: null },
    { password: 'wrong' },
    { password: null },
    { username: 'disabled' },
    { username: 'manitoba' }, // Another integration's seller.
    { client_id: 'northbind-sandbox-2', client_secret: 'sandbox-client-secret-2' },
    { username: 'Ontario' }, // Values are not names: case counts.
  ];
  const shapes = new Set<string>();
  for (const changes of wrong) {
    const answer = await authenticate(first, changes ?? {});
    assert.equal(answer.status, 401, JSON.stringify(changes));
    assert.equal(answer.text, '');
    shapes.add(JSON.stringify([...answer.headers.keys()].sort()));
  }
  assert.equal(shapes.size, 1, 'all have the same header names');
  assert.ok(![...shapes][0]!.includes('ratelimit'), 'no count says whether the integration exists');
});

test('a token of one instance works on another', async () => {
  const { body } = await authenticate(first);
  assert.notEqual(await dealers(second, body.token), 401);
});

test('a token ends with its lifetime', async () => {
  const { body } = await authenticate(first);
  const started = now;
  now = new Date(started.getTime() + 59 * 60_000);
  assert.notEqual(await dealers(first, body.token), 401);
  now = new Date(started.getTime() + 60 * 60_000);
  assert.equal(await dealers(first, body.token), 401);
  now = started;
});

test('a seller that is disabled is refused at once on every instance, and again welcome when enabled', async () => {
  const { body } = await authenticate(first, { username: 'alberta' });
  await change(first, `UPDATE seller SET is_disabled = true WHERE username = 'alberta'`);
  await eventually(
    async () => (await dealers(first, body.token)) === 401 && (await dealers(second, body.token)) === 401,
  );
  assert.equal((await authenticate(first, { username: 'alberta' })).status, 401);
  await change(first, `UPDATE seller SET is_disabled = false WHERE username = 'alberta'`);
  await eventually(async () => (await dealers(second, body.token)) !== 401);
});

test('a rotated secret ends the tokens given for the old one, everywhere', async () => {
  const { body } = await authenticate(first, { username: 'novascotia' });
  // Any other hash will do: the old secret no longer matches it.
  await change(
    first,
    `UPDATE seller SET password_hash = (SELECT secret_hash FROM integration LIMIT 1) WHERE username = 'novascotia'`,
  );
  await eventually(
    async () => (await dealers(first, body.token)) === 401 && (await dealers(second, body.token)) === 401,
  );
  assert.equal((await authenticate(first, { username: 'novascotia' })).status, 401);
});

test('a burst of wrong credentials does not starve the other operations', async () => {
  // Unknown credentials are compared with hashes of the configured cost.
  const burst = Array.from({ length: 20 }, (_, index) =>
    authenticate(strict, { client_id: 'nobody', password: `wrong ${index}` }),
  );
  const began = performance.now();
  const live = await strict.call('GET', '/healthcheck');
  const tookMs = performance.now() - began;
  const answers = await Promise.all(burst);
  const burstMs = performance.now() - began;
  assert.equal(live.status, 200);
  assert.ok(answers.every(({ status }) => status === 401));
  // Not a time limit but an order: the health check did not queue behind 80 hashes.
  assert.ok(tookMs < burstMs / 4, `${tookMs} ms of ${burstMs} ms`);
});

test('no secret is in the log', async () => {
  const text = [first, second, strict].flatMap(({ lines }) => lines).join('\n');
  const { body } = await authenticate(first);
  for (const secret of ['sandbox-password', 'sandbox-client-secret', body.token, 'wrong 1'])
    assert.ok(!text.includes(secret), secret);
});

async function change(service: TestService, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** Reference data reach every instance within a second of a change. */
const eventually = (holds: () => Promise<boolean>): Promise<boolean> => until(holds, (isSo) => isSo);
