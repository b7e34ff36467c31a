import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { addDays } from '../../src/domain/calendar.ts';
import { isOperatorRefusal } from '../../src/domain/operator/operator-refusal.ts';
import { reconcileFile } from '../../src/flows/books/reconcile-file.ts';
import { settleWork } from '../../src/flows/work/settle-work.ts';
import { checkBooks } from '../../src/store/books/check-books.ts';
import { readPolicy } from '../../src/store/policy/policy-view.ts';
import { readBooks } from '../kit/invariants/bind-books.ts';
import { cancelAsShown } from '../kit/sale/cancelling.ts';
import { inDatabase, noon, noonDay } from '../kit/sale/quoting.ts';
import { openScheduled, type Scheduled } from '../kit/sale/scheduled.ts';

/* What payout files say of disputes: late, twice, with the bank's fee in it, and of a bank that decides anew. */

let scheduled: Scheduled;
const actor = { kind: 'account', name: 'sam' } as const;
const chargeDay = 5;
const parts = (day: number) => ({
  ...scheduled.harness.parts,
  now: new Date(Date.parse(noon) + day * 86_400_000),
});

before(async () => {
  scheduled = await openScheduled([[chargeDay, 5]]);
});

async function chargedAt(place: number) {
  const { databaseUrl, harness } = scheduled;
  const { choice, payment } = scheduled.sales.get(chargeDay)![place]!;
  assert.equal(await scheduled.chargeOn(chargeDay, {}, payment.asked.paymentId), 1);
  const [{ reference, totalCents, policyNumber, sellerId }] = await inDatabase(
    databaseUrl,
    `SELECT party_reference AS reference, amount_cents::int AS "totalCents", policy_number AS "policyNumber", seller_id AS "sellerId"
     FROM ledger_entry WHERE application_id = $1 AND kind = 'charge'`,
    [choice.applicationId],
  );
  const line = (kind: string, cents: number) => `${reference},${(cents / 100).toFixed(2)},${kind}`;
  return {
    policyNumber,
    totalCents,
    line,
    charged: line('charge', totalCents),
    /** Takes a file of the days up to `to`. */
    take: async (from: number, to: number, lines: readonly string[]) => {
      async function* file() {
        yield Buffer.from(['ref,amount,kind', ...lines].join('\n'));
      }
      const order = {
        party: 'processor',
        fileName: 'net.csv',
        period: { from: addDays(noonDay, from), to: addDays(noonDay, to) },
        columns: { reference: 'ref', amount: 'amount', kind: 'kind' },
      } as const;
      const taken = await reconcileFile(parts(to + 1), actor, order, file());
      assert.ok(!isOperatorRefusal(taken), JSON.stringify(taken));
      const { disputes, different, unknown } = taken;
      return { disputes, different, unknown };
    },
    /** Cancels it and gives back what is to be given back. */
    cancel: async (day: number) => {
      const asked = { kind: 'pro-rata', cancelledOn: addDays(noonDay, day), usedDays: 'owe' } as const;
      await cancelAsShown(parts(day), policyNumber, asked);
      await harness.runJobs();
    },
    moneyOn: async (day: number) => {
      const view = await readPolicy(harness.parts.database, sellerId, policyNumber, addDays(noonDay, day));
      return [view!.moneyStatus, view!.amountDueCents];
    },
    refundedCents: async () => {
      const { charges } = await readBooks(databaseUrl, choice.applicationId);
      return charges.reduce((sum, { refundedCents }) => sum + refundedCents, 0);
    },
    faults: async () => {
      const { different } = await checkBooks(harness.parts.database, null);
      return different.filter(({ where }) => where === choice.applicationId).map(({ what }) => what);
    },
    settle: async () => {
      const [{ id }] = await inDatabase(
        databaseUrl,
        'SELECT id FROM settlement_difference WHERE policy_number = $1 AND given_up_at IS NOT NULL',
        [policyNumber],
      );
      const settling = { kind: 'differences', id, reason: 'a fee', reference: 'mail' } as const;
      return (await settleWork(parts(40), actor, settling))?.code ?? null;
    },
  };
}

