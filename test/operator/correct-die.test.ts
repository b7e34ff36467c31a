import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { makeHttpLender } from '../../src/adapters/http-lender/http-lender.ts';
import { openDatabase } from '../../src/store/database.ts';
import { brokenPromises, readBooks, untilQuiet } from '../kit/invariants/bind-books.ts';
import { unreachableOrigin } from '../kit/parties/unreachable.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { dieAtEachStatement } from '../kit/processes/die-at-statement.ts';
import { startInstance } from '../kit/processes/instances.ts';
import { until } from '../kit/processes/until.ts';
import {
  assertBound,
  authorizedPayment,
  binder,
  byCard,
  byLoan,
  chooseFrom,
  steadySeller,
} from '../kit/sale/binding.ts';
import { cancelAsShown } from '../kit/sale/cancelling.ts';
import { linkBox } from '../kit/sale/link-box.ts';
import { openSaleClient, type SaleClient } from '../kit/sale/paying.ts';
import { assertQuoted, inDatabase } from '../kit/sale/quoting.ts';
import { northbind } from '../kit/service/command-line.ts';
import { cloneDatabase } from '../kit/service/database.ts';
import { startTestService } from '../kit/service/service.ts';

/*
 * Dies everywhere in a correction. A cancellation commits, and then the real process that is to give the money back
 * ends itself with SIGKILL: before it asks the processor, or after the processor has refunded and before that is
 * written down. Another process then finishes: the money is given back exactly once. And the process that cancels or
 * amends is killed at each of its statements: it has done nothing, or all of it.
 */
const { name, today } = steadySeller();
let databaseUrl: string;
interface Sold {
  readonly applicationId: string;
  readonly policyNumber: string;
  readonly pay: 'CC' | 'PFF';
}
const sold: Sold[] = [];
/** Paid by card. A cancellation of the first was asked for by its seller. */
const more: Sold[] = [];

before(async () => {
  databaseUrl = await cloneDatabase();
  const shop = await startTestService({ environment: { DATABASE_URL: databaseUrl } });
  const saleClient = await openSaleClient(shop, name);
  const bind = binder(shop, saleClient.quoteClient.token);
  const sell = async (pay: Sold['pay']): Promise<Sold> => {
    const choice = await choose(saleClient);
    const paid = pay === 'CC' ? byCard(await authorizedPayment(saleClient, choice)) : byLoan(today);
    const { policyNumber } = assertBound(await bind({ ...choice, ...paid }));
    return { applicationId: choice.applicationId, policyNumber, pay };
  };
  for (const pay of ['CC', 'CC', 'PFF'] as const) sold.push(await sell(pay));
  more.push(await sell('CC'), await sell('CC'));
  const asked = { reason: 'VehicleSold', effectiveDate: today };
  const path = `/v1/policies/${more[0]!.policyNumber}/cancellation-request`;
  const { body } = await shop.call('POST', path, { token: saleClient.quoteClient.token, body: asked });
  assert.equal(body.status, 'Requested');
  await shop.close(); // With its tickers, so that nothing is given back yet.
});

async function choose(saleClient: SaleClient) {
  const quoted = await saleClient.quoteClient.quote(await saleClient.quoteClient.request({ effectiveDate: today }));
  assertQuoted(quoted);
  return chooseFrom(quoted, 'Replacement', 2);
}

/** Cancels as the command line does: straight on the database, with no processor in reach. */
async function cancel(policyNumber: string): Promise<number> {
  const database = openDatabase({ url: databaseUrl, poolSize: 1, onConnectionLost: () => undefined });
  afterwards(() => database.end());
  const reference = () => assert.fail('nothing is owed for used days');
  const lender = makeHttpLender({ origin: unreachableOrigin, token: 'none' });
  const parts = { database, linkBox, reference, lender, now: new Date() };
  const asked = { kind: 'flat', cancelledOn: today } as const;
  return (await cancelAsShown(parts, policyNumber, asked)).refundCents;
}

/** A process that takes what is due and dies at the point: on a busy machine, before it has said that it started. */
async function dieAt(point: string): Promise<void> {
  const ended = startInstance(databaseUrl, { SANDBOX_DIE_AT: point }).then(
    async (doomed) => `It ended with ${await doomed.ended}`,
    (error: Error) => error.message,
  );
  assert.match(await ended, /^It ended with SIGKILL/);
  // A try that died is tried again after a minute: that minute is over now.
  await inDatabase(databaseUrl, `UPDATE reversal SET due_at = now(), lease_until = NULL WHERE due_at IS NOT NULL`);
}

