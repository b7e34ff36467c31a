import type { LienHolderEntry } from '../../domain/partner/judge-entry.ts';
import type { Tx } from '../database.ts';
import type { Page } from '../list/filter.ts';
import { Values } from '../list/values.ts';
import { type PageQuery, readNamePage } from '../partner/name-page.ts';
import { read, write } from '../statement.ts';

const selectSql = `
  SELECT id, name, address_line1 AS "addressLine1", city, postal_code AS "postalCode"
  FROM lien_holder`;

export function listLienHolders(tx: Tx, query: PageQuery): Promise<Page<LienHolderEntry>> {
  return readNamePage(tx, query, { table: 'lien_holder', key: 'id', select: selectSql, values: new Values() });
}

export const readLienHolder = read.firstRow<LienHolderEntry, [{ readonly id: string }]>(
  'read_lien_holder',
  `${selectSql} WHERE id = :id`,
);

/** Returns false if the id is taken. */
export const insertLienHolder = write.findsRow<[row: LienHolderEntry]>(
  'insert_lien_holder',
  `INSERT INTO lien_holder (id, name, address_line1, city, postal_code)
   VALUES (:id, :name, :addressLine1, :city, :postalCode)
   ON CONFLICT (id) DO NOTHING`,
);

export const updateLienHolderRow = write.runs<[row: LienHolderEntry]>(
  'update_lien_holder',
  `UPDATE lien_holder
   SET name = :name, address_line1 = :addressLine1, city = :city, postal_code = :postalCode, is_sample = false
   WHERE id = :id`,
);
