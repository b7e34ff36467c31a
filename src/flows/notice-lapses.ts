import type { Log } from '../domain/log.ts';
import { type Seller, todayOf } from '../domain/seller.ts';
import type { Database } from '../store/database.ts';
import { noticeLapses as record } from '../store/due-charge.ts';

export interface NoticeLapsesParts {
  readonly database: Database;
  readonly log: Log;
  /** How many days after the last refusal; null: never. */
  readonly lapseNoticeDays: number | null;
}

const batchMax = 500;

/**
 * Tells customers whose charge was refused for the last time some days ago that their cover may be ended. Ending it is
 * an operator's act, a cancellation. Returns how many were told.
 */
export async function noticeLapses(
  { database, log, lapseNoticeDays }: NoticeLapsesParts,
  sellers: readonly Seller[],
  now: Date,
): Promise<number> {
  if (lapseNoticeDays === null) return 0;
  const todays = new Map(sellers.map((seller) => [seller.id, todayOf(seller, now)]));
  const noticed = await record(database, todays, { days: lapseNoticeDays, countMax: batchMax });
  for (const policyNumber of noticed) log.warn('lapse noticed', { policyNumber });
  return noticed.length;
}
