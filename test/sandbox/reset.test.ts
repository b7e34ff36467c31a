import assert from 'node:assert/strict';
import test from 'node:test';
import { addDays } from '../../src/domain/calendar.ts';
import { until } from '../kit/processes/until.ts';
import { assertBound, authorizedPayment, binder, byCard, byReferral } from '../kit/sale/binding.ts';
import { openSaleClient, type SaleClient } from '../kit/sale/paying.ts';
import { assertRefused, clockAt, inDatabase, noon, noonDay, type SellerName } from '../kit/sale/quoting.ts';
import { startTestService } from '../kit/service/service.ts';

const service = await startTestService({ clock: clockAt(noon).clock });
const ofSeller = new Map<SellerName, SaleClient>();
for (const name of ['ontario', 'alberta', 'manitoba'] as const) ofSeller.set(name, await openSaleClient(service, name));
const call = (name: SellerName, method: string, path: string, body?: unknown) =>
  service.call(method, path, { token: ofSeller.get(name)!.quoteClient.token, body });
const reset = (name: SellerName) => call(name, 'POST', '/sandbox/reset');
const moveTo = (name: SellerName, today: string) => call(name, 'POST', '/sandbox/clock', { today });

/** A policy by reference, and one whose card is charged three days later. */
async function sell(name: SellerName) {
  const client = ofSeller.get(name)!;
  const bind = binder(service, client.quoteClient.token);
  const choice = (await client.quote()).choose('Replacement', 2);
  const bound = assertBound(await bind({ ...choice, ...byReferral }));
  const later = (await client.quote({ effectiveDate: addDays(noonDay, 10) })).choose('Replacement', 2);
  const payment = await authorizedPayment(client, later, { chargeDate: addDays(noonDay, 3) });
  assertBound(await bind({ ...later, ...byCard(payment) }));
  await until(
    () => call(name, 'GET', '/sandbox/outbox'),
    ({ body }) => body.messages.length === 2,
  );
  return { choice, downloadId: bound.documentDownloadId, bind };
}

test('a reset takes the seller’s sales, outbox, work and clock away, and leaves every other seller alone', async () => {
  const [mine, others] = [await sell('ontario'), await sell('manitoba')];
  assert.equal((await moveTo('ontario', addDays(noonDay, 2))).status, 200);
  assert.equal((await moveTo('manitoba', addDays(noonDay, 1))).status, 200);

  const { status, body, text } = await reset('ontario');
  assert.equal(status, 200, text);
  assert.deepEqual(body, { today: noonDay, applicationsRemoved: 2 });

  assert.deepEqual((await call('ontario', 'GET', '/sandbox/outbox')).body, { messages: [] });
  assert.equal((await call('ontario', 'GET', '/sandbox/clock')).body.today, noonDay);
  const ledger = (name: SellerName, id: string) => call(name, 'GET', `/sandbox/ledger?applicationId=${id}`);
  assertRefused(await ledger('ontario', mine.choice.applicationId), ['ApplicationNotFound applicationId']);
  assert.deepEqual((await mine.bind({ ...mine.choice, ...byReferral })).codes, ['ApplicationNotFound']);
  assertRefused(await call('ontario', 'GET', `/v1/document/${mine.downloadId}`), ['DocumentNotFound downloadId']);
  // The card of before is not charged on its day any more.
  assert.equal((await moveTo('ontario', addDays(noonDay, 5))).body.chargesRun, 0);

  assert.equal((await call('manitoba', 'GET', '/sandbox/outbox')).body.messages.length, 2);
  assert.equal((await call('manitoba', 'GET', '/sandbox/clock')).body.today, addDays(noonDay, 1));
  assert.equal((await ledger('manitoba', others.choice.applicationId)).status, 200);
  assert.equal((await call('manitoba', 'GET', `/v1/document/${others.downloadId}`)).status, 200);
  assert.equal((await moveTo('manitoba', addDays(noonDay, 3))).body.chargesRun, 1);
});

test('after a reset the same token sells again, and a second reset is as good as the first', async () => {
  const empty = await reset('ontario');
  assert.deepEqual(empty.body, { today: noonDay, applicationsRemoved: 0 });
  await sell('ontario');
  assert.equal((await reset('ontario')).body.applicationsRemoved, 2);
  const answers = await Promise.all(Array.from({ length: 4 }, () => reset('ontario')));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  const twins = await inDatabase(
    service.databaseUrl,
    `SELECT is_disabled, (SELECT count(*)::int FROM policy WHERE policy.seller_id = seller.id) AS policies
     FROM seller WHERE username = 'ontario.reset'`,
  );
  assert.deepEqual(twins, [{ is_disabled: true, policies: 4 }]);
  const nobody = await service.call('POST', '/v1/authenticate', {
    headers: { client_id: 'northbind-sandbox', client_secret: 'sandbox-client-secret' },
    body: { username: 'ontario.reset', password: 'sandbox-password' },
  });
  assert.equal(nobody.status, 401);
});

test('a reset waits for no bind and breaks none: while one runs it is refused, and it needs a token', async () => {
  const client = ofSeller.get('alberta')!;
  const choice = (await client.quote()).choose('Replacement', 2);
  assertBound(await binder(service, client.quoteClient.token)({ ...choice, ...byReferral }));
  const setBind = (state: string) =>
    inDatabase(
      service.databaseUrl,
      `UPDATE bind SET state = $2, lease_until = now() + interval '1 hour' WHERE application_id = $1`,
      [choice.applicationId, state],
    );
  await setBind('running');
  assertRefused(await reset('alberta'), ['BindInProgress']);
  await setBind('bound');
  assert.equal((await reset('alberta')).body.applicationsRemoved, 1);
  assert.equal((await service.call('POST', '/sandbox/reset')).status, 401);
});

test('who follows the feed goes on after a reset from the place that was kept', async () => {
  await sell('ontario');
  const before = (await call('ontario', 'GET', '/v1/events')).body;
  assert.equal(before.events.length, 2);
  assert.equal((await reset('ontario')).status, 200);
  const position = `/v1/events?after=${before.nextAfter}`;
  const none = await call('ontario', 'GET', position);
  assert.deepEqual([none.status, none.body.events, none.body.nextAfter], [200, [], before.nextAfter]);
  await sell('ontario');
  const { status, body } = await call('ontario', 'GET', position);
  assert.equal(status, 200);
  assert.equal(body.events.length, 2, 'Only what came after the reset.');
  assertRefused(await call('manitoba', 'GET', position), ['AfterInvalid after']);
});
