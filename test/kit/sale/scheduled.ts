import assert from 'node:assert/strict';
import { addDays } from '../../../src/domain/calendar.ts';
import type { PaymentId } from '../../../src/domain/ids.ts';
import { chargeDue } from '../../../src/flows/card/charge-due.ts';
import type { CardProcessor } from '../../../src/ports/card-processor.ts';
import { readSellers } from '../../../src/store/reference/sellers.ts';
import { cloneDatabase } from '../service/database.ts';
import { startTestService } from '../service/service.ts';
import { type BindHarness, cardForm, openBindHarness } from './bind-harness.ts';
import { authorizedPayment } from './binding.ts';
import { type Choice, openSaleClient, type Started } from './paying.ts';
import { clockAt, inDatabase, noon, noonDay } from './quoting.ts';

export interface ScheduledSale {
  readonly choice: Choice;
  readonly payment: Started;
}

/** Policies whose saved cards are charged on later days, and the job that charges them, run by the test. */
export interface Scheduled {
  readonly databaseUrl: string;
  readonly harness: BindHarness;
  /** The sales, by how many days ahead their cards are charged. */
  readonly sales: ReadonlyMap<number, readonly ScheduledSale[]>;
  /** Runs the job on that day. `only`: of this payment alone. */
  readonly chargeOn: (day: number, changes: Partial<CardProcessor>, only?: PaymentId) => Promise<number>;
  /** What it logged as errors. */
  readonly errors: string[];
  readonly chargeOf: (sale: ScheduledSale) => Promise<{ readonly state: string; readonly tries: number }>;
}

/** Sells a number of policies for each day. */
export async function openScheduled(counts: readonly (readonly [day: number, count: number])[]): Promise<Scheduled> {
  const databaseUrl = await cloneDatabase();
  const harness = await openBindHarness(databaseUrl);
  const service = await startTestService({ environment: { DATABASE_URL: databaseUrl }, clock: clockAt(noon).clock });
  const saleClient = await openSaleClient(service);
  const sales = new Map<number, readonly ScheduledSale[]>();
  for (const [day, count] of counts) {
    const ofDay = Array.from({ length: count }, async () => {
      const choice = (await saleClient.quote({ effectiveDate: addDays(noonDay, day) })).choose('Replacement', 2);
      return { choice, payment: await authorizedPayment(saleClient, choice) };
    });
    sales.set(day, await Promise.all(ofDay));
  }
  await service.close(); // This also stops its jobs.
  for (const { choice, payment } of [...sales.values()].flat()) {
    assert.equal((await harness.bind({ form: cardForm(choice, payment) })).kind, 'bound');
  }
  const errors: string[] = [];
  return {
    databaseUrl,
    harness,
    sales,
    errors,
    chargeOn: async (day, changes, only) => {
      const sellers = [...(await readSellers(harness.parts.database)).byId.values()];
      const cards = { ...harness.parts.cards, ...changes };
      const log = { ...harness.parts.log, error: (event: string) => void errors.push(event) };
      const now = new Date(Date.parse(noon) + day * 86_400_000);
      return chargeDue({ ...harness.parts, cards, log }, sellers, now, undefined, { only: only ?? null });
    },
    chargeOf: async ({ payment }) => {
      const sql = 'SELECT state, tries FROM due_charge WHERE card_payment_id = $1';
      return (await inDatabase(databaseUrl, sql, [payment.asked.paymentId]))[0];
    },
  };
}
