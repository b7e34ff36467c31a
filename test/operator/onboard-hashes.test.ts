import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { makeAuthenticate } from '../../src/flows/authenticate.ts';
import { rotateClientSecret, rotatePassword } from '../../src/flows/onboard/credentials.ts';
import { makeSecretHasher, type SecretHasher } from '../../src/flows/secret-hash.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import type { Reference } from '../../src/store/reference/keeper.ts';
import { readSellers } from '../../src/store/reference/sellers.ts';
import { cloneDatabase } from '../kit/database.ts';
import { testHashCost } from '../kit/postgres.ts';

/** The time of an authenticate call is its hashes: what must take alike long must compute alike many. */
let database: Database;
let sellers: Reference['sellers'];
let hashes = 0;
const now = new Date('2026-06-01T12:00:00Z');
const inTwoHours = new Date('2026-06-01T14:00:00Z');

const real = makeSecretHasher(testHashCost);
const hasher: SecretHasher = {
  ...real,
  matches: (secret, stored) => {
    hashes += 1;
    return real.matches(secret, stored);
  },
};
const authenticate = makeAuthenticate({ reference: () => ({ sellers }) as Reference, hasher });
const right = {
  clientId: 'northbind-sandbox',
  clientSecret: 'sandbox-client-secret',
  username: 'ontario',
  password: 'sandbox-password',
};

before(async () => {
  database = openDatabase({ url: await cloneDatabase(), poolSize: 2, onConnectionLost: () => undefined });
  sellers = await readSellers(database);
});
after(() => database.end());

async function hashesOf(given: Partial<typeof right>, at = now): Promise<readonly [isRight: boolean, hashes: number]> {
  hashes = 0;
  const answer = await authenticate({ ...right, ...given }, at);
  return [answer !== null, hashes];
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

test('every refusal takes four hashes, whatever was wrong or disabled', async () => {
  for (const given of wrong) assert.deepEqual(await hashesOf(given), [false, 4], JSON.stringify(given));
});

test('right credentials take two hashes, and none when they come again', async () => {
  assert.deepEqual(await hashesOf({}), [true, 2]);
  assert.deepEqual(await hashesOf({}), [true, 0]);
});

test('refusals take alike long during an overlap and after it', async () => {
  const by = { actor: { kind: 'command line', name: 'test' }, reason: '', now } as const;
  const parts = { database, hash: real.hash };
  const { integration, id } = [...sellers.byId.values()].find(({ username }) => username === 'ontario')!;
  const secret = await rotateClientSecret(parts, integration.id, { ...by, overlapHours: 1 });
  const password = await rotatePassword(parts, id, { ...by, overlapHours: 1 });
  assert.ok('secret' in secret && 'secret' in password);
  sellers = await readSellers(database);
  for (const given of wrong) assert.deepEqual(await hashesOf(given), [false, 4], JSON.stringify(given));
  assert.deepEqual(await hashesOf({ clientSecret: secret.secret, password: password.secret }), [true, 2]);
  assert.deepEqual(await hashesOf({ clientSecret: secret.secret }), [true, 4]);
  assert.deepEqual(await hashesOf({}), [true, 0], 'they were recognised before, and are still good');
  assert.deepEqual(await hashesOf({ clientSecret: secret.secret }, inTwoHours), [false, 4]);
  assert.deepEqual(await hashesOf({}, inTwoHours), [false, 4]);
});