test('a dispute that was won, and then lost when the bank looked again, is due again and is not given back', async () => {
  const sold = await chargedAt(0);
  const { line, totalCents } = sold;
  await sold.take(0, 8, [sold.charged, line('dispute', -totalCents)]);
  await sold.take(9, 12, [line('dispute won', totalCents)]);
  assert.deepEqual(await sold.moneyOn(12), ['Paid', 0]);
  const again = await sold.take(13, 16, [line('dispute lost', -totalCents)]);
  assert.deepEqual(again, { disputes: 2, different: 0, unknown: 0 });
  assert.deepEqual(await sold.moneyOn(17), ['Unpaid', totalCents]);
  await sold.cancel(20);
  assert.equal(await sold.refundedCents(), 0, 'the bank has taken it');
  assert.deepEqual(await sold.faults(), []);
});

test('a file of earlier days does not lose a dispute that was won since, and the check of the books names it', async () => {
  const sold = await chargedAt(1);
  const { line, totalCents } = sold;
  await sold.take(0, 8, [sold.charged, line('dispute', -totalCents)]);
  await sold.take(13, 16, [line('dispute won', totalCents)]);
  const late = await sold.take(9, 12, [line('dispute lost', -totalCents)]);
  assert.deepEqual(late, { disputes: 0, different: 0, unknown: 1 });
  assert.deepEqual(await sold.moneyOn(17), ['Paid', 0]);
  const faults = await sold.faults();
  assert.equal(faults.length, 1);
  assert.match(faults[0]!, /^lost dispute not recorded, reference /);
});

test('of a dispute of more than the charge what the charge can bear is recorded, and the rest is a difference', async () => {
  const sold = await chargedAt(2);
  const { line, totalCents } = sold;
  const feeCents = 25_00;
  const taken = await sold.take(0, 8, [sold.charged, line('dispute', -totalCents - feeCents)]);
  assert.deepEqual(taken, { disputes: 1, different: 1, unknown: 0 });
  assert.deepEqual(await sold.moneyOn(9), ['Disputed', 0]);
  await sold.cancel(10);
  assert.equal(await sold.refundedCents(), 0);
  assert.deepEqual(await sold.faults(), []);
  assert.equal(await sold.settle(), null, 'more can’t be recorded of it');
  const won = await sold.take(11, 16, [line('dispute won', totalCents + feeCents)]);
  assert.deepEqual(won, { disputes: 1, different: 1, unknown: 0 }, 'the bank has given its fee back, too');
  await scheduled.harness.runJobs();
  assert.ok((await sold.refundedCents()) > 0, 'the money is there again');
  assert.deepEqual(await sold.faults(), []);
});

test('a dispute that stands twice in a file is one, also where the file says how it ended', async () => {
  const sold = await chargedAt(3);
  const { line } = sold;
  const dispute = line('dispute', -100_00);
  const taken = await sold.take(0, 8, [
    sold.charged,
    dispute,
    dispute,
    line('dispute lost', 0),
    line('dispute lost', 0),
  ]);
  assert.deepEqual(taken, { disputes: 2, different: 0, unknown: 1 });
  assert.deepEqual(await sold.moneyOn(9), ['Unpaid', 100_00]);
  assert.deepEqual(await sold.faults(), []);
});

test('a dispute that a file lost, and that was won, is named where a file of the same days says that it was lost again', async () => {
  const sold = await chargedAt(4);
  const { line, totalCents } = sold;
  await sold.take(0, 8, [sold.charged, line('dispute', -totalCents)]);
  await sold.take(9, 12, [line('dispute lost', 0)]);
  assert.deepEqual(await sold.take(13, 16, [line('dispute won', totalCents)]), {
    disputes: 1,
    different: 0,
    unknown: 0,
  });
  assert.deepEqual(await sold.faults(), []);
  const again = await sold.take(12, 17, [line('dispute lost', -totalCents)]);
  assert.deepEqual(again, { disputes: 0, different: 0, unknown: 1 });
  assert.match((await sold.faults()).join(), /^lost dispute not recorded, reference /);
  assert.equal(await sold.settle(), null, 'it told the first time once more');
  assert.deepEqual(await sold.faults(), []);
});
