import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { inspect } from 'node:util';
import { fillSettingsTable, settingRows } from '../../docs/settings-page.ts';
import { pngLogo } from '../../test/kit/sale/logo.ts';
import { ConfigError, readCommandLineConfig, readConfig } from './config.ts';

const issuer = {
  ISSUER_NAME: 'Example Protection',
  ISSUER_ADDRESS: '1 Main Street; Toronto ON  M5V 2T6',
  ISSUER_PHONE: '416 555-0142',
  ISSUER_EMAIL: 'service@example.ca',
  ISSUER_WEBSITE: 'www.example.ca',
};

test('the sandbox needs no setting, and its defaults are named', () => {
  const config = readConfig({});
  assert.equal(config.mode, 'sandbox');
  assert.deepEqual([config.port, config.checkoutPort, config.operatorPort], [8080, 8081, 8082]);
  assert.equal(config.host, '127.0.0.1');
  assert.deepEqual(
    [config.rateLimit, config.tokenMinutes, config.cardTicketMinutes, config.effectiveDateDays],
    [300, 60, 30, 30],
  );
  assert.ok(config.defaults.includes('RATE_LIMIT=300'));
});

test('a name near one of ours is told, without its value; what others set is theirs', () => {
  const others = {
    HOSTNAME: 'x',
    HOME: '/',
    LOGNAME: 'x',
    NORTHBIND_PORT: 'tcp://10.0.0.1:80',
    SHELL: 'sh',
    PATH: '/bin',
  };
  const kubernetes = { NORTHBIND_SERVICE_HOST: '10.0.0.1', NORTHBIND_SERVICE_PORT: '80', NORTHBIND_PORT_80_TCP: 'x' };
  const telemetry = {
    OTEL_SERVICE_NAME: 'x',
    OTEL_EXPORTER_OTLP_HEADERS: 'x',
    OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'x',
  };
  assert.deepEqual(readConfig({ ...others, ...kubernetes, ...telemetry }).misspelt, []);
  const typed = {
    DATABSE_URL: 'postgres://u:hunter2@db/x',
    NORTHBIND_MOD: 'production',
    SECRT_KEY_FILE: '/x',
    PROT: '1',
  };
  assert.deepEqual(
    readConfig(typed).misspelt.map(({ name, known }) => `${name} ${known}`),
    ['DATABSE_URL DATABASE_URL', 'NORTHBIND_MOD NORTHBIND_MODE', 'SECRT_KEY_FILE SECRET_KEY_FILE', 'PROT PORT'],
  );
  const faults = faultsOf({ ...typed, NORTHBIND_MODE: 'production' });
  assert.ok(faults.includes('DATABSE_URL is no setting: is DATABASE_URL meant?'), faults.join('\n'));
  assert.doesNotMatch(faults.join(), /hunter2/);
});

test('a rehearsal is production mode with the sandbox’s parties, and never beside a real one', () => {
  const live = { ...production, CHECKOUT_PUBLIC_URL: 'https://cards.example.ca' };
  const rehearsed = readConfig({ ...live, CARD_PROCESSOR: 'rehearsal', LENDER: 'rehearsal' });
  assert.deepEqual([rehearsed.mode, rehearsed.isRehearsal, rehearsed.databaseMode], ['production', true, 'rehearsal']);
  assert.equal(readConfig({ ...live, CARD_PROCESSOR: 'none', LENDER: 'rehearsal' }).isRehearsal, true);
  assert.equal(readConfig({ ...live, CARD_PROCESSOR: 'none', LENDER: 'none' }).databaseMode, 'production');
  const lender = { LENDER_URL: 'https://lender.example.ca', LENDER_KEY: 'a key of sixteen or more' };
  assert.match(faultsOf({ ...live, CARD_PROCESSOR: 'rehearsal', LENDER: 'http', ...lender }).join(), /LENDER must/);
  assert.match(faultsOf({ ...live, CARD_PROCESSOR: 'moneris', LENDER: 'rehearsal' }).join(), /LENDER must/);
  assert.match(faultsOf({ CARD_PROCESSOR: 'rehearsal' }).join(), /CARD_PROCESSOR must be sandbox in the sandbox/);
  assert.match(faultsOf({ LENDER: 'rehearsal' }).join(), /LENDER must be one of: sandbox/);
  assert.match(
    faultsOf({ ...production, CARD_PROCESSOR: 'rehearsal', LENDER: 'none' }).join(),
    /CHECKOUT_PUBLIC_URL is required/,
  );
});

