import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

/**
 * A file of migrations/. How it is run stands in a line of its own at its top:
 *
 *   (nothing)                        in one transaction. A lock that is not granted soon is given back and asked for
 *                                    again, so that requests never wait long behind us.
 *   -- migration: locks a, b         the same, with these tables locked before the first statement, in this order. For
 *                                    one that changes several tables: locking one by one could deadlock with a bind,
 *                                    which locks policy before application.
 *   -- migration: no transaction     statement by statement, for CREATE INDEX CONCURRENTLY. Each ends with a semicolon
 *                                    at the end of a line, and may be run again: a crash repeats the file.
 *   -- migration: batches            one statement, repeated until it returns no row, each time in a transaction. $1 is
 *                                    the last key so far (null at first), $2 the size of a batch; it returns last_key
 *                                    and rows. A crash goes on after the last batch.
 *
 * A second line, `-- migration: not beside older instances`, says that instances of the versions before would fail
 * after it: it is refused while such are connected, unless told.
 */
export interface Migration {
  readonly name: string;
  readonly checksum: string;
  readonly sql: string;
  readonly kind: MigrationKind;
  readonly isBesideOlder: boolean;
}

export type MigrationKind =
  | { readonly kind: 'transaction'; readonly locks: readonly string[] }
  | { readonly kind: 'statements'; readonly statements: readonly string[] }
  | { readonly kind: 'batches' };

export async function readMigrations(folder: URL): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      const lines = [...sql.matchAll(/^-- migration: (.+)$/gm)].map(([, how = '']) => how.trim());
      const isBesideOlder = !lines.includes(notBesideOlder);
      const how = lines.filter((line) => line !== notBesideOlder);
      return { name, sql, checksum, kind: kindOf(name, sql, how), isBesideOlder };
    }),
  );
}

const notBesideOlder = 'not beside older instances';

function kindOf(name: string, sql: string, [how]: readonly string[]): MigrationKind {
  if (how === undefined) return { kind: 'transaction', locks: [] };
  if (how === 'no transaction') return { kind: 'statements', statements: statementsOf(sql) };
  if (how === 'batches') return { kind: 'batches' };
  const locks = /^locks ([a-z_]+(?:, [a-z_]+)*)$/.exec(how)?.[1];
  if (locks === undefined) throw new Error(`The migration ${name} says how to run it in words that are not known.`);
  return { kind: 'transaction', locks: locks.split(', ') };
}

function statementsOf(sql: string): readonly string[] {
  const code = sql.replaceAll(/^\s*--.*$/gm, '');
  return code
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
