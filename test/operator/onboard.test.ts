import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import test, { before } from 'node:test';
import { withCheckDigit } from '../../src/domain/vehicle/vin.ts';
import type { CreatedIntegration, CreatedSeller, WireSeller } from '../../src/operator/wire/onboard.ts';
import type { WireUnresolvedVin, WireVinPattern } from '../../src/operator/wire/vehicles.ts';
import { until } from '../kit/processes/until.ts';
import { assertQuoted, assertRefused, openQuoteClient, requestFor } from '../kit/sale/quoting.ts';
import { signInOperator, type TestOperator } from '../kit/service/operator.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;
let admin: TestOperator;
const start = new Date('2026-06-01T12:00:00Z');
let now = start;
let partner: CreatedIntegration;
let seller: CreatedSeller;
let sandboxId: string;
let sandboxToken: string;
let mark = 100_000;

before(async () => {
  service = await startTestService({ clock: () => now });
  admin = await signInOperator(service);
  sandboxId = (await admin.get('/api/integrations?search=northbind-sandbox')).body.rows[0].id;
  sandboxToken = await service.login();
  partner = (await admin.post('/api/integrations', { name: 'Maple Partner', clientId: 'maple' })).body;
  seller = (await admin.post('/api/sellers', { ...terms, integrationId: partner.integration.id })).body;
});

const terms = {
  name: 'Maple Ontario',
  username: 'maple-on',
  province: 'ON',
  series: ['Prime', 'Plus'],
  paymentMethods: ['REF', 'CC'],
};

interface Secrets {
  readonly clientSecret?: string;
  readonly password?: string;
}

function authenticate({ clientSecret, password }: Secrets = {}): Promise<Answer> {
  return service.call('POST', '/v1/authenticate', {
    headers: { client_id: 'maple', client_secret: clientSecret ?? partner.clientSecret },
    body: { username: 'maple-on', password: password ?? seller.password },
  });
}

const tokenFor = async (secrets?: Secrets): Promise<string> => (await authenticate(secrets)).body.token;
const statusOf = async (token: string): Promise<number> =>
  (await service.call('GET', '/v1/quote/dealers', { token })).status;

async function rotateSecret(overlapHours: number): Promise<string> {
  const { body } = await admin.post(`/api/integrations/${partner.integration.id}/secret`, { overlapHours });
  await settled();
  return body.clientSecret;
}

async function rotatePassword(overlapHours: number): Promise<string> {
  const { body } = await admin.post(`/api/sellers/${seller.seller.id}/password`, { overlapHours });
  await settled();
  return body.password;
}

/** Makes the partner and the seller begin again with one secret and one password. */
async function begin(): Promise<void> {
  now = start;
  partner = { ...partner, clientSecret: await rotateSecret(0) };
  seller = { ...seller, password: await rotatePassword(0) };
}

/** Waits until the service has taken over every change so far: it has, once it shows one that came after them. */
async function settled(): Promise<void> {
  mark += 1;
  await admin.call('PATCH', `/api/integrations/${sandboxId}`, { body: { rateLimit: mark } });
  await until(
    () => service.call('GET', '/v1/quote/dealers', { token: sandboxToken }),
    ({ headers }) => headers.get('ratelimit-limit') === String(mark),
  );
}

test('a partner can authenticate with what onboarding has shown', async () => {
  assert.match(partner.clientSecret, /^nbs_[\w-]{43}$/);
  assert.match(seller.password, /^nbp_[\w-]{43}$/);
  await settled();
  assert.equal((await authenticate()).status, 200);
  assert.equal((await authenticate({ password: 'wrong' })).status, 401);
});

test('a secret is shown once and is nowhere after that', async () => {
  const shown = await admin.get(`/api/integrations/${partner.integration.id}`);
  const listed = await admin.get('/api/sellers?search=maple');
  const acts = await admin.get('/api/acts?limit=100');
  const everything = [shown.text, listed.text, acts.text, ...service.lines].join('\n');
  assert.equal(listed.body.rows.length, 1);
  assert.ok(!everything.includes(partner.clientSecret) && !everything.includes(seller.password));
  assert.ok(!/hash/i.test(shown.text + listed.text));
});

