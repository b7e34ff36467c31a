import type pg from 'pg';

export interface Filled {
  readonly rows: number;
  readonly bytes: number;
  readonly seconds: number;
}

/**
 * Fills the table up to `rowsCount` with copies of what the service wrote, so that every row has a real size, one second
 * apart in the past. Each copy has a VIN of its own: equal ones would make the index smaller than it is in life.
 */
export async function fillApplications(database: pg.Pool, rowsCount: number): Promise<Filled> {
  const since = performance.now();
  const columns = await writtenColumns(database);
  const others = columns.filter((name) => name !== 'vin').join(', ');
  await database.query(
    `WITH sample AS (
       SELECT row_number() OVER () - 1 AS place, vin, ${others} FROM application LIMIT 64
     )
     INSERT INTO application (id, created_at, revised_at, vin, ${others})
     SELECT uuidv7(-number * interval '1 second'), now() - number * interval '1 second', now() - number * interval '1 second',
            left(vin, 9) || lpad(upper(to_hex(hashint8(number)::bit(32)::bigint)), 8, '0'), ${others}
     FROM generate_series((SELECT $1 - count(*) FROM application), 1, -1) AS number
     JOIN sample ON place = number % (SELECT count(*) FROM sample)`,
    [rowsCount],
  );
  // What would follow by itself in the background is done now, before the clock runs.
  await database.query('VACUUM (ANALYZE) application');
  await database.query('CHECKPOINT');
  const { rows } = await database.query<{ rows: string; bytes: string }>(
    "SELECT count(*) AS rows, pg_total_relation_size('application') AS bytes FROM application",
  );
  return {
    rows: Number(rows[0]!.rows),
    bytes: Number(rows[0]!.bytes),
    seconds: (performance.now() - since) / 1_000,
  };
}

/** Without a default: what the service writes itself. */
export async function writtenColumns(database: pg.Pool): Promise<readonly string[]> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT column_name AS name
     FROM information_schema.columns
     WHERE table_name = 'application' AND column_default IS NULL AND is_nullable = 'NO'
     ORDER BY ordinal_position`,
  );
  return rows.map(({ name }) => name);
}
