import assert from 'node:assert/strict';
import test from 'node:test';
import { toBase32 } from '../../src/flows/operator/totp.ts';
import { cloneDatabase } from '../kit/database.ts';
import { signInOperator } from '../kit/operator.ts';
import { clockAt, inDatabase, type Json, noon, openQuoteClient } from '../kit/quoting.ts';
import { startTestService, type TestService } from '../kit/service.ts';

const oldKey = '0f8c2b1e9d7a46350f8c2b1e9d7a4636';
const newKey = '5d41402abc4b2a76b9719d911017c592';

test('a key is changed without a gap: what the old one signed or encrypted keeps working until it is gone', async () => {
  const databaseUrl = await cloneDatabase();
  const startWith = (keys: string) =>
    startTestService({
      environment: { DATABASE_URL: databaseUrl, SECRET_KEY: keys, DATABASE_POOL_SIZE: '2' },
      clock: clockAt(noon).clock,
    });
  const first = await startWith(oldKey);
  const signedBefore = await signedBy(first);
  const sealedBefore = await sealSecretOf('viewer', first, databaseUrl);
  await first.close();

  // While instances are replaced, some already sign with the new key and some still with the old one.
  const prepared = await startWith(`${oldKey},${newKey}`);
  assert.deepEqual(await sealedSecret(databaseUrl), sealedBefore, 'the first key still encrypts');
  const changed = await startWith(`${newKey},${oldKey}`);
  assert.notDeepEqual(await sealedSecret(databaseUrl), sealedBefore, 'it is encrypted with the new key');
  const [ofPrepared, ofChanged] = [await signedBy(prepared), await signedBy(changed)];
  for (const service of [prepared, changed])
    for (const signed of [signedBefore, ofPrepared, ofChanged]) assert.ok(await isAccepted(service, signed));
  const metrics = await (await fetch(`${changed.operatorUrl}/metrics`)).text();
  assert.match(metrics, /^northbind_previous_key_uses_total\{use="tokens"\} 2$/m);
  assert.match(metrics, /^northbind_previous_key_uses_total\{use="vehicleIds"\} 2$/m);
  await Promise.all([prepared.close(), changed.close()]);

  const last = await startWith(newKey);
  assert.equal(await isAccepted(last, ofChanged), true);
  assert.equal(await isAccepted(last, signedBefore), false, 'neither its token');
  assert.equal(await isAccepted(last, { ...signedBefore, token: ofChanged.token }), false, 'nor its vehicle id');
  const viewer = await signInOperator(last, 'viewer');
  // Only with a secret that can be opened is a code judged; with any other the call fails.
  assert.deepEqual((await viewer.call('PUT', '/api/session/totp', { body: { code: '000000' } })).codes, [
    'CodeInvalid',
  ]);
});

interface Signed {
  readonly token: string;
  readonly quote: Json;
}

/** A token, and a quote with a vehicle's id. */
async function signedBy(service: TestService): Promise<Signed> {
  const client = await openQuoteClient(service);
  return { token: client.token, quote: await client.request() };
}

async function isAccepted(service: TestService, { token, quote }: Signed): Promise<boolean> {
  const { status } = await service.call('POST', '/v1/quote', { token, body: quote });
  return status === 200;
}

async function sealSecretOf(name: string, service: TestService, databaseUrl: string): Promise<Buffer> {
  const operator = await signInOperator(service, name);
  const { secret } = (await operator.post('/api/session/totp')).body;
  assert.equal(secret.length, toBase32(Buffer.alloc(20)).length);
  return sealedSecret(databaseUrl);
}

async function sealedSecret(databaseUrl: string): Promise<Buffer> {
  const [{ totp_secret: sealed }] = await inDatabase(
    databaseUrl,
    'SELECT totp_secret FROM operator_account WHERE totp_secret IS NOT NULL',
  );
  return sealed;
}
