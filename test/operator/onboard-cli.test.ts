import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { afterwards } from '../kit/processes/afterwards.ts';
import { until } from '../kit/processes/until.ts';
import { pngLogo } from '../kit/sale/logo.ts';
import { northbind } from '../kit/service/command-line.ts';
import { startTestService } from '../kit/service/service.ts';

const service = await startTestService();
const folder = await mkdtemp(join(tmpdir(), 'northbind-onboard-'));
afterwards(() => rm(folder, { recursive: true, force: true }));
const run = (...words: readonly string[]) => northbind({ DATABASE_URL: service.databaseUrl }, ...words);

const authenticate = async (clientSecret: string, password: string): Promise<number> => {
  const headers = { client_id: 'birch', client_secret: clientSecret };
  const body = { username: 'birch-ns', password };
  for (let tries = 0; ; tries++) {
    const { status } = await service.call('POST', '/v1/authenticate', { headers, body });
    if (status === 200 || tries === 20) return status;
  }
};

test('a partner is onboarded at the terminal alone, and its secrets change over', async () => {
  const integration = (await run('integration', 'create', 'Birch', '--client-id', 'birch', '--json')).json();
  const seller = (
    await run(
      'seller',
      'create',
      'Birch Nova Scotia',
      '--username',
      'birch-ns',
      '--integration',
      'birch',
      '--province',
      'NS',
      '--series',
      'Prime,Plus',
      '--payment-methods',
      'REF CC',
      '--json',
    )
  ).json();
  assert.deepEqual(seller.seller.series, ['Prime', 'Plus']);
  assert.equal(await authenticate(integration.clientSecret, seller.password), 200);
  const unlimited = await run('integration', 'update', 'birch', '--rate-limit', 'default', '--json');
  assert.equal(unlimited.json().rateLimit, null);
  const rotated = await run('credentials', 'rotate', '--seller', 'birch-ns', '--overlap-hours', '2', '--json');
  assert.equal(await authenticate(integration.clientSecret, rotated.json().password), 200);
  assert.equal((await run('credentials', 'revoke', '--seller', 'birch/birch-ns')).code, 0);
  assert.equal((await run('credentials', 'revoke', '--seller', 'birch-ns')).code, 3);
});

test('a brand is set, previewed and cleared at the terminal', async () => {
  const logo = join(folder, 'logo.png');
  await writeFile(logo, pngLogo());
  const set = await run(
    'brand',
    'set',
    'birch',
    '--name',
    'Birch Protection',
    '--address',
    '1 Birch Street; Halifax NS  B3H 1A1',
    '--colours',
    '#7a1f3d,#96305a',
    '--closing-en',
    'Thanks.',
    '--closing-fr',
    'Merci.',
    '--logo',
    logo,
  );
  assert.equal(set.code, 0, set.stderr);
  assert.match(set.stdout, /Birch Protection[\s\S]+image\/png[\s\S]+#7a1f3d, #96305a/);
  const light = await run('brand', 'set', 'birch', '--colours', '#ffffff,#ffffff');
  assert.deepEqual([light.code, light.stderr.split('.')[0]], [3, 'Texts in these colours could not be read']);
  const out = join(folder, 'preview');
  assert.equal((await run('brand', 'preview', 'birch', '--language', 'fr', '--out', out)).code, 0);
  assert.match(await readFile(join(out, 'lapse.txt'), 'utf8'), /^Bonjour Camille Tremblay,[\s\S]+Birch Protection/);
  assert.match((await readFile(join(out, 'declaration.pdf'))).toString('latin1'), /^%PDF-/);
  assert.match((await run('brand', 'set', 'birch', '--name', 'none')).stdout, /Name +yours/);
  assert.match((await run('brand', 'clear', 'birch')).stdout, /no brand of its own/);
  assert.equal((await run('brand', 'show', 'nobody')).code, 4);
});

test('a client of OAuth 2.0 is made, rotated with an overlap and disabled at the terminal', async () => {
  const made = await run(
    'oauth-client',
    'create',
    'Birch program',
    '--client-id',
    'birch-oauth',
    '--integration',
    'birch',
    '--scopes',
    'sell,read',
    '--json',
  );
  const { clientSecret } = made.json();
  const ask = async (secret: string): Promise<string> => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'birch-oauth',
      client_secret: secret,
    });
    const response = await fetch(`${service.url}/oauth2/token`, { method: 'POST', body });
    const answer = (await response.json()) as { readonly scope?: string; readonly error?: string };
    return answer.scope ?? answer.error ?? '';
  };
  await until(
    () => ask(clientSecret),
    (scope) => scope === 'sell read seller:birch-ns',
  );
  const rotated = await run('credentials', 'rotate', '--oauth-client', 'birch-oauth', '--json');
  await until(
    () => ask(rotated.json().clientSecret),
    (scope) => scope === 'sell read seller:birch-ns',
  );
  assert.equal(await ask(clientSecret), 'sell read seller:birch-ns');
  assert.match((await run('oauth-client', 'list')).stdout, /^birch-oauth +birch +all +sell read +0 +enabled$/m);
  await writeFile(
    join(folder, 'keys.json'),
    JSON.stringify(generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })),
  );
  assert.match((await run('oauth-client', 'keys', 'birch-oauth', join(folder, 'keys.json'))).stdout, /Keys +1$/m);
  assert.match((await run('oauth-client', 'remove-keys', 'birch-oauth')).stdout, /Keys +0$/m);
  const bad = await run('oauth-client', 'create', 'x1', '--integration', 'birch', '--scopes', 'all');
  assert.deepEqual([bad.code, bad.stderr.trim()], [3, 'Choose at least one scope: sell, read, manage. (scopes)']);
  assert.equal((await run('oauth-client', 'disable', 'birch-oauth')).code, 0);
  await until(
    () => ask(clientSecret),
    (answer) => answer === 'invalid_client',
  );
});

