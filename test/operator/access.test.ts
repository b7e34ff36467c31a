import assert from 'node:assert/strict';
import { get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import test from 'node:test';
import { codeAt } from '../../src/flows/operator/totp.ts';
import { addOperatorRoute, buildGuardedServer } from '../../src/operator/kit/guarded-server.ts';
import { operatorRoute } from '../../src/operator/kit/operator-route.ts';
import type { Database } from '../../src/store/database.ts';
import { signInOperator } from '../kit/service/operator.ts';
import { request, startTestService } from '../kit/service/service.ts';

const issuer = {
  ISSUER_NAME: 'Zorvexia Protection',
  ISSUER_ADDRESS: '1 Main Street; Toronto ON  M5V 2T6',
  ISSUER_PHONE: '416 555-0142',
  ISSUER_EMAIL: 'service@example.ca',
  ISSUER_WEBSITE: 'www.example.ca',
};
const service = await startTestService({ environment: issuer });
const { operatorUrl } = service;
const signIn = (name: string, password: string, code?: string) =>
  request(operatorUrl, 'POST', '/api/session', { body: { name, password, ...(code !== undefined && { code }) } });
const admin = await signInOperator(service);

async function newAccount(name: string, role = 'support'): Promise<{ readonly id: string; readonly password: string }> {
  const { password } = (await admin.post('/api/accounts', { name, role })).body;
  const { rows } = (await admin.get('/api/accounts')).body;
  return { id: rows.find((row: { name: string }) => row.name === name).id, password };
}

test('a session is a cookie that no script and no other site can use', async () => {
  const answer = await signIn('admin', 'sandbox-password');
  assert.equal(answer.status, 200);
  const cookie = answer.headers.get('set-cookie')!;
  assert.match(cookie, /HttpOnly; SameSite=Strict/);
  assert.equal((await request(operatorUrl, 'GET', '/api/session')).status, 204);
});

test('a wrong name, a wrong password and a disabled account are refused alike', async () => {
  const { id, password } = await newAccount('gone');
  await admin.call('PATCH', `/api/accounts/${id}`, { body: { isDisabled: true, reason: 'left us' } });
  const answers = [await signIn('nobody', 'x'), await signIn('admin', 'x'), await signIn('gone', password)];
  for (const { status, text } of answers) assert.deepEqual([status, text], [401, answers[0]!.text]);
});

test('five wrong tries lock a name, whether or not there is such an account, and a reset opens it', async () => {
  const { id, password } = await newAccount('mia');
  for (const name of ['mia', 'no-such']) {
    for (let tries = 0; tries < 5; tries += 1) assert.deepEqual((await signIn(name, 'wrong')).codes, ['SignInFailed']);
    assert.deepEqual((await signIn(name, password)).codes, ['SignInLocked']);
  }
  const reset = await admin.post(`/api/accounts/${id}/password`, { reason: 'forgot it' });
  assert.equal((await signIn('mia', reset.body.password)).status, 200);
});

test('of any number of wrong tries at once, on any instance, five are judged', async () => {
  const other = await startTestService({ environment: { DATABASE_URL: service.databaseUrl } });
  const { password } = await newAccount('lea');
  const tries = Array.from({ length: 120 }, (_, index) =>
    request(index % 2 === 0 ? operatorUrl : other.operatorUrl, 'POST', '/api/session', {
      body: { name: index % 3 === 0 ? 'Lea' : 'lea', password: `wrong ${index}` },
    }),
  );
  const codes = (await Promise.all(tries)).map((answer) => answer.codes[0]);
  assert.equal(codes.filter((code) => code === 'SignInFailed').length, 5);
  assert.equal(codes.filter((code) => code === 'SignInLocked').length, 115);
  assert.deepEqual((await signIn('lea', password)).codes, ['SignInLocked']);
});

test('the holder of a session has no more tries at its password and codes than at a sign-in', async () => {
  const { password } = await newAccount('max');
  const max = await signInOperator(service, 'max', password);
  await max.post('/api/session/totp');
  const guesses = Array.from({ length: 40 }, (_, index) => {
    if (index % 2 === 0) return max.call('PUT', '/api/session/totp', { body: { code: `00000${index % 10}` } });
    const body = { current: `wrong ${index}`, next: 'three warm otters' };
    return max.call('PUT', '/api/session/password', { body });
  });
  const codes = (await Promise.all(guesses)).map((answer) => answer.codes[0]);
  assert.equal(codes.filter((code) => code === 'SignInLocked').length, 35);
  assert.deepEqual((await max.call('DELETE', '/api/session/totp', { body: { password } })).codes, ['SignInLocked']);
});

test('tries that were not wrong are given back, and a right password alone opens no more codes', async () => {
  const { password } = await newAccount('pia');
  for (let count = 0; count < 8; count += 1) assert.equal((await signIn('pia', password)).status, 200);
  const pia = await signInOperator(service, 'pia', password);
  const { secret } = (await pia.post('/api/session/totp')).body;
  const code = codeAt(fromBase32(secret), Math.floor(Date.now() / 30_000));
  assert.equal((await pia.call('PUT', '/api/session/totp', { body: { code } })).status, 204);
  const codes: (string | undefined)[] = [];
  for (let count = 0; count < 6; count += 1) {
    codes.push((await signIn('pia', password)).codes[0]);
    codes.push((await signIn('pia', password, '000000')).codes[0]);
  }
  assert.deepEqual(codes, [
    ...Array.from({ length: 5 }, () => ['CodeRequired', 'CodeInvalid']).flat(),
    'SignInLocked',
    'SignInLocked',
  ]);
});

test('a password that somebody else has read opens nothing until it was changed', async () => {
  const { password } = await newAccount('zoe');
  const zoe = await signInOperator(service, 'zoe', password);
  assert.deepEqual((await zoe.get('/api/acts')).codes, ['PasswordChangeRequired']);
  const change = (next: string) => zoe.call('PUT', '/api/session/password', { body: { current: password, next } });
  assert.deepEqual((await change('short')).codes, ['PasswordTooWeak']);
  assert.deepEqual((await change('Password1234')).codes, ['PasswordTooWeak']);
  assert.deepEqual((await change('ZorvexiaProtection!26')).codes, ['PasswordTooWeak'], 'the issuer’s name');
  assert.equal((await change('three warm otters')).status, 204);
  assert.equal((await zoe.get('/api/acts')).status, 200);
  assert.equal((await signIn('zoe', password)).status, 401);
});

test('with an authenticator a code is asked for, and each code is good once', async () => {
  const { password } = await newAccount('tom');
  const tom = await signInOperator(service, 'tom', password);
  const { secret, uri } = (await tom.post('/api/session/totp')).body;
  assert.match(uri, /^otpauth:\/\/totp\/Northbind:tom\?secret=[A-Z2-7]{32}&issuer=Northbind$/);
  assert.deepEqual((await signIn('tom', password)).status, 200, 'it counts only once a code was given');
  const codeOf = (aside: number): string => codeAt(fromBase32(secret), Math.floor(Date.now() / 30_000) + aside);
  assert.deepEqual((await tom.call('PUT', '/api/session/totp', { body: { code: '000000' } })).codes, ['CodeInvalid']);
  assert.equal((await tom.call('PUT', '/api/session/totp', { body: { code: codeOf(-1) } })).status, 204);
  assert.deepEqual((await signIn('tom', password)).codes, ['CodeRequired']);
  const code = codeOf(0);
  const other = await signIn('tom', password, code);
  assert.equal(other.status, 200);
  assert.deepEqual((await signIn('tom', password, code)).codes, ['CodeInvalid']);
  const cookie = other.headers.get('set-cookie')!.split(';')[0]!;
  const statusOfOther = async () => (await request(operatorUrl, 'GET', '/api/session', { headers: { cookie } })).status;
  assert.equal(await statusOfOther(), 200);
  assert.equal((await tom.call('DELETE', '/api/session/totp', { body: { password } })).status, 204);
  assert.equal(await statusOfOther(), 204, 'a change of the authenticator ends the other sessions');
  assert.equal((await tom.get('/api/session')).status, 200);
  assert.equal((await signIn('tom', password)).status, 200);
});

test('a change without the page’s token, or from another site, is forged', async () => {
  const body = { name: 'eve', role: 'admin' };
  for (const headers of [
    { 'x-csrf-token': 'wrong' },
    { 'x-csrf-token': 'é'.repeat(43) },
    { 'sec-fetch-site': 'cross-site' },
  ])
    assert.deepEqual((await admin.call('POST', '/api/accounts', { body, headers })).codes, ['RequestForged']);
});

test('the last admin can not be disabled or demoted, and a change ends the account’s sessions', async () => {
  const { rows } = (await admin.get('/api/accounts')).body;
  const { id } = rows.find((row: { name: string }) => row.name === 'admin');
  const change = (what: object) => admin.call('PATCH', `/api/accounts/${id}`, { body: { ...what, reason: 'a test' } });
  assert.deepEqual((await change({ isDisabled: true })).codes, ['AccountIsLastAdmin']);
  assert.deepEqual((await change({ role: 'viewer' })).codes, ['AccountIsLastAdmin']);
  const other = await newAccount('second', 'admin');
  const second = await signInOperator(service, 'second', other.password);
  await admin.call('PATCH', `/api/accounts/${other.id}`, { body: { role: 'viewer', reason: 'a test' } });
  assert.equal((await second.get('/api/session')).status, 204);
});

test('a page of another site that takes over a name reaches nothing', async () => {
  const { port } = new URL(operatorUrl);
  const statusOf = (host: string): Promise<number> =>
    new Promise((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: '/api/session', headers: { host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      }).on('error', reject);
    });
  for (const host of ['evil.example', `evil.example:${port}`, 'localhost.evil.example', '127.0.0.1.evil.example'])
    assert.equal(await statusOf(host), 421, host);
  for (const host of ['localhost', `localhost:${port}`, '127.0.0.1', '[::1]:8082', '10.1.2.3:8082'])
    assert.equal(await statusOf(host), 204, host);
});