test('killed between the cancellation and its refund, and between the refund and its entry: exactly one refund', async () => {
  const refunds: number[] = [];
  for (const { policyNumber } of sold.slice(0, 2)) refunds.push(await cancel(policyNumber));
  await dieAt('before reverse');
  const before = await Promise.all(sold.map(({ applicationId }) => readBooks(databaseUrl, applicationId)));
  assert.ok(
    before.every(({ charges }) => charges.every(({ refundedCents }) => refundedCents === 0)),
    'nothing is given back yet',
  );
  await cancel(sold[2]!.policyNumber);
  await dieAt('after reverse');
  const between = await Promise.all(sold.map(({ applicationId }) => readBooks(databaseUrl, applicationId)));
  assert.ok(
    between.some(
      ({ charges, loans }) => charges.some((one) => one.refundedCents > 0) || loans.some((one) => !one.isActive),
    ),
    'something was given back and not written down',
  );
  assert.ok(between.every(({ reversals }) => reversals.every(({ state }) => state === 'idle' || state === 'begun')));

  await startInstance(databaseUrl);
  await untilQuiet(databaseUrl);
  for (const [index, { applicationId, pay }] of sold.entries()) {
    const books = await readBooks(databaseUrl, applicationId);
    assert.deepEqual(brokenPromises(books), [], pay);
    if (pay === 'CC')
      assert.deepEqual(
        books.charges.map(({ refundedCents }) => refundedCents),
        [refunds[index]],
      );
  }
  const made = await refundsMade();
  assert.deepEqual(
    made.map(({ count }) => count),
    [1, 1],
  );
});

const refundsMade = () =>
  inDatabase(databaseUrl, 'SELECT order_key, count(*)::int FROM sandbox_cards.refund GROUP BY 1');

type Traces = Readonly<Record<string, number>>;

/** What an amendment or a cancellation leaves of a policy: a count for each table that it writes to. */
const tracesOf = async (policyNumber: string): Promise<Traces> => {
  const [traces] = await inDatabase(
    databaseUrl,
    `SELECT amendment_count, (SELECT count(*)::int FROM amendment WHERE policy_number = $1) AS amendments,
            (SELECT count(*)::int FROM cancellation WHERE policy_number = $1) AS cancellations,
            (SELECT count(*)::int FROM document WHERE policy_number = $1) AS documents,
            (SELECT count(*)::int FROM mail WHERE policy_number = $1) AS mails,
            (SELECT count(*)::int FROM event WHERE policy_number = $1) AS events,
            (SELECT count(*)::int FROM reversal WHERE policy_number = $1) AS reversals,
            (SELECT count(*)::int FROM cancellation_request WHERE policy_number = $1 AND decision IS NULL) AS requests,
            (SELECT count(*)::int FROM posted WHERE application_id = policy.application_id) AS entries,
            (SELECT count(*)::int FROM audit WHERE facts ->> 'policyNumber' = $1) AS audited,
            (SELECT count(*)::int FROM operator_act WHERE subject = $1) AS acts
     FROM policy WHERE policy_number = $1`,
    [policyNumber],
  );
  return traces;
};

/** The counts that are not as before, as what was added to them. */
const added = (before: Traces, after: Traces): Traces =>
  Object.fromEntries(
    Object.entries(after)
      .map(([what, count]) => [what, count - before[what]!] as const)
      .filter(([, count]) => count !== 0),
  );

/** Mails that are being sent would refuse another address. */
const untilMailed = (policyNumber: string) =>
  until(
    () => inDatabase(databaseUrl, 'SELECT FROM mail WHERE policy_number = $1 AND due_at IS NOT NULL', [policyNumber]),
    (unsent) => unsent.length === 0,
  );

test('a cancellation, killed at each statement, is not made or is made whole, and its refund is made once', async () => {
  const { policyNumber, applicationId } = more[0]!;
  const words = ['policy', 'accept-request', policyNumber, '--reason', 'sold the car', '--yes'];
  const before = await tracesOf(policyNumber);
  const { deaths, state } = await dieAtEachStatement({ databaseUrl, words }, () => tracesOf(policyNumber));
  assert.ok(deaths > 8, `${deaths} deaths`);
  const { entries, ...others } = added(before, state);
  assert.ok(entries! > 0);
  const once = { cancellations: 1, documents: 1, mails: 1, events: 1, reversals: 1, audited: 2, acts: 1 };
  // The service may have made the refund already, which has its receipt and is told and recorded, too.
  const isRefunded = others.events === 2;
  assert.deepEqual(others, {
    ...once,
    requests: -1,
    ...(isRefunded && { documents: 2, mails: 2, events: 2, audited: 3 }),
  });
  const repeated = await northbind({ DATABASE_URL: databaseUrl }, ...words);
  assert.equal(repeated.code, 3, repeated.stdout + repeated.stderr);

  await untilQuiet(databaseUrl);
  assert.deepEqual(brokenPromises(await readBooks(databaseUrl, applicationId)), []);
  assert.ok((await refundsMade()).every(({ count }) => count === 1));
});

test('an amendment, killed at each statement, is not made or is made whole', async () => {
  const { policyNumber } = more[1]!;
  await untilMailed(policyNumber);
  const changes = ['--last-name', 'Roy', '--email', 'roy@example.ca', '--odometer', '24600'];
  const words = ['policy', 'amend', policyNumber, ...changes, '--reason', 'misspelt at the shop'];
  const before = await tracesOf(policyNumber);
  const { deaths, state } = await dieAtEachStatement({ databaseUrl, words }, () => tracesOf(policyNumber));
  assert.ok(deaths > 8, `${deaths} deaths`);
  assert.deepEqual(added(before, state), {
    amendment_count: 1,
    amendments: 1,
    documents: 1,
    mails: 1,
    events: 1,
    audited: 1,
    acts: 1,
  });
  await untilMailed(policyNumber);
  const repeated = await northbind({ DATABASE_URL: databaseUrl }, ...words);
  assert.deepEqual([repeated.code, await tracesOf(policyNumber)], [3, state], repeated.stdout + repeated.stderr);
});