test('without a client id or a username, one is made from the name', async () => {
  const { integration }: CreatedIntegration = (await admin.post('/api/integrations', { name: 'Érable & Fils' })).body;
  assert.match(integration.clientId, /^erable-fils-[0-9a-f]{6}$/);
  const { username, ...rest } = terms;
  const made: CreatedSeller = (await admin.post('/api/sellers', { ...rest, integrationId: integration.id })).body;
  assert.match(made.seller.username, /^maple-ontario-[0-9a-f]{6}$/);
});

test('what can’t be onboarded is refused with its reason', async () => {
  const integrationId = partner.integration.id;
  const refusals: readonly (readonly [string, object, string])[] = [
    ['/api/integrations', { name: ' ' }, 'NameInvalid'],
    ['/api/integrations', { name: 'x', clientId: 'a b' }, 'ClientIdInvalid'],
    ['/api/integrations', { name: 'x', clientId: 'maple' }, 'ClientIdTaken'],
    ['/api/integrations', { name: 'x', rateLimit: 0 }, 'RateLimitInvalid'],
    ['/api/integrations', { name: 'x', rateLimit: 1_000_001 }, 'RateLimitInvalid'],
    ['/api/sellers', { ...terms, integrationId }, 'UsernameTaken'],
    ['/api/sellers', { ...terms, integrationId, username: 'a' }, 'UsernameInvalid'],
    ['/api/sellers', { ...terms, integrationId, username: 'b1', province: 'XX' }, 'ProvinceInvalid'],
    ['/api/sellers', { ...terms, integrationId, username: 'b2', series: [] }, 'SeriesInvalid'],
    ['/api/sellers', { ...terms, integrationId, username: 'b3', series: ['Prime', 'Gold'] }, 'SeriesInvalid'],
    ['/api/sellers', { ...terms, integrationId, username: 'b4', paymentMethods: ['BTC'] }, 'PaymentMethodsInvalid'],
    ['/api/sellers', { ...terms, integrationId: '00000000-0000-7000-8000-000000000000' }, 'NotFound'],
    [`/api/integrations/${integrationId}/secret`, { overlapHours: 721 }, 'OverlapInvalid'],
    [`/api/integrations/${integrationId}/secret`, { overlapHours: -1 }, 'OverlapInvalid'],
  ];
  for (const [path, body, code] of refusals) {
    const answer = await admin.post(path, body);
    assert.deepEqual(answer.codes, [code], `${path} ${JSON.stringify(body)}`);
  }
});

test('two integrations may have sellers of one username', async () => {
  const other: CreatedIntegration = (await admin.post('/api/integrations', { name: 'Other partner' })).body;
  const twin = await admin.post('/api/sellers', { ...terms, integrationId: other.integration.id });
  assert.equal(twin.status, 200);
});

test('during the overlap the old secret, the new one and every mix with the password work', async () => {
  await begin();
  const oldSecret = partner.clientSecret;
  const oldPassword = seller.password;
  const clientSecret = await rotateSecret(24);
  const password = await rotatePassword(48);
  for (const secrets of [
    { clientSecret, password },
    { clientSecret: oldSecret, password },
    { clientSecret, password: oldPassword },
    { clientSecret: oldSecret, password: oldPassword },
  ])
    assert.equal((await authenticate(secrets)).status, 200, JSON.stringify(secrets));
  assert.equal((await authenticate({ clientSecret: 'wrong', password })).status, 401);
});

test('a token given before a rotation is good until the overlap ends, and not a moment longer', async () => {
  await begin();
  const token = await tokenFor();
  const clientSecret = await rotateSecret(1);
  const fresh = await tokenFor({ clientSecret });
  now = new Date('2026-06-01T12:59:59.999Z');
  assert.equal(await statusOf(token), 200);
  now = new Date('2026-06-01T12:30:00Z');
  const late = await tokenFor(); // Given for the old secret, and would live until 13:30.
  now = new Date('2026-06-01T13:00:00Z');
  assert.equal(await statusOf(late), 401);
  assert.equal((await authenticate()).status, 401, 'the old secret has lapsed, though it was recognised before');
  assert.equal((await authenticate({ clientSecret })).status, 200);
  now = new Date('2026-06-01T12:59:59Z');
  assert.equal(await statusOf(fresh), 200);
});

