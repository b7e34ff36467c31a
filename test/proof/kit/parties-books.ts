import { readFile } from 'node:fs/promises';
import { inDatabase } from '../../kit/sale/quoting.ts';

const schemas = { sandbox_cards: 'card-processor', sandbox_lender: 'lender' } as const;

/** Puts what the parties have in their own database where the judge of the books looks for it. */
export async function showPartiesBooks(theirs: string, ours: string): Promise<void> {
  for (const [schema, folder] of Object.entries(schemas)) {
    const sql = await readFile(new URL(`../../../src/sandbox/${folder}/tables.sql`, import.meta.url), 'utf8');
    await inDatabase(ours, sql);
    // A table comes after those that it refers to, as they were made.
    const tables = await inDatabase(
      theirs,
      `SELECT oid::regclass::text AS name FROM pg_class WHERE relnamespace = '${schema}'::regnamespace AND relkind = 'r' ORDER BY oid`,
    );
    const names = tables.map(({ name }) => name as string);
    await inDatabase(ours, `TRUNCATE ${names.join(', ')}`);
    for (const name of names) {
      const [{ rows }] = await inDatabase(
        theirs,
        `SELECT coalesce(json_agg(it), '[]')::text AS rows FROM ${name} AS it`,
      );
      await inDatabase(ours, `INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, $1)`, [rows]);
    }
  }
}
