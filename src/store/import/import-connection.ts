import type { Database, Tx } from '../database.ts';
import { write } from '../statement.ts';

// Arbitrary, but unique among the advisory locks of this database.
const importLock = 710_526_006;
const tryLock = write.onlyValue<boolean>(null, `SELECT pg_try_advisory_lock(${importLock})`);
const unlock = write.runs(null, `SELECT pg_advisory_unlock(${importLock})`);

export type ImportConnection = NonNullable<Awaited<ReturnType<typeof openImport>>>;

/**
 * Starts an import; null if one is already running on any instance. It has a connection of its own, with its temporary
 * tables. A slow upload holds no row lock and no transaction; only the last, quick step is a transaction.
 */
export async function openImport(database: Database) {
  const client = await database.connect();
  try {
    if (!(await tryLock(client))) {
      client.release();
      return null;
    }
  } catch (error) {
    client.release(true);
    throw error;
  }
  return {
    tx: client as Tx,
    /** Runs `work` in one transaction. When it throws, `close` rolls it back. */
    commit: async (work: () => Promise<void>): Promise<void> => {
      await client.query('BEGIN');
      await client.query("SET LOCAL statement_timeout = '60s'"); // One statement writes all rows.
      await work();
      await client.query('COMMIT');
    },
    /** Returns the connection to the pool; `drop` drops the tables. */
    close: async (drop: (tx: Tx) => Promise<void>): Promise<void> => {
      try {
        await client.query('ROLLBACK'); // Ends an unfinished transaction, if any.
        await drop(client);
        await unlock(client);
        client.release();
      } catch {
        client.release(true); // PostgreSQL drops the tables and the lock with the broken connection.
      }
    },
  };
}
