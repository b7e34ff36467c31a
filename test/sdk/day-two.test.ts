import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import test, { before } from 'node:test';
import { promisify } from 'node:util';
import { type Event, Northbind, responseOf, verifyWebhook } from '../../sdk/src/index.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../kit/parties/webhook-receiver.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { until } from '../kit/processes/until.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';
import { readyToBind } from './sale.ts';

/** The client library with a client of OAuth 2.0, and what a partner does after the first sale. */
const command = new URL('../../bin/northbind', import.meta.url).pathname;
let service: TestService;
let receiver: WebhookReceiver;
let northbind: Northbind;

before(async () => {
  service = await startTestService();
  receiver = await openWebhookReceiver();
  afterwards(() => receiver.close());
  northbind = new Northbind({
    baseUrl: service.url,
    clientId: 'northbind-sandbox-oauth',
    clientSecret: 'sandbox-oauth-secret',
    seller: 'ontario',
    language: 'fr',
  });
});

test('a client of OAuth 2.0 sells and looks up; results tell the request id and the rate limit', async () => {
  const { today } = await northbind.sandbox.clock();
  const request = await readyToBind(northbind, 'CC', today);
  const policy = await northbind.bind(request, { requestId: 'bind-1' });
  const facts = responseOf(policy);
  assert.equal(facts?.requestId, 'bind-1');
  assert.equal(facts?.rateLimit?.limit, 100_000);
  assert.ok(facts.rateLimit.remaining < 100_000 && facts.rateLimit.resetSeconds <= 60);
  assert.equal((await northbind.applications.get(request.applicationId)).status, 'Bound');
  const listed = [];
  for await (const one of northbind.policies.list({ moneyStatus: 'Paid', vin: undefined }))
    listed.push(one.policyNumber);
  assert.deepEqual(listed, [policy.policyNumber]);
});

test('a client in French is answered in French, and a call in its own language', async () => {
  await assert.rejects(northbind.lienHolders.search('a'), /Tapez|caractères/);
  await assert.rejects(northbind.lienHolders.search('a', { language: 'en' }), /at least 3 characters/);
});

test('scopes that were not asked for are missing', async () => {
  const { seller, ...rest } = { seller: 'ontario', clientId: 'northbind-sandbox-oauth' };
  const options = { ...rest, baseUrl: service.url, clientSecret: 'sandbox-oauth-secret' };
  const reader = new Northbind({ ...options, seller, scopes: ['read'] });
  await reader.policies.page();
  await assert.rejects(reader.dealers.list(), { code: 'ScopeInsufficient' });
  await assert.rejects(new Northbind(options).policies.page(), {
    code: 'AuthenticationFailed',
    operation: 'oauthToken',
  });
});

test('the feed is followed to its end and beyond, in order, each event once', async () => {
  const known: string[] = [];
  for await (const { id } of northbind.events.list()) known.push(id);
  const stop = new AbortController();
  const types = ['payment.captured', 'payment.refused'] as const;
  const heard: Event[] = [];
  const made = [
    await northbind.sandbox.makeEvent('payment.captured'),
    await northbind.sandbox.makeEvent('policy.issued'),
  ];
  for await (const event of northbind.events.follow(
    { after: known.at(-1), types },
    { pollMs: 10, signal: stop.signal },
  )) {
    heard.push(event);
    if (heard.length === 1) made.push(await northbind.sandbox.makeEvent('payment.refused'));
    if (event.type !== 'payment.refused') continue;
    // Typed by the event's type: another one has no such date.
    assert.match(event.data.nextAttemptOn ?? '', /^\d{4}-\d\d-\d\d$/);
    stop.abort();
  }
  assert.deepEqual(
    heard.map(({ id }) => id),
    [made[0]!.id, made[2]!.id],
  );
});

test('a webhook endpoint is made, tried, changed, rotated, replayed and deleted', async () => {
  const { webhookEndpoints } = northbind;
  const { id, secret } = await webhookEndpoints.create({ url: receiver.url, types: ['payment.refused'] });
  assert.equal(responseOf(await webhookEndpoints.get(id))?.status, 200);
  const { eventId } = await webhookEndpoints.ping(id);
  const [ping] = await until(
    () => receiver.received.filter(({ headers }) => headers['webhook-id'] === eventId),
    ({ length }) => length === 1,
  );
  assert.equal(verifyWebhook(ping!.body, ping!.headers, secret).type, 'ping');
  const [delivery] = await until(
    () => webhookEndpoints.deliveries(id),
    ([one]) => one?.status === 'Delivered',
  );
  assert.equal((await webhookEndpoints.replay(id, delivery!.id)).eventId, eventId);
  await until(
    () => receiver.received.filter(({ headers }) => headers['webhook-id'] === eventId).length,
    (count) => count === 2,
  );
  assert.notEqual((await webhookEndpoints.rotateSecret(id)).secret, secret);
  assert.equal((await webhookEndpoints.update(id, { status: 'Disabled', description: 'Test' })).status, 'Disabled');
  assert.deepEqual(
    (await webhookEndpoints.list()).map((one) => [one.id, one.description]),
    [[id, 'Test']],
  );
  await webhookEndpoints.delete(id);
  await assert.rejects(webhookEndpoints.get(id), { code: 'WebhookEndpointNotFound' });
});

test('in this repository `northbind listen` and `northbind trigger` are the client library’s', async () => {
  const env = { ...process.env, NORTHBIND_URL: service.url };
  const words = ['listen', '--forward-to', receiver.url, '--types', 'payment.refused'];
  const listening = spawn(process.execPath, [command, ...words], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  afterwards(async () => void listening.kill());
  const lines: string[] = [];
  createInterface({ input: listening.stdout }).on('line', (line) => lines.push(line));
  await until(
    () => lines,
    () => lines.includes('Waiting for new events.'),
  );
  const secret = /whsec_\S+/.exec(lines.join('\n'))![0];
  const { stdout } = await promisify(execFile)(process.execPath, [command, 'trigger', 'payment.refused'], { env });
  const id = stdout.trim().split(' ').at(-1)!;
  const [message] = await until(
    () => receiver.received.filter(({ headers }) => headers['webhook-id'] === id),
    ({ length }) => length === 1,
  );
  const event = verifyWebhook(message!.body, message!.headers, secret);
  const { events } = await northbind.events.after({ types: 'payment.refused', limit: 100 }, { language: 'en' });
  assert.deepEqual(event, events.at(-1));
  const ended = once(listening, 'exit');
  listening.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
  assert.equal(lines.at(-1), `Stopped. To go on where it ended: --after ${id}`);
  assert.doesNotMatch(lines.join('\n'), /sandbox-oauth-secret/);
});

test('a command that fails is one sentence and an exit code', async () => {
  const run = (...words: readonly string[]) =>
    promisify(execFile)(process.execPath, [command, ...words], { env: { ...process.env, NORTHBIND_URL: service.url } });
  await assert.rejects(run('trigger', 'payment.vanished'), { code: 1, stderr: /^TypeInvalid.*\n$/ });
  await assert.rejects(run('listen'), { code: 2, stderr: /^Say where .*\n$/ });
});
