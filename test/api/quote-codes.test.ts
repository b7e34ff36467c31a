import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test, { before } from 'node:test';
import { quote as operation } from '@northbind/contract/quote.ts';
import { formCodes } from '../../contract/form-codes.ts';
import { idempotencyRefusals } from '../../contract/schemas/idempotency.ts';
import {
  assertQuoted,
  assertRefused,
  changed,
  clockAt,
  type Json,
  lienHolderId,
  type MovableClock,
  noon,
  noonDay,
  openQuoteClient,
  type QuoteClient,
  requestFor,
  type SellerName,
  sellerNames,
  sellers,
} from '../kit/sale/quoting.ts';
import { assertUnlicensed } from '../kit/sale/unlicensed.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;
let time: MovableClock;
const quoteClients = new Map<SellerName, QuoteClient>();
let ontario: QuoteClient;
/** Good requests of the Ontario seller. */
let prime: Json;
let plus: Json;
let lease: Json;

before(async () => {
  time = clockAt(noon);
  service = await startTestService({ clock: time.clock });
  for (const name of sellerNames) quoteClients.set(name, await openQuoteClient(service, name));
  ontario = quoteClients.get('ontario')!;
  prime = await ontario.request();
  plus = await ontario.request({ series: 'Plus' });
  lease = await ontario.request({ purchaseMethod: 'Lease' });
});

const seen = new Set<string>();

/** Sends the request with the changes, and expects exactly these faults. */
async function refuses(
  request: Json,
  changes: Json,
  expected: readonly string[],
  quoteClient = ontario,
): Promise<void> {
  const answer = await quoteClient.quote(changed(request, changes));
  assertRefused(answer, expected, JSON.stringify(changes));
  for (const code of answer.codes) seen.add(code);
}

test('the requests that the other tests spoil are good', async () => {
  for (const request of [prime, plus, lease]) assertQuoted(await ontario.quote(request));
});

test('a seller of two series has to name one of them', async () => {
  await refuses(prime, { series: undefined }, ['SeriesRequired series']);
  await refuses(prime, { series: '' }, ['SeriesRequired series']);
  await refuses(prime, { series: 'Premium' }, ['SeriesInvalid series']);
  await refuses(prime, { series: ['Prime'] }, ['SeriesInvalid series']);
});

test('a series that the seller may not sell is refused', async () => {
  const alberta = quoteClients.get('alberta')!;
  const request = await alberta.request();
  const asPlus = { ...requestFor('ontario', { series: 'Plus' }, ''), ...request, series: 'Plus' };
  await refuses(asPlus, {}, ['DealerNotLinkedToSeller dealerId', 'SeriesNotEnabledForSeller series'], alberta);
});

test('what is required and missing, null or blank is told as required', async () => {
  const required = {
    vehicleConfigurationId: 'VehicleConfigurationIdRequired',
    effectiveDate: 'EffectiveDateRequired',
    odometer: 'OdometerRequired',
    purchaseMethod: 'PurchaseMethodRequired',
    applicant: 'ApplicantRequired',
    'applicant.firstOrCompanyName': 'FirstOrCompanyNameRequired',
    'applicant.lastName': 'LastNameRequired',
    'applicant.addressLine1': 'AddressLine1Required',
    'applicant.city': 'CityRequired',
    'applicant.postalCode': 'PostalCodeRequired',
    'applicant.phoneNumber': 'PhoneNumberRequired',
    'applicant.emailAddress': 'EmailAddressRequired',
  };
  for (const [field, code] of Object.entries(required)) {
    for (const missing of [undefined, null, '', '  \t ', '\u00a0']) {
      await refuses(prime, { [field]: missing }, [`${code} ${field}`]);
    }
  }
});

