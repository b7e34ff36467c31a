import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCommand, UsageError } from '../src/cli/read-command.ts';

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const client = {
  NORTHBIND_URL: 'https://partners.example.com',
  NORTHBIND_CLIENT_ID: 'shop',
  NORTHBIND_CLIENT_SECRET: 's3cret',
};
const listen = ['listen', '--forward-to', 'http://localhost:3000/hooks'];

test('without anything said, the sandbox of this machine is followed from now on', () => {
  assert.deepEqual(readCommand(listen, {}), {
    kind: 'listen',
    connection: {
      baseUrl: 'http://127.0.0.1:8080',
      clientId: 'northbind-sandbox-oauth',
      clientSecret: 'sandbox-oauth-secret',
      scopes: ['read'],
      seller: 'ontario',
    },
    forwardTo: 'http://localhost:3000/hooks',
    secret: undefined,
    after: undefined,
    types: undefined,
  });
});

test('options come before the environment', () => {
  const words = [...listen, '--secret', secret, '--after', 'e1', '--types', 'policy.issued', '--client-id', 'other'];
  const command = readCommand(words, {
    ...client,
    NORTHBIND_SELLER: 'quebec',
    NORTHBIND_WEBHOOK_SECRET: 'whsec_ignored',
  });
  assert.ok(command.kind === 'listen');
  assert.deepEqual(command.connection, {
    baseUrl: 'https://partners.example.com',
    clientId: 'other',
    clientSecret: 's3cret',
    seller: 'quebec',
    scopes: ['read'],
  });
  assert.deepEqual([command.secret, command.after, command.types], [secret, 'e1', 'policy.issued']);
});

test('a username and a password are taken, too', () => {
  const command = readCommand(['trigger', 'payment.refused'], {
    ...client,
    NORTHBIND_USERNAME: 'ontario',
    NORTHBIND_PASSWORD: 'p4ss',
  });
  assert.ok(command.kind === 'trigger');
  assert.equal(command.type, 'payment.refused');
  assert.deepEqual([command.connection.username, command.connection.password], ['ontario', 'p4ss']);
});

test('what is wrong is one sentence, without a secret in it', () => {
  const wrong: readonly (readonly [readonly string[], Readonly<Record<string, string>>, RegExp])[] = [
    [['listen'], {}, /--forward-to/],
    [['listen', '--forward-to', 'localhost:3000'], {}, /--forward-to/],
    [['listen', '--forward-to', 'http://me:s3cret@localhost'], {}, /--forward-to/],
    [[...listen, '--secret', 's3cret'], {}, /whsec_/],
    [[...listen, 'more'], {}, /options only/],
    [[...listen, '--loud'], {}, /--loud/],
    [['trigger'], {}, /type of event/],
    [['trigger', 'a', 'b'], {}, /type of event/],
    [['sell'], {}, /listen, trigger and logs/],
    [listen, { NORTHBIND_URL: 'https://partners.example.com' }, /NORTHBIND_CLIENT_ID/],
    [listen, { NORTHBIND_CLIENT_ID: 'shop' }, /NORTHBIND_CLIENT_SECRET/],
    [listen, { ...client, NORTHBIND_USERNAME: 'ontario' }, /NORTHBIND_PASSWORD/],
  ];
  for (const [words, environment, sentence] of wrong) {
    assert.throws(
      () => readCommand(words, environment),
      (error) => {
        assert.ok(error instanceof UsageError);
        assert.match(error.message, sentence);
        assert.doesNotMatch(error.message, /s3cret|\n/);
        return true;
      },
    );
  }
});

test('help is given without a command, and with one', () => {
  for (const words of [[], ['--help'], ['listen', '-h']]) assert.equal(readCommand(words, {}).kind, 'help');
});

test('logs takes filters, how many, and whether to follow', () => {
  const command = readCommand(['logs', '-f', '--status', '5xx', '--count', '3'], {});
  assert.ok(command.kind === 'logs');
  assert.deepEqual([command.isFollowing, command.filter, command.count], [true, { status: '5xx' }, 3]);
  assert.throws(() => readCommand(['logs', '--count', 'many'], {}), UsageError);
  assert.throws(() => readCommand(['logs', 'bind'], {}), UsageError);
});
