import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import test, { before } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { until } from '../kit/processes/until.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;
let token: string;

before(async () => {
  service = await startTestService();
  token = await service.login();
});

const credentials = { client_id: 'northbind-sandbox', client_secret: 'sandbox-client-secret' };
const login = { username: 'ontario', password: 'sandbox-password' };

test('an unknown route is 404 with the envelope, with or without a token', async () => {
  for (const path of ['/v1/claims', '/quote', '/v2/quote', '/v1/quote//', '/v1/quote/dealers//']) {
    const answer = await service.call('GET', path, { token });
    assert.equal(answer.status, 404, path);
    assert.deepEqual(answer.codes, ['RouteNotFound'], path);
    assert.equal(answer.body.isValid, false);
  }
  const unreadable = await service.call('GET', '/v1/%zz');
  assert.equal(unreadable.status, 404);
  assert.match(unreadable.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  assert.equal(unreadable.headers.get('x-content-type-options'), 'nosniff');
});

test('a known route with another method is 405 and says which methods it has', async () => {
  const answer = await service.call('GET', '/v1/quote', { token });
  assert.equal(answer.status, 405);
  assert.deepEqual(answer.codes, ['MethodNotAllowed']);
  assert.equal(answer.headers.get('allow'), 'POST');
  const other = await service.call('DELETE', '/v1/document/7f3d0c1e-52a4-4f0b-9d0e-3b1f6a2c9e57', { token });
  assert.equal(other.status, 405);
  assert.equal(other.headers.get('allow'), 'GET, HEAD');
});

test('what has no route is told so whatever its method and its body', async () => {
  const bodies = [
    { type: 'text/xml', body: '<a/>' },
    { type: 'application/json', body: JSON.stringify({ text: 'x'.repeat(70_000) }) },
    { type: 'no type', body: '{' },
    { type: undefined, body: undefined },
  ];
  for (const [path, status, code, allow] of [
    ['/v1/quote', 405, 'MethodNotAllowed', 'POST'],
    ['/v1/quote?x=1', 405, 'MethodNotAllowed', 'POST'],
    ['/v1/document/7f3d0c1e-52a4-4f0b-9d0e-3b1f6a2c9e57', 405, 'MethodNotAllowed', 'GET, HEAD'],
    ['/sandbox/clock', 405, 'MethodNotAllowed', 'GET, HEAD, POST'],
    ['/v1/nothing', 404, 'RouteNotFound', undefined],
    ['/v1/document/a/b', 404, 'RouteNotFound', undefined],
  ] as const) {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'TRACE', 'PROPFIND']) {
      for (const { type, body } of bodies) {
        const about = `${method} ${path} ${type}`;
        const answer = await send(method, path, type, body);
        assert.equal(answer.status, status, about);
        assert.deepEqual(answer.codes, [code], about);
        assert.equal(answer.headers.allow, allow, about);
        assert.match(String(answer.headers['x-request-id']), /^[0-9a-f-]{36}$/, about);
      }
    }
  }
  assert.deepEqual(
    service.lines.filter((line) => line.includes('request failed')),
    [],
  );
});

/** Also with methods that fetch refuses to send. */
function send(method: string, path: string, type: string | undefined, body = '') {
  const headers = { 'content-length': body.length, ...(type !== undefined && { 'content-type': type }) };
  return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; codes: string[] }>(
    (resolve, reject) => {
      const request = httpRequest(new URL(path, service.url), { method, headers }, async (response) => {
        const text = (await response.setEncoding('utf8').toArray()).join('');
        const codes = JSON.parse(text).errors.map((one: { code: string }) => one.code);
        resolve({ status: response.statusCode, headers: response.headers, codes });
      });
      request.on('error', reject);
      request.end(body);
    },
  );
}