test('what has the wrong type or form is told as invalid', async () => {
  const long = 'x'.repeat(2_001);
  const wrong: Readonly<Record<string, readonly unknown[]>> = {
    applicationId: [5, {}, [], true, long, 'a\u0000b'],
    series: [5, {}, [], 'Prime Plus'],
    vehicleConfigurationId: [5, {}, ['x'], long, 'a\u0000b'],
    effectiveDate: [
      20261115,
      {},
      [],
      '15/11/2026',
      '2026-02-30',
      '2026-11-31',
      '2026-1-5',
      '0000-00-00',
      'today',
      long,
    ],
    odometer: [-1, 1.5, '24500', 2_147_483_648, 1e300, {}, [], true],
    purchaseMethod: [5, 'Barter', {}, ['Cash'], true],
    dealerId: [5, {}, [], long, 'a\u001fb'],
    dealerContact: [5, 'Jordan', [], true],
    'dealerContact.name': [5, {}, [], long, 'a\nb', '\u{202e}\u200b'],
    'dealerContact.emailAddress': [5, {}, [], 'jordan', 'a@b', 'a b@example.ca', 'x@example.ca\r\nBcc: y@example.ca'],
    'dealerContact.phoneNumber': [4165550142, {}, [], '555-0142', 'call me maybe'],
    producerCode: [5, {}, [], long, 'a\u007fb'],
    partnerReference: [5, {}, 'x'.repeat(65), 'a\u007fb'],
    language: [5, 'de', {}],
    lienHolderId: [5, {}, [], long],
    applicant: [5, 'Marie', [], true],
    'applicant.isCompany': ['true', 1, {}, []],
    'applicant.firstOrCompanyName': [5, {}, [], long, 'a\u0000b', 'a\u0085b', '\ud800', '\u200b'],
    'applicant.lastName': [5, {}, [], long, 'a\tb', '\udfff', 'a\u2028b'],
    'applicant.addressLine1': [5, {}, [], long, '1 Main\nToronto'],
    'applicant.addressLine2': [5, {}, [], long, 'a\u0001'],
    'applicant.city': [5, {}, [], long, 'Tor\u0000onto', '\u{e0001}'],
    'applicant.postalCode': [5, {}, [], '90210', 'M5V', 'M5V 2T', 'D5V 2T6', 'M5V 2O6', 'W1A 1A1', 'M5V  \n2T6'],
    'applicant.phoneNumber': [4165550142, {}, [], '555-0142', '1234567890123456', 'x'],
    'applicant.businessPhone': [5, {}, [], '555-0142'],
    'applicant.emailAddress': [5, {}, [], 'marie', '@example.ca', 'a@example', 'a@@example.ca', 'a,b@example.ca'],
  };
  for (const [field, values] of Object.entries(wrong)) {
    const name = field.split('.').at(-1)!;
    const code = `${name.charAt(0).toUpperCase()}${name.slice(1)}Invalid`;
    const request = field === 'lienHolderId' ? lease : plus; // On Cash a lienholder is ignored, whatever it is.
    for (const value of values) await refuses(request, { [field]: value }, [`${code} ${field}`]);
  }
});

test('the facts of a claim are told by their own names', async () => {
  const vehiclePurchase = { price: 38_995, date: '2026-11-10', condition: 'New' };
  const primaryInsurer = { name: 'Example Mutual', policyNumber: 'A-1' };
  const assertCodes = async (changes: Json, ...expected: readonly string[]) =>
    refuses({ ...prime, vehiclePurchase, primaryInsurer }, changes, expected);
  await assertCodes({ vehiclePurchase: 'new' }, 'VehiclePurchaseInvalid vehiclePurchase');
  await assertCodes({ primaryInsurer: [] }, 'PrimaryInsurerInvalid primaryInsurer');
  for (const [field, wrong] of [
    ['vehiclePurchase.price', [-1, '38995', 0.001]],
    ['vehiclePurchase.date', ['2026-02-30', 5]],
    ['vehiclePurchase.condition', ['Old', 5]],
    ['primaryInsurer.policyNumber', [5, 'x'.repeat(51)]],
  ] as const) {
    const name = field.split('.')[1]!;
    const code = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    await assertCodes({ [field]: null }, `${code}Required ${field}`);
    for (const value of wrong) await assertCodes({ [field]: value }, `${code}Invalid ${field}`);
  }
});

test('what is ignored is not even read: a dealer on Prime, a lienholder on Cash', async () => {
  assertQuoted(await ontario.quote(changed(prime, { dealerId: 5, dealerContact: 'Jordan', lienHolderId: [] })));
});

test('a company needs no last name, and anybody else does', async () => {
  await refuses(prime, { 'applicant.lastName': undefined, 'applicant.isCompany': false }, [
    'LastNameRequired applicant.lastName',
  ]);
  assertQuoted(await ontario.quote(changed(prime, { 'applicant.lastName': undefined, 'applicant.isCompany': true })));
});

test('a last name is not said to be missing when it is unreadable whether one is needed', async () => {
  await refuses(prime, { 'applicant.lastName': undefined, 'applicant.isCompany': 'yes' }, [
    'IsCompanyInvalid applicant.isCompany',
  ]);
});

