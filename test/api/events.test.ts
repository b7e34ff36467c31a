import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import pg from 'pg';
import type { EventId } from '../../src/domain/ids.ts';
import { recordEvent } from '../../src/flows/event/record-event.ts';
import { newId } from '../../src/flows/new-id.ts';
import { openDatabase, type Tx, transact } from '../../src/store/database.ts';
import { insertEvent, lockPublication } from '../../src/store/event/event.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import {
  assertBound,
  authorizedPayment,
  binder,
  byCard,
  byLoan,
  byReferral,
  cardRefusedAtCharge,
} from '../kit/sale/binding.ts';
import { type Choice, openSaleClient, type SaleClient } from '../kit/sale/paying.ts';
import { assertRefused, clockAt, inDatabase, type Json, noon, type QuoteChanges } from '../kit/sale/quoting.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;

before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock });
});

async function sold(saleClient: SaleClient, wish: QuoteChanges, pay: (choice: Choice) => Promise<object> | object) {
  const quote = await saleClient.quote(wish);
  const choice = quote.choose('Replacement', 3);
  return assertBound(await binder(service, saleClient.quoteClient.token)({ ...choice, ...(await pay(choice)) }));
}

const read = (saleClient: SaleClient, query = '') => saleClient.quoteClient.get(`/v1/events?${query}`);
const typesOf = (events: readonly Json[]) => events.map(({ type }) => type);
const moveClock = (saleClient: SaleClient, today: string) =>
  service.call('POST', '/sandbox/clock', { token: saleClient.quoteClient.token, body: { today } });

/** What an event tells of a policy that is read now. */
async function told(saleClient: SaleClient, policyNumber: string): Promise<Json> {
  const {
    isValid: _,
    errors: __,
    applicant: ___,
    paymentUrl: ____, // Whoever has it can see what is to be paid: it is not in events.
    ...policy
  } = (await saleClient.quoteClient.get(`/v1/policies/${policyNumber}`)).body;
  return policy;
}

test('a bind is told at once, with the policy and without the applicant', async () => {
  const ontario = await openSaleClient(service);
  const empty = (await read(ontario)).body;
  assert.deepEqual([empty.events, empty.nextAfter], [[], null]);
  const bound = await sold(ontario, { partnerReference: 'DEAL-7' }, () => byReferral);
  const { body } = await read(ontario);
  assert.deepEqual(typesOf(body.events), ['policy.issued']);
  const [event] = body.events;
  assert.deepEqual(
    [event.policyNumber, event.applicationId, event.partnerReference],
    [bound.policyNumber, bound.applicationId, 'DEAL-7'],
  );
  assert.deepEqual(event.data, await told(ontario, bound.policyNumber));
  assert.equal(event.createdAt, event.data.boundAt);
  assert.equal(body.nextAfter, event.id);
  const after = (await read(ontario, `after=${event.id}`)).body;
  assert.deepEqual([after.events, after.nextAfter], [[], event.id]);
  await sold(ontario, {}, () => byLoan());
  assert.deepEqual(typesOf((await read(ontario, `after=${event.id}`)).body.events), ['policy.issued']);
});

test('however it is paid and whenever it begins, a bind tells the policy as it is read a moment later', async () => {
  const ontario = await openSaleClient(service);
  const card = async (choice: Choice) => byCard(await authorizedPayment(ontario, choice));
  const sales = [
    [{}, () => byLoan()],
    [{}, card],
    [{ effectiveDate: '2026-11-20' }, card],
    [{ effectiveDate: '2026-11-20' }, () => byReferral],
  ] as const;
  const states: unknown[] = [];
  for (const [wish, pay] of sales) {
    const { policyNumber } = await sold(ontario, wish, pay);
    const { events } = (await read(ontario, 'types=policy.issued&limit=100')).body;
    const { data } = events.find((event: Json) => event.policyNumber === policyNumber);
    assert.deepEqual(data, await told(ontario, policyNumber));
    states.push([data.status, data.moneyStatus]);
  }
  assert.deepEqual(states, [
    ['InForce', 'Financed'],
    ['InForce', 'Paid'],
    ['NotStarted', 'Scheduled'],
    ['NotStarted', 'CollectedByPartner'],
  ]);
});

