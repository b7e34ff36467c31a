import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { until } from '../kit/processes/until.ts';
import { clockAt, inDatabase, noon, noonDay, openQuoteClient, type SellerName } from '../kit/sale/quoting.ts';
import { startProduction } from '../kit/service/production.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;

before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock });
});

async function sellerOf(name: SellerName, headers = {}) {
  const { status, body } = await service.call('GET', '/v1/seller', { token: await service.login(name), headers });
  assert.equal(status, 200);
  return body;
}

test('a seller learns what it may do, what it must send and how often it may call', async () => {
  const { products, ...ontario } = await sellerOf('ontario');
  assert.deepEqual(ontario, {
    isValid: true,
    errors: [],
    username: 'ontario',
    name: 'Sandbox Ontario',
    province: 'ON',
    timeZone: 'America/Toronto',
    today: noonDay,
    language: 'en',
    series: ['Prime', 'Plus'],
    paymentMethods: ['REF', 'FIN', 'PW', 'PFF', 'CC'],
    dealerCount: 4,
    requires: { producerCode: false, acknowledgements: false },
    limits: { requestsPerMinute: 100_000, effectiveDateDays: 30 },
    interfaceVersion: '1.0',
  });
  assert.deepEqual(products[0], {
    productType: 'RPL',
    productName: 'Vehicle replacement',
    series: ['Prime', 'Plus'],
    coverageCategories: ['Replacement'],
  });
  const quebec = await sellerOf('quebec', { 'accept-language': 'fr' });
  assert.deepEqual([quebec.language, quebec.requires.producerCode], ['fr', true]);
  assert.notEqual(quebec.products[0].productName, 'Vehicle replacement');
  assert.equal((await sellerOf('levis')).requires.acknowledgements, true);
});

test('series, payment methods and dealers are the seller’s own', async () => {
  const alberta = await sellerOf('alberta');
  assert.deepEqual([alberta.series, alberta.paymentMethods, alberta.dealerCount], [['Prime'], ['REF', 'CC'], 0]);
  for (const { series } of alberta.products) assert.deepEqual(series, ['Prime']);
});

test('a limit of the integration’s own is told', async () => {
  await inDatabase(
    service.databaseUrl,
    `UPDATE integration SET rate_limit = 1234 WHERE client_id = 'northbind-sandbox'`,
  );
  await until(
    () => sellerOf('ontario'),
    ({ limits }) => limits.requestsPerMinute === 1234,
  );
});

test('a quote has no product that the seller was not told of', async () => {
  for (const name of ['ontario', 'alberta'] as const) {
    const told = new Set(
      (await sellerOf(name)).products.map(({ productType }: { productType: string }) => productType),
    );
    const client = await openQuoteClient(service, name);
    const quoted = (await client.quote(await client.request())).body;
    const products = [...quoted.replacementOptions, ...quoted.limitedIndemnityOptions].flatMap(
      ({ coverage }) => coverage,
    );
    assert.ok(products.length > 0);
    for (const { productType } of products) assert.ok(told.has(productType), productType);
  }
});

test('a payment method without a party behind it is not told, and refused for good', async () => {
  const production = await startProduction();
  await inDatabase(production.databaseUrl, `UPDATE seller SET payment_methods = '{REF,PFF,CC}'`);
  const token = await production.login();
  const { body } = await until(
    () => production.call('GET', '/v1/seller', { token }),
    ({ status }) => status === 200,
  );
  assert.deepEqual([body.paymentMethods, body.products], [['REF'], []]);
  const asked = {
    applicationId: '0190c0de-0000-7000-8000-00000000abcd',
    coverageCategory: 'Replacement',
    paymentTermInYears: 3,
    selectedProducts: ['RPL'],
  };
  const post = (path: string, more: object = {}) =>
    production.call('POST', path, { token, body: { ...asked, ...more } });
  const loan = { downPayment: 0, firstInstallmentDate: '2026-12-01' };
  // An instance hears of the seller's new methods a moment later.
  const { codes } = await until(
    () => post('/v1/payment/card'),
    (refused) => refused.codes[0] !== 'PaymentMethodNotAvailableForSeller',
  );
  assert.deepEqual(codes, ['CardPaymentNotAvailableForSeller']);
  assert.deepEqual((await post('/v1/quote/financing', loan)).codes, ['FinancingNotAvailableForSeller']);
});
