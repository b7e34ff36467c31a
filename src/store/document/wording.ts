import type { Wording } from '../../domain/document/wording.ts';
import type { DocumentId } from '../../domain/ids.ts';
import type { Tx } from '../database.ts';
import type { Page } from '../list/filter.ts';
import { pageOf } from '../list/listing.ts';
import { read, write } from '../statement.ts';
import type { DocumentContent } from './document.ts';

export interface WordingRow extends Wording {
  readonly filename: string;
  readonly size: number;
  readonly loadedAt: Date;
}

export interface NewWording extends Omit<Wording, 'id' | 'digest'>, DocumentContent {}

/** Returns null if the form has that version in that language already. */
export const insertWording = write.firstValue<DocumentId, [wording: NewWording]>(
  null,
  `INSERT INTO wording (form, version, language, products, provinces, holds_from, filename, bytes)
   VALUES (:form, :version, :language, :products, :provinces, :from, :filename, :bytes)
   ON CONFLICT (form, language, version) DO NOTHING
   RETURNING id`,
  (wording) => {
    const { form, version, language, products, provinces, from, filename, bytes } = wording;
    return { form, version, language, products, provinces, from, filename, bytes };
  },
);

const columnsSql = `id, form, version, language, products, provinces, holds_from AS "from", encode(digest, 'hex') AS digest`;

/** Lists first what was loaded last. */
export async function listWordings(
  tx: Tx,
  { cursor, limit }: { readonly cursor: string | null; readonly limit: number },
): Promise<Page<WordingRow>> {
  return pageOf(await readWordingRows(tx, { cursor, rowsMax: limit + 1 }), limit, ({ id }) => id);
}

const readWordingRows = read.allRows<WordingRow, [{ readonly cursor: string | null; readonly rowsMax: number }]>(
  null,
  `SELECT ${columnsSql}, filename, length(bytes) AS size, loaded_at AS "loadedAt"
   FROM wording
   WHERE :cursor::uuid IS NULL OR id < :cursor
   ORDER BY id DESC
   LIMIT :rowsMax`,
);

/** All of them, without their bytes: of those that hold, the latest first. */
export const readWordings = read.allRows<Wording>(
  null,
  `SELECT ${columnsSql} FROM wording ORDER BY holds_from DESC, id DESC`,
);

/** A wording is no one's own: every seller may download it. */
export const readWordingContent = read.firstRow<DocumentContent, [{ readonly id: DocumentId }]>(
  'read_wording',
  'SELECT filename, bytes FROM wording WHERE id = :id',
);
