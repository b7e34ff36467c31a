import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { addDays } from '../../src/domain/calendar/calendar.ts';
import { cancelPolicy, previewCancellation } from '../../src/flows/correct/cancel-policy.ts';
import { openDatabase } from '../../src/store/database.ts';
import { afterwards } from '../kit/afterwards.ts';
import { brokenPromises, readBooks, untilQuiet } from '../kit/bind-books.ts';
import { assertBound, authorizedPayment, binder, byCard, byLoan, chooseFrom, steadySeller } from '../kit/binding.ts';
import { cloneDatabase } from '../kit/database.ts';
import { startInstance } from '../kit/instances.ts';
import { openSaleClient, type SaleClient } from '../kit/paying.ts';
import { assertQuoted, inDatabase } from '../kit/quoting.ts';
import { startTestService } from '../kit/service.ts';

/*
 * A cancellation commits, and then the real process that is to give the money back ends itself with SIGKILL: before it
 * asks the processor, or after the processor has refunded and before that is written down. Another process then
 * finishes: the money is given back exactly once.
 */
const { name, today } = steadySeller();
let databaseUrl: string;
const sold: { readonly applicationId: string; readonly policyNumber: string; readonly pay: 'CC' | 'PFF' }[] = [];

before(async () => {
  databaseUrl = await cloneDatabase();
  const shop = await startTestService({ environment: { DATABASE_URL: databaseUrl } });
  const saleClient = await openSaleClient(shop, name);
  const bind = binder(shop, saleClient.quoteClient.token);
  for (const pay of ['CC', 'CC', 'PFF'] as const) {
    const choice = await choose(saleClient);
    const paid = pay === 'CC' ? byCard(await authorizedPayment(saleClient, choice)) : byLoan(today);
    const { policyNumber } = assertBound(await bind({ ...choice, ...paid }));
    sold.push({ applicationId: choice.applicationId, policyNumber, pay });
  }
  await shop.close(); // With its tickers, so that nothing is given back yet.
});

async function choose(saleClient: SaleClient) {
  const quoted = await saleClient.quoteClient.quote(await saleClient.quoteClient.request({ effectiveDate: today }));
  assertQuoted(quoted);
  return chooseFrom(quoted, 'Replacement', 2);
}

/** As the command line does it: straight on the database, with no processor in reach. */
async function cancel(policyNumber: string): Promise<number> {
  const database = openDatabase({ url: databaseUrl, poolSize: 1, onConnectionLost: () => undefined });
  afterwards(() => database.end());
  const parts = { database, now: new Date() };
  const asked = { kind: 'pro-rata', cancelledOn: addDays(today, 90) } as const;
  const preview = await previewCancellation(parts, policyNumber, asked);
  assert.ok('cancellation' in preview);
  const { refundCents, settlement } = preview.cancellation;
  const order = { ...asked, policyNumber, reason: 'sold the car', shown: { refundCents, settlement } };
  const made = await cancelPolicy(parts, { kind: 'command line', name: 'kim' }, order);
  assert.ok('documentId' in made, JSON.stringify(made));
  return refundCents;
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
  assert.ok(between.every(({ journal }) => journal.every(({ entry }) => entry === 'captured')));

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
  const made = await inDatabase(databaseUrl, 'SELECT order_key, count(*)::int FROM sandbox_cards.refund GROUP BY 1');
  assert.deepEqual(
    made.map(({ count }) => count),
    [1, 1],
  );
});
