import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { addDays } from '../../src/domain/calendar.ts';
import { assertBound, binder, byReferral, chooseFrom } from '../kit/sale/binding.ts';
import {
  assertQuoted,
  assertRefused,
  clockAt,
  inDatabase,
  type Json,
  noon,
  noonDay,
  openQuoteClient,
  type QuoteChanges,
  type QuoteClient,
} from '../kit/sale/quoting.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;
let ontario: QuoteClient;

before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock });
  ontario = await openQuoteClient(service);
});

async function quoted(client: QuoteClient, wish: QuoteChanges = {}) {
  const answer = await client.quote(await client.request(wish));
  assertQuoted(answer);
  return answer;
}

async function listed(client: QuoteClient, query: string): Promise<Json[]> {
  const answer = await client.get(`/v1/applications?${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.applications;
}

const idsOf = (applications: readonly Json[]) => applications.map(({ applicationId }) => applicationId);

test('an application is listed with what became of it, and without its prices', async () => {
  const answer = await quoted(ontario, { partnerReference: 'L-1', language: 'fr' });
  const { vin } = answer.body.vehicle;
  const [before] = await listed(ontario, 'partnerReference=L-1');
  const { id: _, ...vehicle } = answer.body.vehicle;
  assert.deepEqual(before, {
    applicationId: answer.body.applicationId,
    partnerReference: 'L-1',
    language: 'fr',
    status: 'Quoted',
    seller: 'ontario',
    policyNumber: null,
    quotedOn: noonDay,
    effectiveDate: noonDay,
    vehicle,
  });
  const bind = { ...chooseFrom(answer, 'Replacement', 3), ...byReferral };
  const { policyNumber } = assertBound(await binder(service, ontario.token)(bind));
  const [after] = await listed(ontario, `vin=${vin.toLowerCase()}`);
  assert.deepEqual([after!.status, after!.policyNumber], ['Bound', policyNumber]);
  assert.deepEqual(idsOf(await listed(ontario, 'status=Bound&partnerReference=L-1')), [answer.body.applicationId]);
  assert.deepEqual(await listed(ontario, 'status=Quoted&partnerReference=L-1'), []);
});

test('the list goes by cursor, the latest first, and each filter holds', async () => {
  const quebec = await openQuoteClient(service, 'quebec');
  const ids: unknown[] = [];
  for (const partnerReference of ['Q-1', 'Q-2', 'Q-2', 'Q-3', 'Q-3'])
    ids.push((await quoted(quebec, { partnerReference })).body.applicationId);
  const found: unknown[] = [];
  let cursor: string | null = null;
  do {
    const { body } = await quebec.get(`/v1/applications?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`);
    assert.ok(body.applications.length <= 2);
    found.push(...idsOf(body.applications));
    cursor = body.nextCursor;
  } while (cursor !== null);
  assert.deepEqual(found, ids.toReversed());
  assert.deepEqual(idsOf(await listed(quebec, 'partnerReference=Q-2')), [ids[2], ids[1]]);
  assert.deepEqual(await listed(quebec, 'partnerReference=q-2'), []);
  assert.equal((await listed(quebec, `quotedFrom=${noonDay}&quotedTo=${noonDay}&status=Quoted`)).length, 5);
  assert.deepEqual(await listed(quebec, `quotedTo=${addDays(noonDay, -1)}`), []);
  assert.deepEqual(await listed(quebec, `quotedFrom=${addDays(noonDay, 1)}`), []);
  for (const status of ['Binding', 'Bound']) assert.deepEqual(await listed(quebec, `status=${status}`), []);
});

test('a quote of an old day is found by its day, and not by one before', async () => {
  const manitoba = await openQuoteClient(service, 'manitoba');
  const { applicationId } = (await quoted(manitoba)).body;
  // As if it had been stored at the end of that day, in Winnipeg.
  const old = { id: '019255e5-3e20-7000-8000-000000000001', day: '2024-10-03' };
  await inDatabase(service.databaseUrl, 'DELETE FROM application_words WHERE application_id = $1', [applicationId]);
  const sql = 'UPDATE application SET id = $2, quoted_on = $3 WHERE id = $1';
  await inDatabase(service.databaseUrl, sql, [applicationId, old.id, old.day]);
  for (const query of [
    `quotedTo=${old.day}`,
    `quotedTo=${addDays(old.day, 1)}`,
    `quotedFrom=${old.day}&quotedTo=${old.day}`,
  ])
    assert.deepEqual(idsOf(await listed(manitoba, query)), [old.id], query);
  assert.deepEqual(await listed(manitoba, `quotedTo=${addDays(old.day, -1)}`), []);
});

test('a bind that is running or unfinished is Binding', async () => {
  const { applicationId } = (await quoted(ontario, { partnerReference: 'B-1' })).body;
  await inDatabase(
    service.databaseUrl,
    `INSERT INTO bind (application_id, state, step, policy_number, payment_method, agreed, lease_until, owner)
     VALUES ($1, 'running', 'claimed', 'NB000000000', 'REF', '{}', 'infinity', gen_random_uuid())`,
    [applicationId],
  );
  assert.deepEqual(idsOf(await listed(ontario, 'status=Binding')), [applicationId]);
  assert.deepEqual(await listed(ontario, 'status=Quoted&partnerReference=B-1'), []);
});

test('another seller’s applications are not listed, and its cursor is refused, as is a spoilt one', async () => {
  const { vin } = (await quoted(ontario)).body.vehicle;
  await quoted(ontario);
  for (const name of ['quebec', 'manitoba'] as const)
    assert.deepEqual(await listed(await openQuoteClient(service, name), `vin=${vin}`), []);
  const { nextCursor } = (await ontario.get('/v1/applications?limit=1')).body;
  assert.notEqual(nextCursor, null);
  assert.equal((await ontario.get(`/v1/applications?limit=2&cursor=${nextCursor}`)).status, 200);
  for (const query of ['cursor=x', `cursor=${nextCursor}x`, `status=Quoted&cursor=${nextCursor}`])
    assertRefused(await ontario.get(`/v1/applications?${query}`), ['CursorInvalid cursor']);
  const quebec = await openQuoteClient(service, 'quebec');
  assertRefused(await quebec.get(`/v1/applications?cursor=${nextCursor}`), ['CursorInvalid cursor']);
});

test('a filter of the wrong form is refused by its own code', async () => {
  for (const [query, told] of [
    ['status=Open', 'StatusInvalid status'],
    ['quotedFrom=2026-02-30', 'QuotedFromInvalid quotedFrom'],
    ['quotedTo=today', 'QuotedToInvalid quotedTo'],
    ['limit=101', 'LimitInvalid limit'],
  ] as const)
    assertRefused(await ontario.get(`/v1/applications?${query}`), [told]);
});
