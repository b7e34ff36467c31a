import assert from 'node:assert/strict';
import test from 'node:test';
import { verifyWebhook } from '../../sdk/src/index.ts';
import { toBase32 } from '../../src/flows/operator/totp.ts';
import { openWebhookReceiver } from '../kit/parties/webhook-receiver.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { until } from '../kit/processes/until.ts';
import { clockAt, inDatabase, type Json, noon, openQuoteClient } from '../kit/sale/quoting.ts';
import { sellUnpaid } from '../kit/sale/unpaid.ts';
import { northbind } from '../kit/service/command-line.ts';
import { cloneDatabase, emptyDatabase } from '../kit/service/database.ts';
import { signInOperator } from '../kit/service/operator.ts';
import { productionSettings } from '../kit/service/production.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

const oldKey = '0f8c2b1e9d7a46350f8c2b1e9d7a4636';
const newKey = '5d41402abc4b2a76b9719d911017c592';
const thirdKey = '7c4a8d09ca3762af61e59520943dc264';

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

test('in production an instance with another key than the others does not start, until the key is forgotten', async () => {
  const databaseUrl = await emptyDatabase();
  const environmentOf = (SECRET_KEY: string) => ({ ...productionSettings, DATABASE_URL: databaseUrl, SECRET_KEY });
  const startWith = (keys: string) => startTestService({ environment: environmentOf(keys) });
  const other = { message: /SECRET_KEY is not that of the other instances/ };
  await (await startWith(oldKey)).close();
  await assert.rejects(startWith(newKey), other);
  for (const keys of [oldKey, `${oldKey},${newKey}`, `${newKey},${oldKey}`, newKey])
    await (await startWith(keys)).close();
  // An instance that was left behind.
  await assert.rejects(startWith(thirdKey), other);
  const forgot = await northbind(environmentOf(thirdKey), 'forget-key', '--reason', 'the vault is gone', '--yes');
  assert.equal(forgot.code, 0, forgot.stderr);
  await (await startWith(thirdKey)).close();
  await assert.rejects(startWith(newKey), other);
});

test('a key that is lost stops nothing: links and endpoints that it has closed are made anew, and the next change of keys goes well', async () => {
  const databaseUrl = await cloneDatabase();
  const receiver = await openWebhookReceiver();
  afterwards(receiver.close);
  const startWith = (keys: string) =>
    startTestService({ environment: { DATABASE_URL: databaseUrl, SECRET_KEY: keys } });
  const first = await startWith(oldKey);
  const { policyNumber, policy } = await sellUnpaid(first, 'manitoba');
  assert.match((await policy()).paymentUrl, /\/pay\//);
  const endpoints = (service: TestService, token: string, method: string, path: string, body?: Json) =>
    service.call(method, `/v1/webhook-endpoints${path}`, { token, ...(body && { body }) });
  const made = await endpoints(first, await tokenOf(first), 'POST', '', { url: receiver.url });
  await sealSecretOf('viewer', first, databaseUrl);
  await first.close();

  const lost = await startWith(newKey);
  const token = await tokenOf(lost);
  const looked = await lost.call('GET', `/v1/policies/${policyNumber}`, { token });
  assert.deepEqual([looked.status, looked.body.paymentUrl], [200, null], looked.text);
  const viewer = await signInOperator(lost, 'viewer');
  assert.deepEqual((await viewer.call('PUT', '/api/session/totp', { body: { code: '000000' } })).codes, [
    'CodeInvalid',
  ]);
  const { id } = made.body;
  await endpoints(lost, token, 'POST', `/${id}/ping`);
  // Counted as a failure: after three days the endpoint is disabled, and the operator is told.
  const deliveries = async (): Promise<Json[]> =>
    (await endpoints(lost, token, 'GET', `/${id}/deliveries`)).body.deliveries;
  await until(deliveries, ([ping]) => Number(ping?.attempts) > 0);
  assert.equal(receiver.received.length, 0);
  const rotated = await endpoints(lost, token, 'POST', `/${id}/rotate-secret`);
  await endpoints(lost, token, 'POST', `/${id}/ping`);
  await inDatabase(databaseUrl, 'UPDATE webhook_endpoint SET due_at = now() WHERE lease_until IS NULL');
  await until(
    () => receiver.received,
    (received) => received.length > 0,
  );
  const { headers, body } = receiver.received[0]!;
  const verified = await verifyWebhook(body, headers as Record<string, string>, rotated.body.secret);
  assert.equal(verified.type, 'ping');
  await lost.close();

  const next = await startWith(`${thirdKey},${newKey}`);
  assert.equal((await next.call('GET', '/healthcheck')).status, 200);
});

const tokenOf = (service: TestService) => service.login('manitoba');

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
