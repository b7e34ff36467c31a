import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import type pg from 'pg';
import { addDays } from '../../src/domain/calendar.ts';
import { TimedOut } from '../../src/domain/unavailable.ts';
import { makeAnswerCounter } from '../../src/flows/dashboard/answer-counter.ts';
import { rollUpAnswers } from '../../src/flows/dashboard/roll-up-answers.ts';
import { rollUpSales } from '../../src/flows/dashboard/roll-up-sales.ts';
import type { Dashboard, LatencyPoint, StuckRow } from '../../src/operator/wire/sales.ts';
import { openDatabase } from '../../src/store/database.ts';
import { readSellers } from '../../src/store/reference/sellers.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { until } from '../kit/processes/until.ts';
import { assertBound, authorizedPayment, binder, byCard, byReferral, steadySeller } from '../kit/sale/binding.ts';
import { openSaleClient, type SaleClient } from '../kit/sale/paying.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { signInOperator, type TestOperator } from '../kit/service/operator.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

const { name, today } = steadySeller();
let service: TestService;
let viewer: TestOperator;
let saleClient: SaleClient;
let database: pg.Pool;

before(async () => {
  service = await startTestService();
  viewer = await signInOperator(service, 'viewer');
  saleClient = await openSaleClient(service, name);
  database = openDatabase({ url: service.databaseUrl, poolSize: 2, onConnectionLost: () => undefined });
  afterwards(() => database.end());
});

const sql = (text: string, values: readonly unknown[] = []) => inDatabase(service.databaseUrl, text, values);

test('the dashboard shows quotes, binds, conversion and premium by the seller’s day', async () => {
  await saleClient.quote({ effectiveDate: today });
  const quoted = await saleClient.quote({ effectiveDate: today });
  assertBound(
    await binder(service, saleClient.quoteClient.token)({ ...quoted.choose('Replacement', 3), ...byReferral }),
  );
  const { body: history } = await viewer.get(`/api/sales/${quoted.applicationId}`);
  const sellers = [...(await readSellers(database)).byId.values()];
  // The service's own job may be at it, and then shows what it counted before this sale.
  const { body } = await until(
    async () => {
      await rollUpSales({ database }, sellers, new Date());
      return viewer.get(`/api/dashboard?from=${addDays(today, -1)}&to=${today}`);
    },
    ({ body: { days } }) => days.at(-1).binds > 0,
  );
  await rollUpSales({ database }, sellers, new Date());
  const dashboard = body as Dashboard;
  const { premiumCents, totalCents } = history.policy;
  const sold = { quotes: 2, binds: 1, premiumCents, totalCents, conversion: 0.5 };
  assert.deepEqual(dashboard.days, [
    { quotes: 0, binds: 0, premiumCents: 0, totalCents: 0, conversion: null, day: addDays(today, -1) },
    { ...sold, day: today },
  ]);
  const { id, name } = history.sale.seller;
  assert.deepEqual(dashboard.sellers, [{ ...sold, seller: { id, name } }]);
  assert.deepEqual(dashboard.daysBySeller, [{ ...sold, day: today, sellerId: id }]);
  const recount = async () => {
    await rollUpSales({ database }, sellers, new Date());
    return (await sql('SELECT sum(premium_cents)::int AS cents FROM daily_sales'))[0].cents;
  };
  await sql('UPDATE policy SET premium_cents = premium_cents + 1');
  await until(recount, (cents) => cents === premiumCents + 1);
  const other = sellers.find(({ id }) => id !== history.sale.seller.id)!;
  const { body: nobody } = await viewer.get(`/api/dashboard?from=${today}&to=${today}&sellerId=${other.id}`);
  assert.deepEqual(nobody.sellers, []);
  for (const query of ['from=2026-02-02&to=2026-02-01', 'from=2024-01-01&to=2026-01-01'])
    assert.deepEqual((await viewer.get(`/api/dashboard?${query}`)).codes, ['DaysOutOfRange']);
});