test('an effective date before today or over 30 days ahead is refused', async () => {
  const quoteOn = async (effectiveDate: string, expected: readonly string[]): Promise<void> => {
    const vin = await ontario.testVin();
    const id = await ontario.vehicleId({ Vin: vin, EffectiveDate: effectiveDate });
    const request = requestFor('ontario', { effectiveDate }, id);
    if (expected.length === 0) assertQuoted(await ontario.quote(request));
    else await refuses(request, {}, expected);
  };
  await quoteOn('2026-11-14', ['EffectiveDateBackDate effectiveDate']);
  await quoteOn('2026-11-15', []);
  await quoteOn('2026-12-15', []);
  await quoteOn('2026-12-16', ['EffectiveDateFuture effectiveDate']);
});

test('a vehicle id that is unknown, forged, cut off or another seller’s is not found', async () => {
  const notFound = ['VehicleConfigurationNotFound vehicleConfigurationId'];
  const id = String(prime.vehicleConfigurationId);
  assert.ok(id.length <= 120, id);
  const [vin = ''] = id.split('.');
  const end = id.lastIndexOf('.');
  const [payload, signature] = [id.slice(0, end), id.slice(end + 1)];
  const bad = [
    'unknown',
    randomUUID(),
    id.replace(vin, await ontario.testVin()),
    id.replace('.24500.', '.24501.'),
    id.replace('.24500.', '..'),
    id.slice(0, -4),
    id.slice(4),
    payload,
    `${payload}.`,
    `.${signature}`,
    `${id}.${signature}`,
    `${payload}.${signature.split('').reverse().join('')}`,
    id.toLowerCase(),
    '🚗',
  ];
  for (const vehicleConfigurationId of bad) await refuses(prime, { vehicleConfigurationId }, notFound);
  const alberta = await quoteClients.get('alberta')!.request();
  await refuses(prime, { vehicleConfigurationId: alberta.vehicleConfigurationId }, notFound);
});

test('the quote must repeat what the look-up named, and only that', async () => {
  const vin = await ontario.testVin();
  const bare = requestFor('ontario', {}, await ontario.vehicleId({ Vin: vin, EffectiveDate: noonDay }));
  await refuses(prime, { odometer: 24_501 }, ['VehicleLookupMismatch odometer']);
  await refuses(lease, { purchaseMethod: 'Finance' }, ['VehicleLookupMismatch purchaseMethod']);
  await refuses(prime, { effectiveDate: '2026-11-16' }, ['VehicleLookupMismatch effectiveDate']);
  await refuses(prime, { odometer: 1, purchaseMethod: 'Lease', lienHolderId, effectiveDate: '2026-11-16' }, [
    'VehicleLookupMismatch effectiveDate',
    'VehicleLookupMismatch odometer',
    'VehicleLookupMismatch purchaseMethod',
  ]);
  assertQuoted(await ontario.quote(changed(bare, { odometer: 1 })));
  assertQuoted(await ontario.quote(changed(bare, { purchaseMethod: 'Lease', lienHolderId })));
  await refuses(bare, { effectiveDate: '2026-11-16' }, ['VehicleLookupMismatch effectiveDate']);
  const zero = await ontario.vehicleId({ Vin: vin, EffectiveDate: noonDay, Odometer: '0' });
  await refuses(bare, { vehicleConfigurationId: zero, odometer: 1 }, ['VehicleLookupMismatch odometer']);
});

test('a vehicle that does not qualify for the odometer on the quote is ineligible', async () => {
  const vin = await ontario.testVin();
  const bare = requestFor('ontario', {}, await ontario.vehicleId({ Vin: vin, EffectiveDate: noonDay }));
  await refuses(bare, { odometer: 180_001 }, ['VehicleIneligible vehicleConfigurationId']);
  await refuses(bare, { odometer: 2_147_483_647 }, ['VehicleIneligible vehicleConfigurationId']);
  assertQuoted(await ontario.quote(changed(bare, { odometer: 180_000 })));
  const logged = service.lines.filter((line) => line.includes('vehicle ineligible')).join('\n');
  assert.ok(logged.includes(vin.slice(0, 11)), 'the log says why');
  assert.ok(!logged.includes(vin), 'and not which vehicle');
});

test('an ineligible vehicle is told together with whatever else is wrong', async () => {
  const vin = await ontario.testVin();
  const bare = requestFor('ontario', {}, await ontario.vehicleId({ Vin: vin, EffectiveDate: noonDay }));
  await refuses(
    bare,
    {
      odometer: 180_001,
      applicationId: randomUUID(),
      'applicant.emailAddress': undefined,
      'applicant.postalCode': 'H2Y 1C6',
    },
    [
      'ApplicantOutsideProvince applicant.postalCode',
      'ApplicationNotFound applicationId',
      'EmailAddressRequired applicant.emailAddress',
      'VehicleIneligible vehicleConfigurationId',
    ],
  );
});

