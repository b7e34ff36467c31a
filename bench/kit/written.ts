import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { SampleRequest } from './load.ts';

/** What requests made PostgreSQL do, each divided by their number. Needs `countingSettings`. */
export interface Written {
  readonly relations: ReadonlyMap<string, WrittenRelation>;
  readonly statements: readonly CountedStatement[];
}

/** A table or an index, in the write-ahead log. */
export interface WrittenRelation {
  readonly records: number;
  /** Without images of whole pages, which depend on when the last checkpoint was. */
  readonly bytes: number;
}

export interface CountedStatement {
  readonly statement: string;
  readonly calls: number;
  /** Of the quickest execution: the others had to wait for a core. */
  readonly milliseconds: number;
  readonly bytes: number;
  readonly buffers: number;
}

export const countingSettings = { shared_preload_libraries: 'pg_stat_statements' };

// Events are published, audit rows linked and requests logged within a few seconds.
const afterwardsMs = 5_500;

/** Sends each request once, one after the other, so that the count depends on nothing else. */
export async function countWritten(
  database: pg.Pool,
  url: string,
  requests: readonly SampleRequest[],
): Promise<Written> {
  await database.query('CREATE EXTENSION IF NOT EXISTS pg_walinspect');
  await database.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  await database.query('CHECKPOINT');
  await database.query('SELECT pg_stat_statements_reset()');
  const from = await walPlace(database);
  for (const { method, path, headers, body } of requests) {
    const answer = await fetch(url + path, { method, headers, body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  }
  await sleep(afterwardsMs);
  const to = await walPlace(database);
  return {
    relations: await readRelations(database, [from, to], requests.length),
    statements: await readStatements(database, requests.length),
  };
}

async function walPlace(database: pg.Pool): Promise<string> {
  const { rows } = await database.query<{ place: string }>('SELECT pg_current_wal_flush_lsn() AS place');
  return rows[0]!.place;
}

async function readRelations(database: pg.Pool, [from, to]: readonly [string, string], count: number) {
  const { rows } = await database.query<{ name: string } & WrittenRelation>(
    `SELECT coalesce(pg_filenode_relation(reltablespace, relfilenode)::regclass::text, 'other') AS name,
            count(*) / $3::float8 AS records,
            sum((record_length - fpi_length) / blocks) / $3::float8 AS bytes
     FROM (SELECT *, count(*) OVER (PARTITION BY start_lsn) AS blocks, sum(block_fpi_length) OVER (PARTITION BY start_lsn) AS fpi_length
           FROM pg_get_wal_block_info($1, $2)) AS block
     WHERE reldatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
     GROUP BY 1
     ORDER BY bytes DESC`,
    [from, to, count],
  );
  return new Map(rows.map(({ name, ...written }) => [name, written]));
}

async function readStatements(database: pg.Pool, count: number): Promise<readonly CountedStatement[]> {
  const { rows } = await database.query<CountedStatement>(
    `SELECT left(regexp_replace(query, '\\s+', ' ', 'g'), 70) AS statement, calls / $1::float8 AS calls,
            min_exec_time * calls / $1::float8 AS milliseconds, wal_bytes::float8 / $1::float8 AS bytes,
            (shared_blks_hit + shared_blks_read + shared_blks_dirtied) / $1::float8 AS buffers
     FROM pg_stat_statements
     WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
     ORDER BY milliseconds DESC`,
    [count],
  );
  return rows;
}
