import type { PlainDate } from '../../domain/calendar.ts';
import type { VisibleIntegrations } from '../../domain/operator/operator.ts';
import type { LicenceEntry } from '../../domain/partner/judge-licence.ts';
import type { LicenceHolder, LicenceRequirement } from '../../domain/partner/licence.ts';
import type { Tx } from '../database.ts';
import type { Page } from '../list/filter.ts';
import { readPage } from '../list/listing.ts';
import { isVisibleSql } from '../operator/visible-integrations.ts';
import { read, sendRead, write } from '../statement.ts';
import { type PlaceInList, writeCursor } from './name-page.ts';

export interface LicenceRow extends LicenceEntry {
  readonly id: string;
  readonly holder: LicenceHolder & { readonly name: string };
}

const columnsSql = `
  licence.id, licence.province, licence.class, licence.number, licence.expires_on AS "expiresOn",
  json_build_object(
    'kind', CASE WHEN licence.seller_id IS NULL THEN 'dealer' ELSE 'seller' END,
    'id', coalesce(licence.seller_id::text, licence.dealer_id),
    'name', coalesce(seller.name, dealer.name)
  ) AS holder`;
const holdersSql = `
  LEFT JOIN seller ON seller.id = licence.seller_id
  LEFT JOIN dealer ON dealer.id = licence.dealer_id`;

export interface LicenceQuery {
  /** Keeps those of this holder; null keeps all. */
  readonly holder: LicenceHolder | null;
  /** Keeps those that expire on this day or before; null keeps all. */
  readonly until: PlainDate | null;
  readonly visibleIntegrations: VisibleIntegrations;
  /** The expiry and the id of the last row of the page before. */
  readonly after: PlaceInList | null;
  readonly limit: number;
}

/** Lists by expiry, the first to expire first. Dealers, and so their licences, are the same for everybody. */
export function listLicences(tx: Tx, query: LicenceQuery): Promise<Page<LicenceRow>> {
  const { holder, until, visibleIntegrations, after, limit } = query;
  const text = `
    SELECT ${columnsSql}
    FROM licence ${holdersSql}
    WHERE (licence.seller_id IS NULL OR ${isVisibleSql('licence.seller_id', ':visibleIntegrations')})
      AND (:sellerId::uuid IS NULL OR licence.seller_id = :sellerId)
      AND (:dealerId::text IS NULL OR licence.dealer_id = :dealerId)
      AND (:until::date IS NULL OR licence.expires_on <= :until)
      AND (:afterDay::date IS NULL OR (licence.expires_on, licence.id) > (:afterDay, :afterId::uuid))
    ORDER BY licence.expires_on, licence.id
    LIMIT :rowsMax`;
  const place = { afterDay: after?.name, afterId: after?.id };
  const values = { ...idsOf(holder), ...place, visibleIntegrations, until, rowsMax: limit + 1 };
  const cursorOf = ({ expiresOn, id }: LicenceRow): string => writeCursor({ name: expiresOn, id });
  return readPage<LicenceRow>(tx, { text, values, limit, cursorOf });
}

/** The holder's licence of that class in that province. */
export async function findLicence(
  tx: Tx,
  holder: LicenceHolder,
  entry: Pick<LicenceEntry, 'province' | 'class'>,
): Promise<LicenceRow | null> {
  const { rows } = await sendRead<LicenceRow>(
    tx,
    `SELECT ${columnsSql}
     FROM licence ${holdersSql}
     WHERE licence.${holder.kind}_id = :holderId AND licence.province = :province AND licence.class = :class`,
    { holderId: holder.id, province: entry.province, class: entry.class },
  );
  return rows[0] ?? null;
}

export const onConflictSql = `
     ON CONFLICT ON CONSTRAINT a_holder_has_one_licence_of_a_class_in_a_province DO UPDATE
     SET number = excluded.number, expires_on = excluded.expires_on,
         told_days = CASE WHEN licence.expires_on = excluded.expires_on THEN licence.told_days END
     WHERE (licence.number, licence.expires_on) <> (excluded.number, excluded.expires_on)`;

/** The operator is told anew when the expiry changes. */
export const writeLicence = write.runs<[holder: LicenceHolder, entry: LicenceEntry]>(
  'write_licence',
  `INSERT INTO licence (seller_id, dealer_id, province, class, number, expires_on)
   VALUES (:sellerId, :dealerId, :province, :class, :number, :expiresOn)
   ${onConflictSql}`,
  (holder, { province, class: licenceClass, number, expiresOn }) => ({
    ...idsOf(holder),
    province,
    class: licenceClass,
    number,
    expiresOn,
  }),
);

export const deleteLicence = write.runs<[{ readonly id: string }]>(
  'delete_licence',
  'DELETE FROM licence WHERE id = :id',
);

function idsOf(holder: LicenceHolder | null) {
  return {
    sellerId: holder?.kind === 'seller' ? holder.id : null,
    dealerId: holder?.kind === 'dealer' ? holder.id : null,
  };
}

/**
 * Takes licences whose next notice is due on these days, and marks them as noticed: the transaction must write the
 * mail, too. Whoever else takes them at the same time waits, and then finds nothing due.
 */
export const takeExpiring = write.allRows<LicenceRow, [todays: ReadonlyMap<string, PlainDate>, notice: Notice]>(
  null,
  `WITH noticed AS (
     UPDATE licence
     SET told_days = due.days
     FROM (
       SELECT licence.id, notice.days
       FROM licence
       JOIN unnest(:provinces::text[], :todays::date[]) AS today (province, day) USING (province)
       CROSS JOIN LATERAL (
         SELECT min(days) AS days
         FROM unnest(:noticeDays::int[]) AS days
         WHERE licence.expires_on <= today.day + days
       ) AS notice
       WHERE notice.days IS NOT NULL AND (licence.told_days IS NULL OR licence.told_days > notice.days)
       ORDER BY licence.expires_on, licence.id
       LIMIT :countMax
       FOR UPDATE OF licence
     ) AS due
     WHERE licence.id = due.id
     RETURNING licence.*
   )
   SELECT ${columnsSql}
   FROM noticed AS licence ${holdersSql}
   ORDER BY licence.expires_on, licence.id`,
  (todays, { noticeDays, countMax }) => ({
    provinces: [...todays.keys()],
    todays: [...todays.values()],
    noticeDays,
    countMax,
  }),
);

interface Notice {
  readonly noticeDays: readonly number[];
  readonly countMax: number;
}

/** All that were ever decided, by province and day: one a day at most, and a few in all. */
export const listRequirements = read.allRows<LicenceRequirement>(
  'list_licence_requirements',
  `SELECT province, from_day AS "fromDay", is_needed AS "isNeeded"
   FROM licence_requirement
   ORDER BY province, from_day`,
);

/** Another decision for the same day replaces it. */
export const writeRequirement = write.runs<[requirement: LicenceRequirement]>(
  'write_licence_requirement',
  `INSERT INTO licence_requirement (province, from_day, is_needed)
   VALUES (:province, :fromDay, :isNeeded)
   ON CONFLICT (province, from_day) DO UPDATE SET is_needed = excluded.is_needed`,
  ({ province, fromDay, isNeeded }) => ({ province, fromDay, isNeeded }),
);
