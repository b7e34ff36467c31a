import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { addDays } from '../../src/domain/calendar.ts';
import { lookedThroughMax } from '../../src/store/call/partner-request.ts';
import { until } from '../kit/processes/until.ts';
import { assertRefused, clockAt, inDatabase, type Json, noon, noonDay } from '../kit/sale/quoting.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;
let token: string;

before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock });
  token = await service.login();
});

const call = (path: string, requestId: string, as = token) =>
  service.call('GET', path, { token: as, headers: { 'x-request-id': requestId } });

async function listed(query: string, as = token): Promise<Json[]> {
  const answer = await service.call('GET', `/v1/requests?${query}`, { token: as });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.requests;
}

const written = (query: string) =>
  until(
    () => listed(query),
    (found) => found.length > 0,
  );

test('a call is told as it was answered, and without what was sent', async () => {
  await call('/v1/quote/lienholders?search=zz', 'refused-1');
  const [one] = await written('requestId=refused-1');
  const { durationMs, ...told } = one!;
  assert.deepEqual(told, {
    seller: 'ontario',
    requestId: 'refused-1',
    at: '2026-11-15T17:00:00.000Z',
    operation: 'lienholders',
    status: 422,
    codes: ['SearchTooShort'],
  });
  assert.ok(Number.isInteger(durationMs));
  const [signIn] = await written('operation=authenticate');
  assert.ok(!JSON.stringify(signIn).includes('password'));
});

test('calls are filtered by status, operation and day, and another seller’s are not seen', async () => {
  await call('/v1/policies', 'good-1');
  await call('/v1/document/x', 'no-document');
  await call('/v1/policies', 'theirs', await service.login('quebec'));
  await written('requestId=good-1');
  const [document] = await written('operation=getDocument&status=4xx');
  assert.deepEqual([document!.requestId, document!.operation], ['no-document', 'getDocument']);
  assert.deepEqual(await listed('operation=policies&status=422'), []);
  assert.ok((await listed('status=2XX')).every(({ status }) => status === 200));
  assert.ok((await listed(`from=${noonDay}&to=${noonDay}`)).length > 0);
  assert.deepEqual(await listed(`from=${addDays(noonDay, 1)}`), []);
  const { at } = document!;
  assert.ok((await listed(`from=${at}&to=${at}`)).some(({ requestId }) => requestId === 'no-document'));
  assert.deepEqual(await listed(`from=${new Date(Date.parse(String(at)) + 60_000).toISOString()}`), []);
  assert.deepEqual(await listed(`to=${addDays(noonDay, -1)}`), []);
  const quebec = await service.login('quebec');
  await until(
    () => listed('requestId=theirs', quebec),
    (found) => found.length === 1,
  );
  assert.deepEqual(await listed('requestId=theirs'), []);
});

test('the list goes by cursor, newest first', async () => {
  for (const id of ['page-1', 'page-2', 'page-3']) await call('/v1/events', id);
  await written('requestId=page-3');
  const first = (await service.call('GET', '/v1/requests?operation=events&limit=2', { token })).body;
  assert.deepEqual(
    first.requests.map(({ requestId }: Json) => requestId),
    ['page-3', 'page-2'],
  );
  const next = `/v1/requests?operation=events&limit=2&cursor=${first.nextCursor}`;
  assert.deepEqual((await service.call('GET', next, { token })).body.requests[0].requestId, 'page-1');
  assertRefused(await service.call('GET', `/v1/requests?cursor=${first.nextCursor}`, { token }), [
    'CursorInvalid cursor',
  ]);
});

test('a filter of the wrong form is refused by its own code', async () => {
  for (const [query, told] of [
    ['status=600', 'StatusInvalid status'],
    ['status=4x2', 'StatusInvalid status'],
    ['from=2026-02-30', 'FromInvalid from'],
    ['to=today', 'ToInvalid to'],
  ] as const)
    assertRefused(await service.call('GET', `/v1/requests?${query}`, { token }), [told]);
});

test('what is older than 7 days is removed', async () => {
  const sql = `INSERT INTO partner_request (id, seller_id, request_id, at, operation, status, codes, duration_ms)
    SELECT uuidv7(make_interval(hours => -$1::int)), id, 'old-' || $1, now(), 'policies', 200, '{}', 1
    FROM seller WHERE username = 'ontario'`;
  for (const hours of [7 * 24 - 1, 7 * 24 + 1]) await inDatabase(service.databaseUrl, sql, [hours]);
  await until(
    async () => {
      await call('/v1/policies', 'again');
      return listed('requestId=old-169');
    },
    (found) => found.length === 0,
  );
  assert.equal((await listed('requestId=old-167')).length, 1);
});

test('a rare call among many is found page by page, so that no one call reads them all', async () => {
  const seller = `(SELECT id FROM seller WHERE username = 'alberta')`;
  const rows = (id: string, status: number, count: number) =>
    inDatabase(
      service.databaseUrl,
      `INSERT INTO partner_request (id, seller_id, request_id, at, operation, status, codes, duration_ms)
       SELECT ${id}, ${seller}, 'many', $1, 'quote', $2, '{}', 1 FROM generate_series(1, $3)`,
      [noon, status, count],
    );
  await rows(`uuidv7(interval '-1 day')`, 409, 1);
  await rows('uuidv7()', 200, lookedThroughMax);
  const alberta = await service.login('alberta');
  for (const filter of ['status=409', 'status=4xx&operation=quote', 'requestId=many&status=409']) {
    const page = async (cursor = '') =>
      (await service.call('GET', `/v1/requests?${filter}${cursor}`, { token: alberta })).body;
    const first = await page();
    assert.deepEqual(first.requests, [], filter);
    const { requests, nextCursor } = await page(`&cursor=${first.nextCursor}`);
    assert.deepEqual([requests.map(({ status }: Json) => status), nextCursor], [[409], null], filter);
  }
  const later = `/v1/requests?status=409&from=${addDays(noonDay, 1)}`;
  assert.equal((await service.call('GET', later, { token: alberta })).body.nextCursor, null, 'older ones are no use');
});
