import { addDays, endOfDay, type PlainDate } from '../../domain/calendar/calendar.ts';
import type { Seller } from '../../domain/seller.ts';
import { readDoneDay, rollUpDays, type SellerDay, writeDoneDay } from '../../store/dashboard/daily-sales.ts';
import type { Database } from '../../store/database.ts';

export interface RollUpParts {
  readonly database: Database;
}

// The days of sellers per statement, and the days per run. The first run can count a year of sales.
const sellerDaysMax = 2_000;
const daysMax = 400;

/**
 * Counts sales by seller and day for the dashboard. A day is in the time zone of the seller's province. Days that are
 * over everywhere are counted once more and are then final.
 */
export async function rollUpSales({ database }: RollUpParts, sellers: readonly Seller[], now: Date): Promise<void> {
  const done = await readDoneDay(database);
  if (done === null) return;
  const today = now.toISOString().slice(0, 10); // In UTC: no Canadian zone is ahead of it.
  const days = daysBetween(addDays(done, 1), today).slice(0, daysMax);
  for (const batch of batchesOf(days, sellers)) await rollUpDays(database, batch);
  // Two days ago the day is over in every zone, and every transaction of that day has ended.
  const final = days.filter((day) => day <= addDays(today, -2)).at(-1);
  if (final !== undefined) await writeDoneDay(database, final);
}

function daysBetween(from: PlainDate, to: PlainDate): readonly PlainDate[] {
  const days: PlainDate[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

function* batchesOf(days: readonly PlainDate[], sellers: readonly Seller[]): Generator<readonly SellerDay[]> {
  let batch: SellerDay[] = [];
  for (const day of days) {
    for (const seller of sellers) {
      batch.push(sellerDay(seller, day));
      if (batch.length === sellerDaysMax) {
        yield batch;
        batch = [];
      }
    }
  }
  if (batch.length > 0) yield batch;
}

function sellerDay({ id, province }: Seller, day: PlainDate): SellerDay {
  return { sellerId: id, day, begins: endOfDay(addDays(day, -1), province), ends: endOfDay(day, province) };
}
