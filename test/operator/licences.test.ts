import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { noticeLicences } from '../../src/flows/partner/notice-licences.ts';
import { openDatabase } from '../../src/store/database.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { until } from '../kit/processes/until.ts';
import { assertBound, binder, byReferral } from '../kit/sale/binding.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import {
  assertRefused,
  clockAt,
  inDatabase,
  type Json,
  noon,
  openQuoteClient,
  type QuoteChanges,
} from '../kit/sale/quoting.ts';
import { commandsHere, type Ran } from '../kit/service/command-line.ts';
import { cloneDatabase } from '../kit/service/database.ts';
import { signInOperator, type TestOperator } from '../kit/service/operator.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';

const time = clockAt(noon);
let service: TestService;
let admin: TestOperator;
let support: TestOperator;
let run: (...words: readonly string[]) => Promise<Ran>;
let manitobaId: string;
const dealerId = 'dl-sample-motors-winnipeg';

before(async () => {
  service = await startTestService({ clock: time.clock });
  admin = await signInOperator(service);
  support = await signInOperator(service, 'support');
  run = commandsHere(service.databaseUrl, time.clock);
  manitobaId = (await admin.get('/api/sellers?search=manitoba')).body.rows[0].id;
});

const licence = { province: 'MB', class: 'Restricted', number: 'R-1', expiresOn: '2026-11-15' };
const ofSeller = () => `/api/sellers/${manitobaId}/licences`;
const ofDealer = `/api/dealers/${dealerId}/licences`;
const nameOf = ({ province, class: licenceClass }: typeof licence) =>
  new URLSearchParams({ province, class: licenceClass });

async function keep(path: string, changes: Json = {}): Promise<Answer> {
  return support.call('PUT', path, { body: { ...licence, ...changes } });
}

async function decide(isNeeded: boolean, fromDay = '2026-11-15'): Promise<void> {
  const answer = await admin.post('/api/licence-requirements', {
    province: 'MB',
    fromDay,
    isNeeded,
    reason: 'the law',
  });
  assert.equal(answer.status, 200, answer.text);
}

/** Quotes until the service has taken the operator's changes over. */
async function quoteUntil(codes: readonly string[], wish: QuoteChanges = {}, headers = {}): Promise<Answer> {
  const client = await openQuoteClient(service, 'manitoba');
  const request = await client.request(wish);
  return until(
    () => client.quote(request, headers),
    (answer) => answer.codes.join() === codes.join(),
  );
}

test('a licence is added, renewed, listed by expiry and removed, and the audit tells', async () => {
  assert.equal((await keep(ofSeller(), { expiresOn: '2027-05-01' })).status, 200);
  assert.equal((await keep(ofDealer, { number: 'D-1', expiresOn: '2026-12-01' })).status, 200);
  const renewed = await keep(ofDealer, { number: 'D-2', expiresOn: '2027-12-01' });
  assert.deepEqual([renewed.body.number, renewed.body.expiresOn], ['D-2', '2027-12-01']);
  const { rows } = (await admin.get('/api/licences?limit=1')).body;
  assert.deepEqual(rows, [
    {
      ...licence,
      id: rows[0].id,
      expiresOn: '2027-05-01',
      daysLeft: 167,
      holder: { kind: 'seller', id: manitobaId, name: 'Sandbox Manitoba' },
    },
  ]);
  const { nextCursor } = (await admin.get('/api/licences?limit=1')).body;
  const next = (await admin.get(`/api/licences?limit=1&cursor=${nextCursor}`)).body;
  assert.deepEqual([next.rows[0].number, next.nextCursor], ['D-2', null]);
  assert.equal((await admin.get('/api/licences?cursor=nothing')).status, 422);
  assert.equal((await admin.get(`/api/licences?dealerId=${dealerId}`)).body.rows.length, 1);
  assert.equal((await admin.get('/api/licences?withinDays=167')).body.rows.length, 1);
  assert.equal((await admin.get('/api/licences?withinDays=166')).body.rows.length, 0);

  for (const path of [ofSeller(), ofDealer]) {
    assert.equal((await support.call('DELETE', `${path}?${nameOf(licence)}`)).status, 204);
    assert.equal((await support.call('DELETE', `${path}?${nameOf(licence)}`)).status, 404);
  }
  const acts = (await admin.get(`/api/acts?subject=${dealerId}`)).body.rows as Json[];
  assert.deepEqual(
    acts.map(({ action }) => action),
    ['remove licence', 'change licence', 'create licence'],
  );
  assert.deepEqual((acts[1]!.facts as Json).expiresOn, { from: '2026-12-01', to: '2027-12-01' });
});

