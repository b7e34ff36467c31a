import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import test, { after, before } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from '../../sdk/src/index.ts';
import { openWebhookReceiver, type Received, type WebhookReceiver } from '../kit/parties/webhook-receiver.ts';
import { until as untilSo } from '../kit/processes/until.ts';
import { assertBound, binder, byReferral } from '../kit/sale/binding.ts';
import { openSaleClient, type SaleClient } from '../kit/sale/paying.ts';
import { assertRefused, clockAt, inDatabase, type Json, noon, type SellerName } from '../kit/sale/quoting.ts';
import { signInOperator } from '../kit/service/operator.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

const until = (isSo: () => boolean | Promise<boolean>) => untilSo(isSo, (answer) => answer);

const { clock } = clockAt(noon);
let service: TestService;
const receivers: WebhookReceiver[] = [];

before(async () => {
  service = await startTestService({ clock });
});

after(async () => {
  for (const receiver of receivers) await receiver.close();
});

async function receiverOpen(): Promise<WebhookReceiver> {
  const receiver = await openWebhookReceiver();
  receivers.push(receiver);
  return receiver;
}

const call = (saleClient: SaleClient, method: string, path: string, body?: unknown) =>
  service.call(method, `/v1/webhook-endpoints${path}`, { token: saleClient.quoteClient.token, body });

async function endpointAt(saleClient: SaleClient, url: string, more: Json = {}) {
  const { status, body } = await call(saleClient, 'POST', '', { url, ...more });
  assert.equal(status, 201);
  return body;
}

async function sample(saleClient: SaleClient, type: string): Promise<Json> {
  const made = await service.call('POST', '/sandbox/events', { token: saleClient.quoteClient.token, body: { type } });
  assert.equal(made.status, 200);
  return made.body.event;
}

const deliveries = async (saleClient: SaleClient, id: string) =>
  (await call(saleClient, 'GET', `/${id}/deliveries`)).body.deliveries;

/** Makes every failed delivery due, as if its wait had passed. */
const letTimePass = () =>
  inDatabase(
    service.databaseUrl,
    `WITH due AS (UPDATE webhook_delivery SET due_at = now() WHERE due_at IS NOT NULL)
     UPDATE webhook_endpoint SET due_at = now() WHERE due_at IS NOT NULL AND lease_until IS NULL`,
  );