test('the other ports follow the first', () => {
  const config = readConfig({ PORT: '9000' });
  assert.deepEqual([config.checkoutPort, config.operatorPort], [9001, 9002]);
});

test('production names every missing setting at once', () => {
  const faults = faultsOf({ NORTHBIND_MODE: 'production' });
  for (const key of [
    'DATABASE_URL',
    'SMTP_URL',
    'SECRET_KEY',
    'PUBLIC_URL',
    'CARD_PROCESSOR',
    'LENDER',
    'TRUST_PROXY',
    'ISSUER_NAME',
  ])
    assert.ok(
      faults.some((fault) => fault.startsWith(key)),
      key,
    );
});

test('production refuses what is unsafe', () => {
  const faults = faultsOf({
    NORTHBIND_MODE: 'production',
    DATABASE_URL: 'postgres://a:b@db/x',
    SMTP_URL: 'smtp://mail',
    SECRET_KEY: 'short',
    PUBLIC_URL: 'http://sales.example.ca',
    CARD_PROCESSOR: 'sandbox',
    LENDER: 'none',
    TRUST_PROXY: 'none',
    OPERATOR_HOST: '0.0.0.0',
    ACCEPT_INSECURE: 'postgres,smtp',
    ...issuer,
  });
  assert.deepEqual(faults.map((fault) => fault.split(' ')[0]).sort(), [
    'CARD_PROCESSOR',
    'METRICS_TOKEN',
    'PUBLIC_URL',
    'SECRET_KEY',
  ]);
});

test('bad values are all told at once, and never echoed', () => {
  const faults = faultsOf({
    PORT: 'eighty',
    RATE_LIMIT: '-1',
    DATABASE_URL: 'mysql://user:hunter2@host',
    NORTHBIND_MODE: 'test',
  });
  assert.equal(faults.length, 4);
  assert.ok(!faults.join().includes('hunter2'));
});

test('a web address that paths are put behind has neither a query nor a fragment', () => {
  for (const end of ['?from=mail', '/#top'])
    assert.match(
      faultsOf({ PUBLIC_URL: `https://sales.example.ca${end}` }).join(),
      /^PUBLIC_URL must be an address without a \? or a #/,
    );
});

test('a secret prints as [secret]', () => {
  const config = readConfig({ DATABASE_URL: 'postgres://user:hunter2@host/db' });
  assert.ok(!inspect(config).includes('hunter2'));
  assert.ok(!JSON.stringify(config).includes('hunter2'));
  assert.ok(!`${config.databaseUrl}`.includes('hunter2'));
  assert.equal(config.databaseUrl?.reveal(), 'postgres://user:hunter2@host/db');
});

test('the issuer’s logo, colours, languages and closing texts are checked, and the sandbox may have them, too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'northbind-logo-'));
  after(() => rm(folder, { recursive: true, force: true }));
  const logo = join(folder, 'logo.png');
  await writeFile(logo, pngLogo());
  const settings = {
    ...issuer,
    ISSUER_LOGO: logo,
    ISSUER_COLOURS: '#7A1F3D, #96305a',
    ISSUER_LANGUAGES: 'fr',
    ISSUER_CLOSING_EN: 'Thank you.',
    ISSUER_CLOSING_FR: 'Merci.',
  };
  const read = readConfig(settings).issuer!;
  assert.deepEqual(read.colours, { main: '#7a1f3d', accent: '#96305a' });
  assert.deepEqual([read.logo?.type, read.languages, read.closing?.fr], ['image/png', ['fr'], 'Merci.']);
  assert.equal(readConfig({}).issuer, null);
  assert.deepEqual(readConfig(issuer).issuer!.languages, ['en', 'fr']);
  for (const [change, fault] of [
    [{ ISSUER_LOGO: join(folder, 'none.png') }, /^ISSUER_LOGO can't be read: ENOENT/],
    [{ ISSUER_LOGO: folder }, /^ISSUER_LOGO can't be read: EISDIR/],
    [{ ISSUER_COLOURS: '#7a1f3d' }, /^ISSUER_COLOURS must be two colours/],
    [{ ISSUER_COLOURS: '#ffcc00,#ffcc00' }, /^ISSUER_COLOURS are too light/],
    [{ ISSUER_LANGUAGES: 'de' }, /^ISSUER_LANGUAGES must be some of: en, fr/],
    [{ ISSUER_CLOSING_FR: '' }, /^ISSUER_CLOSING_FR is required/],
    [{ ISSUER_CLOSING_FR: 'x'.repeat(601) }, /^ISSUER_CLOSING_FR must have at most 600/],
  ] as const)
    assert.match(faultsOf({ ...settings, ...change }).join('\n'), fault);
});

function faultsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return assert.fail('It should have been refused.');
}