test('a run adds what is new to what has settled, once, and counts the last minutes afresh', async () => {
  const sellers = [...(await readSellers(database)).byId.values()];
  const shown = async () => (await sql('SELECT quotes, binds FROM daily_sales'))[0];
  const settled = async () =>
    (await sql('SELECT settled_quotes AS quotes, settled_binds AS binds FROM daily_sales'))[0];
  const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  assert.deepEqual(
    [await shown(), await settled()],
    [
      { quotes: 2, binds: 1 },
      { quotes: 0, binds: 0 },
    ],
  );
  await Promise.all([0, 1].map(() => rollUpSales({ database }, sellers, later(7)))); // Two instances run it at once.
  assert.deepEqual(
    [await shown(), await settled()],
    [
      { quotes: 2, binds: 1 },
      { quotes: 2, binds: 1 },
    ],
  );
  await sql('UPDATE daily_sales SET settled_quotes = 5'); // It is not counted again …
  await rollUpSales({ database }, sellers, later(8));
  assert.deepEqual(await shown(), { quotes: 5, binds: 1 });
  // … until the day is over.
});

test('more than a statement can count in its time is counted in parts', async () => {
  let timedOut = 0;
  // As if PostgreSQL ended the count of more than 20 minutes.
  const slow = new Proxy(database, {
    get: (target, property) => {
      if (property !== 'query') return Reflect.get(target, property, target);
      return async (asked: { readonly name?: string; readonly values?: readonly (readonly Date[])[] }) => {
        const [begins, ends] = asked.name === 'count_sales' ? [asked.values![4]![0], asked.values![5]![0]] : [];
        if (ends === undefined || ends.getTime() - begins!.getTime() <= 20 * 60_000)
          return target.query(asked as pg.QueryConfig);
        timedOut += 1;
        throw new TimedOut('The database took too long.');
      };
    },
  });
  await sql("UPDATE daily_sales_done SET counted_until = counted_until - interval '1 hour'");
  await sql('UPDATE daily_sales SET settled_quotes = 0, settled_binds = 0');
  const sellers = [...(await readSellers(database)).byId.values()];
  await rollUpSales({ database: slow }, sellers, new Date(Date.now() + 8 * 60_000));
  assert.ok(timedOut > 0);
  assert.deepEqual(await sql('SELECT quotes, binds FROM daily_sales'), [{ quotes: 2, binds: 1 }]);
});

test('a day that is over everywhere is counted once more and then left alone', async () => {
  const sellers = [...(await readSellers(database)).byId.values()];
  const later = new Date(Date.now() + 10 * 24 * 60 * 60_000);
  for (const [typed, expected] of [
    [99, 2],
    [77, 77],
  ]) {
    await sql('UPDATE daily_sales SET quotes = $1', [typed]);
    await rollUpSales({ database }, sellers, later);
    assert.equal((await sql('SELECT quotes FROM daily_sales'))[0].quotes, expected);
  }
});

test('answers are counted by partner, code and duration, and those that could not be added are added later', async () => {
  await sql('DELETE FROM answer_error');
  await sql('DELETE FROM answer_time');
  const [{ id: sellerId, integration_id: integrationId }] = await sql('SELECT id, integration_id FROM seller LIMIT 1');
  const now = new Date('2026-03-01T10:59:00Z');
  const answers = makeAnswerCounter({ database, clock: () => now });
  const broken = makeAnswerCounter({
    database: { query: () => Promise.reject(new Error('away')) } as unknown as pg.Pool,
    clock: () => now,
  });
  const call = { operation: 'quote', status: 200, durationMs: 3, sellerId, codes: [] };
  for (let count = 0; count < 99; count += 1) answers.observe(call);
  answers.observe({ ...call, status: 422, durationMs: 400, codes: ['CityInvalid', 'OdometerInvalid'] });
  answers.observe({ ...call, status: 429, operation: 'bind', codes: ['RateLimitExceeded'] });
  answers.observe({ ...call, status: 401, operation: 'bind', sellerId: null });
  await answers.flush();
  await answers.flush();
  broken.observe(call);
  await assert.rejects(broken.flush());
  await assert.rejects(broken.flush(), 'it still has them');

  const { body } = await viewer.get('/api/dashboard?from=2026-03-01&to=2026-03-01');
  const { errors, latency } = body as Dashboard;
  assert.deepEqual(errors.map(({ code, count, integration }) => [code, count, integration?.id ?? null]).sort(), [
    ['CityInvalid', 1, integrationId],
    ['HTTP 401', 1, null],
    ['OdometerInvalid', 1, integrationId],
    ['RateLimitExceeded', 1, integrationId],
  ]);
  assert.equal(latency.grain, 'hour');
  const quote = latency.points.find(({ operation }) => operation === 'quote')!;
  assert.deepEqual([quote.since, quote.count], ['2026-03-01T10:00:00.000Z', 100]);
  assert.ok(quote.p50Ms >= 3 && quote.p50Ms < 4, String(quote.p50Ms));
  await rollUpAnswers({ database }, now);
  const { body: week } = await viewer.get('/api/dashboard?from=2026-02-25&to=2026-03-03');
  assert.equal(week.latency.grain, 'day');
  assert.deepEqual(
    week.latency.points.map(({ operation, count }: LatencyPoint) => [operation, count]),
    [
      ['bind', 2],
      ['quote', 100],
    ],
  );
});

