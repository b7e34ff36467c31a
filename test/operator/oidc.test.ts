import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { before } from 'node:test';
import Provider from 'oidc-provider';
import { afterwards } from '../kit/processes/afterwards.ts';
import { inDatabase, type Json } from '../kit/sale/quoting.ts';
import { isHeaderValue, textEdges, urlEncoded } from '../kit/service/edges.ts';
import { request, startTestService, type TestService } from '../kit/service/service.ts';

/* A real provider in this process. Whatever name is typed into its form is signed in as that person. */
const people: Record<string, Json> = {
  zoe: { preferred_username: 'zoe', groups: ['desk'], partners: ['northbind-sandbox-2', 'nobody'] },
  ida: { preferred_username: 'ida', groups: ['staff', 'it'], partners: '*' },
  impostor: { preferred_username: 'admin', groups: ['it'], partners: '*' },
  guest: { preferred_username: 'guest', groups: [], partners: '*' },
};
let service: TestService;
let issuer: string;
let answer: RequestListener = (_request, response) => void response.writeHead(503).end();

before(async () => {
  const server = createServer((asked, response) => answer(asked, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterwards(() => server.close().closeAllConnections());
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  service = await startTestService({
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'console',
      OIDC_CLIENT_SECRET: 'the secret of the console',
      OIDC_NAME: 'Example ID',
      OIDC_ROLES: 'viewer=staff,support=desk,admin=it',
      OIDC_INTEGRATIONS_CLAIM: 'partners',
      OPERATOR_SECOND_FACTOR: 'required',
    },
  });
});

function openProvider(): void {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'console',
        client_secret: 'the secret of the console',
        redirect_uris: [`${service.operatorUrl}/api/session/oidc/callback`],
      },
    ],
    claims: { openid: ['sub', 'preferred_username', 'groups', 'partners'], profile: [], email: [] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: { keys: ['a key of the test'] },
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
  });
  answer = provider.callback();
}

/** A browser that follows redirects by hand, with cookies per origin. */
class Browser {
  readonly #cookies = new Map<string, Map<string, string>>();

  async open(url: string, form?: Record<string, string>): Promise<Response> {
    const jar = this.cookiesOf(url);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  cookiesOf(url: string): Map<string, string> {
    const { origin } = new URL(url);
    const jar = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, jar);
    return jar;
  }

  /** Goes on until a page, at the console's origin or the provider's, and returns its address. */
  async follow(from: Response, base: string): Promise<string> {
    let [response, url] = [from, base];
    while (response.headers.has('location')) {
      url = new URL(response.headers.get('location')!, url).href;
      if (url.startsWith(`${service.operatorUrl}/`) && !url.includes('/api/')) break;
      response = await this.open(url);
    }
    return url;
  }
}

/** Signs in at the provider up to the address that leads back to the console. */
async function reachCallback(browser: Browser, name: string): Promise<string> {
  const start = `${service.operatorUrl}/api/session/oidc`;
  let url = await browser.follow(await browser.open(start), start);
  for (const form of [{ prompt: 'login', login: name, password: 'x' }, { prompt: 'consent' }]) {
    let response = await browser.open(url, form);
    for (;;) {
      url = new URL(response.headers.get('location')!, url).href;
      if (url.includes('/callback') || url.includes('/interaction/')) break;
      response = await browser.open(url);
    }
  }
  return url;
}

async function signIn(name: string): Promise<{ readonly browser: Browser; readonly landed: string }> {
  const browser = new Browser();
  const callback = await reachCallback(browser, name);
  const landed = (await browser.open(callback)).headers.get('location')!;
  return { browser, landed };
}

const sessionOf = async (browser: Browser) => (await browser.open(`${service.operatorUrl}/api/session`)).json();

test('a provider that can’t be reached keeps nobody from starting, and says so at the sign-in', async () => {
  const start = await new Browser().open(`${service.operatorUrl}/api/session/oidc`);
  assert.equal(start.headers.get('location'), '/?problem=IdentityProviderUnavailable');
  const signIn = await (await fetch(service.operatorUrl)).text();
  assert.match(signIn, /<html [^>]*data-identity-provider="Example ID"/, 'the page of the sign-in names it');
  openProvider();
});

test('whom the provider names is signed in, with the role and the integrations of its claims', async () => {
  const { browser, landed } = await signIn('zoe');
  assert.equal(landed, '/');
  const { account } = (await sessionOf(browser)) as { account: Json };
  assert.deepEqual(
    [account.name, account.role, account.isLimited, account.isFederated, account.mustSetUpTotp],
    ['zoe', 'support', true, true, false],
  );
  const sellers = (await (await browser.open(`${service.operatorUrl}/api/sellers`)).json()) as { rows: Json[] };
  assert.deepEqual(
    sellers.rows.map(({ username }) => username),
    ['levis', 'manitoba'],
  );
});

test('roles and limits follow the claims at the next sign-in, and the account stays the same', async () => {
  people.zoe = { ...people.zoe, groups: 'staff', partners: '*' };
  const { browser } = await signIn('zoe');
  const { account } = (await sessionOf(browser)) as { account: Json };
  assert.deepEqual([account.name, account.role, account.isLimited], ['zoe', 'viewer', false]);
  const [{ count }] = await inDatabase(
    service.databaseUrl,
    `SELECT count(*)::int AS count FROM operator_account WHERE oidc_subject LIKE '% zoe'`,
  );
  assert.equal(count, 1);
  await signIn('zoe');
  const acts = await inDatabase(
    service.databaseUrl,
    `SELECT actor_name AS actor, facts FROM operator_act WHERE action = 'change account' AND subject = 'zoe'`,
  );
  const facts = { role: 'viewer', integrationIds: null, issuer };
  assert.deepEqual(acts, [{ actor: 'zoe', facts }], 'recorded once, when it changes');
});

