import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Database, transact } from '../../store/database.ts';

// Any number will do, as long as nothing else in this database locks it.
const tablesLock = 710_526_003;

/**
 * Makes the lender's tables and its token unless they are there; answers the token. Any number of instances may start
 * at once.
 */
export async function prepareTables(database: Database): Promise<string> {
  const tables = await readFile(new URL('./tables.sql', import.meta.url), 'utf8');
  return transact(database, async (tx) => {
    // IF NOT EXISTS alone does not help: two that create the same thing at once fail on the catalogue's own index.
    await tx.query('SELECT pg_advisory_xact_lock($1)', [tablesLock]);
    await tx.query(tables);
    await tx.query('INSERT INTO sandbox_lender.access (token) VALUES ($1) ON CONFLICT DO NOTHING', [
      randomBytes(32).toString('base64url'),
    ]);
    const { rows } = await tx.query<{ token: string }>('SELECT token FROM sandbox_lender.access');
    return rows[0]!.token;
  });
}