test('events are in the feed in the order in which they were written, whatever their ids', async () => {
  const manitoba = await openSaleClient(service, 'manitoba');
  const { policyNumber, applicationId } = await sold(manitoba, {}, () => byReferral);
  const {
    events: [first],
    nextAfter,
  } = (await read(manitoba)).body;
  const [{ sellerId }] = await inDatabase(
    service.databaseUrl,
    'SELECT seller_id AS "sellerId" FROM policy WHERE policy_number = $1',
    [policyNumber],
  );
  const ids = Array.from({ length: 5 }, () => newId<EventId>())
    .sort()
    .reverse();
  const database = openDatabase({ url: service.databaseUrl, poolSize: 1, onConnectionLost: () => undefined });
  afterwards(() => database.end());
  await transact(database, async (tx) => {
    const { type, createdAt } = first;
    for (const id of ids)
      await insertEvent(tx, {
        id,
        type,
        sellerId,
        applicationId,
        policyNumber,
        createdAt,
        body: { ...first, id },
      });
  });
  const { events: later } = (await read(manitoba, `after=${nextAfter}`)).body;
  assert.deepEqual(
    later.map(({ id }: Json) => id),
    ids,
  );
  await inDatabase(service.databaseUrl, 'DELETE FROM event WHERE id = ANY ($1::uuid[])', [ids]);
});

test('a scheduled charge is told when it runs and each time it is refused, with the next attempt', async () => {
  const alberta = await openSaleClient(service, 'alberta');
  const pay = (cardNumber?: string) => async (choice: Choice) =>
    byCard(await authorizedPayment(alberta, choice, cardNumber === undefined ? {} : { cardNumber }));
  const good = await sold(alberta, { effectiveDate: '2026-11-20' }, pay());
  const bad = await sold(alberta, { effectiveDate: '2026-11-20' }, pay(cardRefusedAtCharge));
  await moveClock(alberta, '2026-11-20');
  const { events } = (await read(alberta, 'types=payment.captured,payment.refused')).body;
  const about = (policyNumber: string) => events.find((event: Json) => event.policyNumber === policyNumber);
  const { type, data } = about(good.policyNumber);
  assert.deepEqual([type, data.moneyStatus], ['payment.captured', 'Paid']);
  const first = about(bad.policyNumber);
  assert.deepEqual([first.type, first.data.moneyStatus], ['payment.refused', 'Unpaid']);
  let last = first;
  for (let tries = 1; last.data.nextAttemptOn !== null; tries += 1) {
    assert.ok(tries < 20);
    await moveClock(alberta, last.data.nextAttemptOn);
    const [next] = (await read(alberta, `types=payment.refused&after=${last.id}`)).body.events;
    assert.ok(next.data.nextAttemptOn === null || next.data.nextAttemptOn > last.data.nextAttemptOn);
    last = next;
  }
  assert.notEqual(last.id, first.id);
});

test('a slower transaction is not skipped: what commits late comes later in the feed', async () => {
  const quebec = await openSaleClient(service, 'quebec');
  await sold(quebec, {}, () => byReferral);
  const slow = new pg.Client({ connectionString: service.databaseUrl });
  await slow.connect();
  try {
    // An event is written first and committed last.
    await slow.query('BEGIN');
    const { rows } = await slow.query(
      `SELECT policy_number AS "policyNumber", seller_id AS "sellerId" FROM policy ORDER BY bound_at DESC LIMIT 1`,
    );
    await recordEvent(slow as unknown as Tx, { ...rows[0], type: 'policy.issued', today: '2026-11-15' });
    await sold(quebec, {}, () => byReferral);
    const before = (await read(quebec)).body;
    assert.deepEqual(typesOf(before.events), ['policy.issued', 'policy.issued']);
    await slow.query('COMMIT');
    const late = (await read(quebec, `after=${before.nextAfter}`)).body;
    assert.equal(late.events.length, 1);
    assert.ok(late.events[0].createdAt < before.events[1].createdAt, 'it was written before the one read first');
    const sequences = [...before.events, ...late.events].map(({ sequence }: Json) => sequence as number);
    assert.ok(sequences.every(Number.isSafeInteger), 'whole numbers');
    assert.deepEqual(
      sequences,
      [...new Set(sequences)].toSorted((one, other) => one - other),
      'that grow in the feed',
    );
  } finally {
    await slow.end();
  }
});