test('a path is the same in any letter case and with a slash at its end, for every method', async () => {
  const paths = ['/V1/Quote/Dealers', '/v1/quote/dealers/', '/V1/QUOTE/DEALERS/'];
  const plain = await service.call('GET', '/v1/quote/dealers', { token });
  for (const path of paths) {
    const answer = await service.call('GET', path, { token });
    assert.deepEqual([answer.status, answer.text], [200, plain.text], path);
    assert.equal((await service.call('GET', `${path}?x=/`, { token })).text, plain.text, path);
    const head = await service.call('HEAD', path, { token });
    assert.deepEqual([head.status, head.text, head.headers.has('ratelimit-remaining')], [200, '', true], path);
    assert.equal((await service.call('GET', path)).status, 401, path);
    for (const method of ['POST', 'OPTIONS']) {
      const other = await send(method, path, undefined);
      assert.deepEqual(
        [other.status, other.codes, other.headers.allow],
        [405, ['MethodNotAllowed'], 'GET, HEAD'],
        path,
      );
    }
  }
  const signIn = await service.call('POST', '/V1/Authenticate/', { headers: credentials, body: login });
  assert.equal(signIn.status, 200, signIn.text);
  for (const path of [
    '/HealthCheck/',
    '/healthcheck/Live/',
    '/.WELL-KNOWN/oauth-authorization-server/',
    '/Card-Checkout/',
  ])
    assert.equal((await service.call('GET', path)).status, 200, path);
});

test('such a call counts for its partner’s limit, and metrics and the partner’s own calls have its operation', async () => {
  const id = 'spelled-otherwise-1';
  const before = await service.call('GET', '/v1/quote/dealers', { token });
  const after = await service.call('GET', '/V1/Quote/DEALERS/', { token, headers: { 'x-request-id': id } });
  const left = (answer: typeof after) => Number(answer.headers.get('ratelimit-remaining'));
  assert.equal(left(after), left(before) - 1);
  const line = service.lines.map((one) => JSON.parse(one)).find(({ requestId }) => requestId === id);
  assert.equal(line.operation, 'dealers');
  const { body } = await until(
    () => service.call('GET', `/v1/requests?requestId=${id}`, { token }),
    (answer) => answer.body.requests.length > 0,
  );
  assert.equal(body.requests[0].operation, 'dealers');
});

test('an id in a path keeps its letter case', async () => {
  const quote = await service.call('GET', '/V1/Policies/NB1aB/', { token });
  assertOnly(quote, 'PolicyNotFound');
  const secret = 'aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789_-aBcDe';
  const page = await fetch(`${service.url}/SALE/${secret}`);
  assert.ok(page.status === 404 || page.status === 410, String(page.status));
});

function assertOnly({ status, codes }: { status: number; codes: readonly string[] }, code: string): void {
  assert.deepEqual([status, codes], [422, [code]]);
}

