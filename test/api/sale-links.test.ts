import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test, { before } from 'node:test';
import { addDays, type PlainDate } from '../../src/domain/calendar.ts';
import { applyRetention } from '../../src/flows/person/apply-retention.ts';
import { openDatabase } from '../../src/store/database.ts';
import { firstIdAt } from '../../src/store/first-id-at.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { assertRefused, clockAt, inDatabase, type Json, noon, noonDay, type SellerName } from '../kit/sale/quoting.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';

/* The partner's side of sale links. What the customer does on the page is tested with the page. */
let service: TestService;
const clock = clockAt(noon);
const tokens = new Map<string, string>();
const path = '/v1/sale-links';
const today = noonDay as PlainDate;

before(async () => {
  service = await startTestService({ clock: clock.clock });
});

async function call(method: string, asked: string, body?: Json, name: SellerName = 'ontario', headers = {}) {
  const token = tokens.get(name) ?? (await service.login(name));
  tokens.set(name, token);
  return service.call(method, asked, { token, headers, ...(body !== undefined && { body }) });
}

async function made(body: Json = {}, name: SellerName = 'ontario'): Promise<Json> {
  const answer = await call('POST', path, body, name);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

const idsOf = ({ body }: Answer): readonly unknown[] => body.saleLinks.map(({ id }: Json) => id);

test('a link is made from nothing, is good for 14 days, and is found as it was answered', async () => {
  const link = await made();
  const { id, url, createdAt, ...rest } = link;
  assert.deepEqual(rest, {
    isValid: true,
    errors: [],
    status: 'Open',
    validUntil: addDays(today, 14),
    partnerReference: null,
    downPayment: 0,
    applicationId: null,
    policyNumber: null,
  });
  assert.match(String(createdAt), /Z$/);
  // The secret has 256 bits, written as base64url.
  assert.match(new URL(String(url)).pathname, /^\/sale\/[\w-]{43}$/);
  assert.deepEqual((await call('GET', `${path}/${id}`)).body, link);
  assert.notEqual((await made()).url, url);
});

test('the secret of a link can’t be read in its row', async () => {
  const { id, url } = await made({ partnerReference: 'S-1' });
  const secret = new URL(String(url)).pathname.split('/').at(-1)!;
  const [row] = await inDatabase(service.databaseUrl, 'SELECT sale_link::text AS text FROM sale_link WHERE id = $1', [
    id,
  ]);
  assert.ok(!row.text.includes(secret));
  assert.ok(!row.text.includes(Buffer.from(secret).toString('hex')));
});

test('a link is refused for a wrong VIN, methods that the seller has not, and a day out of range', async () => {
  assertRefused(
    await call('POST', path, { vin: '1HGCM82633A00435', paymentMethods: [], validUntil: addDays(today, 91) }),
    ['VinInvalid vin', 'PaymentMethodsInvalid paymentMethods', 'ValidUntilInvalid validUntil'],
  );
  assertRefused(await call('POST', path, { validUntil: addDays(today, -1) }), ['ValidUntilInvalid validUntil']);
  assert.equal((await made({ validUntil: addDays(today, 90) })).validUntil, addDays(today, 90));
  assert.equal((await made({ validUntil: today })).status, 'Open');
  const faulty = await call('POST', path, {
    paymentMethods: ['REF'],
    language: 'de',
    odometer: -1,
    applicant: { lastName: 7 },
  });
  assert.equal(faulty.status, 422);
  assert.deepEqual(faulty.body.errors.map(({ code }: Json) => code).sort(), [
    'LanguageInvalid',
    'LastNameInvalid',
    'OdometerInvalid',
    'PaymentMethodsInvalid',
  ]);
});

test('what is given to a link is checked as the quote checks it', async () => {
  const applicant = { emailAddress: 'nobody', postalCode: 'ABCDE', phoneNumber: '555', city: 'Calgary' };
  assertRefused(await call('POST', path, { effectiveDate: addDays(today, -1), odometer: -1, applicant }), [
    'OdometerInvalid odometer',
  ]);
  assertRefused(await call('POST', path, { effectiveDate: addDays(today, -1), applicant }), [
    'EffectiveDateBackDate effectiveDate',
    'ApplicantOutsideProvince applicant.city',
    'PostalCodeInvalid applicant.postalCode',
    'PhoneNumberInvalid applicant.phoneNumber',
    'EmailAddressInvalid applicant.emailAddress',
  ]);
});

test('a link is not made of a name that no paper could show', async () => {
  const applicant = {
    firstOrCompanyName: 'שרה',
    lastName: 'Ann\u{1f600}',
    addressLine1: '1 Main',
    city: 'Ott\u202eawa',
  };
  const answer = await call('POST', path, { applicant });
  assertRefused(answer, ['LastNameInvalid applicant.lastName', 'CityInvalid applicant.city']);
  assert.match(answer.body.errors[0].message, /U\+1F600/);
});

test('a seller for whom it is off, or that has neither method, makes and lists none', async () => {
  for (const name of ['alberta', 'novascotia', 'manitoba'] as const) {
    assertRefused(await call('POST', path, {}, name), ['SaleLinksNotAvailable']);
    assertRefused(await call('GET', path, undefined, name), ['SaleLinksNotAvailable']);
  }
  await made({}, 'quebec');
  await made({}, 'levis');
});

test('a repeat with the same key makes no other link', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const first = await call('POST', path, { partnerReference: 'K-1' }, 'ontario', headers);
  const again = await call('POST', path, { partnerReference: 'K-1' }, 'ontario', headers);
  assert.deepEqual([first.status, again.status, again.text], [201, 201, first.text]);
  assert.equal(idsOf(await call('GET', `${path}?partnerReference=K-1`)).length, 1);
  const other = await call('POST', path, { partnerReference: 'K-2' }, 'ontario', headers);
  assertRefused(other, ['IdempotencyKeyReused Idempotency-Key']);
});

