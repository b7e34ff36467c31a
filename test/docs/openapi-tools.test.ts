import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { promisify } from 'node:util';
import { afterwards } from '../kit/processes/afterwards.ts';
import { foreignTools } from '../kit/processes/foreign-tools.ts';
import { freePort } from '../kit/processes/free-port.ts';
import { until } from '../kit/processes/until.ts';
import { authorizedPayment, byCard } from '../kit/sale/binding.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { clockAt, noon, noonDay } from '../kit/sale/quoting.ts';
import { type Answer, type CallOptions, request, startTestService, type TestService } from '../kit/service/service.ts';

/*
 * What the service serves, used by other people's tools: linters, generators, a validating proxy, a runner of
 * collections, libraries for OAuth.
 */
const execute = promisify(execFile);
let tools: string;
const folder = mkdtempSync(join(tmpdir(), 'northbind-openapi-'));
const document = join(folder, 'openapi.json');
let service: TestService;
/** This service runs by the machine's own clock, as that is what a client signs its proof with. */
let today: TestService;

before(async () => {
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  tools = await foreignTools();
  [service, today] = await Promise.all([startTestService({ clock: clockAt(noon).clock }), startTestService()]);
  const { text } = await service.call('GET', '/swagger/v1/swagger.json');
  writeFileSync(document, text);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  symlinkSync(tools, join(folder, 'node_modules'));
});

