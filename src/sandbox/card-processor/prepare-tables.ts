import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Database, transact } from '../../store/database.ts';

// Any number that nothing else in this database locks.
const tablesLock = 710_526_002;

/**
 * Creates the processor's tables and the merchant's token if they are missing, and returns the token. Any number of
 * instances may start at once.
 */
export async function prepareTables(database: Database): Promise<string> {
  const tables = await readFile(new URL('./tables.sql', import.meta.url), 'utf8');
  return transact(database, async (tx) => {
    // IF NOT EXISTS is not enough: concurrent creations fail on the catalog's unique index.
    await tx.query('SELECT pg_advisory_xact_lock($1)', [tablesLock]);
    await tx.query(tables);
    await tx.query('INSERT INTO sandbox_cards.merchant (api_token) VALUES ($1) ON CONFLICT DO NOTHING', [
      randomBytes(32).toString('base64url'),
    ]);
    const { rows } = await tx.query<{ api_token: string }>('SELECT api_token FROM sandbox_cards.merchant');
    return rows[0]!.api_token;
  });
}
