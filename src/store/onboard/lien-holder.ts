import type { LienHolderEntry } from '../../domain/operator/onboard/judge-entry.ts';
import type { Tx } from '../database.ts';
import { type NamePage, type PageQuery, pageOf, pageSql } from './name-page.ts';

const columns = 'id, name, address_line1 AS "addressLine1", city, postal_code AS "postalCode"';

export async function listLienHolders(tx: Tx, query: PageQuery): Promise<NamePage<LienHolderEntry>> {
  const { filter, tail, values } = pageSql(query, { name: 'name', id: 'id', key: 'id' });
  const { rows } = await tx.query<LienHolderEntry>(
    `SELECT ${columns}
     FROM lien_holder
     WHERE ${filter}
     ${tail}`,
    values,
  );
  return pageOf(rows, query);
}

export async function readLienHolder(tx: Tx, id: string): Promise<LienHolderEntry | null> {
  const { rows } = await tx.query<LienHolderEntry>(`SELECT ${columns} FROM lien_holder WHERE id = $1`, [id]);
  return rows[0] ?? null;
}

/** Returns false if the id is taken. */
export async function insertLienHolder(tx: Tx, row: LienHolderEntry): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO lien_holder (id, name, address_line1, city, postal_code)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (id) DO NOTHING`,
    valuesOf(row),
  );
  return rowCount === 1;
}

export async function updateLienHolderRow(tx: Tx, row: LienHolderEntry): Promise<void> {
  await tx.query(
    `UPDATE lien_holder
     SET name = $2, address_line1 = $3, city = $4, postal_code = $5, is_sample = false
     WHERE id = $1`,
    valuesOf(row),
  );
}

function valuesOf({ id, name, addressLine1, city, postalCode }: LienHolderEntry): unknown[] {
  return [id, name, addressLine1, city, postalCode];
}
