import type { DealerEntry } from '../../domain/operator/onboard/judge-entry.ts';
import type { VisibleIntegrations } from '../../domain/operator/operator.ts';
import type { Tx } from '../database.ts';
import { isVisibleSql } from '../visible.ts';
import { type NamePage, type PageQuery, pageOf, pageSql } from './name-page.ts';

export interface DealerRecord extends DealerEntry {
  /** Sellers with an active link. */
  readonly sellerCount: number;
}

const columns = `
  dealer.id, dealer.name, dealer.address_line1 AS "addressLine1", dealer.city, dealer.postal_code AS "postalCode",
  dealer.province`;
const sellerCount = (andWhere = ''): string => `
  (SELECT count(*)::int FROM dealer_link AS link WHERE link.dealer_id = dealer.id AND link.is_active${andWhere}) AS "sellerCount"`;

/** With a seller, only the dealers actively linked to it. */
export async function listDealers(
  tx: Tx,
  query: PageQuery & { readonly sellerId: string | null; readonly visible: VisibleIntegrations },
): Promise<NamePage<DealerRecord>> {
  const { sellerId } = query;
  const isLinked = `EXISTS (
         SELECT FROM dealer_link AS link
         WHERE link.seller_id = $2 AND link.dealer_id = dealer.id AND link.is_active)`;
  const given = sellerId === null ? [query.visible] : [query.visible, sellerId];
  const { filter, tail, values } = pageSql(query, { name: 'name', id: 'id', key: 'id' }, given);
  const { rows } = await tx.query<DealerRecord>(
    `SELECT ${columns}, ${sellerCount(` AND ${isVisibleSql('link.seller_id', '$1')}`)}
     FROM dealer
     WHERE ${sellerId === null ? filter : `${isLinked} AND ${filter}`}
     ${tail}`,
    values,
  );
  return pageOf(rows, query);
}

export async function readDealer(tx: Tx, id: string): Promise<DealerRecord | null> {
  const { rows } = await tx.query<DealerRecord>(`SELECT ${columns}, ${sellerCount()} FROM dealer WHERE id = $1`, [id]);
  return rows[0] ?? null;
}

/** Returns false if the id is taken. */
export async function insertDealer(tx: Tx, row: DealerEntry): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO dealer (id, name, address_line1, city, postal_code, province)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO NOTHING`,
    valuesOf(row),
  );
  return rowCount === 1;
}

export async function updateDealerRow(tx: Tx, row: DealerEntry): Promise<void> {
  await tx.query(
    `UPDATE dealer
     SET name = $2, address_line1 = $3, city = $4, postal_code = $5, province = $6, is_sample = false
     WHERE id = $1`,
    valuesOf(row),
  );
}

function valuesOf({ id, name, addressLine1, city, postalCode, province }: DealerEntry): unknown[] {
  return [id, name, addressLine1, city, postalCode, province];
}

/** Returns whether the link was inactive before. */
export async function activateDealerLink(tx: Tx, sellerId: string, dealerId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO dealer_link (seller_id, dealer_id)
     VALUES ($1, $2)
     ON CONFLICT (seller_id, dealer_id) DO UPDATE SET is_active = true
     WHERE NOT dealer_link.is_active`,
    [sellerId, dealerId],
  );
  return rowCount === 1;
}

/** Returns whether the link was active. */
export async function endDealerLink(tx: Tx, sellerId: string, dealerId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE dealer_link SET is_active = false WHERE seller_id = $1 AND dealer_id = $2 AND is_active',
    [sellerId, dealerId],
  );
  return rowCount === 1;
}
