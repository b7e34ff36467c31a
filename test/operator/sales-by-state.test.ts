import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { cardPaymentStatuses } from '../../src/domain/card/card-payment.ts';
import { saleStatuses } from '../../src/domain/list/sale-rows.ts';
import { moneyStatuses } from '../../src/domain/policy/money-status.ts';
import { policyStatuses } from '../../src/domain/policy/policy-view.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { assertBound, authorizedPayment, binder, byCard, byReferral } from '../kit/sale/binding.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { clockAt, inDatabase, type Json, noon, noonDay } from '../kit/sale/quoting.ts';
import { northbind, northbindProcess } from '../kit/service/command-line.ts';
import { signInOperator, type TestOperator } from '../kit/service/operator.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;
let support: TestOperator;
let sellerId: string;
/** The applications of each list by their state, newest first. */
let expected: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

// Two sales in each state; of those that are quoted one has a card payment that waits.
before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock });
  support = await signInOperator(service, 'support');
  const saleClient = await openSaleClient(service);
  const bind = binder(service, saleClient.quoteClient.token);
  const quote = async () => (await saleClient.quote()).choose('Replacement', 2);
  const refer = async () => assertBound(await bind({ ...(await quote()), ...byReferral }));

  const plain = await quote();
  const paid = await quote();
  await authorizedPayment(saleClient, paid);
  const binding = [await quote(), await quote()];
  for (const { applicationId } of binding) await leaveRunning(applicationId);
  const referred = await refer();
  const charged = await quote();
  const payment = await authorizedPayment(saleClient, charged);
  const chargedPolicy = assertBound(await bind({ ...charged, ...byCard(payment) }));
  const cancelled = [await refer(), await refer()];
  for (const { policyNumber } of cancelled) await cancel(policyNumber);

  const newest = async (of: readonly { readonly policyNumber: string }[]): Promise<readonly string[]> => {
    const rows = await inDatabase(
      service.databaseUrl,
      'SELECT application_id FROM policy WHERE policy_number = ANY ($1) ORDER BY application_id DESC',
      [of.map(({ policyNumber }) => policyNumber)],
    );
    return rows.map((row) => row.application_id);
  };
  const bound = await newest([referred, chargedPolicy]);
  const ended = await newest(cancelled);
  expected = {
    sales: {
      quoted: [paid.applicationId, plain.applicationId],
      binding: binding.map(({ applicationId }) => applicationId).reverse(),
      bound,
      cancelled: ended,
    },
    policies: { InForce: bound, Cancelled: ended },
    payments: { Captured: [charged.applicationId], Authorized: [paid.applicationId] },
  };
  const [seller] = await inDatabase(service.databaseUrl, 'SELECT seller_id FROM application WHERE id = $1', [bound[0]]);
  sellerId = seller.seller_id;
});

/** Like a bind that an instance is running. */
async function leaveRunning(applicationId: string): Promise<void> {
  await inDatabase(
    service.databaseUrl,
    `INSERT INTO bind (application_id, state, step, owner, lease_until, policy_number, payment_method, agreed)
     VALUES ($1, 'running', 'claimed', gen_random_uuid(), now() + interval '1 day', next_policy_number(), 'REF', '{}')`,
    [applicationId],
  );
}

async function cancel(policyNumber: string): Promise<void> {
  const path = `/api/policies/${policyNumber}/cancellation`;
  const asked = { kind: 'flat', cancelledOn: noonDay };
  const { body } = await support.post(`${path}/preview`, asked);
  const shown = { refundCents: body.refundCents, settlement: body.settlement };
  const answer = await support.post(path, { ...asked, reason: 'the car was sold', shown });
  assert.equal(answer.status, 200, answer.text);
}

/** Reads all pages of a list, with one row each. */
async function paged(list: string, query: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const asked = new URLSearchParams({ ...query, limit: '1', ...(cursor !== null && { cursor }) });
    const { status, body, text } = await support.get(`/api/${list}?${asked}`);
    assert.equal(status, 200, text);
    ids.push(...body.rows.map((row: Json) => row.applicationId));
    cursor = body.nextCursor;
  } while (cursor !== null);
  return ids;
}