test('a vehicle is not judged by a value that is itself refused', async () => {
  const vin = await ontario.testVin();
  const bare = requestFor('ontario', {}, await ontario.vehicleId({ Vin: vin, EffectiveDate: '2026-12-20' }));
  await refuses(bare, { effectiveDate: '2026-12-20', odometer: 500_000 }, ['EffectiveDateFuture effectiveDate']);
  await refuses(prime, { odometer: 500_000 }, ['VehicleLookupMismatch odometer']);
});

test('Plus needs a dealer of the seller and a contact there', async () => {
  await refuses(plus, { dealerId: undefined }, ['DealerIdRequired dealerId']);
  await refuses(plus, { dealerId: ' ' }, ['DealerIdRequired dealerId']);
  await refuses(plus, { dealerContact: undefined }, ['DealerContactRequired dealerContact']);
  await refuses(plus, { dealerContact: null }, ['DealerContactRequired dealerContact']);
  await refuses(plus, { dealerId: undefined, dealerContact: undefined }, [
    'DealerContactRequired dealerContact',
    'DealerIdRequired dealerId',
  ]);
  await refuses(plus, { 'dealerContact.name': undefined }, ['NameRequired dealerContact.name']);
  await refuses(plus, { 'dealerContact.name': '  ' }, ['NameRequired dealerContact.name']);
  await refuses(plus, { 'dealerContact.emailAddress': undefined }, ['DealerContactRequired dealerContact']);
  await refuses(plus, { dealerContact: {} }, [
    'DealerContactRequired dealerContact',
    'NameRequired dealerContact.name',
  ]);
  const byPhone = { dealerContact: { name: 'Jordan Lee', phoneNumber: '613 555 0142 ext. 7' } };
  assertQuoted(await ontario.quote(changed(plus, byPhone)));
});

test('a dealer that is unknown, another seller’s, or linked no more is refused', async () => {
  const unlinked = [
    'dl-nowhere',
    'dl-autos-exemple-montreal', // This dealer is in Quebec.
    'dl-placeholder-auto-sudbury', // The link is not active.
    'dl-demo-lake-motors-kingston', // Linked to no seller.
    'DL-SAMPLE-MOTORS-OTTAWA',
    "' OR 1=1 --",
    '__proto__',
  ];
  for (const dealerId of unlinked) await refuses(plus, { dealerId }, ['DealerNotLinkedToSeller dealerId']);
});

test('a seller that may sell Plus but has no dealer gets no Plus quote', async () => {
  const quoteClient = quoteClients.get('novascotia')!;
  const request = changed(await quoteClient.request(), {
    series: 'Plus',
    dealerContact: { name: 'Jordan Lee', emailAddress: 'jordan@example.ca' },
  });
  await refuses(request, {}, ['DealerIdRequired dealerId'], quoteClient);
  await refuses(request, { dealerId: 'dl-sample-motors-halifax' }, ['DealerNotLinkedToSeller dealerId'], quoteClient);
});

test('a producer code is required of a seller that is set up so, and of nobody else', async () => {
  const quoteClient = quoteClients.get('quebec')!;
  const request = await quoteClient.request();
  await refuses(request, { producerCode: undefined }, ['ProducerCodeRequired producerCode'], quoteClient);
  await refuses(request, { producerCode: ' ' }, ['ProducerCodeRequired producerCode'], quoteClient);
  assertQuoted(await quoteClient.quote(request));
  assertQuoted(await ontario.quote(changed(prime, { producerCode: 'anything' })));
});

test('where licences are needed, a seller without one gets no quote', async () => {
  seen.add(await assertUnlicensed(service, 'ON', () => ontario.quote(prime)));
});

test('a lease or a finance needs a known lienholder', async () => {
  const finance = await ontario.request({ purchaseMethod: 'Finance' });
  for (const request of [lease, finance]) {
    await refuses(request, { lienHolderId: undefined }, ['LienHolderRequired lienHolderId']);
    await refuses(request, { lienHolderId: '' }, ['LienHolderRequired lienHolderId']);
    await refuses(request, { lienHolderId: 'lh-nobody' }, ['LienHolderNotFound lienHolderId']);
    await refuses(request, { lienHolderId: 'constructor' }, ['LienHolderNotFound lienHolderId']);
  }
});