test('two instances that add their counts at once lose none', async () => {
  await sql('DELETE FROM answer_time');
  const now = new Date(); // The service's own job forgets old hours.
  const [a, b] = [0, 1].map(() => makeAnswerCounter({ database, clock: () => now }));
  for (let round = 0; round < 20; round += 1) {
    for (const [index, watch] of [a!, b!].entries())
      for (const operation of index === 0 ? ['x', 'y', 'z'] : ['z', 'y', 'x'])
        watch.observe({ operation, status: 200, durationMs: 1, sellerId: null, codes: [] });
    await Promise.all([a!.flush(), b!.flush()]);
  }
  const rows = await sql(
    'SELECT operation, count::int FROM answer_time WHERE length(operation) = 1 ORDER BY operation',
  );
  assert.deepEqual(
    rows.map(({ count }) => count),
    [40, 40, 40],
  );
});

test('what needs a person is counted and listed, each with the id that its correction asks for', async () => {
  const choice = (await saleClient.quote({ effectiveDate: today })).choose('Replacement', 3);
  const payment = await authorizedPayment(saleClient, choice, { chargeDate: today });
  const bound = assertBound(await binder(service, saleClient.quoteClient.token)({ ...choice, ...byCard(payment) }));
  const { applicationId, paymentId } = payment.asked;
  await sql(
    `INSERT INTO reversal (application_id, payee, key, card_payment_id, reference, amount_cents, booked_cents, attempts, due_at, failure, last_error)
     VALUES ($1, 'Card', 'k', $2, 'r', 500, 500, 9, now() + interval '1 hour', 'unavailable', 'processor away')`,
    [applicationId, paymentId],
  );
  await sql(
    `INSERT INTO due_charge (card_payment_id, application_id, policy_number, seller_id, amount_cents, due_on, tries, due_at, given_up_at, failure, last_error)
     SELECT $2, $1, $3, seller_id, 700, '2026-01-01', 4, NULL, now(), 'refused', 'refused: declined' FROM application WHERE id = $1`,
    [applicationId, paymentId, bound.policyNumber],
  );
  await sql(
    `UPDATE mail SET due_at = NULL, given_up_at = now(), failure = 'refused', last_error = '550 <marie-eve@example.ca> unknown' WHERE policy_number = $1`,
    [bound.policyNumber],
  );
  await sql(
    `UPDATE bind SET state = 'running', lease_until = now() - interval '5 minutes', due_at = now() + interval '1 hour'
     WHERE application_id = $1`,
    [applicationId],
  );
  await sql(
    `INSERT INTO answer_error SELECT (now() AT TIME ZONE 'UTC')::date, id, 'RateLimitExceeded', 12 FROM seller ON CONFLICT DO NOTHING`,
  );

  const { body } = await viewer.get('/api/needs-person');
  assert.deepEqual(body.counts, {
    requests: 0,
    reversals: 1,
    charges: 1,
    mails: 1,
    linkMails: 0,
    letters: 0,
    binds: 1,
    differences: 0,
    limits: 2,
    jobs: 0,
  });
  const rowOf = async (kind: string): Promise<StuckRow> => {
    const { body, status, text } = await viewer.get(`/api/needs-person/${kind}`);
    assert.equal(status, 200, text);
    return body.rows[0];
  };
  const reversal = await rowOf('reversals');
  assert.deepEqual(
    [reversal.applicationId, reversal.amountCents, reversal.cause],
    [applicationId, 500, 'processor away'],
  );
  assert.deepEqual([(await rowOf('charges')).id, (await rowOf('charges')).count], [paymentId, 3]);
  assert.equal((await rowOf('mails')).cause, '550 <m•••@•••.ca> unknown');
  assert.equal((await rowOf('binds')).id, applicationId);
  assert.ok((await rowOf('limits')).count >= 12);
  assert.deepEqual((await viewer.get('/api/needs-person/jobs')).body, { rows: [], nextCursor: null });
  assert.equal((await viewer.get('/api/needs-person/nothing')).status, 422);
});