function assertSigned({ headers, body }: Received, ...secrets: readonly string[]): void {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  assert.equal(Number(timestamp), clock().getTime() / 1_000);
  const expected = secrets.map((secret) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  assert.deepEqual(String(signatures).split(' '), expected);
}

test('the reference library verifies what we send', async () => {
  const quebec = await openSaleClient(service, 'quebec');
  const receiver = await receiverOpen();
  const { id, secret } = await endpointAt(quebec, receiver.url);
  await call(quebec, 'POST', `/${id}/ping`);
  await until(() => receiver.received.length === 1);
  const { headers, body } = receiver.received[0]!;
  // Not by its own `verify`, which judges the age by the real clock.
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
  assert.equal(new Webhook(secret).sign(String(headers['webhook-id']), at, body), headers['webhook-signature']);
  await call(quebec, 'DELETE', `/${id}`);
});

test('an event is sent once, signed, as the feed has it', async () => {
  const ontario = await openSaleClient(service);
  const receiver = await receiverOpen();
  const endpoint = await endpointAt(ontario, receiver.url, { description: 'Sales system' });
  assert.match(endpoint.secret, /^whsec_[A-Za-z0-9+/]{32}$/);
  assert.deepEqual([endpoint.status, endpoint.types, endpoint.description], ['Enabled', [], 'Sales system']);
  const choice = (await ontario.quote()).choose('Replacement', 3);
  assertBound(await binder(service, ontario.quoteClient.token)({ ...choice, ...byReferral }));
  await until(() => receiver.received.length === 1);
  const [message] = receiver.received;
  assertSigned(message!, endpoint.secret);
  const [event] = (await ontario.quoteClient.get('/v1/events')).body.events;
  assert.deepEqual(JSON.parse(message!.body), event);
  assert.equal(message!.headers['webhook-id'], event.id);
  await until(async () => (await deliveries(ontario, endpoint.id))[0].status === 'Delivered');
  const [{ id: _, lastAttemptAt, ...delivery }] = await deliveries(ontario, endpoint.id);
  assert.deepEqual(delivery, {
    eventId: event.id,
    type: 'policy.issued',
    attempts: 1,
    responseStatus: 204,
    nextAttemptAt: null,
    status: 'Delivered',
  });
  assert.match(lastAttemptAt, /Z$/);
  const rows = await inDatabase(service.databaseUrl, 'SELECT secret FROM webhook_endpoint');
  assert.ok(!rows.some(({ secret }) => secret.includes(Buffer.from(endpoint.secret.slice(6), 'base64'))), 'encrypted');
});

test('an endpoint gets what happens once it is there, not what was bound a moment before', async () => {
  const quebec = await openSaleClient(service, 'quebec');
  const quoted = await quebec.quote();
  const choice = quoted.choose('Replacement', 2);
  assertBound(await binder(service, quebec.quoteClient.token)({ ...choice, ...byReferral }));
  const receiver = await receiverOpen();
  const { id } = await endpointAt(quebec, receiver.url);
  const later = await sample(quebec, 'policy.issued');
  await until(() => receiver.received.length > 0);
  assert.equal(JSON.parse(receiver.received[0]!.body).id, later.id);
  await call(quebec, 'DELETE', `/${id}`);
});

test('only the types that were asked for are sent', async () => {
  const manitoba = await openSaleClient(service, 'manitoba');
  const receiver = await receiverOpen();
  await endpointAt(manitoba, receiver.url, { types: ['payment.refused'] });
  await sample(manitoba, 'policy.issued');
  const wanted = await sample(manitoba, 'payment.refused');
  await until(() => receiver.received.length > 0);
  assert.deepEqual(
    receiver.received.map(({ headers }) => headers['webhook-id']),
    [wanted.id],
  );
});

test('what is not answered with 2xx is tried again with the same id; a redirect is not followed', async () => {
  const alberta = await openSaleClient(service, 'alberta');
  const receiver = await receiverOpen();
  const endpoint = await endpointAt(alberta, receiver.url);
  receiver.answer = 302;
  const event = await sample(alberta, 'policy.issued');
  await until(async () => (await deliveries(alberta, endpoint.id))[0]?.attempts === 1);
  const [failed] = await deliveries(alberta, endpoint.id);
  assert.deepEqual([failed.status, failed.responseStatus], ['Pending', 302]);
  const waitSeconds = (Date.parse(failed.nextAttemptAt) - Date.parse(failed.lastAttemptAt)) / 1_000;
  assert.ok(waitSeconds >= 4 && waitSeconds <= 6, String(waitSeconds));
  receiver.answer = 200;
  await letTimePass();
  await until(async () => (await deliveries(alberta, endpoint.id))[0].status === 'Delivered');
  assert.deepEqual(
    receiver.received.map(({ headers }) => headers['webhook-id']),
    [event.id, event.id],
  );
});

test('a delivery that fails nine times is given up, and can be replayed', async () => {
  const alberta = await openSaleClient(service, 'alberta');
  for (const { id } of (await call(alberta, 'GET', '')).body.webhookEndpoints) await call(alberta, 'DELETE', `/${id}`);
  const receiver = await receiverOpen();
  const endpoint = await endpointAt(alberta, receiver.url);
  receiver.answer = 500;
  await sample(alberta, 'policy.cancelled');
  await until(async () => {
    await letTimePass();
    return (await deliveries(alberta, endpoint.id))[0]?.status === 'Failed';
  });
  const [given] = await deliveries(alberta, endpoint.id);
  assert.deepEqual([given.attempts, given.nextAttemptAt], [9, null]);
  assert.equal(receiver.received.length, 9);
  receiver.answer = 200;
  const replayed = await call(alberta, 'POST', `/${endpoint.id}/deliveries/${given.id}/replay`);
  assert.equal(replayed.body.delivery.status, 'Pending');
  await until(async () => (await deliveries(alberta, endpoint.id))[0].status === 'Delivered');
  assertRefused(await call(alberta, 'POST', `/${endpoint.id}/deliveries/x/replay`), [
    'WebhookDeliveryNotFound deliveryId',
  ]);
});

test('an endpoint that does not answer holds up no other', async () => {
  const quebec = await openSaleClient(service, 'quebec');
  const hanging = await receiverOpen();
  const quick = await receiverOpen();
  hanging.answer = null;
  await endpointAt(quebec, hanging.url);
  await endpointAt(quebec, quick.url);
  for (let count = 0; count < 5; count += 1) await sample(quebec, 'policy.issued');
  await until(() => quick.received.length === 5);
  assert.ok(hanging.received.length <= 1, 'it is asked one at a time');
});

test('an event that the server always refuses holds up no later one; a server that does not answer is left alone', async () => {
  const novaScotia = await openSaleClient(service, 'novascotia');
  const receiver = await receiverOpen();
  const { id } = await endpointAt(novaScotia, receiver.url);
  const letWait = () =>
    inDatabase(
      service.databaseUrl,
      `WITH waiting AS (
         UPDATE webhook_delivery SET due_at = now() + interval '8 hours' WHERE endpoint_id = $1 AND due_at IS NOT NULL
       )
       UPDATE webhook_endpoint SET due_at = now() + interval '8 hours' WHERE id = $1`,
      [id],
    );
  const isResting = async () => (await endpointRow(id)).lease_until === null;
  receiver.answer = 422;
  await sample(novaScotia, 'policy.issued');
  await until(async () => (await deliveries(novaScotia, id))[0]?.attempts === 1 && isResting());
  await letWait();
  receiver.answer = 204;
  const next = await sample(novaScotia, 'policy.cancelled');
  await until(() => receiver.received.some(({ headers }) => headers['webhook-id'] === next.id));
  const refused = (await deliveries(novaScotia, id)).at(-1);
  assert.deepEqual([refused.attempts, refused.status], [1, 'Pending'], 'it waits for its own time');

  await receiver.close();
  await sample(novaScotia, 'policy.issued');
  await until(async () => (await endpointRow(id)).failure === 'unavailable');
  await letWait();
  await sample(novaScotia, 'policy.cancelled');
  await until(async () => (await deliveries(novaScotia, id)).length === 4);
  assert.ok((await endpointRow(id)).due_at.getTime() > Date.now() + 3_600_000, 'nothing is sent before');
  await call(novaScotia, 'DELETE', `/${id}`);
});

test('410 disables an endpoint; enabled again it gets events', async () => {
  const novaScotia = await openSaleClient(service, 'novascotia');
  const receiver = await receiverOpen();
  const endpoint = await endpointAt(novaScotia, receiver.url);
  receiver.answer = 410;
  await sample(novaScotia, 'policy.issued');
  const read = async () => (await call(novaScotia, 'GET', `/${endpoint.id}`)).body;
  await until(async () => (await read()).status === 'Disabled');
  await sample(novaScotia, 'policy.issued');
  receiver.answer = 200;
  const changed = await call(novaScotia, 'PATCH', `/${endpoint.id}`, { status: 'Enabled', description: 'Again' });
  assert.deepEqual([changed.body.status, changed.body.description], ['Enabled', 'Again']);
  assert.ok(!('secret' in changed.body));
  const event = await sample(novaScotia, 'payment.captured');
  await until(() => receiver.received.some(({ headers }) => headers['webhook-id'] === event.id));
});

test('after three days without a success an endpoint is disabled', async () => {
  const novaScotia = await openSaleClient(service, 'novascotia');
  const receiver = await receiverOpen();
  const endpoint = await endpointAt(novaScotia, receiver.url);
  receiver.answer = 503;
  await sample(novaScotia, 'policy.issued');
  await until(async () => (await deliveries(novaScotia, endpoint.id))[0]?.attempts === 1);
  await inDatabase(
    service.databaseUrl,
    `UPDATE webhook_endpoint SET failing_since = failing_since - interval '73 hours' WHERE id = $1`,
    [endpoint.id],
  );
  await letTimePass();
  await until(async () => (await call(novaScotia, 'GET', `/${endpoint.id}`)).body.status === 'Disabled');
});

const endpointRow = async (id: string) =>
  (await inDatabase(service.databaseUrl, 'SELECT * FROM webhook_endpoint WHERE id = $1', [id]))[0];

test('an endpoint is due only while a delivery is', async () => {
  const manitoba = await openSaleClient(service, 'manitoba');
  const receiver = await receiverOpen();
  const { id } = await endpointAt(manitoba, receiver.url);
  await sample(manitoba, 'policy.issued');
  await until(() => receiver.received.length === 1);
  await until(async () => (await endpointRow(id)).due_at === null);
  assert.equal((await endpointRow(id)).lease_until, null);
  await call(manitoba, 'DELETE', `/${id}`);
});

test('an endpoint of which everything was given up gets the next event, or is disabled, and the operator is told', async () => {
  const manitoba = await openSaleClient(service, 'manitoba');
  const receiver = await receiverOpen();
  const { id } = await endpointAt(manitoba, `${receiver.url}?token=private`);
  receiver.answer = 500;
  await sample(manitoba, 'policy.issued');
  await until(async () => {
    await letTimePass();
    return (await deliveries(manitoba, id))[0]?.status === 'Failed';
  });
  receiver.answer = 204;
  const next = await sample(manitoba, 'policy.cancelled');
  await until(() => receiver.received.some(({ headers }) => headers['webhook-id'] === next.id));

  receiver.answer = 500;
  await sample(manitoba, 'policy.issued');
  await until(async () => {
    await letTimePass();
    return (await deliveries(manitoba, id))[0]?.status === 'Failed';
  });
  // It is looked at again after three days.
  await until(async () => {
    const { due_at, failing_since } = await endpointRow(id);
    return due_at?.getTime() - failing_since.getTime() === 72 * 3_600_000;
  });
  await inDatabase(
    service.databaseUrl,
    `UPDATE webhook_endpoint SET failing_since = now() - interval '73 hours', due_at = now() WHERE id = $1`,
    [id],
  );
  await until(async () => (await endpointRow(id)).is_disabled);
  const mails = () =>
    inDatabase(service.databaseUrl, 'SELECT * FROM operator_mail WHERE strpos(body, $1) > 0 AND due_at IS NULL', [id]);
  await until(async () => (await mails()).length === 1);
  const [{ subject, body, given_up_at }] = await mails();
  assert.equal(given_up_at, null);
  assert.match(subject, /^Webhook endpoint disabled \/ Point de terminaison désactivé: /);
  assert.ok(body.includes(receiver.url) && !body.includes('private'));
  await call(manitoba, 'DELETE', `/${id}`);
});

test('an endpoint of the operator hears of all sellers of an integration, and is replayed by time', async () => {
  const admin = await signInOperator(service);
  const [ontario, quebec, manitoba] = await Promise.all(
    (['ontario', 'quebec', 'manitoba'] as const).map((name) => openSaleClient(service, name)),
  );
  const receiver = await receiverOpen();
  const [integration] = await inDatabase(
    service.databaseUrl,
    `SELECT id FROM integration WHERE client_id = 'northbind-sandbox'`,
  );
  const path = `/api/integrations/${integration.id}/webhook-endpoints`;
  assert.deepEqual((await admin.post(path, { url: 'http://partner.example.ca/' })).codes, ['WebhookUrlInvalid']);
  assert.deepEqual((await admin.post(path, { url: receiver.url, types: ['x'] })).codes, ['EventTypesInvalid']);
  const made = await admin.post(path, { url: receiver.url, description: 'For the books', reason: 'a test' });
  assert.equal(made.status, 200, made.text);
  const { endpoint, secret } = made.body;
  const endpointPath = `/api/webhook-endpoints/${endpoint.id}`;
  assert.deepEqual([endpoint.seller, endpoint.isDisabled, endpoint.integration.id], [null, false, integration.id]);
  const begin = new Date(Date.now() - 1_000).toISOString();

  const first = await sample(ontario!, 'policy.issued');
  const second = await sample(quebec!, 'policy.cancelled');
  const foreign = await sample(manitoba!, 'policy.issued');
  const ids = () => receiver.received.map(({ headers }) => String(headers['webhook-id']));
  await until(() => [first.id, second.id].every((id) => ids().includes(String(id))));
  assert.ok(!ids().includes(String(foreign.id)));
  const { headers, body } = receiver.received[0]!;
  assert.equal(verifyWebhook(body, headers as Record<string, string>, secret, { now: clock() }).id, ids()[0]);

  const change = (body: Json) => admin.call('PATCH', endpointPath, { body });
  assert.equal((await change({ isDisabled: true, reason: 'a test' })).body.isDisabled, true);
  const missed = await sample(ontario!, 'payment.captured');
  assert.deepEqual((await admin.post(`${endpointPath}/ping`, {})).codes, ['WebhookEndpointDisabled']);
  const range = { since: begin, until: new Date(Date.now() + 60_000).toISOString(), reason: 'they lost some' };
  assert.deepEqual((await admin.post(`${endpointPath}/replay`, range)).codes, ['WebhookEndpointDisabled']);
  await change({ isDisabled: false });
  const sent = receiver.received.length;
  const replayed = await admin.post(`${endpointPath}/replay`, range);
  assert.equal(replayed.status, 200, replayed.text);
  await until(() => receiver.received.length === sent + replayed.body.count);
  const again = ids().slice(sent);
  assert.deepEqual(
    again.filter((id) => [first.id, second.id, missed.id].includes(id)),
    [first.id, second.id, missed.id],
    'in the order of the feed, with what was missed',
  );

  const { rows } = (await admin.get(`${endpointPath}/deliveries`)).body;
  const delivery = rows.find(({ eventId }: Json) => eventId === first.id);
  assert.deepEqual([delivery.responseStatus, delivery.isDelivered, delivery.attempts], [204, true, 1]);
  assert.deepEqual((await admin.post(`${endpointPath}/replay`, { deliveryId: delivery.id })).body, { count: 1 });
  await until(() => receiver.received.length === sent + replayed.body.count + 1);
  assert.equal(ids().at(-1), first.id);
  assert.deepEqual((await admin.post(`${endpointPath}/replay`, { since: range.until, until: range.since })).codes, [
    'TimesOutOfRange',
  ]);

  const rotated = (await admin.post(`${endpointPath}/secret`, { reason: 'a leak' })).body;
  assert.notEqual(rotated.secret, secret);
  await admin.post(`${endpointPath}/ping`, { reason: 'a test' });
  await until(() => JSON.parse(receiver.received.at(-1)!.body).type === 'ping');
  assertSigned(receiver.received.at(-1)!, rotated.secret, secret);

  const sellers = await endpointAt(quebec!, receiver.url);
  const ofSeller = (body: Json) => admin.call('PATCH', `/api/webhook-endpoints/${sellers.id}`, { body });
  assert.deepEqual((await ofSeller({ url: receiver.url })).codes, ['WebhookEndpointOfSeller']);
  assert.equal((await ofSeller({ isDisabled: true })).status, 200);
  assert.equal((await call(quebec!, 'GET', `/${sellers.id}`)).body.status, 'Disabled');
  const listed = (await admin.get(path)).body.rows as Json[];
  assert.ok(listed.some(({ id }) => id === sellers.id) && listed.some(({ id }) => id === endpoint.id));
  for (const seller of [ontario!, quebec!])
    assertRefused(await call(seller, 'GET', `/${endpoint.id}`), ['WebhookEndpointNotFound id']);
  await call(quebec!, 'DELETE', `/${sellers.id}`);

  assert.equal((await admin.call('DELETE', `${endpointPath}?reason=done`)).status, 204);
  const acts = (await admin.get(`/api/acts?subject=${endpoint.id}`)).body.rows as Json[];
  assert.deepEqual(
    acts.map(({ action }) => action),
    [
      'remove webhook endpoint',
      'ping webhook endpoint',
      'rotate webhook secret',
      'replay webhooks',
      'replay webhooks',
      'enable webhook endpoint',
      'disable webhook endpoint',
      'create webhook endpoint',
    ],
  );
  assert.ok(!JSON.stringify(acts).includes('whsec_'));
});

test('a ping tests an endpoint; during a rotation both secrets sign', async () => {
  const seller: SellerName = 'manitoba';
  const manitoba = await openSaleClient(service, seller);
  const receiver = await receiverOpen();
  const endpoint = await endpointAt(manitoba, receiver.url, { types: ['loan.cancelled'] });
  const { delivery } = (await call(manitoba, 'POST', `/${endpoint.id}/ping`)).body;
  assert.equal(delivery.type, 'ping');
  await until(() => receiver.received.length === 1);
  assertSigned(receiver.received[0]!, endpoint.secret);
  assert.equal(JSON.parse(receiver.received[0]!.body).type, 'ping');
  const rotated = (await call(manitoba, 'POST', `/${endpoint.id}/rotate-secret`)).body;
  assert.notEqual(rotated.secret, endpoint.secret);
  await call(manitoba, 'POST', `/${endpoint.id}/ping`);
  await until(() => receiver.received.length === 2);
  assertSigned(receiver.received[1]!, rotated.secret, endpoint.secret);
  const feed = (await manitoba.quoteClient.get('/v1/events?limit=100')).body.events;
  assert.ok(!feed.some(({ type }: Json) => type === 'ping'));
});

test('a seller that is shut out, by itself or with its integration, hears nothing more; the operator does', async () => {
  const admin = await signInOperator(service);
  const novascotia = await openSaleClient(service, 'novascotia');
  const [own, operators] = [await receiverOpen(), await receiverOpen()];
  const { id } = await endpointAt(novascotia, own.url);
  const [{ integrationId }] = await inDatabase(
    service.databaseUrl,
    `SELECT integration_id AS "integrationId" FROM seller WHERE username = 'novascotia'`,
  );
  const path = `/api/integrations/${integrationId}/webhook-endpoints`;
  const made = await admin.post(path, { url: operators.url, types: ['policy.cancelled'], reason: 'a test' });
  const sell = async (): Promise<string> => {
    const choice = (await novascotia.quote()).choose('Replacement', 3);
    return assertBound(await binder(service, novascotia.quoteClient.token)({ ...choice, ...byReferral })).policyNumber;
  };
  const cancel = async (policyNumber: string): Promise<void> => {
    const asked = { kind: 'flat', cancelledOn: clock().toISOString().slice(0, 10) };
    const { body } = await admin.post(`/api/policies/${policyNumber}/cancellation/preview`, asked);
    const shown = { refundCents: body.refundCents, route: body.plan.route };
    const cancelled = await admin.post(`/api/policies/${policyNumber}/cancellation`, {
      ...asked,
      reason: 'a test',
      shown,
    });
    assert.equal(cancelled.status, 200, cancelled.text);
  };
  const set = (table: string, where: string, isDisabled: boolean) =>
    inDatabase(service.databaseUrl, `UPDATE ${table} SET is_disabled = ${isDisabled} WHERE ${where}`);
  const sold = [await sell(), await sell()];
  await until(() => own.received.length === 2);
  for (const [index, [table, where]] of [
    ['seller', `username = 'novascotia'`],
    ['integration', `client_id = 'northbind-sandbox'`],
  ].entries()) {
    await set(table!, where!, true);
    await cancel(sold[index]!);
    await until(() => operators.received.length === index + 1);
    await set(table!, where!, false);
  }
  await until(async () => (await novascotia.quoteClient.get('/v1/seller')).status === 200);
  const last = await sell();
  const told = (): readonly Json[] => own.received.map(({ body }) => JSON.parse(body));
  await until(() => told().some(({ policyNumber }) => policyNumber === last));
  assert.deepEqual(new Set(told().map(({ type }) => type)), new Set(['policy.issued']));
  await call(novascotia, 'DELETE', `/${id}`);
  await admin.call('DELETE', `/api/webhook-endpoints/${made.body.endpoint.id}`, { body: { reason: 'a test' } });
});

/** Makes three deliveries, of which the first is on the wire until `ring` is called. */
async function sendThree(saleClient: SaleClient) {
  const receiver = await receiverOpen();
  const endpoint = await endpointAt(saleClient, receiver.url);
  const { promise, resolve: ring } = Promise.withResolvers<void>();
  receiver.busyUntil = promise;
  for (let count = 0; count < 3; count += 1) await call(saleClient, 'POST', `/${endpoint.id}/ping`);
  await until(() => receiver.received.length === 1);
  return { receiver, endpoint, ring };
}

test('from the answer on, a changed address gets what is sent, and the address before gets nothing', async () => {
  const saleClient = await openSaleClient(service, 'novascotia');
  const { receiver, endpoint, ring } = await sendThree(saleClient);
  const other = await receiverOpen();
  assert.equal((await call(saleClient, 'PATCH', `/${endpoint.id}`, { url: other.url })).status, 200);
  ring();
  await until(() => other.received.length === 2);
  assert.equal(receiver.received.length, 1);
  await call(saleClient, 'DELETE', `/${endpoint.id}`);
});

test('an address that says 410 after it was changed does not disable the new one', async () => {
  const saleClient = await openSaleClient(service, 'novascotia');
  const { receiver, endpoint, ring } = await sendThree(saleClient);
  const other = await receiverOpen();
  receiver.answer = 410;
  assert.equal((await call(saleClient, 'PATCH', `/${endpoint.id}`, { url: other.url })).status, 200);
  ring();
  await until(async () => {
    await letTimePass();
    return other.received.length === 3;
  });
  assert.equal((await call(saleClient, 'GET', `/${endpoint.id}`)).body.status, 'Enabled');
  await call(saleClient, 'DELETE', `/${endpoint.id}`);
});

for (const [what, method, body] of [
  ['disabled', 'PATCH', { status: 'Disabled' }],
  ['deleted', 'DELETE', undefined],
] as const)
  test(`from the answer on, an endpoint that was ${what} gets nothing`, async () => {
    const saleClient = await openSaleClient(service, 'novascotia');
    const { receiver, endpoint, ring } = await sendThree(saleClient);
    assert.ok((await call(saleClient, method, `/${endpoint.id}`, body)).status < 300);
    ring();
    // The lane that serves the next endpoint takes its turn after this one.
    const next = await receiverOpen();
    const { id } = await endpointAt(saleClient, next.url);
    await call(saleClient, 'POST', `/${id}/ping`);
    await until(() => next.received.length === 1);
    await until(async () => {
      const rows = await inDatabase(
        service.databaseUrl,
        'SELECT FROM webhook_endpoint WHERE id = $1 AND owner IS NOT NULL',
        [endpoint.id],
      );
      return rows.length === 0;
    });
    assert.equal(receiver.received.length, 1);
    await call(saleClient, 'DELETE', `/${id}`);
    await call(saleClient, 'DELETE', `/${endpoint.id}`);
  });

test('what was to be sent to a seller that is shut out meanwhile waits until it is let in again', async () => {
  const saleClient = await openSaleClient(service, 'novascotia');
  const { receiver, endpoint, ring } = await sendThree(saleClient);
  const set = (isDisabled: boolean) =>
    inDatabase(service.databaseUrl, `UPDATE seller SET is_disabled = ${isDisabled} WHERE username = 'novascotia'`);
  await set(true);
  ring();
  await until(async () => {
    const rows = await inDatabase(
      service.databaseUrl,
      'SELECT FROM webhook_endpoint WHERE id = $1 AND owner IS NOT NULL',
      [endpoint.id],
    );
    return rows.length === 0;
  });
  assert.equal(receiver.received.length, 1);
  await set(false);
  await until(() => receiver.received.length === 3);
  await until(async () => (await call(saleClient, 'DELETE', `/${endpoint.id}`)).status === 204);
});

test('a seller has at most five endpoints, and sees only its own', async () => {
  const ontario = await openSaleClient(service);
  const manitoba = await openSaleClient(service, 'manitoba');
  const receiver = await receiverOpen();
  const [first] = (await call(ontario, 'GET', '')).body.webhookEndpoints;
  for (let count = 1; count < 5; count += 1) await endpointAt(ontario, receiver.url);
  assertRefused(await call(ontario, 'POST', '', { url: receiver.url }), ['WebhookEndpointLimit']);
  const both = await call(ontario, 'POST', '', { url: 'http://partner.example.ca/' });
  assertRefused(both, ['WebhookUrlInvalid url', 'WebhookEndpointLimit']);
  for (const [method, path, body] of [
    ['GET', `/${first.id}`],
    ['PATCH', `/${first.id}`, { description: 'mine' }],
    ['DELETE', `/${first.id}`],
    ['POST', `/${first.id}/ping`],
    ['POST', `/${first.id}/rotate-secret`],
    ['GET', `/${first.id}/deliveries`],
    ['GET', '/x'],
  ] as const)
    assertRefused(await call(manitoba, method, path, body), ['WebhookEndpointNotFound id']);
  assert.equal((await call(ontario, 'DELETE', `/${first.id}`)).status, 204);
  assert.equal((await call(ontario, 'GET', '')).body.webhookEndpoints.length, 4);
});

test('an address that is not public, or no address, is refused', async () => {
  const quebec = await openSaleClient(service, 'quebec');
  for (const url of [
    '',
    'hooks',
    'ftp://partner.example.ca/',
    'http://partner.example.ca/hooks',
    'https://10.0.0.1/hooks',
    'https://[fd00::1]/hooks',
    'https://169.254.169.254/latest',
    'http://0x0a000001/',
    'https://localhost./hooks',
    'https://a.localhost/hooks',
    'https://vault.corp.internal:8200/v1',
    'https://metadata/',
    'https://user:secret@partner.example.ca/',
    'https://partner.example.ca/#part',
  ])
    assertRefused(await call(quebec, 'POST', '', { url }), ['WebhookUrlInvalid url']);
  assertRefused(await call(quebec, 'POST', '', { url: 'https://partner.example.ca/', types: ['policy.lost'] }), [
    'TypesInvalid types',
  ]);
});

test('what happened while an endpoint was disabled is sent from a time on, in order and once', async () => {
  const alberta = await openSaleClient(service, 'alberta');
  const receiver = await receiverOpen();
  for (const { id } of (await call(alberta, 'GET', '')).body.webhookEndpoints) await call(alberta, 'DELETE', `/${id}`);
  const before = await sample(alberta, 'policy.issued');
  const { id } = await endpointAt(alberta, receiver.url, { types: ['policy.issued', 'policy.cancelled'] });
  await call(alberta, 'PATCH', `/${id}`, { status: 'Disabled' });
  const missed = [
    await sample(alberta, 'policy.issued'),
    await sample(alberta, 'payment.captured'),
    await sample(alberta, 'policy.cancelled'),
  ];
  const since = missed[0]!.createdAt;
  const replay = (saleClient: SaleClient, body: Json) => call(saleClient, 'POST', `/${id}/replay`, body);
  const asked = await Promise.all(Array.from({ length: 3 }, () => replay(alberta, { since })));
  for (const { status, body } of asked)
    assert.deepEqual([status, body], [200, { isValid: true, errors: [], eventCount: 2, nextSince: null }]);
  assert.equal(receiver.received.length, 0, 'It is disabled.');
  await call(alberta, 'PATCH', `/${id}`, { status: 'Enabled' });
  await until(async () => (await deliveries(alberta, id)).every(({ status }: Json) => status === 'Delivered'));
  const ids = () => receiver.received.map(({ headers }) => headers['webhook-id']);
  assert.deepEqual(ids(), [missed[0]!.id, missed[2]!.id]);

  assert.equal((await replay(alberta, { since: before.createdAt })).body.eventCount, 3);
  await until(() => receiver.received.length === 5);
  assert.deepEqual(ids().slice(2), [before.id, missed[0]!.id, missed[2]!.id], 'With the same ids.');
  assert.equal((await replay(alberta, { since: '2100-01-01T00:00:00Z' })).body.eventCount, 0);
  assertRefused(await replay(alberta, {}), ['SinceRequired since']);
  assertRefused(await replay(alberta, { since: '2026-11-15' }), ['SinceInvalid since']);
  assertRefused(await replay(await openSaleClient(service), { since }), ['WebhookEndpointNotFound id']);
});

test('more events than one call sends are sent by the next', async () => {
  const novascotia = await openSaleClient(service, 'novascotia');
  const event = await sample(novascotia, 'loan.cancelled');
  const { id } = await endpointAt(novascotia, 'https://partner.example.ca/hooks', { types: ['loan.cancelled'] });
  await call(novascotia, 'PATCH', `/${id}`, { status: 'Disabled' });
  await inDatabase(
    service.databaseUrl,
    `INSERT INTO event (id, type, seller_id, application_id, policy_number, body, created_at, place)
     SELECT uuidv7(), type, seller_id, application_id, policy_number, body, created_at - n * interval '1 ms',
            nextval('event_place_seq')
     FROM event, generate_series(1, 1500) AS n
     WHERE id = $1`,
    [event.id],
  );
  const counts: unknown[] = [];
  for (let since = new Date(Date.parse(String(event.createdAt)) - 5_000).toISOString(); since !== null; ) {
    const { body } = await call(novascotia, 'POST', `/${id}/replay`, { since });
    counts.push(body.eventCount);
    since = body.nextSince;
  }
  assert.deepEqual(counts, [1_000, 501]);
  const rows = await inDatabase(
    service.databaseUrl,
    'SELECT count(*)::int AS sent, count(DISTINCT event_id)::int AS events FROM webhook_delivery WHERE endpoint_id = $1',
    [id],
  );
  assert.deepEqual(rows, [{ sent: 1_501, events: 1_501 }]);
});
