import type { Mode } from '../../domain/mode.ts';
import type { Tx } from '../database.ts';
import { sendRead } from '../statement.ts';

/**
 * Returns the mode that the database belongs to: the one written down at the first start. Commands may fill a
 * database before that: then the sandbox's sample data decide, and data without them are production's. Null for one
 * without data.
 */
export async function readDatabaseMode(tx: Tx): Promise<Mode | null> {
  const { rows: tables } = await sendRead<{ hasMode: boolean; hasData: boolean }>(
    tx,
    `SELECT to_regclass('database_mode') IS NOT NULL AS "hasMode", to_regclass('sandbox_seed') IS NOT NULL AS "hasData"`,
  );
  const { hasMode, hasData } = tables[0]!;
  const written = hasMode ? await sendRead<{ mode: Mode }>(tx, 'SELECT mode FROM database_mode') : null;
  if (written?.rows[0] !== undefined) return written.rows[0].mode;
  if (!hasData) return null;
  const { rows } = await sendRead<{ mode: Mode | null }>(
    tx,
    `SELECT CASE
       WHEN EXISTS (SELECT FROM sandbox_seed) OR EXISTS (SELECT FROM sandbox_key) THEN 'sandbox'
       WHEN EXISTS (SELECT FROM integration) OR EXISTS (SELECT FROM operator_account) OR EXISTS (SELECT FROM rate_book)
         THEN 'production'
     END AS mode`,
  );
  return rows[0]!.mode;
}

/** Writes the mode down once. Returns false, and changes nothing, if there is one. */
export async function writeDatabaseMode(tx: Tx, mode: Mode): Promise<boolean> {
  const { rowCount } = await tx.query('INSERT INTO database_mode (mode) VALUES ($1) ON CONFLICT DO NOTHING', [mode]);
  return rowCount === 1;
}

/** Returns why this mode may not use a database of that mode, and what to do; null if it may. */
export function faultOfMode(mode: Mode, databaseMode: Mode | null): string | null {
  if (databaseMode === null || databaseMode === mode) return null;
  return databaseMode === 'production'
    ? 'This database belongs to production, and the sandbox never uses it: set NORTHBIND_MODE=production, or DATABASE_URL to another database.'
    : "This database belongs to the sandbox (it has the sandbox's sample data), and production never uses it: set DATABASE_URL to another database.";
}