test('what is no licence is refused with its reason', async () => {
  const refusals: readonly (readonly [Json, string])[] = [
    [{ province: 'XX' }, 'ProvinceInvalid'],
    [{ class: ' ' }, 'LicenceTextInvalid'],
    [{ number: 'x'.repeat(61) }, 'LicenceTextInvalid'],
    [{ expiresOn: '2026-02-29' }, 'ExpiryInvalid'],
    [{ expiresOn: '2100-01-01' }, 'ExpiryInvalid'],
  ];
  for (const [changes, code] of refusals) assert.deepEqual((await keep(ofSeller(), changes)).codes, [code]);
  assert.deepEqual((await keep('/api/dealers/nobody/licences')).codes, ['NotFound']);
  const requirement = { province: 'MB', fromDay: '2026-11-14', isNeeded: true, reason: 'the law' };
  assert.deepEqual((await admin.post('/api/licence-requirements', requirement)).codes, ['DayInPast']);
  assert.deepEqual((await support.post('/api/licence-requirements', requirement)).codes, ['RoleNotEnough']);
  assert.deepEqual((await admin.get('/api/licence-requirements')).body.rows, []);
});

test('no licence is needed until the operator says so; then seller and dealer need one, to the end of its last day', async () => {
  time.moveTo(noon);
  await quoteUntil([]);
  await decide(true);
  const refused = await quoteUntil(['SellerNotLicensed']);
  assertRefused(refused, ['SellerNotLicensed']);
  assert.equal(
    refused.body.errors[0].message,
    'Selling here, in MB, needs a licence that is valid today; Sandbox Manitoba has none. Contact the operator.',
  );
  const french = await quoteUntil(['SellerNotLicensed'], {}, { 'accept-language': 'fr' });
  assert.match(
    french.body.errors[0].message,
    /^Vendre ici \(MB\) exige un permis valide aujourd’hui; Sandbox Manitoba/,
  );
  const plus = await quoteUntil(['SellerNotLicensed', 'SellerNotLicensed'], { series: 'Plus' });
  assert.match(plus.body.errors[1].message, /; Sample Motors Winnipeg has none/);

  await keep(ofSeller(), { province: 'SK' });
  await keep(ofSeller());
  await quoteUntil([]);
  await quoteUntil(['SellerNotLicensed'], { series: 'Plus' });
  await keep(ofDealer);
  await quoteUntil([], { series: 'Plus' });
  // One that is valid longer counts, of whatever class.
  await keep(ofDealer, { class: 'Other', expiresOn: '2026-11-16' });
  time.moveTo('2026-11-16T17:00:00Z');
  await quoteUntil(['SellerNotLicensed'], { effectiveDate: '2026-11-16' });
  const both = await quoteUntil(['SellerNotLicensed'], { effectiveDate: '2026-11-16', series: 'Plus' });
  assert.match(both.body.errors[0].message, /; Sandbox Manitoba has none/);
  const ontario = await openQuoteClient(service, 'ontario');
  assert.equal((await ontario.quote(await ontario.request({ effectiveDate: '2026-11-16' }))).status, 200);

  await decide(false, '2026-11-17');
  await quoteUntil(['SellerNotLicensed'], { effectiveDate: '2026-11-16' });
  time.moveTo('2026-11-17T17:00:00Z');
  await quoteUntil([], { effectiveDate: '2026-11-17' });
  const { rows } = (await admin.get('/api/licence-requirements')).body;
  assert.deepEqual(rows, [{ province: 'MB', fromDay: '2026-11-17', isNeeded: false }]);
});

