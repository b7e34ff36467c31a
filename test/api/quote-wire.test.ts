import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test, { before } from 'node:test';
import { until } from '../kit/processes/until.ts';
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
let prime: Json;
let plus: Json;

before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock });
  quoteClient = await openQuoteClient(service);
  prime = await quoteClient.request();
  plus = await quoteClient.request({ series: 'Plus', purchaseMethod: 'Finance' });
});

/** Everything that was answered but the id, which is new each time. */
function pricesOf({ body }: Answer): Json {
  const { applicationId: _, ...rest } = body;
  return rest;
}

async function inputsOf(answer: Answer): Promise<Json & { applicant: Json }> {
  const rows = await inDatabase(service.databaseUrl, 'SELECT inputs FROM application WHERE id = $1', [
    answer.body.applicationId,
  ]);
  return rows[0].inputs;
}

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [rename(name), renamed(inner, rename)]));
}

test('property names match in any case, at any depth', async () => {
  const expected = pricesOf(await quoteClient.quote(plus));
  for (const rename of [
    (name: string) => name.toUpperCase(),
    (name: string) => name.toLowerCase(),
    (name: string) => name.charAt(0).toUpperCase() + name.slice(1),
  ]) {
    const answer = await quoteClient.quote(renamed(plus, rename));
    assertQuoted(answer);
    assert.deepEqual(pricesOf(answer), expected);
  }
});

test('the contract’s own spelling of a name wins over another one beside it', async () => {
  for (const body of [
    { ODOMETER: 5, ...prime },
    { ...prime, ODOMETER: 5 },
  ]) {
    assertQuoted(await quoteClient.quote(body));
  }
});

test('enum values match in any case and are answered in the contract’s spelling', async () => {
  for (const series of ['pLUS', 'PLUS', ' plus ']) {
    const answer = await quoteClient.quote(changed(plus, { series, purchaseMethod: 'FINANCE' }));
    assertQuoted(answer);
    assert.equal(answer.body.series, 'Plus');
    assert.equal((await inputsOf(answer)).purchaseMethod, 'Finance');
  }
});

test('null and blank are not given', async () => {
  const absent = ['applicationId', 'dealerId', 'dealerContact', 'producerCode', 'lienHolderId'];
  const optional = ['applicant.addressLine2', 'applicant.businessPhone', 'applicant.isCompany'];
  for (const nothing of [null, '', '   ']) {
    const changes = Object.fromEntries([...absent, ...optional].map((path) => [path, nothing]));
    const answer = await quoteClient.quote(changed(prime, changes));
    assertQuoted(answer);
    const inputs = await inputsOf(answer);
    assert.equal(inputs.producerCode, null);
    assert.equal(inputs.applicant.addressLine2, null);
    assert.equal(inputs.applicant.businessPhone, null);
    assert.equal(inputs.applicant.isCompany, false);
  }
});

test('unknown properties are ignored', async () => {
  const extra = '{"__proto__": {"series": "Plus"}, "constructor": 1, "province": "QC", "coverageCategory": []}';
  const answer = await quoteClient.quote({ ...JSON.parse(extra), ...changed(prime, { 'applicant.province': 'QC' }) });
  assertQuoted(answer);
  const raw = await quoteClient.quote(`{"__proto__":{"odometer":1},${JSON.stringify(prime).slice(1)}`);
  assertQuoted(raw);
});

test('an effective date may come as a date-time, of which the date as written counts', async () => {
  for (const effectiveDate of [
    '2026-11-15T00:00:00Z',
    '2026-11-15T23:59:59-08:00',
    '2026-11-15T23:30:00+14:00',
    '2026-11-15T08:00:00.123Z',
    ' 2026-11-15 ',
  ]) {
    const answer = await quoteClient.quote(changed(prime, { effectiveDate }));
    assertQuoted(answer, effectiveDate);
    assert.equal(answer.body.effectiveDate, '2026-11-15');
  }
});

test('on Prime a dealer is ignored, known or not, with a contact or without', async () => {
  const expected = pricesOf(await quoteClient.quote(prime));
  const contact = { name: 'Jordan Lee', emailAddress: 'jordan@example.ca' };
  for (const dealerId of ['dl-sample-motors-ottawa', 'dl-placeholder-auto-sudbury', 'dl-nowhere']) {
    for (const dealerContact of [undefined, {}, { name: 'Jordan Lee' }, contact]) {
      const answer = await quoteClient.quote(changed(prime, { dealerId, dealerContact }));
      assertQuoted(answer, `${dealerId} ${JSON.stringify(dealerContact)}`);
      assert.deepEqual(pricesOf(answer), expected);
      assert.equal((await inputsOf(answer)).dealer, null);
    }
  }
});

test('on Cash a lienholder is ignored, known or not', async () => {
  for (const lienHolderId of ['lh-ally-credit-canada', 'lh-nobody']) {
    const answer = await quoteClient.quote(changed(prime, { lienHolderId }));
    assertQuoted(answer, lienHolderId);
    assert.equal((await inputsOf(answer)).lienHolder, null);
  }
});

test('on Plus and Finance the dealer and the lienholder are kept as they were that day', async () => {
  const inputs = await inputsOf(await quoteClient.quote(plus));
  assert.deepEqual(inputs.dealer, {
    id: 'dl-sample-motors-ottawa',
    name: 'Sample Motors Ottawa',
    addressLine1: '1 Sample Street',
    city: 'Ottawa',
    postalCode: 'K1P 1A1',
    contact: { name: 'Jordan Lee', emailAddress: 'jordan@example.ca', phoneNumber: null },
  });
  assert.deepEqual(inputs.lienHolder, {
    id: 'lh-ally-credit-canada',
    name: 'Ally Credit Canada',
    city: 'Oakville',
    postalCode: 'L6H 5G4',
  });
});

