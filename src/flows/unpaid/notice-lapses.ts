import type { MailId } from '../../domain/ids.ts';
import { type Seller, todayOf } from '../../domain/partner/seller.ts';
import { noticeLapses as record } from '../../store/card/due-charge.ts';
import { newId } from '../new-id.ts';
import type { Parts } from '../parts.ts';

export type NoticeLapsesParts = Parts<'database' | 'log' | 'lapseNoticeDays'>;

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
  const mailIds = Array.from({ length: batchMax }, () => newId<MailId>());
  const noticed = await record(database, todays, { days: lapseNoticeDays, mailIds });
  for (const policyNumber of noticed) log.warn('lapse noticed', { policyNumber });
  return noticed.length;
}
