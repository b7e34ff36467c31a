import type { VinPattern } from '../../domain/vehicle/vin-pattern.ts';
import type { Tx } from '../database.ts';
import type { NamePage } from './name-page.ts';

export interface VinPatternRow extends VinPattern {
  readonly id: string;
}

const columns = `id, pattern, year_from AS "yearFrom", year_to AS "yearTo", make, model, trim, body_class AS "bodyClass",
  drive_type AS "driveType", fuel_type AS "fuelType", engine`;

/** By id, the newest first. */
export async function listVinPatterns(
  tx: Tx,
  { cursor, limit }: { readonly cursor: string | null; readonly limit: number },
): Promise<NamePage<VinPatternRow>> {
  const { rows } = await tx.query<VinPatternRow>(
    `SELECT ${columns}
     FROM vin_pattern
     WHERE ($1::uuid IS NULL OR id < $1)
     ORDER BY id DESC
     LIMIT $2`,
    [cursor, limit + 1],
  );
  const shown = rows.slice(0, limit);
  return { rows: shown, nextCursor: rows.length > limit ? shown.at(-1)!.id : null };
}

export async function readVinPatterns(tx: Tx): Promise<readonly VinPatternRow[]> {
  const { rows } = await tx.query<VinPatternRow>(`SELECT ${columns} FROM vin_pattern ORDER BY id DESC`);
  return rows;
}

/** Returns null if there are `max` patterns already. */
export async function insertVinPattern(tx: Tx, row: VinPattern, max: number): Promise<VinPatternRow | null> {
  const { rows } = await tx.query<VinPatternRow>(
    `INSERT INTO vin_pattern (pattern, year_from, year_to, make, model, trim, body_class, drive_type, fuel_type, engine)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
     WHERE (SELECT count(*) FROM vin_pattern) < $11
     RETURNING ${columns}`,
    [
      ...[row.pattern, row.yearFrom, row.yearTo, row.make, row.model],
      ...[row.trim, row.bodyClass, row.driveType, row.fuelType, row.engine, max],
    ],
  );
  return rows[0] ?? null;
}

export async function deleteVinPattern(tx: Tx, id: string): Promise<VinPatternRow | null> {
  const { rows } = await tx.query<VinPatternRow>(`DELETE FROM vin_pattern WHERE id = $1 RETURNING ${columns}`, [id]);
  return rows[0] ?? null;
}