const statesOf = { sales: saleStatuses, policies: policyStatuses, payments: cardPaymentStatuses } as const;

test('a list is narrowed to each of its states, beside every other filter, and pages as a whole', async () => {
  const filters = {
    'no other filter': {},
    seller: { sellerId },
    days: { from: '2020-01-01', to: '2100-01-01' },
    name: { search: 'tremblay' },
    'name and seller': { search: 'tremblay', sellerId },
    'name and days': { search: 'tremblay', from: '2020-01-01', to: '2100-01-01' },
  };
  for (const [list, states] of Object.entries(statesOf))
    for (const state of states)
      for (const [name, filter] of Object.entries(filters))
        assert.deepEqual(
          await paged(list, { ...filter, state }),
          expected[list]![state] ?? [],
          `${list}, ${state}, ${name}`,
        );
});

test('a state lets nothing of another seller, day or name through', async () => {
  const [other] = await inDatabase(service.databaseUrl, 'SELECT id FROM seller WHERE id <> $1 LIMIT 1', [sellerId]);
  const filters = [{ sellerId: other.id }, { to: '2020-01-01' }, { from: '2100-01-01' }, { search: 'nobody' }];
  for (const [list, states] of Object.entries(statesOf))
    for (const state of states)
      for (const filter of filters)
        assert.deepEqual(await paged(list, { ...filter, state }), [], `${list}, ${state}, ${JSON.stringify(filter)}`);
});

test('each row of a state says that it is in it', async () => {
  for (const state of saleStatuses) {
    const { body } = await support.get(`/api/sales?state=${state}`);
    assert.deepEqual(new Set(body.rows.map((row: Json) => row.status)), new Set([state]));
  }
});

test('policies are narrowed to the state of their money, beside that of their cover', async () => {
  const paged = async (query: string): Promise<readonly Json[]> =>
    (await support.get(`/api/policies?${query}`)).body.rows;
  const all = await paged('limit=100');
  assert.deepEqual(new Set(all.map(({ moneyStatus }) => moneyStatus)), new Set(['CollectedByPartner', 'Paid']));
  for (const moneyStatus of moneyStatuses)
    for (const state of policyStatuses)
      for (const search of ['', '&search=tremblay'])
        assert.deepEqual(
          new Set((await paged(`moneyStatus=${moneyStatus}&state=${state}${search}`)).map((row) => row.policyNumber)),
          new Set(
            all.filter((row) => row.moneyStatus === moneyStatus && row.status === state).map((row) => row.policyNumber),
          ),
          `${moneyStatus} ${state} ${search}`,
        );
  assert.deepEqual((await support.get('/api/sales?moneyStatus=Paid')).codes, ['StateUnknown']);
  assert.deepEqual((await support.get('/api/policies?moneyStatus=paid')).codes, ['StateUnknown']);
});

test('a state that the list does not know is refused, and so is one of documents', async () => {
  const refused = async (list: string, state: string) => (await support.get(`/api/${list}?state=${state}`)).codes;
  assert.deepEqual(await refused('sales', 'sold'), ['StateUnknown']);
  assert.deepEqual(await refused('policies', 'quoted'), ['StateUnknown']);
  assert.deepEqual(await refused('payments', 'captured'), ['StateUnknown']);
  assert.deepEqual(await refused('documents', 'bound'), ['StateUnknown']);
  const order = { what: 'documents', filters: { state: 'bound' }, reason: 'by mistake' };
  assert.deepEqual((await support.post('/api/exports', order)).codes, ['StateUnknown']);
});