test('revoking the previous password ends it and its tokens at once, and nothing else', async () => {
  await begin();
  const token = await tokenFor();
  const password = await rotatePassword(24);
  const fresh = await tokenFor({ password });
  assert.equal(await statusOf(token), 200);
  assert.equal((await admin.call('DELETE', `/api/sellers/${seller.seller.id}/previous-password`)).status, 204);
  await settled();
  assert.equal(await statusOf(token), 401);
  assert.equal((await authenticate()).status, 401);
  assert.equal(await statusOf(fresh), 200);
  const again = await admin.call('DELETE', `/api/sellers/${seller.seller.id}/previous-password`);
  assert.deepEqual(again.codes, ['NothingPrevious']);
});

test('a rotation without overlap ends the old secret and its tokens at once', async () => {
  await begin();
  const token = await tokenFor();
  const clientSecret = await rotateSecret(0);
  assert.equal(await statusOf(token), 401);
  assert.equal((await authenticate()).status, 401);
  assert.equal((await authenticate({ clientSecret })).status, 200);
});

test('a second rotation forgets the secret before the last', async () => {
  await begin();
  const token = await tokenFor();
  const second = await rotateSecret(24);
  await rotateSecret(24);
  assert.equal((await authenticate()).status, 401);
  assert.equal(await statusOf(token), 401);
  assert.equal((await authenticate({ clientSecret: second })).status, 200);
});

test('an OAuth client is made for sellers of its integration, rotated with an overlap, revoked and disabled', async () => {
  const path = `/api/integrations/${partner.integration.id}/oauth-clients`;
  const foreign = (await admin.get(`/api/sellers?integrationId=${sandboxId}`)).body.rows[0].id;
  const wish = { name: 'Maple program', clientId: 'maple-oauth', scopes: ['sell', 'read'] };
  assert.deepEqual((await admin.post(path, { ...wish, sellerIds: [foreign] })).codes, ['SellerUnknown']);
  assert.deepEqual((await admin.post(path, { ...wish, scopes: ['all'] })).codes, ['ScopesInvalid']);
  const made = await admin.post(path, { ...wish, sellerIds: [seller.seller.id], reason: 'a test' });
  assert.equal(made.status, 200, made.text);
  const { client, clientSecret } = made.body;
  assert.deepEqual([client.sellers, client.scopes, client.keyCount], [['maple-on'], ['sell', 'read'], 0]);
  const ask = async (secret: string): Promise<string> => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'maple-oauth',
      client_secret: secret,
    });
    const answer = await fetch(`${service.url}/oauth2/token`, { method: 'POST', body });
    const { scope, error } = (await answer.json()) as { scope?: string; error?: string };
    return scope ?? error ?? '';
  };
  const good = 'sell read seller:maple-on';
  const untilAsked = (secret: string, answered: string) =>
    until(
      () => ask(secret),
      (answer) => answer === answered,
    );
  await untilAsked(clientSecret, good);
  const one = `/api/oauth-clients/${client.id}`;
  const rotated = (await admin.post(`${one}/secret`, { overlapHours: 24, reason: 'a leak' })).body;
  await untilAsked(rotated.clientSecret, good);
  assert.equal(await ask(clientSecret), good);
  assert.equal((await admin.call('DELETE', `${one}/previous-secret?reason=moved`)).status, 204);
  await untilAsked(clientSecret, 'invalid_client');
  assert.equal((await admin.call('PATCH', one, { body: { isDisabled: true, reason: 'gone' } })).body.isDisabled, true);
  await untilAsked(rotated.clientSecret, 'invalid_client');
  const listed = await admin.get(path);
  assert.deepEqual(
    listed.body.rows.map(({ clientId }: { clientId: string }) => clientId),
    ['maple-oauth'],
  );
  assert.ok(!listed.text.includes(clientSecret) && !(await admin.get(one)).text.includes('secret_hash'));
});

