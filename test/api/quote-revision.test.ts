import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import pg from 'pg';
import rateBook from '../../src/sandbox/data/rate-book.json' with { type: 'json' };
import { type PriceList, unpackPrices } from '../../src/store/quote/price-list.ts';
import { until } from '../kit/processes/until.ts';
import { assertBound, binder, byReferral, chooseFrom } from '../kit/sale/binding.ts';
import {
  assertQuoted,
  assertRefused,
  changed,
  clockAt,
  inDatabase,
  type Json,
  noon,
  openQuoteClient,
  type QuoteClient,
} from '../kit/sale/quoting.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;
let quoteClient: QuoteClient;

before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock });
  quoteClient = await openQuoteClient(service);
});

const kept =
  'series, effective_date::text, quoted_on::text, vin, rate_book_version, tax_table_version, inputs, options';

async function applicationOf(id: string): Promise<Json & { revision: number; options: PriceList }> {
  const rows = await inDatabase(service.databaseUrl, `SELECT revision, ${kept} FROM application WHERE id = $1`, [id]);
  return rows[0];
}

function revisionsOf(id: string): Promise<(Json & { revision: number })[]> {
  return inDatabase(
    service.databaseUrl,
    `SELECT revision, ${kept} FROM application_revision WHERE application_id = $1 ORDER BY revision`,
    [id],
  );
}

function withoutId({ body }: Answer): Json {
  const { applicationId: _, revision: __, ...rest } = body;
  return rest;
}

test('what is kept are the prices that were shown', async () => {
  const { body } = await quoteClient.quote(await quoteClient.request({ series: 'Plus' }));
  const { options, revision } = await applicationOf(body.applicationId);
  const { replacement, limitedIndemnity } = unpackPrices(options);
  assert.equal(revision, 1);
  for (const [terms, shown] of [
    [replacement, body.replacementOptions],
    [limitedIndemnity, body.limitedIndemnityOptions],
  ]) {
    assert.deepEqual(
      terms.map(({ paymentTermInYears, coverage }: (typeof replacement)[number]) => ({
        paymentTermInYears,
        coverage: coverage.map((product) => ({
          productType: product.productType,
          productName: product.productName.en,
          premium: product.premiumCents / 100,
          tax: product.taxCents / 100,
          totalWithTax: product.totalWithTaxCents / 100,
          isOptional: product.isOptional,
          coverageTermInYears: product.coverageTermInYears,
        })),
      })),
      shown,
    );
  }
});

test('a revision answers the same application id and is priced as a fresh quote would be', async () => {
  const first = await quoteClient.quote(await quoteClient.request());
  const { applicationId } = first.body;
  const other = await quoteClient.request({ series: 'Plus', purchaseMethod: 'Lease', odometer: 60_000, year: 2022 });
  const revised = await quoteClient.quote({ ...other, applicationId });
  const fresh = await quoteClient.quote(other);
  assertQuoted(revised);
  assert.equal(revised.body.applicationId, applicationId);
  assert.notEqual(fresh.body.applicationId, applicationId);
  assert.deepEqual(withoutId(revised), withoutId(fresh));
  assert.notDeepEqual(withoutId(revised), withoutId(first));
});

test('an application id matches in any case and is answered as it was given out', async () => {
  const request = await quoteClient.request();
  const { applicationId } = (await quoteClient.quote(request)).body;
  const revised = await quoteClient.quote({ ...request, applicationId: applicationId.toUpperCase() });
  assert.equal(revised.body.applicationId, applicationId);
});

test('what a revision replaces is kept beside it, in order', async () => {
  const requests = [
    await quoteClient.request(),
    await quoteClient.request({ series: 'Plus' }),
    await quoteClient.request({ purchaseMethod: 'Finance', effectiveDate: '2026-12-01' }),
  ];
  const { applicationId } = (await quoteClient.quote(requests[0])).body;
  const states = [await applicationOf(applicationId)];
  for (const request of requests.slice(1)) {
    assertQuoted(await quoteClient.quote({ ...request, applicationId }));
    states.push(await applicationOf(applicationId));
  }
  assert.deepEqual(
    states.map(({ revision }) => revision),
    [1, 2, 3],
  );
  assert.equal(new Set(states.map(({ vin }) => vin)).size, 3);
  assert.deepEqual(await revisionsOf(applicationId), states.slice(0, 2));
});

test('a revision takes nothing over from the quote it replaces, but for its reference', async () => {
  const plus = await quoteClient.request({ series: 'Plus', purchaseMethod: 'Lease' });
  const { applicationId } = (
    await quoteClient.quote(changed(plus, { producerCode: 'P-1', 'applicant.addressLine2': '4' }))
  ).body;
  assertQuoted(await quoteClient.quote({ ...(await quoteClient.request()), applicationId }));
  const { inputs } = (await applicationOf(applicationId)) as unknown as { inputs: Json & { applicant: Json } };
  assert.equal(inputs.dealer, null);
  assert.equal(inputs.lienHolder, null);
  assert.equal(inputs.producerCode, null);
  assert.equal(inputs.applicant.addressLine2, null);
  assertRefused(await quoteClient.quote({ applicationId, series: 'Prime' }), [
    'ApplicantRequired applicant',
    'EffectiveDateRequired effectiveDate',
    'OdometerRequired odometer',
    'PurchaseMethodRequired purchaseMethod',
    'VehicleConfigurationIdRequired vehicleConfigurationId',
  ]);
});