test('a webhook endpoint is made, listed, replayed and disabled at the terminal', async () => {
  const made = await run('webhook', 'create', 'http://127.0.0.1:9/hooks', '--integration', 'birch', '--json');
  const { endpoint, secret } = made.json();
  assert.match(secret, /^whsec_/);
  assert.match((await run('webhook', 'list', '--integration', 'birch')).stdout, /127\.0\.0\.1:9\/hooks +all +enabled/);
  assert.equal((await run('webhook', 'ping', endpoint.id)).code, 0);
  assert.match((await run('webhook', 'deliveries', endpoint.id)).stdout, /^[0-9a-f-]{36} +ping/m);
  assert.equal(
    (await run('webhook', 'replay', endpoint.id, '--from', '2026-01-01')).stdout,
    '0 events are sent again.\n',
  );
  assert.equal((await run('webhook', 'replay', endpoint.id)).code, 2);
  assert.notEqual((await run('webhook', 'rotate', endpoint.id, '--json')).json().secret, secret);
  assert.match((await run('webhook', 'disable', endpoint.id)).stdout, /^State +disabled$/m);
  assert.equal((await run('webhook', 'replay', endpoint.id, '--from', '2026-01-01')).code, 3);
  assert.equal((await run('webhook', 'deliveries', 'nothing')).code, 4);
  assert.equal((await run('webhook', 'remove', endpoint.id)).code, 0);
  assert.equal((await run('webhook', 'create', 'ftp://x', '--integration', 'birch')).code, 3);
});

test('tables are for people: what is disabled says so', async () => {
  assert.equal((await run('seller', 'disable', 'birch-ns', '--reason', 'left')).code, 0);
  const { stdout } = await run('seller', 'list', '--integration', 'birch');
  assert.match(stdout, /^USERNAME +INTEGRATION +NAME +STATE/);
  assert.match(stdout, /^birch-ns +birch +Birch Nova Scotia +disabled +NS +Prime Plus +REF CC +0$/m);
  assert.match((await run('seller', 'show', 'birch-ns')).stdout, /^Producer code +not required$/m);
  assert.equal((await run('seller', 'show', 'nobody')).code, 4);
});

test('a VIN pattern is added, listed and removed at the terminal', async () => {
  const added = await run(
    'vin',
    'add',
    'LUCZZ***',
    '--years',
    '2012-2014',
    '--make',
    'Honda',
    '--model',
    'Fit',
    '--body',
    'Hatchback',
    '--reason',
    'a Canadian listing',
  );
  assert.equal(added.stdout, 'Every instance reads LUCZZ*** (2012-2014) as Honda Fit from now on.\n');
  const [row] = (await run('vin', 'list', '--json')).json().rows;
  assert.equal(row.pattern, 'LUCZZ***');
  assert.equal((await run('vin', 'unresolved')).stdout, 'Every VIN could be read.\n');
  assert.equal((await run('vin', 'remove', row.id, '--reason', 'not needed')).code, 0);
  assert.equal((await run('vin', 'remove', row.id, '--reason', 'not needed')).code, 4);
  assert.equal(
    (await run('vin', 'add', 'LUC', '--years', '2012', '--make', 'a', '--model', 'b', '--reason', 'c')).code,
    3,
  );
});

test('a file is tried before it is imported, and its faults are a table with lines', async () => {
  const file = join(folder, 'dealers.csv');
  const header = 'id,name,addressLine1,city,postalCode,province,sellers';
  await writeFile(file, `${header}\nc-1,Cedar Cars,1 Main,Halifax,B3H 1A1,NS,birch-ns\nc-2,Cedar,,Halifax,B3H,NS,\n`);
  const bad = await run('dealers', 'import', file, '--dry-run');
  assert.equal(bad.code, 1);
  assert.match(bad.stdout, /^ +3 +postalCode +B3H +A postal code looks like K1A 0B1\.$/m);
  assert.match(bad.stdout, /2 errors: nothing was changed\.\n$/);
  await writeFile(file, `${header}\nc-1,Cedar Cars,1 Main,Halifax,B3H 1A1,NS,birch-ns\n`);
  const good = await run('dealers', 'import', file);
  assert.equal(good.stdout, '1 dealers read: 1 added, 0 changed, 0 unchanged, 1 linked.\n');
  assert.match((await run('dealers', 'list', '--seller', 'birch-ns')).stdout, /^c-1 +Cedar Cars/m);
  assert.equal((await run('dealers', 'unlink', 'birch-ns', 'c-1')).code, 0);
  assert.equal((await run('dealers', 'list', '--seller', 'birch-ns', '--json')).json().rows.length, 0);
  assert.equal((await run('dealers', 'import', join(folder, 'nothing.csv'))).code, 2);
});