test('a whole feed read in small parts has each event once, in one order', async () => {
  const manitoba = await openSaleClient(service, 'manitoba');
  for (let count = 0; count < 4; count += 1) await sold(manitoba, {}, () => byReferral);
  const whole = (await read(manitoba, 'limit=100')).body.events.map(({ id }: Json) => id);
  const parts: string[] = [];
  for (let after = ''; ; ) {
    const { body } = await read(manitoba, `limit=2${after === '' ? '' : `&after=${after}`}`);
    if (body.events.length === 0) break;
    parts.push(...body.events.map(({ id }: Json) => id));
    after = body.nextAfter;
  }
  assert.deepEqual(parts, whole);
  assert.equal(new Set(whole).size, 5);
});

test('a publisher that is frozen in the middle of its transaction keeps no reader of a feed waiting for long', async () => {
  const database = openDatabase({ url: service.databaseUrl, poolSize: 1, onConnectionLost: () => undefined });
  afterwards(() => database.end());
  const { promise: frozen, resolve: wake } = Promise.withResolvers<void>();
  const { promise: held, resolve: hold } = Promise.withResolvers<void>();
  const publishing = transact(database, async (tx) => {
    await lockPublication(tx);
    hold();
    await frozen;
  });
  await held;
  const manitoba = await openSaleClient(service, 'manitoba');
  const bound = await sold(manitoba, {}, () => byReferral);
  const askedAt = performance.now();
  const { body } = await read(manitoba);
  const tookMs = performance.now() - askedAt;
  wake();
  assert.equal(body.events?.at(-1)?.policyNumber, bound.policyNumber, JSON.stringify(body));
  // PostgreSQL alone would end the publisher after 30 s, and the reader's wait after 15.
  assert.ok(tookMs < 10_000, `${tookMs} ms`);
  await assert.rejects(publishing);
});

test('an event that is unknown or another seller’s, and a type that is none, are refused', async () => {
  const ontario = await openSaleClient(service);
  const manitoba = await openSaleClient(service, 'manitoba');
  const { nextAfter } = (await read(ontario)).body;
  for (const after of ['x', '7f3d0c1e-52a4-7f0b-9d0e-3b1f6a2c9e57', nextAfter])
    assertRefused(await read(manitoba, `after=${after}`), ['AfterInvalid after']);
  assertRefused(await read(manitoba, 'types=policy.lost'), ['TypesInvalid types']);
  assertRefused(await read(manitoba, 'limit=101'), ['LimitInvalid limit']);
});

test('the sandbox makes a sample event of each type, with or without a policy', async () => {
  const novaScotia = await openSaleClient(service, 'novascotia');
  const make = (type: unknown) =>
    service.call('POST', '/sandbox/events', { token: novaScotia.quoteClient.token, body: { type } });
  const types = ['policy.issued', 'payment.refused', 'cancellation.declined'];
  for (const type of types) assert.equal((await make(type)).body.event.type, type);
  const { events } = (await read(novaScotia)).body;
  assert.deepEqual(typesOf(events), types);
  assert.match(events[1].data.nextAttemptOn, /^\d{4}-\d\d-\d\d$/);
  assertRefused(await make('policy.lost'), ['TypeInvalid type']);
  assertRefused(await make(''), ['TypeRequired type']);
});

test('no event is left without a place', async () => {
  const waiting = await inDatabase(service.databaseUrl, 'SELECT id FROM event WHERE place IS NULL');
  assert.deepEqual(waiting, []);
});
