import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { addDays } from '../../src/domain/calendar.ts';
import { until } from '../kit/processes/until.ts';
import { byReferral, chooseFrom } from '../kit/sale/binding.ts';
import {
  assertQuoted,
  assertRefused,
  clockAt,
  inDatabase,
  noon,
  noonDay,
  openQuoteClient,
  type SellerName,
} from '../kit/sale/quoting.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;

before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock });
});

async function dealerIdsOf(name: SellerName): Promise<string[]> {
  const answer = await (await openQuoteClient(service, name)).get('/v1/quote/dealers');
  assert.equal(answer.status, 200);
  assert.deepEqual(Object.keys(answer.body), ['dealers']);
  for (const dealer of answer.body.dealers) {
    assert.deepEqual(Object.keys(dealer).sort(), ['addressLine1', 'city', 'id', 'name', 'postalCode']);
  }
  return answer.body.dealers.map(({ id }: { id: string }) => id);
}

test('a seller sees the dealers it is actively linked to, by name, and no others', async () => {
  assert.deepEqual(await dealerIdsOf('ontario'), [
    'dl-maple-demo-auto-toronto',
    'dl-sample-motors-london',
    'dl-sample-motors-ottawa',
    'dl-trillium-example-cars-hamilton',
  ]);
  assert.deepEqual(await dealerIdsOf('quebec'), ['dl-autos-exemple-montreal', 'dl-garage-exemple-quebec']);
  assert.deepEqual(await dealerIdsOf('manitoba'), ['dl-prairie-demo-auto-brandon', 'dl-sample-motors-winnipeg']);
});

test('a seller without links has an empty list', async () => {
  assert.deepEqual(await dealerIdsOf('alberta'), []);
  assert.deepEqual(await dealerIdsOf('novascotia'), []);
});

test('every dealer of the list can be quoted', async () => {
  const quoteClient = await openQuoteClient(service);
  const request = await quoteClient.request({ series: 'Plus' });
  for (const dealerId of await dealerIdsOf('ontario')) assertQuoted(await quoteClient.quote({ ...request, dealerId }));
});

test('a link that ends leaves the list within a second, and its dealer is refused from then on', async () => {
  const quoteClient = await openQuoteClient(service, 'quebec');
  const request = await quoteClient.request({ series: 'Plus' });
  const choice = chooseFrom(await quoteClient.quote(request), 'Replacement', 3);
  await inDatabase(service.databaseUrl, 'UPDATE dealer_link SET is_active = false WHERE dealer_id = $1', [
    request.dealerId,
  ]);
  await until(
    () => dealerIdsOf('quebec'),
    (ids) => !ids.includes(String(request.dealerId)),
  );
  assertRefused(await quoteClient.quote(request), ['DealerNotLinkedToSeller dealerId']);
  const { token } = quoteClient;
  for (const [path, body] of [
    ['/v1/payment/card', choice],
    ['/v1/quote/financing', { ...choice, downPayment: 0, firstInstallmentDate: addDays(noonDay, 15) }],
    ['/v1/bind', { ...choice, ...byReferral }],
  ] as const)
    assertRefused(await service.call('POST', path, { token, body }), ['DealerNotLinkedToSeller']);
});

test('a quote of a series that was taken from the seller is neither paid nor bound', async () => {
  const quoteClient = await openQuoteClient(service);
  const choice = chooseFrom(await quoteClient.quote(await quoteClient.request({ series: 'Plus' })), 'Replacement', 3);
  const setSeries = (series: readonly string[]) =>
    inDatabase(service.databaseUrl, `UPDATE seller SET series = $1 WHERE username = 'ontario'`, [series]);
  const { token } = quoteClient;
  await setSeries(['Prime']);
  await until(
    () => service.call('POST', '/v1/payment/card', { token, body: choice }),
    ({ codes }) => codes.includes('SeriesNotEnabledForSeller'),
  );
  const asked = { token, body: { ...choice, ...byReferral } };
  assertRefused(await service.call('POST', '/v1/bind', asked), ['SeriesNotEnabledForSeller']);
  await setSeries(['Prime', 'Plus']);
  await until(
    () => service.call('POST', '/v1/bind', asked),
    ({ status }) => status === 200,
  );
});