test('a byte order mark before a body is no part of it', async () => {
  const mark = '\ufeff';
  const json = await service.call('POST', '/v1/authenticate', {
    headers: credentials,
    body: mark + JSON.stringify(login),
  });
  assert.equal(json.status, 200, json.text);
  const form = await fetch(`${service.url}/oauth2/token`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from('northbind-sandbox-oauth:sandbox-oauth-secret').toString('base64')}`,
    },
    body: `${mark}grant_type=client_credentials&scope=seller:ontario`,
  });
  assert.equal(form.status, 200, await form.text());
  for (const body of [mark, mark + mark + JSON.stringify(login)])
    assert.deepEqual((await service.call('POST', '/v1/authenticate', { headers: credentials, body })).codes, [
      'BodyInvalid',
    ]);
});

test('a 401 without a good token names where to learn how one is got', async () => {
  const metadata = `resource_metadata="${service.url}/.well-known/oauth-protected-resource"`;
  const challengeOf = async (headers: Record<string, string>) =>
    (await service.call('GET', '/v1/policies', { headers })).headers.get('www-authenticate');
  assert.equal(await challengeOf({}), `Bearer ${metadata}`);
  assert.equal(await challengeOf({ authorization: 'Bearer x.y.z' }), `Bearer error="invalid_token", ${metadata}`);
  assert.equal(await challengeOf({ authorization: 'Basic eDp5' }), 'Bearer', 'who comes another way is told no more');
  const { body } = await service.call('GET', '/.well-known/oauth-protected-resource');
  assert.deepEqual([body.resource, body.authorization_servers], [service.url, [service.url]]);
  const { body: server } = await service.call('GET', '/.well-known/oauth-authorization-server');
  assert.deepEqual([server.issuer, server.scopes_supported], [service.url, body.scopes_supported]);
});

test('an answer above 1 kB is compressed if the caller asks for it, and one with a secret never', async () => {
  const { today } = (await service.call('GET', '/sandbox/clock', { token })).body;
  for (let count = 0; count < 3; count += 1)
    await service.call('POST', '/v1/sale-links', { token, body: { partnerReference: 'x'.repeat(64) } });
  const plain = await rawly('/v1/seller', {});
  assert.ok(plain.bytes.length > 1024);
  assert.deepEqual([plain.headers['content-encoding'], plain.headers.vary], [undefined, 'accept-encoding']);
  for (const [accepted, encoding, inflate] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ] as const) {
    const { headers, bytes } = await rawly('/v1/seller', { 'accept-encoding': accepted });
    assert.equal(headers['content-encoding'], encoding);
    assert.ok(bytes.length < plain.bytes.length / 2);
    assert.deepEqual(inflate(bytes), plain.bytes);
  }
  const small = await rawly(`/sandbox/clock`, { 'accept-encoding': 'gzip' });
  assert.deepEqual([small.headers['content-encoding'], JSON.parse(small.bytes.toString()).today], [undefined, today]);
  const secret = await rawly('/v1/sale-links', { 'accept-encoding': 'gzip' });
  assert.ok(secret.bytes.length > 1024);
  assert.equal(secret.headers['content-encoding'], undefined);
});

/** Reads an answer as it came over the wire: fetch would inflate it. */
async function rawly(path: string, headers: Record<string, string>) {
  const asked = httpRequest(`${service.url}${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } });
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { headers: answer.headers, bytes: Buffer.concat(await answer.toArray()) };
}

test('a missing or invalid token is 401 with an empty body and a challenge', async () => {
  for (const authorization of [
    '',
    'Bearer',
    'Bearer x.y.z',
    `Basic ${token}`,
    `Bearer ${token}x`,
    `Bearer ${'x'.repeat(5000)}`,
  ]) {
    const answer = await service.call('GET', '/v1/quote/dealers', { headers: { authorization } });
    assert.equal(answer.status, 401, authorization);
    assert.equal(answer.text, '');
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer\b/);
  }
});

test('malformed JSON and a body that is no object are 400 with an empty body; on authenticate 422', async () => {
  for (const body of ['{', '', '[]', '"x"', '1', 'null', '{"a":}', 'é']) {
    const answer = await service.call('POST', '/v1/authenticate', { body, headers: credentials });
    assert.equal(answer.status, 422, body);
    assert.deepEqual(answer.codes, ['BodyInvalid'], body);
  }
});

test('a client that sends a chunked body which is too large, piece by piece, gets the 413', async () => {
  for (let count = 0; count < 5; count += 1) {
    const status = await new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const request = httpRequest(`${service.url}/v1/quote`, { method: 'POST', headers });
      let answered: number | undefined;
      request.on('error', reject);
      request.on('response', (response) => {
        answered = response.statusCode;
        response.resume();
      });
      request.on('close', () => resolve(answered));
      const write = (pieces: number): void => {
        if (pieces === 0) return void request.end();
        request.write(Buffer.alloc(20_000, 'x'), () => setImmediate(() => write(pieces - 1)));
      };
      write(30);
    });
    assert.equal(status, 413);
  }
});

test('a body that is not UTF-8 is refused as one that is not JSON', async () => {
  const latin = Buffer.from('{"username":"ontario","password":"Montr\u00e9al"}', 'latin1');
  const post = (path: string, headers: Record<string, string>) =>
    fetch(service.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: latin,
    });
  const quote = await post('/v1/quote', { authorization: `Bearer ${token}` });
  assert.deepEqual([quote.status, await quote.text()], [400, '']);
  const authenticate = await post('/v1/authenticate', credentials);
  assert.equal(authenticate.status, 422);
  assert.match(await authenticate.text(), /BodyInvalid/);
});