test('an export is narrowed to the state that is listed, and the record says so', async () => {
  const order = { what: 'sales', filters: { state: 'cancelled' }, reason: 'for the accountant' };
  const { text } = await support.post('/api/exports', order);
  const lines = text.trimEnd().split('\r\n').slice(1);
  assert.deepEqual(
    lines.map((line) => line.split(',')[0]),
    expected.sales!.cancelled,
  );
  const { body } = await support.get('/api/acts?subject=sales');
  assert.deepEqual(body.rows[0].facts, { filters: { state: 'cancelled' } });
});

test('the command line narrows its lists alike, and says which states there are', async () => {
  const settings = { DATABASE_URL: service.databaseUrl };
  const listed = await northbind(settings, 'sale', 'list', '--state', 'binding', '--json');
  assert.deepEqual(listed.json(), (await support.get('/api/sales?state=binding')).body);
  const wrong = await northbind(settings, 'policy', 'list', '--state', 'quoted');
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /NotStarted, InForce, Expired, Cancelled/);
  const unpaid = await northbind(settings, 'policy', 'list', '--money', 'Paid', '--json');
  assert.deepEqual(unpaid.json(), (await support.get('/api/policies?moneyStatus=Paid')).body);
});

test('the command line exports what it lists: the same file as the console’s, with a reason and on record', async () => {
  const settings = { DATABASE_URL: service.databaseUrl };
  const why = 'for the accountant';
  for (const [group, what, state] of [
    ['sale', 'sales', 'bound'],
    ['policy', 'policies', 'Cancelled'],
    ['payment', 'payments', 'Captured'],
  ] as const) {
    const { code, stdout, stderr } = await northbind(settings, group, 'export', '--state', state, '--reason', why);
    assert.deepEqual([code, stderr], [0, ''], group);
    assert.equal(stdout, (await support.post('/api/exports', { what, filters: { state }, reason: why })).text, group);
  }
  assert.equal((await northbindProcess(settings, 'policy', 'export', '--reason', why)).code, 0, 'without a filter');
  const { body } = await support.get('/api/acts?subject=payments');
  assert.deepEqual(
    body.rows.slice(0, 2).map(({ actorKind, action, reason, facts }: Json) => [actorKind, action, reason, facts]),
    [
      ['account', 'export payments', why, { filters: { state: 'Captured' } }],
      ['command line', 'export payments', why, { filters: { state: 'Captured' } }],
    ],
  );
  const listed = await northbind(settings, 'payment', 'list', 'tremblay', '--json');
  assert.deepEqual(listed.json(), (await support.get('/api/payments?search=tremblay')).body);
});

test('an export goes into a new file that only its owner can read, and one that is refused leaves none', async () => {
  const settings = { DATABASE_URL: service.databaseUrl };
  const folder = await mkdtemp(join(tmpdir(), 'northbind-export-'));
  afterwards(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'sales.csv');
  const exportTo = (path: string, ...words: readonly string[]) =>
    northbind(settings, 'sale', 'export', '--from', noonDay, '--zone', 'America/Toronto', '--out', path, ...words);
  const acts = async (): Promise<number> => (await support.get('/api/acts?subject=sales')).body.rows.length;
  const before = await acts();

  assert.equal((await exportTo(file)).code, 2, 'without a reason');
  assert.equal((await exportTo(file, '--reason', 'x')).code, 3);
  assert.equal((await exportTo(join(folder, 'nowhere', 'sales.csv'), '--reason', 'all of it')).code, 2);
  assert.deepEqual(await readdir(folder), []);
  assert.equal(await acts(), before);

  const done = await exportTo(file, '--reason', 'all of it', '--json');
  assert.deepEqual(done.json(), { what: 'sales', file });
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\r\n');
  assert.equal(lines.length, 1 + Object.values(expected.sales!).flat().length);
  const again = await exportTo(file, '--reason', 'all of it');
  assert.deepEqual([again.code, again.stderr], [2, `There is a file ${file} already.\n`]);
  assert.equal(await acts(), before + 1);
  const { body } = await support.get('/api/acts?subject=sales');
  assert.deepEqual(body.rows[0].facts, { filters: { from: noonDay, zone: 'America/Toronto' } });
});
