import type { LienHolderEntry } from '../../domain/partner/judge-entry.ts';
import type { Tx } from '../database.ts';
import type { Page } from '../list/filter.ts';
import { Values } from '../list/values.ts';
import { type PageQuery, readNamePage } from '../partner/name-page.ts';
import { findsRow, firstRow, runs } from '../statement.ts';

const selectSql = `
  SELECT id, name, address_line1 AS "addressLine1", city, postal_code AS "postalCode"
  FROM lien_holder`;

export function listLienHolders(tx: Tx, query: PageQuery): Promise<Page<LienHolderEntry>> {
  return readNamePage(tx, query, { table: 'lien_holder', key: 'id', select: selectSql, values: new Values() });
}

export const readLienHolder = firstRow<LienHolderEntry, [id: string]>('read_lien_holder', `${selectSql} WHERE id = $1`);

const valuesOf = (row: LienHolderEntry) => [row.id, row.name, row.addressLine1, row.city, row.postalCode];

/** Returns false if the id is taken. */
export const insertLienHolder = findsRow<[row: LienHolderEntry]>(
  'insert_lien_holder',
  `INSERT INTO lien_holder (id, name, address_line1, city, postal_code)
   VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (id) DO NOTHING`,
  valuesOf,
);

export const updateLienHolderRow = runs<[row: LienHolderEntry]>(
  'update_lien_holder',
  `UPDATE lien_holder
   SET name = $2, address_line1 = $3, city = $4, postal_code = $5, is_sample = false
   WHERE id = $1`,
  valuesOf,
);
