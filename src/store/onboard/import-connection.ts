import type pg from 'pg';
import type { Database, Tx } from '../database.ts';

/**
 * A dedicated connection for an import, with its temporary tables. A slow upload holds no row lock and no transaction;
 * only the last, quick step is a transaction.
 */
export interface ImportConnection {
  readonly tx: Tx;
  /** Runs `work` in one transaction. When it throws, `close` rolls it back. */
  readonly commit: (work: () => Promise<void>) => Promise<void>;
  /** Returns the connection to the pool; `drop` drops the tables. */
  readonly close: (drop: (tx: Tx) => Promise<void>) => Promise<void>;
}

// Arbitrary, but unique among the advisory locks of this database.
const importLock = 710_526_006;

/** Starts an import; null if one is already running on any instance. */
export async function openImport(database: Database): Promise<ImportConnection | null> {
  const client = await database.connect();
  try {
    const { rows } = await client.query<{ isOurs: boolean }>('SELECT pg_try_advisory_lock($1) AS "isOurs"', [
      importLock,
    ]);
    if (rows[0]?.isOurs === true) return connectionOf(client);
  } catch (error) {
    client.release(true);
    throw error;
  }
  client.release();
  return null;
}

function connectionOf(client: pg.PoolClient): ImportConnection {
  return {
    tx: client,
    commit: async (work) => {
      await client.query('BEGIN');
      await client.query("SET LOCAL statement_timeout = '60s'"); // One statement writes all rows.
      await work();
      await client.query('COMMIT');
    },
    close: async (drop) => {
      try {
        await client.query('ROLLBACK'); // Ends an unfinished transaction, if any.
        await drop(client);
        await client.query('SELECT pg_advisory_unlock($1)', [importLock]);
        client.release();
      } catch {
        client.release(true); // PostgreSQL drops the tables and the lock with the broken connection.
      }
    },
  };
}
