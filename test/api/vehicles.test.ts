import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { withCheckDigit } from '../../src/domain/vehicle/vin.ts';
import {
  assertQuoted,
  assertRefused,
  clockAt,
  noon,
  noonDay,
  openQuoteClient,
  type QuoteClient,
  requestFor,
} from '../kit/sale/quoting.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;
let quoteClient: QuoteClient;

before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock });
  quoteClient = await openQuoteClient(service);
});

const f150 = '1FTFW5L82RF000001'; // 2024
const severalTrims = '5TDKDRBH6PS000001'; // Toyota Highlander 2023

test('a VIN answers its configurations, with null for what is not known', async () => {
  const answer = await quoteClient.lookUp({ Vin: f150, EffectiveDate: noonDay });
  assert.equal(answer.status, 200);
  assert.deepEqual(Object.keys(answer.body), ['vehicles']);
  for (const vehicle of answer.body.vehicles) {
    assert.deepEqual(Object.keys(vehicle).sort(), [
      'bodyClass',
      'driveType',
      'engine',
      'fuelType',
      'id',
      'make',
      'model',
      'trim',
      'vin',
      'year',
    ]);
    assert.equal(vehicle.vin, f150);
    assert.equal(vehicle.year, 2024);
    assert.equal(vehicle.make, 'Ford');
    assert.equal(vehicle.model, 'F-150');
    for (const fact of ['trim', 'bodyClass', 'driveType', 'fuelType', 'engine']) {
      assert.ok(vehicle[fact] === null || (typeof vehicle[fact] === 'string' && vehicle[fact] !== ''), fact);
    }
  }
});

test('a VIN that leaves a trim open answers several configurations, each with an id of its own that can be quoted', async () => {
  const { vehicles } = (await quoteClient.lookUp({ Vin: severalTrims, EffectiveDate: noonDay })).body;
  assert.ok(vehicles.length > 1);
  assert.equal(new Set(vehicles.map(({ id }: { id: string }) => id)).size, vehicles.length);
  for (const vehicle of vehicles) {
    const answer = await quoteClient.quote(requestFor('ontario', {}, vehicle.id));
    assertQuoted(answer);
    assert.deepEqual(answer.body.vehicle, vehicle);
  }
});

test('query names and enum values match in any case, and a VIN in lower case is the same VIN', async () => {
  const expected = (await quoteClient.lookUp({ Vin: f150, EffectiveDate: noonDay, PurchaseMethod: 'Cash' })).body;
  for (const query of [
    { vin: f150, effectivedate: noonDay, purchasemethod: 'cash' },
    { VIN: f150.toLowerCase(), EFFECTIVEDATE: noonDay, PURCHASEMETHOD: 'CASH' },
    { vIn: f150, effectiveDate: `${noonDay}T10:00:00Z`, purchaseMethod: 'Cash', Odometer: '', unknown: 'x' },
  ]) {
    assert.deepEqual((await quoteClient.lookUp(query)).body, expected, JSON.stringify(query));
  }
});

test('a look-up writes nothing and answers the same each time', async () => {
  const query = { Vin: f150, EffectiveDate: noonDay, Odometer: '1000' };
  assert.deepEqual((await quoteClient.lookUp(query)).body, (await quoteClient.lookUp(query)).body);
});

test('a VIN of the wrong length, alphabet or check digit is invalid', async () => {
  const bad = [
    f150.slice(0, 16),
    `${f150}1`,
    f150.replace('F', 'I'),
    f150.replace('F', 'O'),
    f150.replace('F', 'Q'),
    f150.replace('L8', 'L7'),
    `${f150.slice(0, 8)}X${f150.slice(9)}`,
    '1FTFW5L82RF00000-',
    '1FTFW5L82RF 00001',
    '１FTFW5L82RF000001',
    '🚗🚗🚗🚗🚗🚗🚗🚗x',
    `1FTFW5L82RF00000\u0000`,
    '11111111111111112',
  ];
  for (const Vin of bad) {
    const answer = await quoteClient.lookUp({ Vin, EffectiveDate: noonDay });
    assertRefused(answer, ['VinInvalid Vin'], Vin);
  }
});

test('a VIN of another continent that can’t have a check digit is not resolved, and not invalid', async () => {
  for (const Vin of ['WVWZZZ1KZ6W000001', 'SALLAAAABAA000001', 'VF1AAAAAA12345678', '7A1AAAAAB12345678']) {
    const answer = await quoteClient.lookUp({ Vin, EffectiveDate: noonDay });
    assert.deepEqual([answer.status, answer.text], [400, ''], Vin);
  }
  // Made for North America, wherever: a letter at the place of the check digit is a slip; so is a wrong digit.
  for (const Vin of [
    '1FTFW5L8ZRF000001',
    '7SAYGDEEAPF000001',
    'WVWZZZ1K56W000001',
    'WVWZZZ1KX6W000001',
    'WVWZZZ1KQ6W000001',
  ])
    assertRefused(await quoteClient.lookUp({ Vin, EffectiveDate: noonDay }), ['VinInvalid Vin'], Vin);
});

