import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { entryOfGoodwill, entryOfWriteOff } from '../../src/domain/books/entry-of.ts';
import type { LedgerEntry } from '../../src/domain/books/ledger-entry.ts';
import { addDays } from '../../src/domain/calendar.ts';
import type { EntryId } from '../../src/domain/ids.ts';
import { isOperatorRefusal } from '../../src/domain/operator/operator-refusal.ts';
import { type OpenAccount, openAccount } from '../../src/flows/account/open-account.ts';
import { reinstate } from '../../src/flows/account/record-report.ts';
import { insertEntry } from '../../src/store/books/entry.ts';
import { transact } from '../../src/store/database.ts';
import { cancelAsShown } from '../kit/sale/cancelling.ts';
import { inDatabase, noon, noonDay } from '../kit/sale/quoting.ts';
import { openScheduled, type Scheduled } from '../kit/sale/scheduled.ts';

/* The ids of entries are made by the service: those of one millisecond are in no order, and instances' clocks differ. */

let scheduled: Scheduled;
const chargeDay = 5;
const on = (day: number) => new Date(Date.parse(noon) + day * 86_400_000);
/** Ids that an instance could have made whose clock is far behind. */
const earlyId = (count: number): EntryId => `00000000-0000-7000-8000-${String(count).padStart(12, '0')}` as EntryId;

before(async () => {
  scheduled = await openScheduled([[chargeDay, 2]]);
});

async function policyNumberOf(place: number): Promise<string> {
  const sale = scheduled.sales.get(chargeDay)![place]!;
  const [row] = await inDatabase(
    scheduled.databaseUrl,
    'SELECT policy_number AS number FROM policy WHERE application_id = $1',
    [sale.choice.applicationId],
  );
  return row.number;
}

function withAccount<Result>(policyNumber: string, day: number, act: (open: OpenAccount) => Promise<Result>) {
  return transact(scheduled.harness.parts.database, async (tx) =>
    act((await openAccount(tx, policyNumber, { now: on(day) }))!),
  );
}

function write({ tx, stored, at }: OpenAccount, entry: LedgerEntry, id: EntryId): Promise<number | null> {
  const { applicationId, policyNumber } = stored.policy;
  return insertEntry(tx, { applicationId, policyNumber, sellerId: stored.seller.id, day: at.today }, { ...entry, id });
}

test('entries are read in the order in which they were written, whatever their ids are', async () => {
  const policyNumber = await policyNumberOf(0);
  await withAccount(policyNumber, 0, async (open) => {
    for (const count of [3, 2, 1]) await write(open, entryOfGoodwill(count, `planted ${count}`), earlyId(count));
  });
  const amounts = await withAccount(policyNumber, 0, async ({ stored }) =>
    stored.record.entries.map(({ kind, amountCents }) => (kind === 'sale' ? kind : amountCents)),
  );
  assert.deepEqual(amounts, ['sale', 3, 2, 1]);
});

test('a cancelled policy that is reinstated owes its whole price, though the id of its write-off is lower than that of its cancellation', async () => {
  const policyNumber = await policyNumberOf(1);
  const parts = { ...scheduled.harness.parts, now: on(20) };
  await cancelAsShown(parts, policyNumber, { kind: 'pro-rata', cancelledOn: addDays(noonDay, 20), usedDays: 'owe' });
  const owedCents = await withAccount(policyNumber, 20, async (open) => {
    const { balanceCents } = open.account;
    assert.ok(balanceCents > 0, 'the used days cost something');
    await write(open, entryOfWriteOff(balanceCents, 'planted'), earlyId(9));
    return balanceCents;
  });
  await withAccount(policyNumber, 20, async ({ account }) => assert.equal(account.writtenOffCents, owedCents));
  await withAccount(policyNumber, 20, async (open) => {
    const reinstated = await reinstate(scheduled.harness.parts, open);
    assert.ok(!isOperatorRefusal(reinstated), JSON.stringify(reinstated));
  });
  await withAccount(policyNumber, 20, async ({ account, stored }) => {
    assert.equal(account.writtenOffCents, 0);
    assert.equal(account.balanceCents, stored.record.totalCents);
  });
});