test('a quote made before is judged at every step until the policy exists; what is bound is not', async () => {
  time.moveTo('2026-11-20T17:00:00Z');
  const manitoba = await openSaleClient(service, 'manitoba');
  const { token } = manitoba.quoteClient;
  const bind = binder(service, token);
  const wish = { effectiveDate: '2026-11-20', purchaseMethod: 'Finance' } as const;
  const bound = { ...(await manitoba.quote(wish)).choose('Replacement', 3), ...byReferral };
  const { policyNumber } = assertBound(await bind(bound));
  const choice = (await manitoba.quote(wish)).choose('Replacement', 3);

  await decide(true, '2026-11-20');
  await quoteUntil(['SellerNotLicensed'], { effectiveDate: '2026-11-20' });
  const revision = { ...(await manitoba.quoteClient.request(wish)), applicationId: choice.applicationId };
  assertRefused(await manitoba.quoteClient.quote(revision), ['SellerNotLicensed']);
  const loan = { downPayment: 100, firstInstallmentDate: '2026-12-01' };
  assertRefused(await manitoba.finance({ ...choice, ...loan }), ['SellerNotLicensed']);
  assertRefused(await manitoba.start(choice), ['SellerNotLicensed']);
  const body = { ...choice, paymentMethod: 'REF' };
  assertRefused(await service.call('POST', '/v1/disclosures', { token, body }), ['SellerNotLicensed']);
  assertRefused(await bind({ ...choice, ...byReferral }), ['SellerNotLicensed']);
  assert.equal((await bind(bound)).body.policyNumber, policyNumber);

  await keep(ofSeller(), { expiresOn: '2026-11-20' });
  await quoteUntil([], { effectiveDate: '2026-11-20' });
  assertBound(await bind({ ...choice, ...byReferral }));
});

test('the command line keeps licences and says where they are needed', async () => {
  time.moveTo('2026-11-20T17:00:00Z');
  const words = ['--province', 'nb', '--class', 'Restricted'];
  const set = await run(
    'licence',
    'set',
    '--dealer',
    dealerId,
    ...words,
    '--number',
    'NB-7',
    '--expires',
    '2026-12-20',
  );
  assert.equal(
    set.stdout,
    'Sample Motors Winnipeg has a licence in NB (Restricted, NB-7) to 2026-12-20.\n',
    set.stderr,
  );
  const listed = await run('licence', 'list', '--dealer', dealerId, '--within', '30');
  assert.match(listed.stdout, /^2026-12-20 +30 +NB +Restricted +NB-7 +dealer Sample Motors Winnipeg$/m);
  const seller = ['--seller', 'manitoba', ...words];
  assert.equal((await run('licence', 'set', ...seller, '--number', 'NB-8', '--expires', 'soon')).code, 3);
  assert.equal((await run('licence', 'set', ...words, '--number', 'NB-8', '--expires', '2026-12-20')).code, 2);
  assert.equal((await run('licence', 'remove', ...seller)).code, 4);
  assert.equal((await run('licence', 'remove', '--dealer', dealerId, ...words, '--reason', 'closed')).code, 0);
  assert.equal((await run('licence', 'list', '--within', 'x')).code, 2);

  assert.match((await run('licence', 'require', 'NB', '--reason', 'the law')).stdout, /needed from 2026-11-20 on/);
  assert.match((await run('licence', 'required')).stdout, /^NB +2026-11-20 +needed$/m);
  const waived = await run('licence', 'waive', 'NB', '--from', '2027-01-01', '--reason', 'the law');
  assert.match(waived.stdout, /needed from 2027-01-01 on/);
  assert.match((await run('licence', 'required')).stdout, /^NB +2026-11-20 +needed\nNB +2027-01-01 +not needed$/m);
  assert.equal((await run('licence', 'waive', 'NB', '--from', '2020-01-01', '--reason', 'the law')).code, 3);
  assert.equal((await run('licence', 'require', 'XX', '--reason', 'the law')).code, 3);
});

