import assert from 'node:assert/strict';
import test from 'node:test';
import { inspect } from 'node:util';
import { ConfigError, readConfig } from './config.ts';

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

test('the other ports follow the first', () => {
  const config = readConfig({ PORT: '9000' });
  assert.deepEqual([config.checkoutPort, config.operatorPort], [9001, 9002]);
});

test('production names every missing setting at once', () => {
  const faults = faultsOf({ NORTHBIND_MODE: 'production' });
  for (const key of ['DATABASE_URL', 'SMTP_URL', 'SECRET_KEY', 'PUBLIC_URL', 'CARD_PROCESSOR', 'LENDER', 'ISSUER_NAME'])
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
    OPERATOR_HOST: '0.0.0.0',
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

test('a secret prints as [secret]', () => {
  const config = readConfig({ DATABASE_URL: 'postgres://user:hunter2@host/db' });
  assert.ok(!inspect(config).includes('hunter2'));
  assert.ok(!JSON.stringify(config).includes('hunter2'));
  assert.ok(!`${config.databaseUrl}`.includes('hunter2'));
  assert.equal(config.databaseUrl?.reveal(), 'postgres://user:hunter2@host/db');
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
    LENDER: 'none',
    CARD_PROCESSOR: 'moneris',
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
  assert.notEqual(readConfig(whole).moneris, null);
  const [fault] = faultsOf({ ...whole, CARD_TICKET_MINUTES: '10' });
  assert.match(fault!, /^CARD_TICKET_MINUTES must be 30 with Moneris/);
  assert.equal(faultsOf({ CARD_PROCESSOR: 'moneris' }).length, 1);
  assert.match(faultsOf({ ...whole, MONERIS_URL: 'http://127.0.0.1:1' }).join(), /^MONERIS_URL must not be set/);
  assert.equal(readConfig({ ...production, CARD_PROCESSOR: 'none' }).moneris, null);
});

test('a lender needs its whole set of settings, a safe address, and production', () => {
  const production = {
    NORTHBIND_MODE: 'production',
    DATABASE_URL: 'postgres://a:b@db/x',
    SMTP_URL: 'smtp://mail',
    SECRET_KEY: 'a key of at least thirty-two characters',
    PUBLIC_URL: 'https://sales.example.ca',
    CARD_PROCESSOR: 'none',
    LENDER: 'http',
    ...issuer,
  };
  assert.deepEqual(
    faultsOf(production).map((fault) => fault.split(' ')[0]),
    ['LENDER_URL', 'LENDER_KEY', 'LENDER_NAME', 'LENDER_PHONE', 'LENDER_EMAIL'],
  );
  const whole = {
    ...production,
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
  const { moneris } = readConfig(rehearsal);
  assert.deepEqual([moneris?.standIn, moneris?.environment], ['http://127.0.0.1:9000', 'qa']);
  for (const host of ['gateway.moneris.com', 'mpg1t.moneris.io', 'GATEWAY.moneris.com.'])
    assert.match(
      faultsOf({ ...rehearsal, MONERIS_URL: `https://${host}` }).join(),
      /^MONERIS_URL must not be an address/,
    );
});
