import type { VinPattern } from '../../domain/vehicle/vin-pattern.ts';
import type { Tx } from '../database.ts';
import type { AskedPage, Page } from '../list/filter.ts';
import { readPage } from '../list/listing.ts';
import { allRows, firstRow } from '../statement.ts';

export interface VinPatternRow extends VinPattern {
  readonly id: string;
}

const columnsSql = `id, pattern, year_from AS "yearFrom", year_to AS "yearTo", make, model, trim, body_class AS "bodyClass",
  drive_type AS "driveType", fuel_type AS "fuelType", engine`;

/** By id, the newest first. */
export function listVinPatterns(tx: Tx, { cursor, limit }: AskedPage): Promise<Page<VinPatternRow>> {
  const text = `
    SELECT ${columnsSql}
    FROM vin_pattern
    WHERE ($1::uuid IS NULL OR id < $1)
    ORDER BY id DESC
    LIMIT $2`;
  return readPage<VinPatternRow>(tx, { text, values: [cursor, limit + 1], limit, cursorOf: ({ id }) => id });
}

export const readVinPatterns = allRows<VinPatternRow>(
  'read_vin_patterns',
  `SELECT ${columnsSql} FROM vin_pattern ORDER BY id DESC`,
);

/** Returns null if there are `max` patterns already. */
export const insertVinPattern = firstRow<VinPatternRow, [row: VinPattern, max: number]>(
  'insert_vin_pattern',
  `INSERT INTO vin_pattern (pattern, year_from, year_to, make, model, trim, body_class, drive_type, fuel_type, engine)
   SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
   WHERE (SELECT count(*) FROM vin_pattern) < $11
   RETURNING ${columnsSql}`,
  (row, max) => [
    ...[row.pattern, row.yearFrom, row.yearTo, row.make, row.model],
    ...[row.trim, row.bodyClass, row.driveType, row.fuelType, row.engine, max],
  ],
);

export const deleteVinPattern = firstRow<VinPatternRow, [id: string]>(
  'delete_vin_pattern',
  `DELETE FROM vin_pattern WHERE id = $1 RETURNING ${columnsSql}`,
);
