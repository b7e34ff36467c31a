import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { type Assistant, connectByAddress, type ServedAt } from '../../mcp/test/assistant.ts';
import { Northbind } from '../../sdk/src/index.ts';
import { until } from '../kit/processes/until.ts';
import { clockAt, noon, noonDay } from '../kit/sale/quoting.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';
import { applicant, readyToBind, sandbox } from '../sdk/sale.ts';

/** The tools that the service itself serves, as a partner's assistant uses them: by an address and an OAuth client. */
let service: TestService;
let northbind: Northbind;

before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock, environment: { MCP_SERVER: 'on' } });
  northbind = new Northbind({ baseUrl: service.url, ...sandbox });
});

for (const isCurrent of [true, false]) {
  const version = isCurrent ? '2026-07-28' : '2025-11-25';
  test(`an assistant with an OAuth client looks up, quotes, binds and fetches the document, by ${version}`, async () => {
    const assistant = await connect({ path: '/mcp/bind', isCurrent });
    assert.equal(assistant.version, version);
    const selection = await quote(assistant);
    const policy = await assistant.call('bind', { ...selection, paymentMethod: 'REF' });
    const { documents } = await assistant.call('get_policy', { policyNumber: policy.policyNumber });
    assert.equal(documents[0].downloadId, policy.documentDownloadId);
    const { downloadId } = documents[0];
    const told = await assistant.call('get_document', { downloadId });
    const file = await assistant.file('get_document', { downloadId });
    assert.equal(file.subarray(0, 5).toString(), '%PDF-');
    assert.deepEqual(told, { filename: told.filename, contentType: 'application/pdf', bytes: file.length });

    assert.equal(
      (await assistant.call('bind', { ...selection, paymentMethod: 'REF' })).policyNumber,
      policy.policyNumber,
    );
    const { vin } = (await northbind.applications.get(selection.applicationId)).vehicle;
    const anew = { ...(await quote(assistant, vin)), paymentMethod: 'REF' };
    assert.equal((await assistant.fail('bind', anew)).code, 'VehicleAlreadyCovered');
  });
}

test('a card and a loan are bound by the address, and a repeat charges nothing more', async () => {
  const assistant = await connect({ path: '/mcp/bind' });
  for (const method of ['CC', 'PFF'] as const) {
    const request = await readyToBind(northbind, method, noonDay);
    const { policyNumber } = await assistant.call('bind', request);
    assert.equal((await assistant.call('bind', request)).policyNumber, policyNumber);
    const { charges, loans } = await northbind.sandbox.ledger(request.applicationId);
    assert.equal(charges.length + loans.length, 1, method);
  }
});

test('an assistant that forgets an open bind and quotes the vehicle anew makes no second policy', async () => {
  const assistant = await connect({ path: '/mcp/bind' });
  const first = { ...(await quote(assistant)), paymentMethod: 'REF' };
  const { vin } = (await northbind.applications.get(first.applicationId)).vehicle;
  const anew = { ...(await quote(assistant, vin)), paymentMethod: 'REF' };
  const headers = { 'sandbox-fault': 'SlowBind' };
  const open = service.call('POST', '/v1/bind', { token: await service.login(), headers, body: first });
  await until(
    () => northbind.applications.get(first.applicationId),
    ({ status }) => status !== 'Quoted',
  );
  // On a busy machine the first may have ended by now.
  assert.match((await assistant.fail('bind', anew)).code, /^(BindUnfinished|VehicleAlreadyCovered)$/);
  const { policyNumber } = await assistant.call('bind', first);
  assert.equal((await open).body.policyNumber, policyNumber);
  assert.equal((await assistant.fail('bind', anew)).code, 'VehicleAlreadyCovered');
});

test('at the address without binds no tool can make a policy', async () => {
  const names = async (path: string) => (await (await connect({ path })).tools()).map(({ name }) => name);
  const [without, withBind] = [await names('/mcp'), await names('/mcp/bind')];
  assert.equal(without.includes('quote'), true);
  assert.deepEqual(
    withBind.filter((name) => !without.includes(name)),
    ['bind'],
  );
});

test('a token is needed, and the refusal leads to where it is got', async () => {
  for (const path of ['/mcp', '/mcp/bind']) {
    const metadata = `${service.url}/.well-known/oauth-protected-resource${path}`;
    const { status, headers, text } = await service.call('POST', path, { body: ping });
    assert.deepEqual(
      [status, headers.get('www-authenticate'), text],
      [401, `Bearer resource_metadata="${metadata}"`, ''],
    );
    const wrong = await service.call('POST', path, { token: 'x.y.z', body: ping });
    assert.equal(
      wrong.headers.get('www-authenticate'),
      `Bearer error="invalid_token", resource_metadata="${metadata}"`,
    );
    const { body } = await service.call('GET', `/.well-known/oauth-protected-resource${path}`);
    assert.deepEqual([body.resource, body.authorization_servers], [service.url + path, [service.url]]);
  }
});

