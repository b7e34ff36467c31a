import type { Tx } from '../database.ts';
import { read } from '../statement.ts';
import { MigrationError } from './migrate/error.ts';

// The migrations use uuidv7() and virtual columns, which are new in 18.
const versionNumberMin = 180_000;

/** 180004 is 18.4. */
export const readVersionNumber = read.onlyValue<number>(
  null,
  `SELECT current_setting('server_version_num')::int AS version`,
);

/** Says what is wrong with the version in one sentence; null if it is new enough. */
export function faultOfVersion(versionNumber: number): string | null {
  if (versionNumber >= versionNumberMin) return null;
  return `The database is PostgreSQL ${nameVersion(versionNumber)}, and Northbind needs 18 or newer: upgrade it, or set DATABASE_URL to another.`;
}

export function nameVersion(versionNumber: number): string {
  return `${Math.floor(versionNumber / 10_000)}.${versionNumber % 10_000}`;
}

/** Asks before the first statement that an older version would not understand. */
export async function assertVersion(tx: Tx): Promise<void> {
  const fault = faultOfVersion(await readVersionNumber(tx));
  if (fault !== null) throw new MigrationError(fault);
}