test('an applicant outside the province is refused, and the field says what is outside', async () => {
  const city = 'ApplicantOutsideProvince applicant.city';
  const postalCode = 'ApplicantOutsideProvince applicant.postalCode';
  await refuses(prime, { 'applicant.postalCode': 'H2Y 1C6' }, [postalCode]);
  for (const elsewhere of ['Montréal', 'montreal', 'MONTRÉAL', 'Calgary', "St. John's"]) {
    await refuses(prime, { 'applicant.city': elsewhere }, [city]);
  }
  await refuses(prime, { 'applicant.city': 'Calgary', 'applicant.postalCode': 'T2P 1B3' }, [city, postalCode]);
  for (const passes of ['Sample Corners', 'Nowhere-upon-Humber', 'Ŵłąþôñ', 'constructor', '多倫多']) {
    assertQuoted(await ontario.quote(changed(prime, { 'applicant.city': passes })), passes);
  }
});

test('every seller takes its own province’s addresses and no other seller’s', async () => {
  for (const name of sellerNames) {
    const quoteClient = quoteClients.get(name)!;
    const request = await quoteClient.request();
    for (const other of sellerNames) {
      const { city, postalCode } = sellers[other];
      const changes = { 'applicant.city': city, 'applicant.postalCode': postalCode };
      if (other === name) assertQuoted(await quoteClient.quote(changed(request, changes)));
      else
        await refuses(
          request,
          changes,
          ['ApplicantOutsideProvince applicant.city', 'ApplicantOutsideProvince applicant.postalCode'],
          quoteClient,
        );
    }
  }
});

test('an application that is unknown, malformed or another seller’s is not found, all alike', async () => {
  const mine = await ontario.quote(prime);
  const alberta = quoteClients.get('alberta')!;
  const request = await alberta.request();
  const answers = [];
  for (const applicationId of [randomUUID(), 'abc', "'; DROP TABLE application; --", '🙂', mine.body.applicationId]) {
    const answer = await alberta.quote({ ...request, applicationId });
    assertRefused(answer, ['ApplicationNotFound applicationId'], applicationId);
    answers.push(answer.text);
  }
  assert.equal(new Set(answers).size, 1);
  seen.add('ApplicationNotFound');
  // It is refused beside another fault as well.
  for (const applicationId of [randomUUID(), 'abc', mine.body.applicationId]) {
    await refuses(
      request,
      { applicationId, odometer: undefined },
      ['ApplicationNotFound applicationId', 'OdometerRequired odometer'],
      alberta,
    );
  }
  await refuses(prime, { applicationId: mine.body.applicationId, odometer: undefined }, ['OdometerRequired odometer']);
});

test('an empty request is told everything that it lacks', async () => {
  await refuses({}, {}, [
    'ApplicantRequired applicant',
    'EffectiveDateRequired effectiveDate',
    'OdometerRequired odometer',
    'PurchaseMethodRequired purchaseMethod',
    'SeriesRequired series',
    'VehicleConfigurationIdRequired vehicleConfigurationId',
  ]);
});

// Last but one: every code that the contract names for the quote was met above. The two of a bound application come
// with the bind, those of keys and of a link's page in files of their own.
test('no code of the quote is left untried', () => {
  const later = ['QuoteAlreadyBound', 'BindInProgress', 'SaleLinkRevisionsUsedUp', ...idempotencyRefusals];
  const promised = [...formCodes(operation), ...operation.refusals];
  assert.deepEqual(
    [...new Set(promised)].filter((code) => !seen.has(code) && !later.includes(code)),
    [],
  );
  assert.deepEqual(
    service.lines.filter((line) => line.includes('request failed')),
    [],
  );
});

// Last, since it moves the clock for good: tokens end, and new ones are made.
test('a vehicle id serves until its effective date has passed', async () => {
  const vin = await ontario.testVin();
  const effectiveDate = '2026-12-15';
  const id = await ontario.vehicleId({ Vin: vin, EffectiveDate: effectiveDate });
  time.moveTo('2026-12-15T17:00:00Z');
  assertQuoted(await (await openQuoteClient(service)).quote(requestFor('ontario', { effectiveDate }, id)));
  time.moveTo('2026-12-16T17:00:00Z');
  const late = await (await openQuoteClient(service)).quote(requestFor('ontario', { effectiveDate }, id));
  assertRefused(late, ['EffectiveDateBackDate effectiveDate']);
  const moved = await (await openQuoteClient(service)).quote(
    requestFor('ontario', { effectiveDate: '2026-12-16' }, id),
  );
  assertRefused(moved, ['VehicleLookupMismatch effectiveDate']);
});