test('an OAuth client’s keys are judged before they are stored, and can be taken away', async () => {
  const path = `/api/integrations/${partner.integration.id}/oauth-clients`;
  const jwkOf = ({ publicKey }: { readonly publicKey: KeyObject }) => publicKey.export({ format: 'jwk' });
  const good = jwkOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }));
  const weak = jwkOf(generateKeyPairSync('rsa', { modulusLength: 512 }));
  const wish = { name: 'Maple keys', clientId: 'maple-keys', scopes: ['read'] };
  assert.deepEqual((await admin.post(path, { ...wish, keys: JSON.stringify(weak) })).codes, ['KeysInvalid']);
  const made = await admin.post(path, { ...wish, keys: JSON.stringify({ keys: [good] }) });
  assert.equal(made.body.client.keyCount, 1);
  const change = (keys: object) =>
    admin.call('PATCH', `/api/oauth-clients/${made.body.client.id}`, {
      body: { keys: JSON.stringify(keys), reason: 'x' },
    });
  assert.deepEqual((await change({ keys: [good, weak] })).codes, ['KeysInvalid']);
  assert.equal((await change({ keys: [] })).body.keyCount, 0);
  const { body } = await admin.get('/api/acts?subject=maple-keys');
  assert.deepEqual(body.rows[0].facts, { keys: { from: 1, to: 0 } });
});

test('a disabled integration shuts its sellers out, and an enabled one lets them in again', async () => {
  await begin();
  const token = await tokenFor();
  const path = `/api/integrations/${partner.integration.id}`;
  assert.equal(
    (await admin.call('PATCH', path, { body: { isDisabled: true, reason: 'left us' } })).body.isDisabled,
    true,
  );
  await settled();
  assert.equal(await statusOf(token), 401);
  assert.equal((await authenticate()).status, 401);
  await admin.call('PATCH', path, { body: { isDisabled: false } });
  await settled();
  assert.equal(await statusOf(token), 200);
});

test('a change is in the acts with who, why, before and after; a change of nothing is not', async () => {
  const path = `/api/sellers/${seller.seller.id}`;
  const changed: WireSeller = (
    await admin.call('PATCH', path, {
      body: { requiresProducerCode: true, paymentMethods: ['cc', 'ref'], reason: 'asked' },
    })
  ).body;
  assert.deepEqual(changed.paymentMethods, ['REF', 'CC']);
  await admin.call('PATCH', path, { body: { requiresProducerCode: true, reason: 'again' } });
  const { body } = await admin.get('/api/acts?subject=maple-on');
  const { action, actorName, reason, facts } = body.rows[0];
  assert.deepEqual(
    { action, actorName, reason, facts },
    {
      action: 'change seller',
      actorName: 'admin',
      reason: 'asked',
      facts: { requiresProducerCode: { from: false, to: true } },
    },
  );
});

test('a rate limit of the integration holds from the next second on', async () => {
  await begin();
  const path = `/api/integrations/${partner.integration.id}`;
  await admin.call('PATCH', path, { body: { rateLimit: 7 } });
  await settled();
  assert.equal((await authenticate()).headers.get('ratelimit-limit'), '7');
  assert.equal((await admin.call('PATCH', path, { body: { rateLimit: null } })).body.rateLimit, null);
});

test('a dealer link lets the seller see the dealer; without it the list is empty', async () => {
  await begin();
  const token = await tokenFor();
  const dealer = {
    id: 'dl-1',
    name: 'First Motors',
    addressLine1: '1 King Street',
    city: 'Toronto',
    postalCode: 'm5h1a1',
    province: 'on',
  };
  assert.equal((await admin.post('/api/dealers', dealer)).body.postalCode, 'M5H 1A1');
  assert.deepEqual((await admin.post('/api/dealers', dealer)).codes, ['IdTaken']);
  const link = `/api/sellers/${seller.seller.id}/dealers/dl-1`;
  assert.equal((await admin.call('PUT', link)).status, 204);
  assert.equal((await admin.call('PUT', link)).status, 204);
  await settled();
  const ids = async () =>
    (await service.call('GET', '/v1/quote/dealers', { token })).body.dealers.map(({ id }: { id: string }) => id);
  assert.deepEqual(await ids(), ['dl-1']);
  const linked = await admin.get(`/api/sellers/${seller.seller.id}/dealers`);
  assert.deepEqual(
    linked.body.rows.map(({ id, sellerCount }: { id: string; sellerCount: number }) => [id, sellerCount]),
    [['dl-1', 1]],
  );
  assert.equal((await admin.call('DELETE', link)).status, 204);
  assert.deepEqual((await admin.call('DELETE', link)).codes, ['DealerNotLinked']);
  await settled();
  assert.deepEqual(await ids(), []);
});