test('the operator is told 60, 30 and 7 days ahead and on the day, once each, and anew of a renewal', async () => {
  const database = openDatabase({ url: service.databaseUrl, poolSize: 4, onConnectionLost: () => undefined });
  afterwards(() => database.end());
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const noticed = async (): Promise<readonly string[]> => {
    const rows = await inDatabase(
      service.databaseUrl,
      `SELECT (regexp_match(body, '\\S+ \\((-?\\d+)\\)  ON  [^\\n]*T-2030'))[1] AS days
       FROM operator_mail WHERE body ~ 'T-2030' ORDER BY id`,
    );
    return rows.map(({ days }) => days);
  };
  const until30 = { province: 'ON', class: 'Told', number: 'T-2030', expiresOn: '2030-06-30' };
  await keep(ofSeller(), until30);
  // Several instances at once, each day twice.
  const pass = async (day: string) => {
    const now = new Date(`${day}T17:00:00Z`);
    await Promise.all([1, 2, 3].map(() => noticeLicences({ database, log }, now)));
    await noticeLicences({ database, log }, now);
  };
  const days = ['04-30', '05-01', '05-02', '05-30', '05-31', '06-22', '06-23', '06-29', '06-30', '07-01', '07-31'];
  for (const day of days) await pass(`2030-${day}`);
  assert.deepEqual(await noticed(), ['60', '30', '7', '0']);

  await keep(ofSeller(), { ...until30, expiresOn: '2031-06-30' });
  await pass('2030-08-01');
  assert.equal((await noticed()).length, 4);
  // Nobody ran the service for months: what is due now is told, and what would have been is not.
  await pass('2031-06-25');
  await pass('2031-07-03');
  assert.deepEqual((await noticed()).slice(4), ['5', '-3']);
  const [mail] = await until(
    () =>
      inDatabase(
        service.databaseUrl,
        `SELECT subject, body FROM operator_mail WHERE body ~ 'T-2030' AND due_at IS NULL AND given_up_at IS NULL
         ORDER BY id`,
      ),
    ({ length }) => length === 6,
  );
  assert.equal(mail.subject, 'Licences expiring / Permis qui expirent: 1');
  assert.match(mail.body, /^ {2}2030-06-30 \(60\) {2}ON {2}Sandbox Manitoba: Told, T-2030$/m);
});

test('many that expire at once come in few mails, each licence in one', async () => {
  const url = await cloneDatabase();
  const database = openDatabase({ url, poolSize: 2, onConnectionLost: () => undefined });
  afterwards(() => database.end());
  await inDatabase(
    url,
    `WITH made AS (
       INSERT INTO dealer (id, name, address_line1, city, postal_code, province)
       SELECT 'many-' || n, 'Dealer ' || n, '1 Main', 'Calgary', 'T2P 1B3', 'AB' FROM generate_series(1, 450) AS n
       RETURNING id
     )
     INSERT INTO licence (dealer_id, province, class, number, expires_on)
     SELECT id, 'AB', 'Restricted', 'N-' || id, '2030-06-30' FROM made`,
  );
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  assert.equal(await noticeLicences({ database, log }, new Date('2030-06-01T17:00:00Z')), 450);
  assert.equal(await noticeLicences({ database, log }, new Date('2030-06-01T17:00:00Z')), 0);
  const mails = await inDatabase(url, 'SELECT body FROM operator_mail');
  assert.equal(mails.length, 3);
  const named = mails.flatMap(({ body }) => body.match(/N-many-\d+/g));
  assert.deepEqual([named.length, new Set(named).size], [450, 450]);
});
