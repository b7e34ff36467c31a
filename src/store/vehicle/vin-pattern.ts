import type { VinPattern } from '../../domain/vehicle/vin-pattern.ts';
import type { Tx } from '../database.ts';
import type { AskedPage, Page } from '../list/filter.ts';
import { readPage } from '../list/listing.ts';
import { read, write } from '../statement.ts';

export interface VinPatternRow extends VinPattern {
  readonly id: string;
}

const columnsSql = `id, pattern, year_from AS "yearFrom", year_to AS "yearTo", make, model, trim, body_class AS "bodyClass",
  drive_type AS "driveType", fuel_type AS "fuelType", engine`;

/** Lists them by id, the newest first. */
export function listVinPatterns(tx: Tx, { cursor, limit }: AskedPage): Promise<Page<VinPatternRow>> {
  const text = `
    SELECT ${columnsSql}
    FROM vin_pattern
    WHERE (:cursor::uuid IS NULL OR id < :cursor)
    ORDER BY id DESC
    LIMIT :rowsMax`;
  return readPage<VinPatternRow>(tx, { text, values: { cursor, rowsMax: limit + 1 }, limit, cursorOf: ({ id }) => id });
}

export const readVinPatterns = read.allRows<VinPatternRow>(
  'read_vin_patterns',
  `SELECT ${columnsSql} FROM vin_pattern ORDER BY id DESC`,
);

/** Returns null if there are `max` patterns already. */
export const insertVinPattern = write.firstRow<VinPatternRow, [row: VinPattern, max: number]>(
  'insert_vin_pattern',
  `INSERT INTO vin_pattern (pattern, year_from, year_to, make, model, trim, body_class, drive_type, fuel_type, engine)
   SELECT :pattern, :yearFrom, :yearTo, :make, :model, :trim, :bodyClass, :driveType, :fuelType, :engine
   WHERE (SELECT count(*) FROM vin_pattern) < :max
   RETURNING ${columnsSql}`,
  (row, max) => ({
    pattern: row.pattern,
    yearFrom: row.yearFrom,
    yearTo: row.yearTo,
    make: row.make,
    model: row.model,
    trim: row.trim,
    bodyClass: row.bodyClass,
    driveType: row.driveType,
    fuelType: row.fuelType,
    engine: row.engine,
    max,
  }),
);

export const deleteVinPattern = write.firstRow<VinPatternRow, [{ readonly id: string }]>(
  'delete_vin_pattern',
  `DELETE FROM vin_pattern WHERE id = :id RETURNING ${columnsSql}`,
);