test('a lienholder is found by partners as soon as it is entered', async () => {
  await begin();
  const entry = {
    id: 'lh-1',
    name: 'Zebra Wheel Leasing',
    addressLine1: '1 Rue A',
    city: 'Laval',
    postalCode: 'H7N 1A1',
  };
  assert.equal((await admin.post('/api/lien-holders', entry)).status, 200);
  await settled();
  const token = await tokenFor();
  const search = async (text: string) =>
    (await service.call('GET', `/v1/quote/lienholders?search=${text}`, { token })).body.lienHolders.map(
      ({ id }: { id: string }) => id,
    );
  assert.deepEqual(await search('zebra'), ['lh-1']);
  await admin.call('PATCH', '/api/lien-holders/lh-1', { body: { name: 'Okapi Wheel Leasing' } });
  await settled();
  assert.deepEqual(await search('okapi'), ['lh-1']);
});

test('a VIN that could not be read is listed, read by the operator’s pattern, and listed again without it', async () => {
  const token = await tokenFor();
  const vin = withCheckDigit('1FTZZZZZ0RF000001');
  const lookUp = (language = 'en') =>
    service.call('GET', `/v1/quote/vehicle-configurations?Vin=${vin}&EffectiveDate=2026-06-01`, {
      token,
      headers: { 'accept-language': language },
    });
  const listed = async () =>
    ((await admin.get('/api/unresolved-vins')).body.rows as WireUnresolvedVin[]).find(
      ({ beginning }) => beginning === '1FTZZZZZ',
    );
  assert.equal((await lookUp()).status, 400);
  const row = await until(listed, (one) => one !== undefined);
  assert.deepEqual([row?.modelYear, row?.guess, row?.seenCount], [2024, null, 1]);

  const wanted = { yearFrom: 2023, yearTo: 2024, make: 'Ford', model: 'Ranger', reason: 'the maker’s VIN guide' };
  const refused = async (change: object) => (await admin.post('/api/vin-patterns', { ...wanted, ...change })).codes;
  assert.deepEqual(await refused({ pattern: '1F*ZZZZZ' }), ['VinPatternInvalid']);
  assert.deepEqual(await refused({ pattern: '1FTZZZZI' }), ['VinPatternInvalid']);
  assert.deepEqual(await refused({ pattern: '1FTZZ***', yearFrom: 2025 }), ['ModelYearsInvalid']);
  assert.deepEqual(await refused({ pattern: '1FTZZ***', make: ' ' }), ['NameInvalid']);
  assert.deepEqual(await refused({ pattern: '1FTZZ***', fuelType: 'Steam' }), ['ChoiceInvalid']);
  const details = { trim: 'Lariat', bodyClass: 'Pickup', driveType: '4WD', fuelType: 'Plug-in hybrid' };
  const created = await admin.post('/api/vin-patterns', { ...wanted, ...details, pattern: ' 1ftzz*** ' });
  assert.equal(created.status, 200, created.text);
  assert.equal(await listed(), undefined);
  await settled();
  const [vehicle] = (await lookUp('fr')).body.vehicles;
  const { id: _, ...facts } = vehicle;
  assert.deepEqual(facts, {
    vin,
    year: 2024,
    make: 'Ford',
    model: 'Ranger',
    trim: 'Lariat',
    engine: null,
    bodyClass: 'Camionnette',
    driveType: '4 roues motrices',
    fuelType: 'Hybride rechargeable',
  });

  const [pattern] = (await admin.get('/api/vin-patterns')).body.rows as WireVinPattern[];
  assert.equal(pattern?.pattern, '1FTZZ***');
  const remove = () => admin.post(`/api/vin-patterns/${pattern?.id}/remove`, { reason: 'it was a mistake' });
  assert.equal((await remove()).status, 200);
  assert.deepEqual((await remove()).codes, ['NotFound']);
  await settled();
  assert.equal((await lookUp()).status, 400);
  await until(listed, (one) => one !== undefined);
  assert.deepEqual((await admin.get('/api/unresolved-vins?cursor=nonsense')).codes, ['RequestInvalid']);
});

