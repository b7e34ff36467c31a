import type pg from 'pg';
import type { Database, Tx } from '../database.ts';

/**
 * A connection of an import's own, with its temporary tables. A slow upload holds neither a row nor a transaction; only
 * the last step, which is quick, is one.
 */
export interface ImportConnection {
  readonly tx: Tx;
  /** Runs `work` in one transaction. When it throws, `close` rolls it back. */
  readonly commit: (work: () => Promise<void>) => Promise<void>;
  /** Leaves the connection as it was found; `drop` drops the tables. */
  readonly close: (drop: (tx: Tx) => Promise<void>) => Promise<void>;
}

// Any number will do, as long as nothing else in this database locks it.
const importLock = 710_526_006;

/** One import at a time, over all instances: null when another one runs. */
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
        await client.query('ROLLBACK'); // Of a transaction that was left in the middle; otherwise nothing.
        await drop(client);
        await client.query('SELECT pg_advisory_unlock($1)', [importLock]);
        client.release();
      } catch {
        client.release(true); // Broken: PostgreSQL drops tables and lock with the connection.
      }
    },
  };
}
