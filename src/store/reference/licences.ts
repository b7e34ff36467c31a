import type { PlainDate } from '../../domain/calendar.ts';
import type { Licences } from '../../domain/partner/licence.ts';
import type { Province } from '../../domain/province.ts';
import type { Tx } from '../database.ts';
import { listRequirements } from '../partner/licence.ts';
import { sendRead } from '../statement.ts';

/** Where no province needs a licence, no licence is read. */
export async function readLicences(tx: Tx): Promise<Licences> {
  const requirements = await listRequirements(tx);
  const provinces = requirements.filter(({ isNeeded }) => isNeeded).map(({ province }) => province);
  const { rows } = await sendRead<{ kind: string; id: string; province: Province; lastDay: PlainDate }>(
    tx,
    `SELECT CASE WHEN seller_id IS NULL THEN 'dealer' ELSE 'seller' END AS kind,
            coalesce(seller_id::text, dealer_id) AS id, province, max(expires_on) AS "lastDay"
     FROM licence
     WHERE province = ANY (:provinces)
     GROUP BY seller_id, dealer_id, province`,
    { provinces },
  );
  const lastDays = new Map(rows.map(({ kind, id, province, lastDay }) => [`${kind} ${id} ${province}`, lastDay]));
  return { requirements, lastDayOf: ({ kind, id }, province) => lastDays.get(`${kind} ${id} ${province}`) ?? null };
}
