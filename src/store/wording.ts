import type { DocumentId } from '../domain/ids.ts';
import type { Wording } from '../domain/wording/wording.ts';
import { statement, type Tx } from './database.ts';
import type { DocumentContent } from './document.ts';

export interface WordingRow extends Wording {
  readonly filename: string;
  readonly size: number;
  readonly loadedAt: Date;
}

export interface NewWording extends Omit<Wording, 'id'>, DocumentContent {}

/** Returns null if the form has that version in that language already. */
export async function insertWording(tx: Tx, wording: NewWording): Promise<DocumentId | null> {
  const { form, version, language, products, provinces, from, filename, bytes } = wording;
  const { rows } = await tx.query<{ id: DocumentId }>(
    `INSERT INTO wording (form, version, language, products, provinces, holds_from, filename, bytes)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (form, language, version) DO NOTHING
     RETURNING id`,
    [form, version, language, products, provinces, from, filename, bytes],
  );
  return rows[0]?.id ?? null;
}

// Ids begin with their time, so an id says when it was loaded.
const columns = `id, form, version, language, products, provinces, holds_from AS "from"`;

/** Loaded last first. */
export async function listWordings(
  tx: Tx,
  { cursor, limit }: { readonly cursor: string | null; readonly limit: number },
): Promise<{ readonly rows: readonly WordingRow[]; readonly nextCursor: string | null }> {
  const { rows } = await tx.query<WordingRow>(
    `SELECT ${columns}, filename, length(bytes) AS size, uuid_extract_timestamp(id) AS "loadedAt"
     FROM wording
     WHERE $1::uuid IS NULL OR id < $1
     ORDER BY id DESC
     LIMIT $2`,
    [cursor, limit + 1],
  );
  const shown = rows.slice(0, limit);
  return { rows: shown, nextCursor: rows.length > limit ? shown.at(-1)!.id : null };
}

/** All of them, without their bytes: of those that hold, the latest first. */
export async function readWordings(tx: Tx): Promise<readonly Wording[]> {
  const { rows } = await tx.query<Wording>(`SELECT ${columns} FROM wording ORDER BY holds_from DESC, id DESC`);
  return rows;
}

/** A wording is no one's own: every seller may download it. */
export async function readWordingContent(tx: Tx, id: DocumentId): Promise<DocumentContent | null> {
  const { rows } = await tx.query<DocumentContent>(content(id));
  return rows[0] ?? null;
}

const content = statement('read_wording', 'SELECT filename, bytes FROM wording WHERE id = $1');
