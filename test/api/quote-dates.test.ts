import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { addDays } from '../../src/domain/calendar.ts';
import {
  assertQuoted,
  assertRefused,
  changed,
  clockAt,
  inDatabase,
  type MovableClock,
  openQuoteClient,
  type QuoteClient,
  requestFor,
  type SellerName,
} from '../kit/sale/quoting.ts';
import { cloneDatabase } from '../kit/service/database.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;
let time: MovableClock;

before(async () => {
  time = clockAt('2026-11-15T17:00:00Z');
  const databaseUrl = await cloneDatabase();
  // Newfoundland's time differs from its neighbours' by half an hour.
  await inDatabase(databaseUrl, "UPDATE seller SET province = 'NL' WHERE username = 'novascotia'");
  service = await startTestService({ clock: time.clock, environment: { DATABASE_URL: databaseUrl } });
});

async function quoteFor(quoteClient: QuoteClient, effectiveDate: string): Promise<Answer> {
  const vin = await quoteClient.testVin();
  const id = await quoteClient.vehicleId({ Vin: vin, EffectiveDate: effectiveDate });
  const request = requestFor(quoteClient.name, { effectiveDate }, id);
  const inNewfoundland = { 'applicant.city': "St. John's", 'applicant.postalCode': 'A1C 1A1' };
  return quoteClient.quote(quoteClient.name === 'novascotia' ? changed(request, inNewfoundland) : request);
}

async function assertToday(name: SellerName, instant: string, today: string): Promise<void> {
  const about = `${name} ${instant}`;
  time.moveTo(instant);
  const quoteClient = await openQuoteClient(service, name);
  const first = await quoteFor(quoteClient, today);
  assertQuoted(first, about);
  assert.equal(first.body.quotedOn, today, about);
  assertQuoted(await quoteFor(quoteClient, addDays(today, 30)), about);
  assertRefused(await quoteFor(quoteClient, addDays(today, -1)), ['EffectiveDateBackDate effectiveDate'], about);
  assertRefused(await quoteFor(quoteClient, addDays(today, 31)), ['EffectiveDateFuture effectiveDate'], about);
}

test('in Toronto it is still yesterday when the new day has begun in Greenwich', async () => {
  await assertToday('ontario', '2026-11-16T00:00:00Z', '2026-11-15');
  await assertToday('ontario', '2026-11-16T04:59:59.999Z', '2026-11-15');
  await assertToday('ontario', '2026-11-16T05:00:00Z', '2026-11-16');
});

test('in summer Toronto’s day begins an hour earlier, and the day the clocks go back is one day', async () => {
  await assertToday('ontario', '2026-07-01T03:59:59Z', '2026-06-30');
  await assertToday('ontario', '2026-07-01T04:00:00Z', '2026-07-01');
  await assertToday('ontario', '2026-11-01T03:59:59Z', '2026-10-31');
  await assertToday('ontario', '2026-11-01T05:30:00Z', '2026-11-01');
  await assertToday('ontario', '2026-11-02T04:59:59Z', '2026-11-01');
});

test('Newfoundland’s day begins at half past the hour', async () => {
  await assertToday('novascotia', '2026-11-16T03:29:59Z', '2026-11-15');
  await assertToday('novascotia', '2026-11-16T03:30:00Z', '2026-11-16');
  await assertToday('novascotia', '2026-07-01T02:29:59Z', '2026-06-30');
  await assertToday('novascotia', '2026-07-01T02:30:00Z', '2026-07-01');
});

test('at one moment two sellers can have two dates', async () => {
  await assertToday('novascotia', '2026-12-31T04:30:00Z', '2026-12-31');
  await assertToday('ontario', '2026-12-31T04:30:00Z', '2026-12-30');
  await assertToday('manitoba', '2026-12-31T05:30:00Z', '2026-12-30');
  await assertToday('quebec', '2026-12-31T05:30:00Z', '2026-12-31');
});

test('a window over a leap day counts thirty days', async () => {
  await assertToday('ontario', '2028-02-15T17:00:00Z', '2028-02-15');
});

test('the refusal of a late date names the latest one', async () => {
  time.moveTo('2026-11-15T17:00:00Z');
  const answer = await quoteFor(await openQuoteClient(service), '2027-01-31');
  assert.match(answer.body.errors[0].message, /2026-12-15/);
});

test('the window is as long as the setting says', async () => {
  const short = await startTestService({
    clock: () => new Date('2026-11-15T17:00:00Z'),
    environment: { EFFECTIVE_DATE_DAYS: '7' },
  });
  const quoteClient = await openQuoteClient(short);
  assertQuoted(await quoteFor(quoteClient, '2026-11-22'));
  assertRefused(await quoteFor(quoteClient, '2026-11-23'), ['EffectiveDateFuture effectiveDate']);
});