test('a tool may what its token may: its scopes and its seller', async () => {
  const reader = await connect({ scope: 'read seller:ontario' });
  assert.deepEqual((await reader.call('list_policies', {})).nextCursor === undefined, false);
  const refused = await reader.fail('create_sale_link', {});
  assert.deepEqual([refused.code, refused.errors[0]!.params], ['ScopeInsufficient', { scopes: ['sell'] }]);

  const own = await connect({});
  const { applicationId } = await quote(own);
  const other = await connect({ scope: 'seller:quebec' });
  assert.equal((await other.fail('get_application', { applicationId })).code, 'ApplicationNotFound');
  const all = await connect({ scope: 'seller:*' });
  assert.equal((await all.call('get_application', { applicationId })).seller, 'ontario');
});

test('a failure names the fault as the API does, in the language that was asked for', async () => {
  const assistant = await connect({ headers: { 'accept-language': 'fr-CA' } });
  const { errors, code } = await assistant.fail('get_policy', { policyNumber: 'none' });
  const said = await northbind.policies.get('none', { language: 'fr' }).catch((error) => error.errors[0]);
  assert.deepEqual(
    [code, errors[0]],
    ['PolicyNotFound', { ...said, whatToDo: (errors[0] as { whatToDo?: string }).whatToDo }],
  );
});

test('each message and each call of a tool counts against the integration’s limit, and a limit is told at once', async () => {
  const busy = await startTestService({ environment: { MCP_SERVER: 'on', RATE_LIMIT: '6' } });
  const token = await busy.login();
  const call = (name: string, input: object) =>
    busy.call('POST', '/mcp', {
      token,
      headers: { accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } },
    });
  const first = await call('get_seller', {});
  assert.match(first.text, /"username/);
  assert.equal(first.headers.get('ratelimit-remaining'), '4', 'the sign-in and this message; the tool’s call follows');
  await call('get_seller', {});
  const last = await call('get_seller', {});
  assert.match(last.text, /RateLimitExceeded/);
  assert.equal((await call('get_seller', {})).status, 429);
});

test('no message may be a batch, larger than any request, or come from a page of another site', async () => {
  const token = await service.login();
  const send = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    service.call('POST', '/mcp', {
      token,
      body,
      headers: { accept: 'application/json, text/event-stream', ...headers },
    });
  assert.equal((await send(ping)).status, 200);
  assert.equal((await send([ping, ping])).status, 400);
  assert.equal((await send('{')).status, 400);
  assert.deepEqual((await send(JSON.stringify({ ...ping, pad: 'x'.repeat(70_000) }))).codes, ['RequestTooLarge']);
  assert.equal((await send(ping, { origin: 'https://evil.example' })).status, 403);
  assert.equal((await send(ping, { origin: service.url })).status, 200);
  assert.equal((await service.call('GET', '/mcp', { token })).status, 405, 'nothing is told unasked');
  assert.equal((await service.call('DELETE', '/mcp', { token })).status, 405, 'nothing is kept');
});

test('unless the operator turns it on, nothing is there', async () => {
  const usual = await startTestService();
  const token = await usual.login();
  for (const [method, path] of [
    ['POST', '/mcp'],
    ['POST', '/mcp/bind'],
    ['GET', '/mcp'],
    ['GET', '/.well-known/oauth-protected-resource/mcp'],
  ] as const) {
    const off = await usual.call(method, path, { token, ...(method === 'POST' && { body: ping }) });
    const nowhere = await usual.call(method, '/nowhere', { token, ...(method === 'POST' && { body: ping }) });
    assert.deepEqual([off.status, off.body.errors, off.codes], [404, nowhere.body.errors, ['RouteNotFound']]);
  }
});

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

function connect({ path = '/mcp', scope = 'seller:ontario', ...more }: Partial<ServedAt & { readonly scope: string }>) {
  const credentials = { clientId: 'northbind-sandbox-oauth', clientSecret: 'sandbox-oauth-secret', scope };
  return connectByAddress({ url: service.url, path, credentials, ...more });
}

async function quote(assistant: Pick<Assistant, 'call'>, known?: string) {
  const vin = known ?? (await northbind.testVin(2024)).vin;
  const asked = { effectiveDate: noonDay, odometer: 24_500, purchaseMethod: 'Cash' };
  const { vehicles } = await assistant.call('look_up_vehicle', { vin, ...asked });
  const request = { ...asked, series: 'Prime', vehicleConfigurationId: vehicles[0].id, applicant };
  const { applicationId, replacementOptions } = await assistant.call('quote', request);
  const { paymentTermInYears, coverage } = replacementOptions[0];
  return {
    applicationId: applicationId as string,
    coverageCategory: 'Replacement',
    paymentTermInYears: paymentTermInYears as number,
    selectedProducts: coverage.map(({ productType }: { productType: string }) => productType) as string[],
  };
}