test('faults of form and refused rules come in one answer, each once', async () => {
  const answer = await quoteClient.quote(
    changed(plus, {
      applicationId: randomUUID(),
      series: 'Plus',
      effectiveDate: '2026-11-14',
      odometer: 'many',
      purchaseMethod: 'Lease',
      dealerId: 'dl-nowhere',
      dealerContact: { emailAddress: 5 },
      lienHolderId: 'lh-nobody',
      'applicant.isCompany': 'no',
      'applicant.firstOrCompanyName': '',
      'applicant.lastName': 7,
      'applicant.city': 'Calgary',
      'applicant.postalCode': 'T2P 1B3',
      'applicant.phoneNumber': '12',
      'applicant.emailAddress': undefined,
    }),
  );
  assertRefused(answer, [
    'ApplicantOutsideProvince applicant.city',
    'ApplicantOutsideProvince applicant.postalCode',
    'ApplicationNotFound applicationId',
    'DealerNotLinkedToSeller dealerId',
    'EffectiveDateBackDate effectiveDate',
    'EmailAddressInvalid dealerContact.emailAddress',
    'EmailAddressRequired applicant.emailAddress',
    'FirstOrCompanyNameRequired applicant.firstOrCompanyName',
    'IsCompanyInvalid applicant.isCompany',
    'LastNameInvalid applicant.lastName',
    'LienHolderNotFound lienHolderId',
    'NameRequired dealerContact.name',
    'OdometerInvalid odometer',
    'PhoneNumberInvalid applicant.phoneNumber',
    'VehicleLookupMismatch effectiveDate',
    'VehicleLookupMismatch purchaseMethod',
  ]);
});

test('a contact whose address is unreadable is not said to be missing as well', async () => {
  for (const dealerContact of [
    { name: 'Jordan Lee', emailAddress: 5 },
    { name: 'Jordan Lee', emailAddress: 'jordan' },
  ]) {
    assertRefused(await quoteClient.quote(changed(plus, { dealerContact })), [
      'EmailAddressInvalid dealerContact.emailAddress',
    ]);
  }
});

test('messages and product names are French for a caller that prefers French, and the prices are the same', async () => {
  const french = { 'accept-language': 'fr-CA,fr;q=0.9,en;q=0.5' };
  const english = await quoteClient.quote(prime);
  const answer = await quoteClient.quote(prime, french);
  const named = ({ body }: Answer): Readonly<Record<string, string>> =>
    Object.fromEntries(
      [...body.replacementOptions, ...body.limitedIndemnityOptions]
        .flatMap((term) => term.coverage)
        .map((product) => [product.productType, product.productName]),
    );
  assert.equal(named(english).RPL, 'Vehicle replacement');
  assert.equal(named(answer).RPL, 'Remplacement du véhicule');
  assert.equal(named(answer).TIRE, 'Pneus et jantes');
  assert.equal(named(answer).LIM, 'Indemnisation limitée');
  assert.deepEqual(amountsOf(answer), amountsOf(english));

  const refused = await quoteClient.quote(changed(prime, { odometer: undefined }), french);
  assertRefused(refused, ['OdometerRequired odometer']);
  assert.equal(refused.body.errors[0].message, 'Indiquez le kilométrage.');
  assert.equal(refused.headers.get('content-language'), 'fr');
});

function amountsOf({ body }: Answer): unknown {
  return [...body.replacementOptions, ...body.limitedIndemnityOptions].map(({ coverage, ...term }) => ({
    ...term,
    coverage: coverage.map(({ productName: _, ...product }: Json) => product),
  }));
}

test('malformed JSON and a body that is no object are 400 with an empty body', async () => {
  for (const body of ['{', '', '[]', '"x"', '1', 'null', '{"a":}', 'é', `[${JSON.stringify(prime)}]`]) {
    const answer = await quoteClient.quote(body);
    assert.equal(answer.status, 400, body);
    assert.equal(answer.text, '');
  }
});

test('Ontario taxes a product by its class: automobile insurance not at all, other insurance 8 %, a contract 13 %', async () => {
  const { body } = await quoteClient.quote(prime);
  const rates: Readonly<Record<string, number>> = { RPL: 0, LIM: 0, DED: 8, RENT: 8, LIMDED: 8, TIRE: 13, LIMROAD: 13 };
  const met = new Set<string>();
  for (const { coverage } of [...body.replacementOptions, ...body.limitedIndemnityOptions]) {
    for (const { productType, premium, tax } of coverage) {
      const rate = rates[productType];
      if (rate === undefined) continue;
      met.add(productType);
      assert.equal(Math.round(tax * 100), Math.round(premium * rate), productType);
    }
  }
  assert.deepEqual([...met].sort(), Object.keys(rates).sort());
});

test('without a rate book for the day there is no quote: 400 with an empty body', async () => {
  const bare = await startTestService({ clock: clockAt(noon).clock });
  const there = await openQuoteClient(bare);
  const request = await there.request();
  await inDatabase(bare.databaseUrl, 'DELETE FROM rate_book');
  const answer = await until(
    () => there.quote(request),
    ({ status }) => status === 400,
  );
  assert.equal(answer.text, '');
});
