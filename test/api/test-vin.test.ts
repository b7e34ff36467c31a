import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { checkVin } from '../../src/domain/vehicle/vin.ts';
import {
  assertQuoted,
  assertRefused,
  clockAt,
  inDatabase,
  noon,
  noonDay,
  openQuoteClient,
  type QuoteClient,
  sellerNames,
} from '../kit/sale/quoting.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;
let quoteClient: QuoteClient;

before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock });
  quoteClient = await openQuoteClient(service);
});

// In 2026 a vehicle may be ten years back and one ahead.
const years = Array.from({ length: 12 }, (_, at) => 2016 + at);

test('a test VIN has a right check digit, decodes to the year asked for, and is eligible for every seller', async () => {
  for (const name of sellerNames) {
    const there = await openQuoteClient(service, name);
    for (const year of years) {
      const { status, body } = await there.get(`/v1/test-vin?year=${year}`);
      assert.equal(status, 200);
      assert.deepEqual(body, { isValid: true, errors: [], vin: body.vin, year });
      assert.match(body.vin, /^[A-HJ-NPR-Z0-9]{17}$/);
      assert.ok(checkVin(body.vin).ok, body.vin);
      const { vehicles } = (await there.lookUp({ Vin: body.vin, EffectiveDate: noonDay })).body;
      assert.ok(vehicles.length > 0, body.vin);
      for (const vehicle of vehicles) assert.equal(vehicle.year, year, body.vin);
    }
  }
});

test('a test VIN of every year leads to a quote', async () => {
  for (const year of years) assertQuoted(await quoteClient.quote(await quoteClient.request({ year })), String(year));
});

test('sixty draws are of sixty vehicles and at least ten makes', async () => {
  const vins = new Set<string>();
  const makes = new Set<string>();
  for (let draw = 0; draw < 60; draw += 1) {
    const vin = await quoteClient.testVin(2024);
    vins.add(vin);
    makes.add((await quoteClient.lookUp({ Vin: vin, EffectiveDate: noonDay })).body.vehicles[0].make);
  }
  assert.equal(vins.size, 60);
  assert.ok(makes.size >= 10, [...makes].join(', '));
});

test('a year without an eligible vehicle is refused', async () => {
  for (const year of [2015, 2012, 2011, 1980, 2028, 2040, 0, -1, 9999, 2_147_483_647, -2_147_483_648]) {
    const answer = await quoteClient.get(`/v1/test-vin?year=${year}`);
    assertRefused(answer, ['TestVinNotAvailable year'], String(year));
  }
});

test('a year that is missing is required, and one that is no whole number is invalid', async () => {
  for (const query of ['', '?year=', '?year=%20', '?years=2024']) {
    assertRefused(await quoteClient.get(`/v1/test-vin${query}`), ['YearRequired year'], query);
  }
  for (const year of ['abc', '20.5', '2024a', '2e3', '99999999999', '-', '٢٠٢٤']) {
    assertRefused(await quoteClient.get(`/v1/test-vin?year=${encodeURIComponent(year)}`), ['YearInvalid year'], year);
  }
  assertRefused(await quoteClient.get('/v1/test-vin?year=2024&year=2025'), ['YearInvalid year']);
  assert.equal((await quoteClient.get('/v1/test-vin?YEAR=2024')).status, 200);
});

test('a VIN that a quote has used is never drawn', async () => {
  const own = await startTestService({ clock: clockAt(noon).clock });
  const there = await openQuoteClient(own);
  // No test can use up the millions of VINs of a year. So this database pretends that all letters and digits are the
  // same: then the first quote has used every VIN there is.
  const same = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'].join(' = ');
  await inDatabase(
    own.databaseUrl,
    `CREATE COLLATION all_alike (provider = icu, locale = 'und', deterministic = false, rules = '& ${same}')`,
  );
  await inDatabase(own.databaseUrl, 'ALTER TABLE application ALTER COLUMN vin TYPE text COLLATE all_alike');
  const request = await there.request();
  assertQuoted(await there.quote(request));
  for (const year of years) {
    assertRefused(await there.get(`/v1/test-vin?year=${year}`), ['TestVinNotAvailable year']);
    const otherSeller = await openQuoteClient(own, 'manitoba');
    assertRefused(await otherSeller.get(`/v1/test-vin?year=${year}`), ['TestVinNotAvailable year']);
  }
});
