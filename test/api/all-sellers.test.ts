import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { addDays } from '../../src/domain/calendar.ts';
import { defaultScopes } from '../../src/domain/credential/scope.ts';
import { openWebhookReceiver } from '../kit/parties/webhook-receiver.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { until } from '../kit/processes/until.ts';
import { assertBound, binder, byReferral, chooseFrom } from '../kit/sale/binding.ts';
import {
  assertRefused,
  clockAt,
  inDatabase,
  type Json,
  noon,
  noonDay,
  openQuoteClient,
  type SellerName,
} from '../kit/sale/quoting.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;
let all: string;
const sold = new Map<SellerName, { policyNumber: string; applicationId: string; documentDownloadId: string }>();

before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock });
  all = (await ask('read manage seller:*')).body.access_token;
  // Manitoba is another integration's.
  for (const name of ['ontario', 'alberta', 'manitoba'] as const) sold.set(name, await sell(name));
});

async function ask(scope: string, id = 'northbind-sandbox-oauth', secret = 'sandbox-oauth-secret') {
  const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret, scope };
  const response = await fetch(`${service.url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) });
  return {
    status: response.status,
    body: (await response.json()) as Record<string, string> & { access_token: string },
  };
}

async function sell(name: SellerName) {
  const client = await openQuoteClient(service, name);
  const quoted = await client.quote(await client.request({ partnerReference: `ALL-${name}` }));
  const body = assertBound(
    await binder(service, client.token)({ ...chooseFrom(quoted, 'Replacement', 3), ...byReferral }),
  );
  return { ...body, applicationId: quoted.body.applicationId };
}

function assertOutOfScope({ status, codes }: Answer): void {
  assert.deepEqual([status, codes], [403, ['ScopeInsufficient']]);
}

const get = (path: string, token = all) => service.call('GET', path, { token });

test('a token for all sellers reads and manages, and never sells', async () => {
  assert.equal((await ask('read manage seller:*')).body.scope, 'read manage seller:*');
  assert.equal((await ask('seller:*')).body.scope, 'read manage seller:*');
  for (const scope of ['sell seller:*', 'sell read seller:*', 'read seller:* seller:ontario']) {
    const { status, body } = await ask(scope);
    assert.deepEqual([status, body.error], [400, 'invalid_scope'], scope);
  }
  for (const path of ['/v1/quote/dealers', '/v1/seller', '/sandbox/clock']) assertOutOfScope(await get(path));
  const read = (await ask('read seller:*')).body.access_token;
  assertOutOfScope(await get('/v1/webhook-endpoints', read));
});

test('the statement is of all sellers, each line with its own', async () => {
  const { body } = await get(`/v1/statements/${noonDay.slice(0, 7)}`);
  assert.deepEqual(
    new Set(body.lines.map(({ seller, policyNumber }: Json) => `${seller} ${policyNumber}`)),
    new Set(['ontario', 'alberta'].map((one) => `${one} ${sold.get(one as SellerName)!.policyNumber}`)),
  );
  const totals = body.lines.reduce((sum: number, { total }: { total: number }) => sum + total, 0);
  assert.equal(body.totals.total.toFixed(2), totals.toFixed(2));
  const token = await service.login('alberta');
  const own = (await get(`/v1/statements/${noonDay.slice(0, 7)}`, token)).body.lines;
  assert.deepEqual(
    own.map(({ seller }: Json) => seller),
    ['alberta'],
  );
});

test('the calls of all sellers are listed together, newest first and page by page, each with its seller', async () => {
  const page = async (cursor = '') =>
    (await get(`/v1/requests?operation=bind&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`)).body;
  const first = await until(page, ({ requests }) => requests.length === 1);
  const second = await page(first.nextCursor);
  const sellers = [...first.requests, ...second.requests].map(({ seller }: Json) => seller);
  assert.deepEqual(sellers, ['alberta', 'ontario'], 'the later one first, and manitoba is another client’s');
  assert.equal((await get(`/v1/requests?operation=bind&to=${addDays(noonDay, -1)}`)).body.requests.length, 0);
  const own = await service.call('GET', `/v1/requests?cursor=${first.nextCursor}`, {
    token: await service.login('ontario'),
  });
  assertRefused(own, ['CursorInvalid cursor']);
});

test('lists and the feed have what all sellers of the client sold, each with its seller, and nobody else’s', async () => {
  for (const [path, name] of [
    ['/v1/policies', 'policies'],
    ['/v1/applications', 'applications'],
    ['/v1/events', 'events'],
  ] as const) {
    const { status, body, text } = await get(path);
    assert.equal(status, 200, text);
    assert.deepEqual(
      new Set(body[name].map(({ seller, policyNumber }: Json) => `${seller} ${policyNumber}`)),
      new Set(['ontario', 'alberta'].map((one) => `${one} ${sold.get(one as SellerName)!.policyNumber}`)),
      path,
    );
  }
  assert.deepEqual(
    (await get('/v1/policies?partnerReference=ALL-alberta&status=InForce')).body.policies.map(
      ({ seller }: Json) => seller,
    ),
    ['alberta'],
  );
  assert.deepEqual((await get('/v1/policies?partnerReference=ALL-manitoba')).body.policies, []);
  const { events } = (await get('/v1/events', await service.login('manitoba'))).body;
  assert.deepEqual([events[0].seller, events[0].data.seller], ['manitoba', 'manitoba']);
  assertRefused(await get(`/v1/events?after=${events[0].id}`), ['AfterInvalid after']);
});

test('pages go over all sellers, newest first, and a cursor is not taken by a token of one', async () => {
  const first = (await get('/v1/policies?limit=1')).body;
  const second = (await get(`/v1/policies?limit=1&cursor=${first.nextCursor}`)).body;
  assert.deepEqual(
    [first.policies[0].seller, second.policies[0].seller, second.nextCursor],
    ['alberta', 'ontario', null],
  );
  const one = (await get('/v1/applications?limit=1')).body;
  const other = (await get(`/v1/applications?limit=1&cursor=${one.nextCursor}`)).body;
  assert.deepEqual([one.applications[0].seller, other.applications[0].seller], ['alberta', 'ontario']);
  for (const path of [
    `/v1/policies?limit=1&cursor=${first.nextCursor}`,
    `/v1/applications?limit=1&cursor=${one.nextCursor}`,
  ])
    assertRefused(await get(path, await service.login('ontario')), ['CursorInvalid cursor']);
});

test('a thing of each seller is found; another integration’s looks like nothing', async () => {
  for (const name of ['ontario', 'alberta'] as const) {
    const { policyNumber, applicationId, documentDownloadId } = sold.get(name)!;
    assert.equal((await get(`/v1/policies/${policyNumber.toLowerCase()}`)).body.seller, name);
    assert.equal((await get(`/v1/applications/${applicationId}`)).body.seller, name);
    assert.equal((await get(`/v1/document/${documentDownloadId}`)).status, 200);
    const own = await service.login(name);
    assert.equal((await get(`/v1/policies/${policyNumber}`, own)).body.seller, name);
  }
  const { policyNumber, applicationId, documentDownloadId } = sold.get('manitoba')!;
  const nobodys = '0190c0de-0000-7000-8000-00000000abcd';
  for (const [theirs, none] of [
    [`/v1/policies/${policyNumber}`, '/v1/policies/NB000000000'],
    [`/v1/applications/${applicationId}`, `/v1/applications/${nobodys}`],
    [`/v1/document/${documentDownloadId}`, `/v1/document/${nobodys}`],
  ] as const) {
    const foreign = await get(theirs);
    assert.equal(foreign.status, 422);
    assert.equal(foreign.text, (await get(none)).text, theirs);
  }
  const body = { effectiveDate: noonDay, reason: 'VehicleSold', isPreview: true };
  const preview = (number: string) =>
    service.call('POST', `/v1/policies/${number}/cancellation-request`, { token: all, body });
  assert.equal((await preview(sold.get('alberta')!.policyNumber)).status, 200);
  assertRefused(await preview(policyNumber), ['PolicyNotFound policyNumber']);
});

test('a client for one seller reaches that one alone, also by seller:*', async () => {
  const { status, body } = await ask('seller:*', 'northbind-sandbox-levis-oauth', 'sandbox-oauth-secret-3');
  assert.equal(status, 200);
  assert.deepEqual((await get('/v1/policies', body.access_token)).body.policies, []);
  assertRefused(await get(`/v1/policies/${sold.get('manitoba')!.policyNumber}`, body.access_token), [
    'PolicyNotFound policyNumber',
  ]);
  const own = await ask('', 'northbind-sandbox-levis-oauth', 'sandbox-oauth-secret-3');
  assert.equal(own.body.scope, [...defaultScopes, 'seller:levis'].join(' '));
});

test('an endpoint of a client hears of all its sellers and is seen by it alone; it sees theirs, and has five at most', async () => {
  const receiver = await openWebhookReceiver();
  afterwards(receiver.close);
  const path = '/v1/webhook-endpoints';
  const create = (token = all) =>
    service.call('POST', path, { token, body: { url: receiver.url, types: ['policy.issued'] } });
  const { id } = (await create()).body;
  assert.deepEqual(
    (await get(path)).body.webhookEndpoints.map((one: Json) => one.id),
    [id],
  );
  for (const name of ['ontario', 'manitoba']) {
    const token = await service.login(name);
    assert.deepEqual((await get(path, token)).body.webhookEndpoints, []);
    assertRefused(await get(`${path}/${id}`, token), ['WebhookEndpointNotFound id']);
    assertRefused(await service.call('DELETE', `${path}/${id}`, { token }), ['WebhookEndpointNotFound id']);
  }
  const ofSeller = (await create(await service.login('ontario'))).body.id;
  const ofStranger = (await create(await service.login('manitoba'))).body.id;
  assert.deepEqual(
    (await get(path)).body.webhookEndpoints.map((one: Json) => one.id),
    [id, ofSeller],
  );
  assertRefused(await get(`${path}/${ofStranger}`), ['WebhookEndpointNotFound id']);
  assert.equal((await get(`${path}/${ofSeller}`)).body.id, ofSeller);
  assert.equal((await service.call('DELETE', `${path}/${ofSeller}`, { token: all })).status, 204);
  await service.call('DELETE', `${path}/${ofStranger}`, { token: await service.login('manitoba') });

  const numbers = [];
  for (const name of ['ontario', 'manitoba', 'alberta'] as const) numbers.push([name, (await sell(name)).policyNumber]);
  const heard = await until(
    async () => receiver.received.map(({ body }) => JSON.parse(body) as Json),
    (bodies) => bodies.length >= 2,
  );
  assert.deepEqual(
    heard.map(({ seller, policyNumber }) => [seller, policyNumber]),
    [numbers[0], numbers[2]],
  );
  for (let made = 1; made < 5; made += 1) assert.equal((await create()).status, 201);
  assertRefused(await create(), ['WebhookEndpointLimit']);
});

test('the token ends with the client’s secret, and leaves out a seller that is disabled', async () => {
  await inDatabase(service.databaseUrl, `UPDATE seller SET is_disabled = true WHERE username = 'alberta'`);
  await until(
    async () => (await get('/v1/policies')).body.policies,
    (policies) => policies.length > 0 && policies.every(({ seller }: Json) => seller === 'ontario'),
  );
  assertRefused(await get(`/v1/policies/${sold.get('alberta')!.policyNumber}`), ['PolicyNotFound policyNumber']);
  await inDatabase(
    service.databaseUrl,
    `UPDATE oauth_client SET is_disabled = true WHERE client_id = 'northbind-sandbox-oauth'`,
  );
  await until(
    () => get('/v1/policies'),
    ({ status }) => status === 401,
  );
});