test('the message says what is wrong with a VIN, and where', async () => {
  for (const [Vin, told] of [
    ['1HGCM82633A00435', 'and this one has 16.'],
    ['1HGCM82633A0043522', 'and this one has 18.'],
    ['1HGCM82633A00O352', 'and none of them is O, as at place 14.'],
    ['IHGCM82633A004352', 'and none of them is I, as at place 1.'],
    ['1HGCM82643A004352', 'and the check digit at place 9 must fit the others (vehicles of North America).'],
  ] as const) {
    const answer = await quoteClient.lookUp({ Vin, EffectiveDate: noonDay });
    assertRefused(answer, ['VinInvalid Vin'], Vin);
    assert.equal(answer.body.errors[0].message, `Check the VIN: it has 17 characters, ${told}`);
  }
});

test('faults of the query are told all at once, by their contract names', async () => {
  assertRefused(await quoteClient.get('/v1/quote/vehicle-configurations'), [
    'EffectiveDateRequired EffectiveDate',
    'VinRequired Vin',
  ]);
  assertRefused(await quoteClient.lookUp({ vin: ' ', effectivedate: '' }), [
    'EffectiveDateRequired EffectiveDate',
    'VinRequired Vin',
  ]);
  assertRefused(
    await quoteClient.lookUp({ Vin: 'x', EffectiveDate: '2026-02-30', Odometer: '-1', PurchaseMethod: 'Barter' }),
    [
      'EffectiveDateInvalid EffectiveDate',
      'OdometerInvalid Odometer',
      'PurchaseMethodInvalid PurchaseMethod',
      'VinInvalid Vin',
    ],
  );
});

test('an odometer is a whole number from 0 to 2147483647', async () => {
  for (const odometer of ['-1', '1.5', '2147483648', '1e3', 'many', '0x10', '99999999999999999999', '1,000']) {
    const answer = await quoteClient.lookUp({ Vin: f150, EffectiveDate: noonDay, Odometer: odometer });
    assertRefused(answer, ['OdometerInvalid Odometer'], odometer);
  }
  for (const odometer of ['0', '2147483647', ' 100 ']) {
    assert.equal((await quoteClient.lookUp({ Vin: f150, EffectiveDate: noonDay, Odometer: odometer })).status, 200);
  }
});

test('a parameter that is given twice is invalid', async () => {
  const path = `/v1/quote/vehicle-configurations?Vin=${f150}&Vin=${f150}&EffectiveDate=${noonDay}`;
  assertRefused(await quoteClient.get(path), ['VinInvalid Vin']);
});

test('a good VIN that nobody knows is 400 with an empty body', async () => {
  for (const vin of ['11111111111111111', withCheckDigit('ZZZZZZZZ0ZZZZZZZZ'), withCheckDigit('AAA000000R0000000')]) {
    const answer = await quoteClient.lookUp({ Vin: vin, EffectiveDate: noonDay });
    assert.equal(answer.status, 400, vin);
    assert.equal(answer.text, '');
  }
});

test('a vehicle that decodes but does not qualify answers an empty list', async () => {
  const ineligible = {
    'too old': '1FTFW1ET9DF000001', // 2013
    'exotic make': 'ZFF09MNK2RD000001', // Ferrari Roma 2024
    'exotic make of another country': 'SCBCB2ZG4MC100001', // Bentley Continental 2021
    motorcycle: 'JH2SC7953RJ000001', // Honda Gold Wing 2024
    'heavy pickup': '1FT8W3BT1RE000001', // Ford F-350 2024
    'heavy truck': '1XK2W8570R5000001', // Kenworth T180 2024
    'truck tractor': '1FU4HTE6XP6000001', // Freightliner Cascadia 2023
    chassis: '4UZ6DRFP3P4000001', // Freightliner S2C 2023
  };
  for (const [why, vin] of Object.entries(ineligible)) {
    const answer = await quoteClient.lookUp({ Vin: vin, EffectiveDate: noonDay });
    assert.equal(answer.status, 200, why);
    assert.deepEqual(answer.body, { vehicles: [] }, why);
    const logged = service.lines.filter((line) => line.includes('vehicle ineligible')).join('\n');
    assert.ok(logged.includes(vin.slice(0, 11)), 'the log says why');
    assert.ok(!logged.includes(vin), 'and not which vehicle');
  }
});

test('a vehicle with too many kilometres does not qualify, and at the limit it does', async () => {
  const countAt = async (odometer: number): Promise<number> =>
    (await quoteClient.lookUp({ Vin: f150, EffectiveDate: noonDay, Odometer: String(odometer) })).body.vehicles.length;
  assert.ok((await countAt(180_000)) > 0);
  assert.equal(await countAt(180_001), 0);
});

test('age counts from the effective date: what qualifies in December may not in January', async () => {
  const vin = await quoteClient.testVin(2016);
  const countOn = async (date: string): Promise<number> =>
    (await quoteClient.lookUp({ Vin: vin, EffectiveDate: date })).body.vehicles.length;
  assert.ok((await countOn('2026-12-31')) > 0);
  assert.equal(await countOn('2027-01-01'), 0);
});

test('an effective date for which there is no rate book, however far off, finds nothing and breaks nothing', async () => {
  for (const date of ['0001-01-01', '1999-12-31']) {
    const answer = await quoteClient.lookUp({ Vin: f150, EffectiveDate: date });
    assert.equal(answer.status, 200, date);
    assert.deepEqual(answer.body, { vehicles: [] }, date);
  }
  assert.equal((await quoteClient.lookUp({ Vin: f150, EffectiveDate: '9999-12-31' })).status, 200);
});
