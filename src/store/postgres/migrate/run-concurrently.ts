import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../../../domain/log.ts';
import type { Database } from '../../database.ts';
import { MigrationError } from './error.ts';

export interface Concurrent {
  /** Which migration, for the log. */
  readonly name: string;
  /** How long it waits for one and the same transaction. */
  readonly waitMsMax: number;
  readonly log: Pick<Log, 'info'>;
  readonly run: () => Promise<void>;
}

const lookMs = 500;
const sayMs = 5_000;
const canceled = '57014';

/**
 * Runs a statement that is CONCURRENTLY. It makes nobody wait, but waits itself until every transaction that was open
 * before has ended, also one that never does. So another connection looks what it waits for, says so, and ends it where
 * that is one and the same transaction for too long.
 */
export async function runConcurrently(
  database: Database,
  client: pg.PoolClient,
  { name, waitMsMax, log, run }: Concurrent,
): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const { pid } = rows[0]!;
  const over = new AbortController();
  let endless: Blocker | null = null;
  const watching = (async () => {
    let [since, saidAt] = [performance.now(), performance.now()];
    let before = '';
    while (!over.signal.aborted) {
      await sleep(lookMs, undefined, { signal: over.signal }).catch(() => undefined);
      const blocker = await findBlocker(database, pid);
      const now = performance.now();
      if (blocker === null || blocker.transaction !== before) since = now;
      before = blocker?.transaction ?? '';
      if (blocker === null || over.signal.aborted) continue;
      if (now - since >= waitMsMax) {
        endless = blocker;
        await database.query('SELECT pg_cancel_backend($1)', [pid]);
        return;
      }
      if (now - saidAt < sayMs) continue;
      log.info('migration waits for a transaction', { migration: name, process: blocker.pid, of: blocker.application });
      saidAt = now;
    }
  })();
  try {
    await run();
  } catch (error) {
    if (endless === null || (error as { code?: string }).code !== canceled) throw error;
    throw tooLong(name, endless, error);
  } finally {
    over.abort();
    await watching.catch(() => undefined); // Who only looks may fail.
  }
}

interface Blocker {
  readonly pid: number;
  readonly application: string;
  readonly transaction: string;
}

async function findBlocker(database: Database, pid: number): Promise<Blocker | null> {
  const { rows } = await database.query<Blocker>(
    `SELECT activity.pid, coalesce(activity.application_name, '') AS application,
            concat_ws(' ', activity.pid, activity.xact_start) AS transaction
     FROM pg_stat_activity AS activity
     WHERE activity.pid = ANY (pg_blocking_pids($1))
     ORDER BY activity.xact_start, activity.pid
     LIMIT 1`,
    [pid],
  );
  return rows[0] ?? null;
}

function tooLong(name: string, { pid, application }: Blocker, cause: unknown): MigrationError {
  const of = application === '' ? '' : ` of ${application}`;
  return new MigrationError(
    `The migration ${name} waits for a transaction that does not end (process ${pid}${of}), such as a dump or a long report: end it, or try again later.`,
    { cause },
  );
}
