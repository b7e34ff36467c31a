import type pg from 'pg';

/**
 * Rows are inserted several times as fast without indexes, and indexes built afterwards are no worse. Returns the
 * statements that build them, first the one that takes longest: several can be built beside it.
 */
export async function dropIndexes(database: pg.Pool, tables: readonly string[]): Promise<readonly string[]> {
  const { rows } = await database.query<{ name: string; sql: string }>(
    `SELECT indexname AS name, indexdef AS sql
     FROM pg_indexes
     WHERE schemaname = 'public' AND tablename = ANY ($1) AND indexdef NOT LIKE '% UNIQUE %'
     ORDER BY indexdef LIKE '% USING gin %' DESC, tablename, indexname`,
    [tables],
  );
  for (const { name } of rows) await database.query(`DROP INDEX ${name}`);
  return rows.map(({ sql }) => sql);
}
