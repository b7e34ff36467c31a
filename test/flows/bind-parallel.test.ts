import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { type Books, brokenPromises, readBooks, untilQuiet } from '../kit/invariants/bind-books.ts';
import { type Instance, startInstance } from '../kit/processes/instances.ts';
import { until } from '../kit/processes/until.ts';
import {
  assertBound,
  authorizedPayment,
  binder,
  byCard,
  byLoan,
  byReferral,
  steadySeller,
} from '../kit/sale/binding.ts';
import { type Choice, openSaleClient } from '../kit/sale/paying.ts';
import { inDatabase, type Json } from '../kit/sale/quoting.ts';
import { cloneDatabase } from '../kit/service/database.ts';
import { type Answer, startTestService } from '../kit/service/service.ts';

/* Many at once, and two real processes on one database of which one is killed or frozen in the middle of a bind. */
const parallel = Number(process.env.BINDS_AT_ONCE ?? 200);
const { name, today } = steadySeller();
let databaseUrl: string;
let token: string;
let first: Instance;
let second: Instance;
const sales: Json[] = [];

before(async () => {
  databaseUrl = await cloneDatabase();
  const shop = await startTestService({ environment: { DATABASE_URL: databaseUrl } });
  const saleClient = await openSaleClient(shop, name);
  token = saleClient.quoteClient.token;
  for (const pay of ['REF', 'CC', 'PFF', 'CC', 'CC', 'PFF']) {
    const choice: Choice = (await saleClient.quote({ effectiveDate: today })).choose('Replacement', 2);
    const card = async (): Promise<Json> => byCard(await authorizedPayment(saleClient, choice));
    sales.push({ ...choice, ...(pay === 'CC' ? await card() : pay === 'PFF' ? byLoan(today) : byReferral) });
  }
  await shop.close();
  // A request waits at most 5 s for a connection: on a busy machine, four are too few for so many requests.
  const start = (): Promise<Instance> => startInstance(databaseUrl, { DATABASE_POOL_SIZE: '50' });
  [first, second] = await Promise.all([start(), start()]);
});

async function kept(body: Json): Promise<Books> {
  await untilQuiet(databaseUrl);
  const books = await readBooks(databaseUrl, String(body.applicationId));
  assert.deepEqual(brokenPromises(books), []);
  return books;
}

function repeat(instance: Instance, body: Json): Promise<Answer> {
  return until(
    () => binder(instance, token)(body),
    ({ codes }) => !codes.includes('BindInProgress'),
  );
}

for (const [index, method] of ['REF', 'CC', 'PFF'].entries()) {
  test(`${parallel} identical binds at once on two instances (${method}) make one policy and move money once`, async () => {
    const body = sales[index]!;
    const binds = [binder(first, token), binder(second, token)] as const;
    const answers = await Promise.all(Array.from({ length: parallel }, (_, turn) => binds[turn % 2]!(body)));
    const bound = answers.filter(({ status }) => status === 200).map((answer) => assertBound(answer));
    const fresh = bound.filter(({ financing, cardPayment }) => financing !== null || cardPayment !== null);
    assert.equal(new Set(bound.map((one) => `${one.policyNumber} ${one.documentDownloadId}`)).size, 1);
    assert.equal(fresh.length, method === 'REF' ? 0 : 1, 'one made it, the others are replays');
    for (const answer of answers.filter(({ status }) => status !== 200))
      assert.deepEqual(answer.codes, ['BindInProgress'], answer.text);
    const books = await kept(body);
    assert.equal(books.bind!.attempt, 1);
    assert.equal(books.charges.length, method === 'CC' ? 1 : 0);
    assert.equal(books.loans.length, method === 'PFF' ? 1 : 0);
  });
}

/** The bind is past its money and has 3 seconds to go. */
function untilMoved(body: Json): Promise<Books> {
  return until(
    () => readBooks(databaseUrl, String(body.applicationId)),
    ({ charges, loans }) => charges.length + loans.length > 0,
  );
}

/** Makes every lease expire, as of an instance that can't renew it. */
async function endLeases(): Promise<void> {
  await inDatabase(databaseUrl, `UPDATE bind SET lease_until = now() - interval '1 second' WHERE state = 'running'`);
}

test('frozen for longer than its lease in the middle of a bind, a woken instance changes nothing any more', async () => {
  const frozen = sales.slice(3, 4).concat(sales.slice(5, 6));
  const late = frozen.map((body) => binder(first, token)(body, 'SlowBind'));
  for (const body of frozen) await untilMoved(body);
  first.signal('SIGSTOP');
  for (const body of frozen)
    assert.deepEqual((await binder(second, token)(body)).codes, ['BindInProgress'], 'the lease still runs');
  await endLeases();
  const numbers: string[] = [];
  for (const body of frozen) numbers.push(assertBound(await repeat(second, body)).policyNumber);
  first.signal('SIGCONT');
  const answers = await Promise.all(late);
  for (const [index, answer] of answers.entries()) {
    assert.deepEqual(answer.codes, ['BindInProgress'], answer.text);
    const books = await kept(frozen[index]!);
    assert.deepEqual(
      books.policies.map(({ number }) => number),
      [numbers[index]],
    );
    assert.deepEqual(books.reversals, []);
    assert.equal(books.charges.length + books.loans.length, 1);
  }
});

test('one instance is killed in the middle of a bind: the other finishes it, with the same charge', async () => {
  const body = sales[4]!;
  const lost = binder(first, token)(body, 'SlowBind').catch(() => null);
  await untilMoved(body);
  first.signal('SIGKILL');
  assert.equal(await first.ended, 'SIGKILL');
  assert.equal(await lost, null);
  await endLeases();
  const { policyNumber } = assertBound(await repeat(second, body));
  const books = await kept(body);
  assert.deepEqual(
    books.policies.map(({ number }) => number),
    [policyNumber],
  );
  assert.equal(books.charges.length, 1);
  const rows = await inDatabase(databaseUrl, 'SELECT takeovers FROM bind WHERE application_id = $1', [
    body.applicationId,
  ]);
  assert.ok(rows[0].takeovers >= 1, 'it was taken over');
});
