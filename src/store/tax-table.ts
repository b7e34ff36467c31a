import type { Tx } from './database.ts';

export interface TaxTableHead {
  readonly version: string;
  readonly loadedAt: Date;
  /** Whether it is the latest. */
  readonly isInForce: boolean;
}

/** Latest first; a page starts after the version that ended the previous one. */
export async function listTaxTables(
  tx: Tx,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly TaxTableHead[]> {
  const { rows } = await tx.query<TaxTableHead>(
    `SELECT version, loaded_at AS "loadedAt",
            version = (SELECT version FROM tax_table ORDER BY loaded_at DESC, version LIMIT 1) AS "isInForce"
     FROM tax_table
     WHERE $1::text IS NULL
        OR (loaded_at, version) < (SELECT loaded_at, version FROM tax_table WHERE version = $1)
     ORDER BY loaded_at DESC, version DESC
     LIMIT $2`,
    [after, limit],
  );
  return rows;
}

export async function hasTaxTable(tx: Tx, version: string): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT FROM tax_table WHERE version = $1', [version]);
  return rowCount !== 0;
}
