import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Database, transact } from '../../store/database.ts';

// Any number that nothing else in this database locks.
const tablesLock = 710_526_003;

/**
 * Creates the lender's tables and its token if they are missing, and returns the token. Any number of instances may
 * start at once.
 */
export async function prepareTables(database: Database): Promise<string> {
  const tables = await readFile(new URL('./tables.sql', import.meta.url), 'utf8');
  return transact(database, async (tx) => {
    // IF NOT EXISTS is not enough: concurrent creations fail on the catalog's unique index.
    await tx.query('SELECT pg_advisory_xact_lock($1)', [tablesLock]);
    await tx.query(tables);
    await tx.query('INSERT INTO sandbox_lender.access (token) VALUES ($1) ON CONFLICT DO NOTHING', [
      randomBytes(32).toString('base64url'),
    ]);
    const { rows } = await tx.query<{ token: string }>('SELECT token FROM sandbox_lender.access');
    return rows[0]!.token;
  });
}