test('a request that does not arrive is given up', async () => {
  const app = buildGuardedServer({
    database: {} as Database,
    log: { info() {}, warn() {}, error() {} },
    isProduction: false,
    trustProxy: 0,
    allowedHosts: [],
    isSecondFactorRequired: false,
    isOutdated: () => false,
    timeouts: { headersMs: 50, requestMs: 100, openMs: 60_000, checkMs: 20 },
  });
  app.post('/', async () => 'read');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const head = 'POST / HTTP/1.1\r\nHost: localhost\r\n';
  for (const part of [head, `${head}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`]) {
    const socket = connect(port, '127.0.0.1', () => socket.write(part));
    assert.match(await text(socket), /^HTTP\/1\.1 408 /);
  }
  await app.close();
});

test('before a sign-in a body that drips is given up sooner, also one that was refused', async () => {
  const parts = {
    database: {} as Database,
    log: { info() {}, warn() {}, error() {} },
    isProduction: false,
    trustProxy: 0,
    allowedHosts: [],
    isSecondFactorRequired: false,
    isOutdated: () => false,
    timeouts: { headersMs: 200_000, requestMs: 200_000, openMs: 100, checkMs: 20 },
  };
  const app = buildGuardedServer(parts);
  addOperatorRoute(app, parts, operatorRoute('POST /api/open', 'anyone', { handle: async () => ({}) }));
  addOperatorRoute(app, parts, operatorRoute('POST /api/closed', 'viewer', { handle: async () => ({}) }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  for (const [path, status] of [
    ['/api/open', 408],
    ['/api/closed', 401],
    ['/api/nothing', 408],
  ] as const) {
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n`;
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head}{`));
    assert.match(await text(socket), new RegExp(`^HTTP/1\\.1 ${status} `), path);
  }
  await app.close();
});