test('withdrawing is done once and answered alike each time', async () => {
  const { id } = await made({ applicant: { lastName: 'Forgotten' } });
  for (const _ of [1, 2]) assert.equal((await call('DELETE', `${path}/${id}`)).status, 204);
  assert.equal((await call('GET', `${path}/${id}`)).body.status, 'Withdrawn');
  const [{ sale }] = await inDatabase(service.databaseUrl, 'SELECT sale FROM sale_link WHERE id = $1', [id]);
  assert.deepEqual(sale, {}, 'what was filled in is forgotten');
});

test('another seller’s link looks exactly like nothing', async () => {
  const { id } = await made();
  for (const name of ['quebec', 'alberta'] as const) {
    for (const method of ['GET', 'DELETE']) {
      const foreign = await call(method, `${path}/${id}`, undefined, name);
      assertRefused(foreign, ['SaleLinkNotFound id']);
      assert.equal(foreign.text, (await call(method, `${path}/${randomUUID()}`, undefined, name)).text);
      assert.equal(foreign.text, (await call(method, `${path}/nonsense`, undefined, name)).text);
    }
  }
  assert.equal((await call('GET', `${path}/${id}`)).body.status, 'Open');
});

test('the list goes by cursor, the latest first, and each filter holds', async () => {
  const all: unknown[] = [];
  for (const _ of [1, 2, 3]) all.unshift((await made({ partnerReference: 'L-1' })).id);
  const first = await call('GET', `${path}?partnerReference=L-1&limit=2`);
  assert.deepEqual(idsOf(first), all.slice(0, 2));
  const next = await call('GET', `${path}?partnerReference=L-1&limit=2&cursor=${first.body.nextCursor}`);
  assert.deepEqual([idsOf(next), next.body.nextCursor], [all.slice(2), null]);
  await call('DELETE', `${path}/${all[0]}`);
  assert.deepEqual(idsOf(await call('GET', `${path}?partnerReference=L-1&status=Withdrawn`)), all.slice(0, 1));
  assert.deepEqual(idsOf(await call('GET', `${path}?partnerReference=L-1&status=open`)), all.slice(1));
  assert.deepEqual(idsOf(await call('GET', `${path}?partnerReference=L-1&status=Bound`)), []);
  const wrong = await call('GET', `${path}?cursor=${first.body.nextCursor}`);
  assertRefused(wrong, ['CursorInvalid cursor']);
  const foreign = await call(
    'GET',
    `${path}?partnerReference=L-1&limit=2&cursor=${first.body.nextCursor}`,
    undefined,
    'quebec',
  );
  assertRefused(foreign, ['CursorInvalid cursor']);
});

