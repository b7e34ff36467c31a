import { buildLienHolderIndex, searchLienHolders } from '../../domain/lienholder/search.ts';
import type { LienHolderEntry } from '../../domain/partner/judge-entry.ts';
import type { Tx } from '../database.ts';
import { sendRead } from '../statement.ts';

export type LienHolder = Omit<LienHolderEntry, 'addressLine1'>;

export interface LienHolders {
  readonly byId: ReadonlyMap<string, LienHolder>;
  /** Best match first, at most `limit`. */
  readonly search: (text: string, limit: number) => readonly LienHolder[];
}

export async function readLienHolders(tx: Tx): Promise<LienHolders> {
  const { rows } = await sendRead<LienHolder>(
    tx,
    `
    SELECT id, name, city, postal_code AS "postalCode"
    FROM lien_holder
    ORDER BY id`,
  );
  const index = buildLienHolderIndex(rows);
  return {
    byId: new Map(rows.map((row) => [row.id, row])),
    search: (text, limit) => searchLienHolders(index, text, limit),
  };
}