test('Moneris needs its whole set of settings, and the sandbox never uses it', () => {
  const production = {
    NORTHBIND_MODE: 'production',
    DATABASE_URL: 'postgres://a:b@db/x',
    SMTP_URL: 'smtp://mail',
    SECRET_KEY: 'a key of at least thirty-two characters',
    PUBLIC_URL: 'https://sales.example.ca',
    TRUST_PROXY: 'none',
    LENDER: 'none',
    CARD_PROCESSOR: 'moneris',
    ACCEPT_INSECURE: 'postgres,smtp',
    ...issuer,
  };
  const missing = faultsOf(production).map((fault) => fault.split(' ')[0]);
  assert.deepEqual(missing, [
    'MONERIS_STORE_ID',
    'MONERIS_API_TOKEN',
    'MONERIS_HOLD_CHECKOUT_ID',
    'MONERIS_VERIFY_CHECKOUT_ID',
  ]);
  const whole = { ...production, ...Object.fromEntries(missing.map((name) => [name!, 'x'])) };
  assert.equal(readConfig(whole).processor.kind, 'moneris');
  const [fault] = faultsOf({ ...whole, CARD_TICKET_MINUTES: '10' });
  assert.match(fault!, /^CARD_TICKET_MINUTES must be 30 with Moneris/);
  assert.equal(faultsOf({ CARD_PROCESSOR: 'moneris' }).length, 1);
  assert.match(faultsOf({ ...whole, MONERIS_URL: 'http://127.0.0.1:1' }).join(), /^MONERIS_URL must not be set/);
  assert.equal(readConfig({ ...production, CARD_PROCESSOR: 'none' }).processor.kind, 'none');
});

test('a lender needs its whole set of settings, a safe address, and production', () => {
  const asking = { ...production, LENDER: 'http' };
  assert.deepEqual(
    faultsOf(asking).map((fault) => fault.split(' ')[0]),
    ['LENDER_URL', 'LENDER_KEY', 'LENDER_NAME', 'LENDER_PHONE', 'LENDER_EMAIL'],
  );
  const whole = {
    ...asking,
    LENDER_URL: 'https://lender.example.ca/northbind/',
    LENDER_KEY: 'sixteen letters!',
    LENDER_NAME: 'Example Finance',
    LENDER_PHONE: '416 555-0157',
    LENDER_EMAIL: 'loans@example.ca',
  };
  assert.equal(readConfig(whole).lender?.origin, 'https://lender.example.ca/northbind');
  assert.ok(!JSON.stringify(readConfig(whole)).includes('sixteen'));
  assert.equal(readConfig({ ...whole, LENDER_URL: 'http://[::1]:9000' }).lender?.origin, 'http://[::1]:9000');
  for (const LENDER_URL of ['http://lender.example.ca', 'ftp://lender.example.ca', 'lender', 'http://127.evil.ca'])
    assert.match(faultsOf({ ...whole, LENDER_URL }).join(), /^LENDER_URL must/, LENDER_URL);
  assert.match(faultsOf({ ...whole, LENDER_KEY: 'short' }).join(), /^LENDER_KEY must have at least 16/);
  assert.match(faultsOf({ LENDER: 'http' }).join(), /^LENDER must be one of: sandbox/);
});

test('a rehearsal of Moneris in the sandbox never reaches Moneris itself', () => {
  const rehearsal = {
    CARD_PROCESSOR: 'moneris',
    MONERIS_URL: 'http://127.0.0.1:9000/',
    MONERIS_STORE_ID: 'x',
    MONERIS_API_TOKEN: 'x',
    MONERIS_HOLD_CHECKOUT_ID: 'x',
    MONERIS_VERIFY_CHECKOUT_ID: 'x',
    MONERIS_ENVIRONMENT: 'prod',
  };
  const { processor } = readConfig(rehearsal);
  assert.ok(processor.kind === 'moneris');
  assert.deepEqual([processor.standIn, processor.environment], ['http://127.0.0.1:9000', 'qa']);
  for (const host of ['gateway.moneris.com', 'mpg1t.moneris.io', 'GATEWAY.moneris.com.'])
    assert.match(
      faultsOf({ ...rehearsal, MONERIS_URL: `https://${host}` }).join(),
      /^MONERIS_URL must not be an address/,
    );
});

