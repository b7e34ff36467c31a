import type { Tx } from '../database.ts';
import { sendRead, sendWrite } from '../statement.ts';

/** The operator's files that are in force as soon as they are loaded are stored in these tables. They are only added. */
export type FileTable = 'tax_table' | 'disclosure_texts' | 'customer_texts' | 'rescission_rules';

export interface FileHead {
  readonly version: string;
  readonly loadedAt: Date;
  /** Whether it is the latest. */
  readonly isInForce: boolean;
}

const latestFirstSql = 'ORDER BY loaded_at DESC, version DESC';

/** Latest first; a page starts after the version that ended the previous one. */
export async function listFiles(
  tx: Tx,
  table: FileTable,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly FileHead[]> {
  const { rows } = await sendRead<FileHead>(
    tx,
    `SELECT version, loaded_at AS "loadedAt",
            version = ${versionInForceSql(table)} AS "isInForce"
     FROM ${table}
     WHERE :after::text IS NULL
        OR (loaded_at, version) < (SELECT loaded_at, version FROM ${table} WHERE version = :after)
     ${latestFirstSql}
     LIMIT :limit`,
    { after, limit },
  );
  return rows;
}

/** Returns null if the version is not loaded. */
export async function findFile(tx: Tx, table: FileTable, version: string): Promise<unknown> {
  const sql = `SELECT document FROM ${table} WHERE version = :version`;
  const { rows } = await sendRead<{ document: unknown }>(tx, sql, { version });
  return rows[0]?.document ?? null;
}

/** The version in force, as a part of a statement; null if none is loaded. */
export const versionInForceSql = (table: FileTable): string =>
  `(SELECT version FROM ${table} ${latestFirstSql} LIMIT 1)`;

/** Returns null if none is loaded. */
export async function latestFile(tx: Tx, table: FileTable): Promise<unknown> {
  const { rows } = await sendRead<{ document: unknown }>(tx, `SELECT document FROM ${table} ${latestFirstSql} LIMIT 1`);
  return rows[0]?.document ?? null;
}

/** Returns false if the version is already loaded. */
export async function insertFile(tx: Tx, table: FileTable, version: string, document: unknown): Promise<boolean> {
  const { rowCount } = await sendWrite(
    tx,
    `INSERT INTO ${table} (version, document) VALUES (:version, :document) ON CONFLICT (version) DO NOTHING`,
    { version, document: JSON.stringify(document) },
  );
  return rowCount === 1;
}
