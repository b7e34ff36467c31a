import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { type Database, transact } from '../database.ts';

/** The pooler in front of PostgreSQL does not keep what the service needs; the message says what to do. */
export class PoolerError extends Error {}

/**
 * Checks at a start what is between us and PostgreSQL. A pooler does not say its version to everybody, so its
 * behaviour is looked at: PgBouncer from 1.21 on keeps prepared statements, under names of its own.
 */
export async function examinePooler(database: Database, { isPooled }: { readonly isPooled: boolean }): Promise<void> {
  const found = await transact(database, (tx) => look(tx as pg.PoolClient));
  if (!found.isPooler) return;
  if (!found.keepsStatements)
    throw new PoolerError(
      'DATABASE_URL leads to a pooler that does not keep prepared statements: use PgBouncer 1.21 or newer, with max_prepared_statements above 0.',
    );
  if (!isPooled) throw needsDirectUrl();
  if (found.statementTimeout === '0')
    throw new PoolerError(
      "Behind a pooler the role has to have its own time limits: ALTER ROLE … SET statement_timeout = '15s', and idle_in_transaction_session_timeout = '30s'.",
    );
}

/** The first connection fails already where the pooler refuses the session's parameters. */
export function explainPooler(error: unknown): unknown {
  return error instanceof Error && /unsupported startup parameter/.test(error.message) ? needsDirectUrl() : error;
}

function needsDirectUrl(): PoolerError {
  return new PoolerError(
    'DATABASE_URL leads to a pooler: set DATABASE_DIRECT_URL to the address of PostgreSQL itself, for notifications, migrations and imports.',
  );
}

interface Found {
  readonly isPooler: boolean;
  readonly keepsStatements: boolean;
  readonly statementTimeout: string;
}

async function look(client: pg.PoolClient): Promise<Found> {
  // A name of its own: a pooler that does not keep statements leaves it on a connection that others use later.
  const probe = `northbind_probe_${randomUUID()}`;
  await client.query({ name: probe, text: 'SELECT 1' });
  const { rows } = await client.query<Found & { pid: number; isKeptAsIs: boolean }>(
    `SELECT pg_backend_pid() AS pid, current_setting('statement_timeout') AS "statementTimeout",
            EXISTS (SELECT FROM pg_prepared_statements WHERE name = $1) AS "isKeptAsIs"`,
    [probe],
  );
  const { pid, isKeptAsIs, statementTimeout } = rows[0]!;
  // A pooler gives the client a number of its own in place of the server process's.
  const { processID } = client as unknown as { readonly processID: number };
  return { isPooler: processID !== pid, keepsStatements: !isKeptAsIs, statementTimeout };
}
