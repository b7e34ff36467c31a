import { dateIn } from '../../domain/calendar.ts';
import { licenceNoticeDays } from '../../domain/partner/licence.ts';
import { provinces } from '../../domain/province.ts';
import { transact } from '../../store/database.ts';
import { insertOperatorMail } from '../../store/mail/operator-mail.ts';
import { takeExpiring } from '../../store/partner/licence.ts';
import { writeLicencesExpiring } from '../mail/operator-notices.ts';
import { newId } from '../new-id.ts';
import type { Parts } from '../parts.ts';

export type NoticeLicencesParts = Parts<'database' | 'log'>;

// One mail lists this many, since many licences expire on the same day.
const licencesPerMail = 200;

/**
 * Tells the operator of licences that expire soon: 60, 30 and 7 days ahead and on the day itself, once each. What was
 * told is marked in the transaction that writes the mail. Returns how many were told.
 */
export async function noticeLicences(
  { database, log }: NoticeLicencesParts,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const todays = new Map(provinces.map((province) => [province, dateIn(province, now)]));
  let count = 0;
  while (signal?.aborted !== true) {
    const taken = await transact(database, async (tx) => {
      const expiring = await takeExpiring(tx, todays, { noticeDays: licenceNoticeDays, countMax: licencesPerMail });
      if (expiring.length > 0)
        await insertOperatorMail(tx, { id: newId(), ...writeLicencesExpiring(expiring, todays) });
      return expiring.length;
    });
    count += taken;
    if (taken < licencesPerMail) break;
  }
  if (count > 0) log.warn('licences expiring', { count });
  return count;
}