test('before a sign-in only a small body is read', async () => {
  const long = await signIn('admin', 'x'.repeat(9_000));
  assert.equal(long.status, 413);
  const nowhere = await request(operatorUrl, 'POST', '/api/nothing', { body: { text: 'x'.repeat(9_000) } });
  assert.equal(nowhere.status, 413);
  const unsigned = await request(operatorUrl, 'POST', '/api/accounts', { body: { name: 'x'.repeat(9_000) } });
  assert.equal(unsigned.status, 401);
});

test('whoever signs out is out', async () => {
  const viewer = await signInOperator(service, 'viewer');
  assert.equal((await viewer.call('DELETE', '/api/session')).status, 204);
  assert.equal((await viewer.get('/api/session')).status, 204);
});

test('what an operator did is on record, with who and why, and nobody can change it', async () => {
  const { id } = await newAccount('ida');
  await admin.call('PATCH', `/api/accounts/${id}`, { body: { isDisabled: true, reason: 'on leave' } });
  const { rows } = (await admin.get('/api/acts?subject=ida')).body;
  assert.deepEqual(
    rows.map((row: Record<string, unknown>) => [row.actorName, row.action, row.reason]),
    [
      ['admin', 'change account', 'on leave'],
      ['admin', 'create account', ''],
    ],
  );
});

test('sign-ins and what was refused are in the log', async () => {
  const logged = (words: RegExp): number => service.lines.filter((line) => words.test(line)).length;
  const [signedIn, failed, refused] = [
    /"operator signed in"/,
    /"operator not signed in".+SignInFailed/,
    /"operator refused"/,
  ];
  const before = [signedIn, failed, refused].map(logged);
  await signIn('admin', 'sandbox-password');
  await signIn('nobody at all', 'x');
  await request(operatorUrl, 'GET', '/api/accounts');
  assert.deepEqual(
    [signedIn, failed, refused].map(logged),
    before.map((count) => count + 1),
  );
});

test('who signed in, was refused, read or acted is in the log with account, address and request', async () => {
  const operator = await signInOperator(service, 'viewer');
  await signIn('viewer', 'wrong');
  await signIn('my-password-typed-as-name', 'x');
  await operator.get('/api/dashboard');
  await operator.get('/api/accounts');
  await operator.call('DELETE', '/api/session');
  const events = service.lines
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event.startsWith('operator '))
    .slice(-6);
  assert.deepEqual(
    events.map(({ event, account, route, code }) => [event, account, route, code]),
    [
      ['operator signed in', 'viewer', 'POST /api/session', undefined],
      ['operator not signed in', 'viewer', 'POST /api/session', 'SignInFailed'],
      ['operator not signed in', null, 'POST /api/session', 'SignInFailed'],
      ['operator read', 'viewer', 'GET /api/dashboard', undefined],
      ['operator refused', 'viewer', 'GET /api/accounts', 'RoleNotEnough'],
      ['operator acted', 'viewer', 'DELETE /api/session', undefined],
    ],
  );
  for (const { address, requestId } of events) assert.match(`${address} ${requestId}`, /^127\.0\.0\.1 [\w-]{36}$/);
  assert.ok(!service.lines.join().includes('my-password'));
});

test('no password, token or secret is in the log', () => {
  assert.doesNotMatch(service.lines.join('\n'), /sandbox-password|otters|csrf|northbind_session/);
});

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)!
      .map((byte) => Number.parseInt(byte, 2)),
  );
}
