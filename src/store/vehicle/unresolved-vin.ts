import type { VinPattern } from '../../domain/vehicle/vin-pattern.ts';
import type { Tx } from '../database.ts';
import type { Page } from '../list/filter.ts';
import { readPage } from '../list/listing.ts';
import { type PageQuery, writeCursor } from '../partner/name-page.ts';
import { columnsOf, write } from '../statement.ts';

/** VINs alike in their first eight characters and model year, which partners looked up and which could not be read. */
export interface UnresolvedVin {
  readonly beginning: string;
  readonly modelYear: number;
  /** The make and model that were returned, not confirmed; null: nothing was. */
  readonly guess: string | null;
  readonly seenCount: number;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
}

export type SeenVin = Pick<UnresolvedVin, 'beginning' | 'modelYear' | 'guess' | 'seenCount'>;

/** A partner may send anything that has a right check digit, so the table keeps those seen last. */
const rowsMax = 1_000;

export async function addUnresolvedVins(tx: Tx, seen: readonly SeenVin[], now: Date): Promise<void> {
  await addSeen(tx, seen, now);
  await keepLatest(tx, { othersMax: rowsMax - 1 });
}

const addSeen = write.runs<[seen: readonly SeenVin[], now: Date]>(
  'add_unresolved_vins',
  `INSERT INTO unresolved_vin AS kept (beginning, model_year, guess, seen_count, first_seen_at, last_seen_at)
   SELECT beginning, model_year, guess, seen_count, :now, :now
   FROM unnest(:beginning::text[], :modelYear::int[], :guess::text[], :seenCount::bigint[]) AS seen (beginning, model_year, guess, seen_count)
   ORDER BY beginning, model_year
   ON CONFLICT (beginning, model_year) DO UPDATE
   SET guess = excluded.guess, seen_count = kept.seen_count + excluded.seen_count, last_seen_at = excluded.last_seen_at`,
  (seen, now) => ({ ...columnsOf(seen, 'beginning', 'modelYear', 'guess', 'seenCount'), now }),
);

const keepLatest = write.runs<[{ readonly othersMax: number }]>(
  'keep_latest_unresolved_vins',
  `DELETE FROM unresolved_vin
   WHERE last_seen_at < (
     SELECT last_seen_at FROM unresolved_vin ORDER BY last_seen_at DESC OFFSET :othersMax LIMIT 1
   )`,
);

/** The most frequent first. The cursor is the count and the beginning with the year. */
export function listUnresolvedVins(
  tx: Tx,
  { after, limit }: Pick<PageQuery, 'after' | 'limit'>,
): Promise<Page<UnresolvedVin>> {
  const text = `
    SELECT beginning, model_year AS "modelYear", guess, seen_count::int AS "seenCount",
           first_seen_at AS "firstSeenAt", last_seen_at AS "lastSeenAt"
    FROM unresolved_vin
    WHERE (:seenCount::bigint IS NULL OR (-seen_count, beginning, model_year) > (-:seenCount, :beginning, :modelYear::int))
    ORDER BY seen_count DESC, beginning, model_year
    LIMIT :rowsMax`;
  const place = { seenCount: after?.name, beginning: after?.id.slice(0, 8), modelYear: after?.id.slice(8) };
  const values = { ...place, rowsMax: limit + 1 };
  const cursorOf = ({ seenCount, beginning, modelYear }: UnresolvedVin): string =>
    writeCursor({ name: String(seenCount), id: `${beginning}${modelYear}` });
  return readPage<UnresolvedVin>(tx, { text, values, limit, cursorOf });
}

/** Deletes those that a pattern resolves from now on. */
export const deleteResolvedVins = write.runs<[pattern: VinPattern]>(
  'delete_resolved_vins',
  `DELETE FROM unresolved_vin
   WHERE beginning LIKE :pattern
     AND model_year BETWEEN :yearFrom AND :yearTo`,
  ({ pattern, yearFrom, yearTo }) => ({ pattern: pattern.replaceAll('*', '_'), yearFrom, yearTo }),
);