test('the proxies in front are none, a number, or addresses and ranges, and no other text', () => {
  const proxiesOf = (text: string) => readConfig({ TRUST_PROXY: text }).trustProxy;
  assert.equal(readConfig({}).trustProxy, 0);
  assert.equal(proxiesOf('none'), 0);
  assert.equal(proxiesOf('2'), 2);
  assert.deepEqual(proxiesOf('10.0.0.5, 2001:db8::/32,loopback'), ['10.0.0.5', '2001:db8::/32', 'loopback']);
  for (const wrong of [
    '11',
    'proxy',
    '10.0.0.256',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/8/8',
    '10.0.0.5,',
    'true',
  ])
    assert.match(faultsOf({ TRUST_PROXY: wrong })[0] ?? '', /^TRUST_PROXY must be/, wrong);
});

const production = {
  NORTHBIND_MODE: 'production',
  DATABASE_URL: 'postgres://a:b@db/x?sslmode=verify-full',
  SMTP_URL: 'smtps://mail',
  SECRET_KEY: 'a key of at least thirty-two characters',
  PUBLIC_URL: 'https://sales.example.ca',
  TRUST_PROXY: 'none',
  LENDER: 'none',
  CARD_PROCESSOR: 'none',
  ...issuer,
};

test('production refuses what goes to another machine without TLS, unless it is accepted by name', () => {
  const plain = {
    ...production,
    DATABASE_URL: 'postgres://a:hunter2@db/x',
    SMTP_URL: 'smtp://mail',
  };
  const faults = faultsOf(plain);
  assert.deepEqual(
    faults.map((fault) => fault.split(' ')[0]),
    ['DATABASE_URL', 'SMTP_URL'],
  );
  assert.match(faults[0]!, /without TLS: ask for TLS, or accept it by ACCEPT_INSECURE=postgres/);
  assert.ok(!faults.join().includes('hunter2'));
  assert.match(faultsOf({ ...plain, ACCEPT_INSECURE: 'postgres' }).join(), /^SMTP_URL/);
  assert.equal(readConfig({ ...plain, ACCEPT_INSECURE: 'postgres, smtp' }).mode, 'production');
  assert.match(faultsOf({ ...production, ACCEPT_INSECURE: 'ldap' })[0]!, /^ACCEPT_INSECURE must be some of/);
  assert.equal(readConfig({ DATABASE_URL: 'postgres://a:b@db/x' }).mode, 'sandbox', 'the sandbox may');
});

test('production refuses a key that can be guessed', () => {
  assert.match(faultsOf({ ...production, SECRET_KEY: 'x'.repeat(64) })[0]!, /^SECRET_KEY is too easy to guess/);
  assert.match(faultsOf({ ...production, METRICS_TOKEN: 'metrics'.repeat(4) })[0]!, /^METRICS_TOKEN is too easy/);
  const second = `0f8c2b1e9d7a46350f8c2b1e9d7a4636,${'x'.repeat(64)}`;
  assert.match(faultsOf({ ...production, SECRET_KEY: second })[0]!, /^SECRET_KEY is too easy/);
  assert.equal(readConfig({ ...production, METRICS_TOKEN: '0f8c2b1e9d7a4635,aaaa' }).mode, 'production');
});

test('SECRET_KEY takes two keys, the first of which signs', () => {
  const [one, other] = ['0f8c2b1e9d7a46350f8c2b1e9d7a4636', 'a key of at least thirty-two characters'];
  const keysOf = (text: string) => readConfig({ SECRET_KEY: text }).secretKeys?.map((key) => key?.reveal());
  assert.deepEqual(keysOf(one), [one]);
  assert.deepEqual(keysOf(`${one}, ${other}`), [one, other]);
  for (const [text, what] of [
    [`${one},short`, 'at least 32 characters'],
    [`${one},`, 'at least 32 characters'],
    [`${one},${other},${one}`, 'two keys at most'],
    [`${one},${one}`, 'the same key twice'],
  ] as const)
    assert.match(faultsOf({ SECRET_KEY: text })[0]!, new RegExp(what));
});

