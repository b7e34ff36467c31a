import assert from 'node:assert/strict';
import { addDays } from '../../src/domain/calendar/calendar.ts';
import { chargeDue } from '../../src/flows/charge-due.ts';
import type { CardProcessor } from '../../src/ports/card-processor.ts';
import { readSellers } from '../../src/store/reference/sellers.ts';
import { type Branch, cardForm, openBranch } from './bind-carrier.ts';
import { authorizedPayment } from './binding.ts';
import { cloneDatabase } from './database.ts';
import { type Choice, openTill, type Started } from './paying.ts';
import { clockAt, inDatabase, noon, noonDay } from './quoting.ts';
import { startTestService } from './service.ts';

export interface ScheduledSale {
  readonly choice: Choice;
  readonly payment: Started;
}

/** Policies whose saved cards are charged on later days, and the job that charges them, run by the test itself. */
export interface Scheduled {
  readonly databaseUrl: string;
  readonly branch: Branch;
  /** By how many days ahead their cards are charged. */
  readonly sales: ReadonlyMap<number, readonly ScheduledSale[]>;
  /** The job's turn on that day. */
  readonly chargeOn: (day: number, changes: Partial<CardProcessor>) => Promise<number>;
  /** What it logged as errors. */
  readonly errors: string[];
  readonly chargeOf: (sale: ScheduledSale) => Promise<{ readonly state: string; readonly tries: number }>;
}

/** Sells so many policies for each of the days. */
export async function openScheduled(counts: readonly (readonly [day: number, count: number])[]): Promise<Scheduled> {
  const databaseUrl = await cloneDatabase();
  const branch = await openBranch(databaseUrl);
  const service = await startTestService({ environment: { DATABASE_URL: databaseUrl }, clock: clockAt(noon).clock });
  const till = await openTill(service);
  const sales = new Map<number, readonly ScheduledSale[]>();
  for (const [day, count] of counts) {
    const ofDay = Array.from({ length: count }, async () => {
      const choice = (await till.quote({ effectiveDate: addDays(noonDay, day) })).choose('Replacement', 2);
      return { choice, payment: await authorizedPayment(till, choice) };
    });
    sales.set(day, await Promise.all(ofDay));
  }
  await service.close(); // With its jobs.
  for (const { choice, payment } of [...sales.values()].flat()) {
    assert.equal((await branch.carry({ form: cardForm(choice, payment) })).kind, 'bound');
  }
  const errors: string[] = [];
  return {
    databaseUrl,
    branch,
    sales,
    errors,
    chargeOn: async (day, changes) => {
      const sellers = [...(await readSellers(branch.parts.database)).byId.values()];
      const cards = { ...branch.parts.cards, ...changes };
      const log = { ...branch.parts.log, error: (event: string) => void errors.push(event) };
      return chargeDue({ ...branch.parts, cards, log }, sellers, new Date(Date.parse(noon) + day * 86_400_000));
    },
    chargeOf: async ({ payment }) => {
      const sql = 'SELECT state, tries FROM due_charge WHERE card_payment_id = $1';
      return (await inDatabase(databaseUrl, sql, [payment.asked.paymentId]))[0];
    },
  };
}
