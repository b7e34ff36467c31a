import assert from 'node:assert/strict';
import test from 'node:test';
import { lineOf, plainLineOf, withoutSecrets } from './log.ts';
import { Secret } from './secret.ts';

test('a known name of a secret is cut out of a line, at the top and one level down', () => {
  class Party {
    readonly name = 'lender';
    readonly accountNumber = '1234567';
  }
  assert.deepEqual(withoutSecrets({ password: 'p', body: { ticket: 't', id: 1 }, party: new Party() }), {
    password: '[secret]',
    body: { ticket: '[secret]', id: 1 },
    party: { name: 'lender', accountNumber: '[secret]' },
  });
});

test('everything else is logged as it is', () => {
  const facts = { status: 200, codes: ['VinInvalid'], sellerId: null, at: new Date(0), url: new Secret('s') };
  assert.equal(JSON.stringify(withoutSecrets(facts)), JSON.stringify(facts));
});

test('a line is one JSON object: level, time, the facts, and the event last', () => {
  const line = lineOf('info', 'answered "so"', {
    status: 200,
    password: 'p',
    codes: [],
    seller: undefined,
    text: 'é\n',
  });
  const { time, ...rest } = JSON.parse(line) as Record<string, unknown>;
  assert.deepEqual(rest, {
    level: 'info',
    status: 200,
    password: '[secret]',
    codes: [],
    text: 'é\n',
    event: 'answered "so"',
  });
  assert.equal(new Date(String(time)).toISOString(), time);
  assert.match(line, /^\{"level":"info","time":"[^"]+","status":200,.*"event":"answered \\"so\\""\}\n$/);
  assert.match(lineOf('warn', 'alone', {}), /^\{"level":"warn","time":"[^"]+","event":"alone"\}\n$/);
});

test('facts that JSON has no form for do not fail the work that is logged', () => {
  const { event, unwritable } = JSON.parse(lineOf('error', 'odd', { amount: 1n })) as Record<string, unknown>;
  assert.equal(event, 'odd');
  assert.match(String(unwritable), /BigInt/);
});

test('a line for people has the time of day, the event and its facts as words, without secrets', () => {
  const facts = { tookMs: 3, migrations: ['a', 'b', 'c', 'd'], codes: ['VinInvalid'], why: 'two words', password: 'p' };
  assert.match(
    plainLineOf('info', 'migrated', facts),
    /^ {2}\d\d:\d\d:\d\d migrated tookMs=3 migrations=4 codes=VinInvalid why="two words" password=\[secret\]\n$/,
  );
  assert.match(plainLineOf('warn', 'late', {}), /^ {2}\d\d:\d\d:\d\d warn: late\n$/);
});