test('a secret may be the content of a file, and not both at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'northbind-config-'));
  after(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'secret');
  const key = '0f8c2b1e9d7a46350f8c2b1e9d7a4636';
  await writeFile(file, `${key}\n`);
  const { SECRET_KEY: _, ...others } = production;
  assert.equal(readConfig({ ...others, SECRET_KEY_FILE: file }).secretKeys?.[0].reveal(), key);
  await writeFile(file, 'postgres://a:b@127.0.0.1/x\r\n');
  assert.equal(readConfig({ DATABASE_URL_FILE: file }).databaseUrl?.reveal(), 'postgres://a:b@127.0.0.1/x');
  assert.equal(readCommandLineConfig({ DATABASE_URL_FILE: file }).databaseUrl?.reveal(), 'postgres://a:b@127.0.0.1/x');
  assert.deepEqual(faultsOf({ ...production, SECRET_KEY_FILE: file }).length, 1);
  assert.match(faultsOf({ ...production, SECRET_KEY_FILE: file })[0]!, /must not be set together with SECRET_KEY_FILE/);
  await writeFile(file, '\n');
  for (const [path, what] of [
    [file, 'must have 1 to'],
    [join(folder, 'nothing'), 'ENOENT'],
  ] as const) {
    const faults = faultsOf({ ...others, SECRET_KEY_FILE: path });
    assert.deepEqual([faults.length, faults[0]!.includes(what)], [1, true], faults.join());
  }
});

test('every secret setting can be read from a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'northbind-config-'));
  after(() => rm(folder, { recursive: true, force: true }));
  const secrets = {
    METRICS_TOKEN: '0f8c2b1e9d7a4635',
    DATABASE_URL: 'postgres://127.0.0.1/x',
    SMTP_URL: 'smtps://mail',
    SECRET_KEY: 'a key of at least thirty-two characters',
    MONERIS_API_TOKEN: 'yesguy',
    OIDC_CLIENT_SECRET: 'the console at the provider',
    OUTBOUND_PROXY: 'http://user:password@proxy:3128',
  };
  const files: Record<string, string> = {};
  for (const [name, secret] of Object.entries(secrets)) {
    files[`${name}_FILE`] = join(folder, name);
    await writeFile(join(folder, name), `${secret}\n`);
  }
  const { SECRET_KEY: _, DATABASE_URL: __, SMTP_URL: ___, ...others } = production;
  const moneris = { CARD_PROCESSOR: 'moneris', MONERIS_STORE_ID: 's', MONERIS_HOLD_CHECKOUT_ID: 'h' };
  const oidc = { OIDC_ISSUER: 'https://id.example.ca', OIDC_CLIENT_ID: 'console', OIDC_ROLES: 'admin=it' };
  const console = { OPERATOR_PUBLIC_URL: 'https://console.example.ca' };
  const config = readConfig({ ...others, ...moneris, MONERIS_VERIFY_CHECKOUT_ID: 'v', ...oidc, ...console, ...files });
  assert.ok(config.processor.kind === 'moneris');
  assert.deepEqual(
    [
      config.metricsToken,
      config.databaseUrl,
      config.smtpUrl,
      config.secretKeys?.[0],
      config.processor.apiToken,
      config.oidc?.clientSecret,
      config.outboundProxy?.url,
    ].map((secret) => secret?.reveal()),
    Object.values(secrets),
  );
});

test('how long personal data is kept has lawful defaults, 0 is for good, and less than is promised is refused', () => {
  const { retention } = readConfig({});
  const years = { policyYears: 7, auditYears: 10 };
  assert.deepEqual(retention, { ...years, quoteDays: 180, mailDays: 730, eventDays: 400, deliveryDays: 90 });
  const forGood = { RETENTION_EVENT_DAYS: '0', RETENTION_POLICY_YEARS: '0' };
  assert.deepEqual(readCommandLineConfig(forGood).retention, { ...retention, eventDays: 0, policyYears: 0 });
  const refused = (text: string, sentence: RegExp) =>
    assert.throws(() => readConfig({ RETENTION_EVENT_DAYS: text }), sentence, text);
  refused('89', /RETENTION_EVENT_DAYS must be 0 or a whole number from 90 to/);
  for (const text of ['-1', '1.5', 'never']) refused(text, /RETENTION_EVENT_DAYS must be a whole number from 0 to/);
});

test('the guide has a row for every setting, as the service reads it, and none for what is not read', async () => {
  const page = await readFile(new URL('../../docs/guide/configure.md', import.meta.url), 'utf8');
  assert.equal(page, fillSettingsTable(page), 'Run npm run generate.');
  const table = page.slice(page.indexOf('| setting |'), page.indexOf('\n## '));
  const names = Array.from(table.matchAll(/^\| (`[^|]+) \|/gm), ([, cell]) => cell!);
  assert.deepEqual(names.sort(), settingRows.map(({ setting }) => `\`${setting.name}\``).sort());
});