/** Runs a tool with our own Node: some of them need a newer one than the PATH may have. Fails if the tool does. */
async function run(script: string, ...words: string[]): Promise<string> {
  const { stdout, stderr } = await execute(process.execPath, [join(tools, script), ...words], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout + stderr;
}

test('Redocly’s strictest rules and Spectral’s find nothing', async () => {
  await run('@redocly/cli/bin/cli.js', 'lint', document, '--extends', 'recommended-strict');
  writeFileSync(join(folder, '.spectral.json'), '{ "extends": ["spectral:oas"] }');
  const found = await run('@stoplight/spectral-cli/dist/index.js', 'lint', document, '--fail-severity', 'hint');
  assert.match(found, /No results/);
});

test('openapi-typescript, openapi-fetch, Hey API and orval make code of it that compiles under strict rules', async () => {
  await run('openapi-typescript/bin/cli.js', document, '-o', 'types.ts');
  await run('@hey-api/openapi-ts/bin/run.js', '-i', document, '-o', 'hey-api', '--no-log-file');
  await run('orval/dist/bin/orval.mjs', '--input', document, '--output', 'orval.ts', '--client', 'fetch');
  writeFileSync(join(folder, 'use.ts'), use);
  const strict = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--lib', 'es2023,dom,dom.iterable'];
  const modules = ['--module', 'esnext', '--moduleResolution', 'bundler'];
  await run('typescript/bin/tsc', ...strict, ...modules, 'use.ts', 'orval.ts', 'hey-api/index.ts');
});

/** What a partner would write: the compiler knows requests, answers and webhooks. */
const use = `
import createClient from 'openapi-fetch';
import type { paths, webhooks } from './types';

const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:8080' });
const selection = { applicationId: 'a', coverageCategory: 'Replacement', paymentTermInYears: 3, selectedProducts: ['RPL'] } as const;
const body = { ...selection, selectedProducts: ['RPL'], downPayment: 100, firstInstallmentDate: '2026-12-01' };
const { data, error } = await client.POST('/v1/quote/financing', { body });
export const months: number | undefined = data?.options[0]?.loanTermInMonths;
export const code: string | undefined = error?.errors[0]?.code;
export const { data: policy } = await client.GET('/v1/policies/{policyNumber}', { params: { path: { policyNumber: 'NB1' } } });
export const money: 'Paid' | string | undefined = policy?.moneyStatus;
// @ts-expect-error There is no such term.
await client.POST('/v1/quote/financing', { body: { ...body, paymentTermInYears: 'three' } });

type Refused = webhooks['payment.refused']['post']['requestBody']['content']['application/json'];
export const next = ({ data }: Refused): string | null | undefined => data.nextAttemptOn;
`;

test('Prism, as a validating proxy before a whole sale, finds nothing wrong in any request or answer', async () => {
  const url = await startPrism();
  const violations: string[] = [];
  const call = async (method: string, path: string, options?: CallOptions): Promise<Answer> => {
    const answer = await request(url, method, path, options);
    const found = answer.headers.get('sl-violations');
    if (found !== null) violations.push(`${method} ${path}: ${found}`);
    return answer;
  };
  const login = async (): Promise<string> => {
    const { body } = await call('POST', '/v1/authenticate', {
      headers: { client_id: 'northbind-sandbox', client_secret: 'sandbox-client-secret' },
      body: { username: 'ontario', password: 'sandbox-password' },
    });
    return body.token;
  };
  const seller = await openSaleClient({ call, login });
  const { token } = seller.quoteClient;
  const ok = async (method: string, path: string, body?: unknown): Promise<Answer['body']> => {
    const answer = await call(method, path, { token, ...(body !== undefined && { body }) });
    assert.ok(answer.status < 300, `${method} ${path} ${answer.status} ${answer.text}`);
    return answer.body;
  };

  await ok('GET', '/v1/quote/dealers');
  await ok('GET', '/v1/quote/lienholders?search=ally');
  const quoted = await seller.quote({ partnerReference: 'DEAL-1', language: 'fr' });
  const choice = quoted.choose('Replacement', 3);
  const financed = await seller.finance({ ...choice, downPayment: 100, firstInstallmentDate: '2026-12-01' });
  assert.equal(financed.status, 200, financed.text);
  await ok('POST', '/v1/disclosures', { ...choice, paymentMethod: 'CC' });
  const bind = { ...choice, ...byCard(await authorizedPayment(seller, choice)) };
  const bound = await ok('POST', '/v1/bind', bind);
  await ok('POST', '/v1/bind', bind);
  assert.equal((await call('POST', '/v1/bind', { token, body: { ...bind, paymentTermInYears: 2 } })).status, 422);
  const file = await call('GET', `/v1/document/${bound.documentDownloadId}`, { token });
  assert.equal(file.headers.get('content-type'), 'application/pdf');
  await ok('GET', `/v1/applications/${bound.applicationId}`);
  await ok('GET', `/v1/policies/${bound.policyNumber}`);
  await ok('GET', `/v1/policies?partnerReference=DEAL-1&boundFrom=${noonDay}`);
  await ok('GET', `/v1/statements/${noonDay.slice(0, 7)}`);
  await ok('GET', '/v1/events?limit=10&types=policy.issued');
  const endpoint = await ok('POST', '/v1/webhook-endpoints', { url: service.url, types: ['policy.issued'] });
  const path = `/v1/webhook-endpoints/${endpoint.id}`;
  await ok('GET', '/v1/webhook-endpoints');
  await ok('GET', path);
  await ok('PATCH', path, { description: 'Sales system' });
  await ok('POST', `${path}/rotate-secret`);
  const { delivery } = await ok('POST', `${path}/ping`);
  await ok('GET', `${path}/deliveries`);
  await ok('POST', `${path}/deliveries/${delivery.id}/replay`);
  await ok('POST', `${path}/replay`, { since: '2026-01-01T00:00:00Z' });
  assert.equal((await call('DELETE', path, { token })).status, 204);
  await ok('POST', '/sandbox/events', { type: 'payment.refused' });
  await ok('GET', `/sandbox/ledger?applicationId=${bound.applicationId}`);
  await ok('GET', '/sandbox/outbox');
  for (const open of [
    '/healthcheck',
    '/healthcheck/live',
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-protected-resource',
  ])
    assert.equal((await call('GET', open)).status, 200, open);
  assert.equal((await call('GET', '/v1/quote/dealers', { token: 'wrong' })).status, 401);
  assert.deepEqual(violations, []);

  // It looks: a request that the document forbids is told.
  await call('POST', '/v1/quote/financing', { token, body: { ...choice, paymentTermInYears: 'three' } });
  assert.equal(violations.length, 1);
});

async function startPrism(): Promise<string> {
  const port = await freePort();
  const script = join(tools, '@stoplight/prism-cli/dist/index.js');
  const words = ['proxy', document, service.url, '--host', '127.0.0.1', '--port', String(port)];
  const prism: ChildProcess = spawn(process.execPath, [script, ...words], { cwd: folder, stdio: 'ignore' });
  afterwards(() => {
    prism.kill('SIGKILL');
  });
  const url = `http://127.0.0.1:${port}`;
  const isUp = async (): Promise<boolean> => (await fetch(`${url}/healthcheck/live`).catch(() => null))?.status === 200;
  await until(isUp, (up) => up);
  return url;
}

test('newman runs the served collection from top to bottom, and the policy is there afterwards', async () => {
  const collection = join(folder, 'collection.json');
  const served = await service.call('GET', '/docs/northbind.postman_collection.json');
  writeFileSync(collection, served.text);
  const report = join(folder, 'newman.json');
  const words = ['run', collection, '--reporters', 'json', '--reporter-json-export', report];
  await run('newman/bin/newman.js', ...words);
  const { run: ran } = JSON.parse(readFileSync(report, 'utf8'));
  assert.equal(ran.failures.length, 0);
  assert.ok(ran.stats.assertions.total > 40, String(ran.stats.assertions.total));
  const policies = await service.call('GET', '/v1/policies', { token: await service.login() });
  assert.ok(policies.body.policies.length > 0, 'A run erases nothing.');
});

const [oauthId, oauthSecret] = ['northbind-sandbox-oauth', 'sandbox-oauth-secret'];

for (const method of ['client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const)
  test(`openid-client and oauth4webapi discover the service and get tokens by ${method}, by every name of this machine`, async () => {
    const [openid, oauth] = await Promise.all([
      import('openid-client'),
      import(join(tools, 'oauth4webapi/build/index.js')),
    ]);
    const jwk = (await today.call('GET', '/docs/private_key_jwt.json')).body;
    const ec = { name: 'ECDSA', namedCurve: 'P-256' };
    const key = { key: await crypto.subtle.importKey('jwk', jwk, ec, false, ['sign']), kid: jwk.kid };
    const id = method === 'private_key_jwt' ? jwk.kid : oauthId;
    const scope = 'read seller:ontario';
    const authentication = (library: typeof openid) =>
      ({
        client_secret_basic: () => library.ClientSecretBasic(oauthSecret),
        client_secret_post: () => library.ClientSecretPost(oauthSecret),
        private_key_jwt: () => library.PrivateKeyJwt(key),
      })[method]();
    const served = async (token: string): Promise<string> =>
      (await today.call('GET', '/v1/seller', { token })).body.username;

    for (const name of ['127.0.0.1', 'localhost']) {
      const issuer = new URL(today.url.replace('127.0.0.1', name));
      const insecure = { algorithm: 'oauth2' as const, execute: [openid.allowInsecureRequests] };
      const configuration = await openid.discovery(issuer, id, undefined, authentication(openid), insecure);
      assert.ok(configuration.serverMetadata().token_endpoint_auth_methods_supported?.includes(method));
      const granted = await openid.clientCredentialsGrant(configuration, { scope });
      assert.equal(await served(granted.access_token), 'ontario', name);

      const plain = { [oauth.allowInsecureRequests]: true };
      const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...plain });
      const server = await oauth.processDiscoveryResponse(issuer, found);
      const parameters = new URLSearchParams({ scope });
      const client = { client_id: id };
      const asked = await oauth.clientCredentialsGrantRequest(server, client, authentication(oauth), parameters, plain);
      const { access_token: token } = await oauth.processClientCredentialsResponse(server, client, asked);
      assert.equal(await served(token), 'ontario', name);
    }
  });
