import type { DatabaseMode } from '../../domain/mode.ts';
import type { Tx } from '../database.ts';
import { sendRead } from '../statement.ts';

/**
 * Returns the mode that the database belongs to: the one written down at the first start. Commands may fill a
 * database before that: then the sandbox's sample data decide, and data without them are production's. Null for one
 * without data.
 */
export async function readDatabaseMode(tx: Tx, wanted?: DatabaseMode): Promise<DatabaseMode | null> {
  const { rows: tables } = await sendRead<{ hasMode: boolean; hasData: boolean }>(
    tx,
    `SELECT to_regclass('database_mode') IS NOT NULL AS "hasMode", to_regclass('sandbox_seed') IS NOT NULL AS "hasData"`,
  );
  const { hasMode, hasData } = tables[0]!;
  const written = hasMode ? await sendRead<{ mode: DatabaseMode }>(tx, 'SELECT mode FROM database_mode') : null;
  if (written?.rows[0] !== undefined) return written.rows[0].mode;
  if (!hasData) return null;
  const { rows } = await sendRead<{ mode: DatabaseMode | null }>(
    tx,
    `SELECT CASE
       WHEN EXISTS (SELECT FROM sandbox_seed) OR EXISTS (SELECT FROM sandbox_key) THEN 'sandbox'
       WHEN EXISTS (SELECT FROM integration) OR EXISTS (SELECT FROM operator_account) OR EXISTS (SELECT FROM rate_book)
         THEN 'production'
     END AS mode`,
  );
  const { mode } = rows[0]!;
  // Data that commands have filled in before the first start may be a rehearsal's.
  return mode === 'production' && wanted === 'rehearsal' ? 'rehearsal' : mode;
}

/** Writes the mode down once. Returns false, and changes nothing, if there is one. */
export async function writeDatabaseMode(tx: Tx, mode: DatabaseMode): Promise<boolean> {
  const { rowCount } = await tx.query('INSERT INTO database_mode (mode) VALUES ($1) ON CONFLICT DO NOTHING', [mode]);
  return rowCount === 1;
}

/** Returns why this mode may not use a database of that mode, and what to do; null if it may. */
export function faultOfMode(mode: DatabaseMode, found: DatabaseMode | null): string | null {
  if (found === null || found === mode) return null;
  if (found === 'rehearsal')
    return 'This database belongs to a rehearsal, in which nothing was real: set DATABASE_URL to another database, or CARD_PROCESSOR and LENDER to rehearsal.';
  if (mode === 'rehearsal' && found === 'production')
    return 'This database belongs to production, and a rehearsal never uses it: set DATABASE_URL to another database.';
  return found === 'production'
    ? 'This database belongs to production, and the sandbox never uses it: set NORTHBIND_MODE=production, or DATABASE_URL to another database.'
    : "This database belongs to the sandbox (it has the sandbox's sample data), and production never uses it: set DATABASE_URL to another database.";
}