test('an unsupported content type is 415, a body over 64 KiB is 413, both with the envelope', async () => {
  const xml = await service.call('POST', '/v1/authenticate', { body: '<a/>', headers: { 'content-type': 'text/xml' } });
  assert.equal(xml.status, 415);
  assert.deepEqual(xml.codes, ['UnsupportedMediaType']);
  const plain = await service.call('POST', '/v1/authenticate', {
    body: '{}',
    headers: { 'content-type': 'text/plain' },
  });
  assert.equal(plain.status, 415);
  const large = await service.call('POST', '/v1/authenticate', {
    body: { username: 'x'.repeat(70_000) },
    headers: credentials,
  });
  assert.equal(large.status, 413);
  assert.deepEqual(large.codes, ['RequestTooLarge']);
});

test('bodies are accepted as application/json, text/json and application/*+json', async () => {
  for (const type of [
    'application/json',
    'text/json',
    'application/vnd.partner+json',
    'application/*+json',
    'application/*+json; charset=utf-8',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
  ]) {
    const answer = await service.call('POST', '/v1/authenticate', {
      body: login,
      headers: { ...credentials, 'content-type': type },
    });
    assert.equal(answer.status, 200, type);
  }
});

test('the answer has the media type that was asked for, with the same JSON text', async () => {
  const expected: readonly (readonly [string, string])[] = [
    ['text/json', 'text/json'],
    ['text/plain', 'text/plain'],
    ['application/json', 'application/json'],
    ['*/*', 'application/json'],
    ['text/html', 'application/json'],
    ['text/plain;q=0.5, text/json', 'text/json'],
    ['application/json;q=0.1, text/plain;q=0.9', 'text/plain'],
  ];
  for (const [accept, type] of expected) {
    const answer = await service.call('GET', '/v1/nothing', { token, headers: { accept } });
    assert.equal(answer.headers.get('content-type'), `${type}; charset=utf-8`, accept);
    assert.deepEqual(answer.codes, ['RouteNotFound']);
    const good = await service.call('GET', '/healthcheck/live', { headers: { accept } });
    assert.equal(good.headers.get('content-type'), `${type}; charset=utf-8`, accept);
    assert.deepEqual(good.body, { status: 'Healthy' });
  }
});

test('messages are French for a caller that prefers French, and codes stay', async () => {
  const french = await service.call('GET', '/v1/nothing', {
    headers: { 'accept-language': 'fr-CA,fr;q=0.9,en;q=0.5' },
  });
  const english = await service.call('GET', '/v1/nothing', { headers: { 'accept-language': 'en-CA' } });
  assert.deepEqual(french.codes, english.codes);
  assert.notEqual(french.body.errors[0].message, english.body.errors[0].message);
  assert.equal(french.headers.get('content-language'), 'fr');
});

test('names and enum values match without regard to case', async () => {
  const answer = await service.call('POST', '/v1/authenticate', {
    body: { UserName: 'ontario', PASSWORD: 'sandbox-password', extra: [1] },
    headers: credentials,
  });
  assert.equal(answer.status, 200);
});

