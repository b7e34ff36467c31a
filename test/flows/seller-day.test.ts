import assert from 'node:assert/strict';
import test from 'node:test';
import { chargeDue } from '../../src/flows/card/charge-due.ts';
import { readSellers } from '../../src/store/reference/sellers.ts';
import { cardForm, openBindHarness } from '../kit/sale/bind-harness.ts';
import { authorizedPayment } from '../kit/sale/binding.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { clockAt, inDatabase, noon } from '../kit/sale/quoting.ts';
import { cloneDatabase } from '../kit/service/database.ts';
import { startTestService } from '../kit/service/service.ts';

/* In Alberta the day begins at 06:00 UTC since 2026; zone data from before let it begin an hour later in winter. */
const dueDay = '2026-12-01';
const halfPastMidnight = new Date('2026-12-01T06:30:00Z');

test('a charge in Alberta runs in the first hour of its day, and is in the books of that day', async () => {
  const databaseUrl = await cloneDatabase();
  const harness = await openBindHarness(databaseUrl, 'alberta');
  const service = await startTestService({ environment: { DATABASE_URL: databaseUrl }, clock: clockAt(noon).clock });
  const saleClient = await openSaleClient(service, 'alberta');
  const choice = (await saleClient.quote({ effectiveDate: dueDay })).choose('Replacement', 2);
  const payment = await authorizedPayment(saleClient, choice);
  await service.close(); // This also stops its jobs.
  assert.equal((await harness.bind({ form: cardForm(choice, payment) })).kind, 'bound');
  const sellers = [...(await readSellers(harness.parts.database)).byId.values()];
  assert.equal(await chargeDue(harness.parts, sellers, new Date(halfPastMidnight.getTime() - 3_600_000)), 0);
  assert.equal(await chargeDue(harness.parts, sellers, halfPastMidnight), 1);
  const days = await inDatabase(
    databaseUrl,
    `SELECT booked_on::text AS day FROM ledger_entry WHERE application_id = $1 AND kind = 'charge'`,
    [choice.applicationId],
  );
  assert.deepEqual(days, [{ day: dueDay }]);
});

test('no date of a province is reckoned by the database', async () => {
  const functions = await inDatabase(await cloneDatabase(), `SELECT proname FROM pg_proc WHERE prosrc ~* 'America/'`);
  assert.deepEqual(functions, []);
});