test('a name of ours is not taken over, and an account of the provider has no password', async () => {
  const { browser } = await signIn('impostor');
  const { account } = (await sessionOf(browser)) as { account: Json };
  assert.equal(account.name, 'admin@127.0.0.1');
  const byPassword = await request(service.operatorUrl, 'POST', '/api/session', {
    body: { name: 'zoe', password: '' },
  });
  assert.equal(byPassword.status, 422);
  const guessed = await request(service.operatorUrl, 'POST', '/api/session', { body: { name: 'zoe', password: 'x' } });
  assert.deepEqual(guessed.codes, ['SignInFailed']);
});

test('without a role nobody gets in, and no account is made', async () => {
  const { browser, landed } = await signIn('guest');
  assert.equal(landed, '/?problem=IdentityWithoutRole');
  assert.equal((await browser.open(`${service.operatorUrl}/api/session`)).status, 204);
  const rows = await inDatabase(service.databaseUrl, `SELECT FROM operator_account WHERE name LIKE 'guest%'`);
  assert.equal(rows.length, 0);
});

test('a disabled account is refused, whatever the provider says', async () => {
  await signIn('ida');
  await inDatabase(service.databaseUrl, `UPDATE operator_account SET is_disabled = true WHERE name = 'ida'`);
  assert.equal((await signIn('ida')).landed, '/?problem=SignInFailed');
});

test('who came from the provider, and who was not let in, is in the log with account, address and request', async () => {
  const before = service.lines.length;
  for (const name of ['zoe', 'ida', 'guest']) await signIn(name);
  const lines = service.lines
    .slice(before)
    .map((line) => JSON.parse(line))
    .filter(({ event }) => /^operator (not )?signed in$/.test(event));
  assert.deepEqual(
    lines.map(({ event, account, code }) => [event, account, code]),
    [
      ['operator signed in', 'zoe', undefined],
      ['operator not signed in', 'ida', 'SignInFailed'],
      ['operator not signed in', null, 'IdentityWithoutRole'],
    ],
  );
  for (const { address, requestId, route } of lines)
    assert.match(`${address} ${requestId} ${route}`, /^127\.0\.0\.1 [\w-]{36} GET \/api\/session\/oidc\/callback$/);
});

test('an answer that was not asked for by this browser, or is changed, opens nothing', async () => {
  const victim = new Browser();
  const callback = await reachCallback(victim, 'zoe');
  const stranger = await new Browser().open(callback);
  assert.equal(stranger.headers.get('location'), '/?problem=SignInFailed');
  const otherState = new URL(callback);
  otherState.searchParams.set('state', 'another');
  const forged = await victim.open(otherState.href);
  assert.equal(forged.headers.get('location'), '/?problem=SignInFailed');
  assert.equal(
    (await victim.open(callback)).headers.get('location'),
    '/?problem=SignInFailed',
    'it ended with the try',
  );
  const { browser } = await signIn('zoe');
  assert.ok(browser.cookiesOf(service.operatorUrl).has('northbind_session'));
});

test('the address that leads back takes every edge in what the provider says and in the cookie', async () => {
  const start = `${service.operatorUrl}/api/session/oidc`;
  for (const edge of textEdges)
    for (const name of ['code', 'state', 'iss', 'error', 'anything', 'northbind_oidc']) {
      const browser = new Browser();
      const { searchParams } = new URL((await browser.open(start)).headers.get('location')!);
      const said = { code: 'x', state: searchParams.get('state')!, iss: issuer, [name]: edge };
      if (name === 'northbind_oidc' && isHeaderValue(edge)) browser.cookiesOf(start).set(name, edge);
      const query = Object.entries(said).map(([key, value]) => `${key}=${urlEncoded(value)}`);
      const { status } = await browser.open(`${start}/callback?${query.join('&')}`);
      assert.ok(status < 500, `${name} = ${JSON.stringify(edge)}: ${status}`);
    }
});

test('no code, token or secret is in the log', () => {
  assert.doesNotMatch(service.lines.join('\n'), /the secret of the console|code=|id_token|northbind_oidc|eyJ/);
});

test('where a second factor is required, a password alone opens nothing but its set-up', async () => {
  const signedIn = await request(service.operatorUrl, 'POST', '/api/session', {
    body: { name: 'admin', password: 'sandbox-password' },
  });
  assert.equal(signedIn.body.account.mustSetUpTotp, true);
  const headers = {
    cookie: signedIn.headers.get('set-cookie')!.split(';')[0]!,
    'x-csrf-token': signedIn.body.csrfToken as string,
  };
  const call = (method: string, path: string, body?: object) =>
    request(service.operatorUrl, method, path, { headers, ...(body !== undefined && { body }) });
  for (const path of ['/api/sales', '/api/accounts', '/api/dashboard'])
    assert.deepEqual((await call('GET', path)).codes, ['SecondFactorRequired'], path);
  assert.equal((await call('POST', '/api/session/totp')).status, 200);
  const off = await call('DELETE', '/api/session/totp', { password: 'sandbox-password' });
  assert.deepEqual(off.codes, ['SecondFactorRequired']);
});