test('an error item has the values that its message names, so that nobody reads them out of words', async () => {
  const paramsOf = async (method: string, path: string, options = {}) =>
    (await service.call(method, path, { token, ...options })).body.errors[0].params;
  assert.deepEqual(await paramsOf('GET', '/v1/quote'), { allowed: ['POST'] });
  assert.deepEqual(await paramsOf('GET', '/v1/policies?limit=0'), { min: 1, max: 100 });
  assert.deepEqual(await paramsOf('GET', '/v1/quote/lienholders?search=ab'), { min: 3 });
  const { body: clock } = await service.call('GET', '/sandbox/clock', { token });
  const lookUp = `/v1/quote/vehicle-configurations?Vin=1HGCM82633A00435&Odometer=1&PurchaseMethod=Cash&EffectiveDate=`;
  assert.deepEqual(await paramsOf('GET', lookUp + clock.today), { length: 16 });
  const earliest = clock.today;
  const latest = new Date(Date.parse(earliest) + 30 * 86_400_000).toISOString().slice(0, 10);
  for (const effectiveDate of ['2020-01-01', '2999-01-01']) {
    const { body } = await service.call('POST', '/v1/quote', { token, body: { effectiveDate } });
    const item = body.errors.find(({ field }: { field: string }) => field === 'effectiveDate');
    assert.deepEqual(item.params, { earliest, latest }, effectiveDate);
  }
  assert.equal(await paramsOf('GET', '/v1/policies/NB1'), undefined, 'its message names nothing');
});

test('a query parameter that is not known is refused beyond the contract, and ignored in it', async () => {
  const answer = await service.call('GET', '/v1/policies?moneystate=Unpaid&LIMIT=5&expand=all', { token });
  assert.deepEqual(answer.codes, ['ParameterUnknown', 'ParameterUnknown']);
  const [{ field, params }, second] = answer.body.errors;
  assert.deepEqual([field, second.field], ['moneystate', 'expand']);
  assert.ok(params.allowed.includes('moneyStatus'));
  const none = await service.call('GET', '/v1/seller?x=1', { token });
  assert.deepEqual([none.codes, none.body.errors[0].params], [['ParameterUnknown'], undefined]);
  const made = await service.call('POST', '/v1/sale-links?dryRun=true', { token, body: {} });
  assert.deepEqual(made.codes, ['ParameterUnknown'], 'nothing was made');
  for (const path of [
    '/v1/quote/dealers?x=1',
    '/v1/test-vin?year=2024&x=1',
    '/healthcheck?x=1',
    '/healthcheck/live?x=1',
  ])
    assert.equal((await service.call('GET', path, { token })).status, 200, path);
  assert.equal((await service.call('GET', '/v1/policies?x=1')).status, 401, 'who may not ask is told nothing');
});

test('a property of the wrong type is a refusal for each bad property at once', async () => {
  const answer = await service.call('POST', '/v1/authenticate', {
    body: { username: 5, password: ['x'] },
    headers: credentials,
  });
  assert.equal(answer.status, 422);
  assert.deepEqual(answer.codes, ['PasswordInvalid', 'UsernameInvalid']);
  assert.deepEqual(answer.body.errors.map((one: { field: string }) => one.field).sort(), ['password', 'username']);
});

test('every answer carries a request id: the caller’s own when it is sane', async () => {
  const given = await service.call('GET', '/healthcheck', { headers: { 'x-request-id': 'partner-123' } });
  assert.equal(given.headers.get('x-request-id'), 'partner-123');
  for (const bad of ['a b', '<script>', 'x'.repeat(200)]) {
    const answer = await service.call('GET', '/v1/nothing', { headers: { 'x-request-id': bad } });
    assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  }
});

test('every answer carries the security headers and is not to be stored', async () => {
  for (const path of ['/healthcheck', '/v1/nothing', '/v1/quote/dealers']) {
    const { headers } = await service.call('GET', path);
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
    assert.equal(headers.get('cache-control'), 'no-store', path);
    assert.equal(headers.get('referrer-policy'), 'no-referrer', path);
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/, path);
    assert.equal(headers.get('server'), null);
    assert.equal(headers.get('x-powered-by'), null);
  }
});

test('a bug answers 500 with a message that names the request, and the log has the rest', async () => {
  const answer = await service.call('GET', '/v1/quote/dealers', {
    token,
    headers: { 'sandbox-fault': 'InternalError' },
  });
  assert.equal(answer.status, 500);
  assert.deepEqual(answer.codes, ['InternalError']);
  const id = answer.headers.get('x-request-id') ?? 'missing';
  assert.ok(answer.body.errors[0].message.includes(id));
  assert.ok(service.lines.some((line) => line.includes('request failed') && line.includes(id)));
});

