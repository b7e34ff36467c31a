import type { Tx } from '../../database.ts';
import { MigrationError } from './error.ts';
import { type Migration, readMigrations } from './migration.ts';

/**
 * Which schemas the connected instances were written for. Each shares an advisory lock whose second number is that of
 * its last migration, for as long as its connection for notices lasts: an instance that dies leaves nothing behind, and
 * every role can see it.
 */

// Arbitrary, but unique among the advisory locks of this database.
const servingLock = 710_526_020;

const numberOf = (name: string): number => Number.parseInt(name, 10);

/** Tells others, for as long as this connection lasts, which schema its instance was written for. */
export async function tellSchema(tx: Tx, folder: URL): Promise<void> {
  const last = (await readMigrations(folder)).at(-1)!;
  await tx.query('SELECT pg_advisory_lock_shared($1, $2)', [servingLock, numberOf(last.name)]);
}

/** Throws if one of the migrations would break instances that are connected. */
export async function refuseBesideOlder(tx: Tx, pending: readonly Migration[]): Promise<void> {
  const breaking = pending.filter(({ isBesideOlder }) => !isBesideOlder).at(-1);
  if (breaking === undefined) return;
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count
     FROM pg_locks
     WHERE locktype = 'advisory' AND granted AND classid = $1 AND objid::int < $2 AND objsubid = 2
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [servingLock, numberOf(breaking.name)],
  );
  const count = rows[0]?.count ?? 0;
  if (count === 0) return;
  throw new MigrationError(
    `Instances of an older version are connected (${count}), which can't go on after the migration ${breaking.name}: stop them first. Or run npx northbind migrate --stop-older: they then take no more calls, until they are replaced.`,
  );
}

/** Returns a migration by which a newer version has made the schema unusable for this one; null if there is none. */
export async function findUnusable(tx: Tx, folder: URL): Promise<string | null> {
  const names = (await readMigrations(folder)).map(({ name }) => name);
  const { rows } = await tx.query<{ name: string }>(
    'SELECT name FROM migration WHERE NOT is_beside_older AND name <> ALL ($1) ORDER BY name LIMIT 1',
    [names],
  );
  return rows[0]?.name ?? null;
}
