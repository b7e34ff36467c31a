import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { type Authenticator, makeAuthenticator } from '../../src/flows/credential/authenticate.ts';
import { rotateClientSecret, rotatePassword } from '../../src/flows/credential/credentials.ts';
import { makeSecretHasher } from '../../src/flows/credential/secret-hash.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import type { Reference } from '../../src/store/reference/keeper.ts';
import { readSellers } from '../../src/store/reference/sellers.ts';
import { cloneDatabase } from '../kit/service/database.ts';
import { testHashCost } from '../kit/service/postgres.ts';

/** The time of an authenticate call is its hashes: what must take alike long must compute alike many. */
let database: Database;
let sellers: Reference['sellers'];
const now = new Date('2026-06-01T12:00:00Z');
const inTwoHours = new Date('2026-06-01T14:00:00Z');

const hasher = makeSecretHasher({ cost: testHashCost });
let authenticator: Authenticator;
const right = {
  clientId: 'northbind-sandbox',
  clientSecret: 'sandbox-client-secret',
  username: 'ontario',
  password: 'sandbox-password',
};

before(async () => {
  database = openDatabase({ url: await cloneDatabase(), poolSize: 2, onConnectionLost: () => undefined });
  sellers = await readSellers(database);
  authenticator = makeAuthenticator({ reference: () => ({ sellers }) as Reference, hasher });
});
after(() => database.end());

async function hashesOf(given: Partial<typeof right>, at = now): Promise<readonly [isRight: boolean, hashes: number]> {
  const before = hasher.hashCount();
  const sent = { ...right, ...given };
  const answer = authenticator.recognise(sent, at) ?? (await authenticator.verify(sent, '192.0.2.1', at));
  return [answer !== null, hasher.hashCount() - before];
}

const wrong: readonly Partial<typeof right>[] = [
  { clientId: 'nobody' },
  { clientSecret: 'wrong' },
  { username: 'nobody' },
  { password: 'wrong' },
  { clientSecret: 'wrong', password: 'wrong' },
  { username: 'disabled' },
  { username: 'manitoba' },
];

test('right credentials take two hashes, and none when they come again', async () => {
  assert.deepEqual(await hashesOf({}), [true, 2]);
  assert.deepEqual(await hashesOf({}), [true, 0]);
});

test('every refusal takes one hash, whatever was wrong or disabled', async () => {
  for (const given of wrong) assert.deepEqual(await hashesOf(given), [false, 1], JSON.stringify(given));
});

test('another seller of the same partner takes one hash', async () => {
  assert.deepEqual(await hashesOf({ username: 'quebec' }), [true, 1]);
});

test('refusals take alike long during an overlap and after it', async () => {
  const by = { actor: { kind: 'command line', name: 'test' }, reason: '', now } as const;
  const parts = { database, hash: hasher.hash };
  const { integration, id } = [...sellers.byId.values()].find(({ username }) => username === 'ontario')!;
  const secret = await rotateClientSecret(parts, integration.id, { ...by, overlapHours: 1 });
  const password = await rotatePassword(parts, id, { ...by, overlapHours: 1 });
  assert.ok('secret' in secret && 'secret' in password);
  sellers = await readSellers(database);
  for (const given of wrong) assert.deepEqual(await hashesOf(given), [false, 1], JSON.stringify(given));
  assert.deepEqual(await hashesOf({ clientSecret: secret.secret, password: password.secret }), [true, 2]);
  assert.deepEqual(await hashesOf({ clientSecret: secret.secret }), [true, 1]);
  assert.deepEqual(await hashesOf({}), [true, 0], 'they were recognised before, and are still good');
  assert.deepEqual(await hashesOf({ clientSecret: secret.secret }, inTwoHours), [false, 1]);
  assert.deepEqual(await hashesOf({}, inTwoHours), [false, 1]);
});