test('an operation that needs a token refuses to say anything without one', async () => {
  for (const path of ['/v1/bind', '/v1/quote', '/v1/payment/card', '/v1/quote/financing', '/v1/payment/card/confirm']) {
    assert.equal((await service.call('POST', path, { body: {} })).status, 401, path);
  }
});

test('what is not HTTP is refused without harm', async () => {
  const { status } = await new Promise<{ status: number | undefined }>((resolve, reject) => {
    const { hostname, port } = new URL(service.url);
    const request = httpRequest(
      { hostname, port, path: '/healthcheck', headers: { 'x-long': 'x'.repeat(20_000) } },
      (response) => {
        response.resume();
        resolve({ status: response.statusCode });
      },
    );
    request.on('error', reject);
    request.end();
  });
  assert.equal(status, 431);
  assert.equal((await service.call('GET', '/healthcheck')).status, 200);
});

test('the asterisk is no address, and not that of the welcome page', async () => {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.write('GET * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  const answer = (await socket.setEncoding('utf8').toArray()).join('');
  assert.match(answer, /^HTTP\/1\.1 404 [\s\S]*RouteNotFound/);
});

test('a link’s page is one however its path is written, and what it refuses is no fault', async () => {
  for (const path of ['/SALE/x/api/sale', '/s%61le/x/api/sale', '/sale/x/%61pi/sale', '/Sale/x/documents/letter']) {
    const answer = await fetch(service.url + path);
    assert.deepEqual(
      [answer.status, await answer.text()],
      [404, '{"errors":[{"code":"LinkOver","field":"","message":""}]}'],
    );
  }
});

test('a second Host header is refused on every port', async () => {
  for (const address of [service.url, service.operatorUrl]) {
    const { hostname, host, port } = new URL(address);
    const socket = connect(Number(port), hostname);
    socket.write(`GET /healthcheck HTTP/1.1\r\nHost: ${host}\r\nHost: elsewhere\r\nConnection: close\r\n\r\n`);
    const answer = (await socket.setEncoding('utf8').toArray()).join('');
    assert.match(answer, /^HTTP\/1\.1 4(00|21) /, address);
  }
});

test('a caller that goes away while it sends is one quiet line in the log, and a count', async () => {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const head = `POST /v1/quote HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nX-Request-Id: gone-1`;
  socket.write(`${head}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n`);
  await once(socket, 'data'); // The service waits for the body.
  socket.write('{"half', () => socket.destroy());
  const lines = await until(
    () => service.lines.filter((line) => line.includes('gone-1')),
    ({ length }) => length > 0,
  );
  assert.equal(lines.length, 1);
  assert.deepEqual([JSON.parse(lines[0]!).event, JSON.parse(lines[0]!).status], ['answered', 499]);
  const metrics = await fetch(`${service.operatorUrl}/metrics`).then((response) => response.text());
  assert.match(metrics, /northbind_request_seconds_count\{operation="quote",status="499"\} 1/);
});

test('a call that comes over an open connection while the service stops is answered as ever, and is its last', async () => {
  const stopping = await startTestService();
  const { hostname, port } = new URL(stopping.url);
  const socket = connect(Number(port), hostname);
  const texts = socket.setEncoding('utf8').toArray();
  // Half of a call: the connection is not idle, and the service waits for it.
  socket.write('GET /v1/quote/dealers HTTP/1.1\r\nHost: x\r\n');
  await stopping.call('GET', '/healthcheck/live');
  const closed = stopping.close();
  while (await fetch(stopping.url).then(Boolean, () => false)) await new Promise((resolve) => setTimeout(resolve, 20));
  socket.write('X-Request-Id: late-1\r\n\r\n');
  const answer = (await texts).join('');
  assert.match(answer, /^HTTP\/1\.1 401 /);
  assert.match(answer, /^x-request-id: late-1\r$/im);
  assert.match(answer, /^connection: close\r$/im);
  await closed;
});