test('a refused revision leaves the quote as it was', async () => {
  const request = await quoteClient.request();
  const { applicationId } = (await quoteClient.quote(request)).body;
  const state = await applicationOf(applicationId);
  for (const changes of [{ odometer: 1 }, { 'applicant.postalCode': 'H2Y 1C6' }, { series: 'Plus' }]) {
    assert.equal((await quoteClient.quote(changed(request, { applicationId, ...changes }))).status, 422);
  }
  assert.deepEqual(await applicationOf(applicationId), state);
  assert.deepEqual(await revisionsOf(applicationId), []);
});

test('a bind that runs or has ended in a policy is told beside every other fault of a revision', async () => {
  const request = await quoteClient.request();
  const quoted = await quoteClient.quote(request);
  const { applicationId } = quoted.body;
  const bind = binder(service, quoteClient.token);
  const body = { ...chooseFrom(quoted, 'Replacement', 3), ...byReferral };
  const faulty = changed(request, { applicationId, odometer: 'many', 'applicant.postalCode': 'H2Y 1C6' });
  const faults = ['OdometerInvalid odometer', 'ApplicantOutsideProvince applicant.postalCode'];
  assertRefused(await quoteClient.quote(faulty), faults);

  const running = bind(body, 'SlowBind');
  const waiting = 'SELECT FROM bind WHERE application_id = $1';
  await until(
    () => inDatabase(service.databaseUrl, waiting, [applicationId]),
    (rows) => rows.length === 1,
  );
  assertRefused(await quoteClient.quote({ ...request, applicationId }), ['BindInProgress applicationId']);
  assertRefused(await quoteClient.quote(faulty), ['BindInProgress applicationId', ...faults]);
  assertBound(await running);
  assertRefused(await quoteClient.quote({ ...request, applicationId }), ['QuoteAlreadyBound applicationId']);
  assertRefused(await quoteClient.quote(faulty), ['QuoteAlreadyBound applicationId', ...faults]);
});

test('another seller’s application is not found and stays as it is', async () => {
  const { applicationId } = (await quoteClient.quote(await quoteClient.request())).body;
  const state = await applicationOf(applicationId);
  for (const name of ['quebec', 'manitoba'] as const) {
    const otherSeller = await openQuoteClient(service, name);
    assertRefused(await otherSeller.quote({ ...(await otherSeller.request()), applicationId }), [
      'ApplicationNotFound applicationId',
    ]);
  }
  assert.deepEqual(await applicationOf(applicationId), state);
});

test('revisions at the same moment are all kept, one after the other', async () => {
  const request = await quoteClient.request();
  const { applicationId } = (await quoteClient.quote(request)).body;
  // Locked by another connection, so that all of them wait at the same point and then go on together.
  const holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM application WHERE id = $1 FOR UPDATE', [applicationId]);
  const revisions = Array.from({ length: 3 }, (_, at) =>
    quoteClient.quote(changed(request, { applicationId, 'applicant.addressLine2': `Suite ${at}` })),
  );
  const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  await until(
    () => inDatabase(service.databaseUrl, waiting),
    (rows) => rows.length === revisions.length,
  );
  await holder.query('COMMIT');
  await holder.end();
  for (const answer of await Promise.all(revisions)) assertQuoted(answer);

  const last = await applicationOf(applicationId);
  const replaced = await revisionsOf(applicationId);
  assert.equal(last.revision, 4);
  assert.deepEqual(
    replaced.map(({ revision }) => revision),
    [1, 2, 3],
  );
  const suites = [...replaced, last].map(({ inputs }) => (inputs as { applicant: Json }).applicant.addressLine2);
  assert.equal(new Set(suites).size, 4, 'no revision was lost');
});

// Last: it changes the prices of this file's service for good.
test('a new rate book prices new quotes and leaves those that were made as they are', async () => {
  const request = await quoteClient.request();
  const old = await quoteClient.quote(request);
  const { applicationId } = old.body;
  const state = await applicationOf(applicationId);
  assert.equal(state.rate_book_version, 'sample-1');

  const dearer = {
    ...rateBook,
    version: 'sample-2',
    premiums: rateBook.premiums.map(({ baseCents, ...row }) => ({
      ...row,
      baseCents: Object.fromEntries(Object.entries(baseCents).map(([term, cents]) => [term, cents * 2])),
    })),
  };
  await inDatabase(service.databaseUrl, 'INSERT INTO rate_book (version, document) VALUES ($1, $2)', [
    dearer.version,
    JSON.stringify(dearer),
  ]);
  const fresh = await until(
    () => quoteClient.quote(request),
    ({ body }) => totalOf(body) > totalOf(old.body),
  );
  assert.equal((await applicationOf(fresh.body.applicationId)).rate_book_version, 'sample-2');
  assert.deepEqual(await applicationOf(applicationId), state);

  // Only a revision prices it again, and the old prices stay on record.
  const revised = await quoteClient.quote({ ...request, applicationId });
  assert.deepEqual(withoutId(revised), withoutId(fresh));
  assert.deepEqual(await revisionsOf(applicationId), [state]);
});

function totalOf(body: { replacementOptions: { coverage: { totalWithTax: number }[] }[] }): number {
  return body.replacementOptions[0]!.coverage[0]!.totalWithTax;
}