test('a token without the scope to sell makes, sees and withdraws no link', async () => {
  const { id } = await made();
  const form = { grant_type: 'client_credentials', scope: 'read manage seller:ontario' };
  const client = { client_id: 'northbind-sandbox-oauth', client_secret: 'sandbox-oauth-secret' };
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ ...form, ...client }).toString();
  const { access_token: token } = (await service.call('POST', '/oauth2/token', { body, headers })).body;
  const calls = [
    ['POST', path],
    ['GET', path],
    ['GET', `${path}/${id}`],
    ['DELETE', `${path}/${id}`],
  ] as const;
  for (const [method, asked] of calls) {
    const answer = await service.call(method, asked, { token, ...(method === 'POST' && { body: {} }) });
    assert.equal(answer.status, 403, `${method} ${asked}: ${answer.text}`);
  }
});

test('what was filled in is forgotten with the quotes: of a link that is over, was never used and is old', async () => {
  const filled = { partnerReference: 'R-1', applicant: { firstOrCompanyName: 'Zéphirine' } };
  const [old, lately] = [await made(filled), await made({ ...filled, partnerReference: 'R-2' })];
  const ago = `${addDays(today, -200)}T17:00:00Z`;
  // Made long ago; one of them was good for long.
  for (const [{ id }, validUntil] of [
    [old, addDays(today, -181)],
    [lately, addDays(today, -179)],
  ] as const)
    await inDatabase(service.databaseUrl, 'UPDATE sale_link SET id = $2, valid_until = $3 WHERE id = $1', [
      id,
      firstIdAt(new Date(ago)).replace(/0+$/, () => String(id).slice(24)),
      validUntil,
    ]);
  const database = openDatabase({ url: service.databaseUrl, poolSize: 2, onConnectionLost: () => undefined });
  afterwards(() => database.end());
  const kept = { quoteDays: 180, policyYears: 0, mailDays: 0, auditYears: 0, eventDays: 0, deliveryDays: 0 };
  const by = { actor: { kind: 'job', name: 'retention' }, reason: '' } as const;
  const counts = await applyRetention({ database, clock: clock.clock, retention: kept }, by);
  assert.equal(counts['sale-links'], 1);
  const rows = await inDatabase(
    service.databaseUrl,
    `SELECT partner_reference FROM sale_link WHERE sale::text LIKE '%Zéphirine%'`,
  );
  assert.deepEqual(rows, [{ partner_reference: 'R-2' }]);
});

test('after its last day a link is expired, also in the list', async () => {
  const { id } = await made({ partnerReference: 'E-1', validUntil: today });
  clock.moveTo(`${addDays(today, 1)}T17:00:00Z`);
  tokens.clear();
  assert.equal((await call('GET', `${path}/${id}`)).body.status, 'Expired');
  assert.deepEqual(idsOf(await call('GET', `${path}?partnerReference=E-1&status=Expired`)), [id]);
  assert.equal((await call('DELETE', `${path}/${id}`)).status, 204);
  assert.equal((await call('GET', `${path}/${id}`)).body.status, 'Expired');
});

test('what the page is sent and can’t be read is refused for its form, not as a fault of ours', async () => {
  const page = `${service.url}${new URL(String((await made()).url)).pathname}/api/selection`;
  const send = async (type: string, body: string) =>
    (await fetch(page, { method: 'POST', headers: { 'content-type': type }, body })).status;
  assert.equal(await send('application/json', JSON.stringify({ selection: 'x'.repeat(70_000) })), 413);
  assert.equal(await send('text/plain', '{}'), 415);
  assert.equal(await send('application/json', 'nothing'), 400);
});