test('a quote is for the vehicle that was chosen: one that the operator’s pattern has changed since is looked up again', async () => {
  const client = await openQuoteClient(service);
  const effectiveDate = '2026-06-02';
  const vin = await client.testVin();
  const lookUp = () => client.vehicleId({ Vin: vin, EffectiveDate: effectiveDate });
  const request = requestFor('ontario', { effectiveDate }, await lookUp());
  assertQuoted(await client.quote(request));
  const { make, model, year } = (await client.lookUp({ Vin: vin, EffectiveDate: effectiveDate })).body.vehicles[0];

  const pattern = { pattern: vin.slice(0, 8), yearFrom: year, yearTo: year, make, model, trim: 'Voyageur' };
  const created = await admin.post('/api/vin-patterns', { ...pattern, reason: 'the maker’s VIN guide' });
  assert.equal(created.status, 200, created.text);
  await settled();
  assertRefused(await client.quote(request), ['VehicleConfigurationNotFound vehicleConfigurationId']);
  const again = await client.quote({ ...request, vehicleConfigurationId: await lookUp() });
  assertQuoted(again);
  assert.equal(again.body.vehicle.trim, 'Voyageur');
});

test('a VIN read by the patterns near it is answered, and listed as not confirmed', async () => {
  const token = await tokenFor();
  const vin = withCheckDigit('2HKRWXH90NH100001');
  const path = `/v1/quote/vehicle-configurations?Vin=${vin}&EffectiveDate=2026-06-01`;
  const { body } = await service.call('GET', path, { token });
  assert.deepEqual([body.vehicles[0]?.model, body.vehicles[0]?.trim], ['CR-V', null]);
  const guess = `${body.vehicles[0]?.make} ${body.vehicles[0]?.model}`;
  const listed = async () =>
    ((await admin.get('/api/unresolved-vins')).body.rows as WireUnresolvedVin[]).find(
      ({ beginning }) => beginning === vin.slice(0, 8),
    );
  assert.equal((await until(listed, (one) => one !== undefined))?.guess, guess);
});

test('a list is paged by name, each row once, whatever the page size', async () => {
  const whole = (await admin.get('/api/lien-holders?limit=100')).body.rows as { id: string }[];
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `/api/lien-holders?limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const { body } = await admin.get(path);
    ids.push(...body.rows.map(({ id }: { id: string }) => id));
    cursor = body.nextCursor;
  }
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(
    ids.slice(0, 100),
    whole.map(({ id }) => id),
  );
  assert.deepEqual((await admin.get('/api/lien-holders?cursor=nonsense')).codes, ['RequestInvalid']);
  const found = (await admin.get('/api/lien-holders?search=TOYO')).body.rows as { name: string }[];
  assert.ok(found.length > 0 && found.every(({ name }) => /\bToyo/.test(name)));
  assert.deepEqual((await admin.get('/api/lien-holders?search=%25')).body.rows, []);
  const named = (await admin.get('/api/sellers?search=Onta')).body.rows as { name: string }[];
  assert.ok(
    named.some(({ name }) => name === 'Sandbox Ontario'),
    'by any word of its name',
  );
});

test('a seller’s province can change until its first quote, and not after it', async () => {
  const move = async (id: string) =>
    (await admin.call('PATCH', `/api/sellers/${id}`, { body: { province: 'MB' } })).codes;
  assert.deepEqual(await move(seller.seller.id), []);
  const quoteClient = await openQuoteClient(service);
  assertQuoted(await quoteClient.quote(await quoteClient.request({ effectiveDate: '2026-06-01' })));
  const { rows } = (await admin.get('/api/sellers?search=ontario')).body;
  const { id } = rows.find(({ username }: { username: string }) => username === 'ontario');
  assert.deepEqual(await move(id), ['ProvinceFixed']);
});
