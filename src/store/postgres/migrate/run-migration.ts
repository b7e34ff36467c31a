import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../../../domain/log.ts';
import type { Database } from '../../database.ts';
import { MigrationError } from './error.ts';
import type { Migration } from './migration.ts';
import { runConcurrently } from './run-concurrently.ts';

export interface RunParts {
  /** Has a connection besides, to look what an index waits for. */
  readonly database: Database;
  /** The connection that holds the migrations' lock. */
  readonly client: pg.PoolClient;
  readonly log: Pick<Log, 'info'>;
  /** How long an index waits for one transaction of others; the usual time if left out. */
  readonly waitMsMax?: number;
}

/** Applies one migration, and records it. */
export async function runMigration(parts: RunParts, migration: Migration): Promise<void> {
  const { client, log } = parts;
  const { kind, name } = migration;
  const since = performance.now();
  switch (kind.kind) {
    case 'transaction':
      await untilLocked((lockMs) => inTransaction(client, lockMs, () => applyAtOnce(client, migration, kind.locks)));
      break;
    case 'statements':
      for (const statement of kind.statements) await runAlone(parts, name, statement);
      await record(client, migration);
      break;
    case 'batches':
      await runBatches(client, migration, log);
      await record(client, migration);
      break;
  }
  const tookMs = Math.round(performance.now() - since);
  if (tookMs >= longMs) log.info('migration applied', { migration: name, tookMs });
}

/** A migration takes as long as it takes; PostgreSQL and TCP keep-alive end it if the connection is lost. */
const answerMs = 24 * 60 * 60 * 1_000;
// All that were applied are logged together; what takes longer than this is worth a line of its own.
const longMs = 1_000;
const batchRows = 5_000;
const progressMs = 5_000;

// Below PostgreSQL's deadlock_timeout of a second: in a deadlock it is the migration that gives way, not a request.
const lockMsMax = 800;
// About 20 seconds in total.
const attemptsMax = 30;
const attemptPauseMs = 100;
const waitMsUsual = 20_000;
const lockNotAvailable = '55P03';
const deadlockDetected = '40P01';

/** Requests that come after ours wait behind it, so a lock that is not granted soon is not waited for. */
async function untilLocked(work: (lockMs: number) => Promise<void>): Promise<void> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    try {
      return await work(Math.min(attempt * 100, lockMsMax));
    } catch (error) {
      const { code } = error as { code?: string };
      if (code !== lockNotAvailable && code !== deadlockDetected) throw error;
      await sleep(attemptPauseMs);
    }
  }
  throw new MigrationError(
    'The tables are in use by something that does not end, such as a dump or a long report: end it, or try again later.',
  );
}

async function inTransaction(client: pg.PoolClient, lockMs: number, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = ${lockMs}`);
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined); // The first error counts.
    throw error;
  }
}

async function applyAtOnce(client: pg.PoolClient, migration: Migration, locks: readonly string[]): Promise<void> {
  if (locks.length > 0) await client.query(`LOCK TABLE ${locks.join(', ')} IN ACCESS EXCLUSIVE MODE`);
  await run(client, migration.sql);
  await record(client, migration);
}

/** One statement outside any transaction. */
async function runAlone(parts: RunParts, name: string, statement: string): Promise<void> {
  const { client } = parts;
  const index = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (?:IF NOT EXISTS )?([a-z_0-9]+)/i.exec(statement)?.[1];
  if (index !== undefined && (await isIndexBuilt(parts, name, index))) return;
  if (/\bCONCURRENTLY\b/i.test(statement)) return runWaiting(parts, name, statement);
  return untilLocked(async (lockMs) => {
    await client.query(`SET lock_timeout = ${lockMs}`);
    await run(client, statement);
  });
}

/** An index that an interrupted build has left behind is not used and costs every write: it is dropped. */
async function isIndexBuilt(parts: RunParts, name: string, index: string): Promise<boolean> {
  const { rows } = await parts.client.query<{ isValid: boolean }>(
    'SELECT indisvalid AS "isValid" FROM pg_index WHERE indexrelid = to_regclass($1)',
    [index],
  );
  if (rows[0]?.isValid === false) await runWaiting(parts, name, `DROP INDEX CONCURRENTLY ${index}`);
  return rows[0]?.isValid === true;
}

/** It waits for others without making anybody wait. */
async function runWaiting({ database, client, log, waitMsMax = waitMsUsual }: RunParts, name: string, text: string) {
  await client.query('SET lock_timeout = 0');
  await runConcurrently(database, client, { name, waitMsMax, log, run: () => run(client, text) });
}

/** Each batch commits together with how far it came. */
async function runBatches(client: pg.PoolClient, { name, sql }: Migration, log: Pick<Log, 'info'>): Promise<void> {
  const { rows: before } = await client.query<{ lastKey: string; rows: string }>(
    'SELECT last_key AS "lastKey", rows FROM migration_progress WHERE name = $1',
    [name],
  );
  let progress = before[0] === undefined ? { lastKey: null, rows: 0 } : { ...before[0], rows: Number(before[0].rows) };
  let isOver = false;
  for (let saidAt = performance.now(); !isOver; ) {
    await untilLocked((lockMs) =>
      inTransaction(client, lockMs, async () => {
        const { rows } = await client.query<Batch>({ text: sql, values: [progress.lastKey, batchRows] });
        const batch = rows[0];
        isOver = batch === undefined || batch.last_key === null;
        if (batch === undefined || batch.last_key === null) return;
        const next = { lastKey: batch.last_key, rows: progress.rows + Number(batch.rows) };
        await client.query(saveProgressSql, [name, next.lastKey, next.rows]);
        progress = next;
      }),
    );
    if (performance.now() - saidAt < progressMs) continue;
    log.info('migration goes on', { migration: name, rows: progress.rows });
    saidAt = performance.now();
  }
}

interface Batch {
  readonly last_key: string | null;
  readonly rows: string | number;
}

const saveProgressSql = `
  INSERT INTO migration_progress (name, last_key, rows) VALUES ($1, $2, $3)
  ON CONFLICT (name) DO UPDATE SET last_key = excluded.last_key, rows = excluded.rows`;

async function record(client: pg.PoolClient, { name, checksum, isBesideOlder }: Migration): Promise<void> {
  await client.query(
    `WITH over AS (DELETE FROM migration_progress WHERE name = $1)
     INSERT INTO migration (name, checksum, is_beside_older) VALUES ($1, $2, $3)`,
    [name, checksum, isBesideOlder],
  );
}

async function run(client: pg.PoolClient, text: string): Promise<void> {
  await client.query({ text, query_timeout: answerMs } as pg.QueryConfig);
}
