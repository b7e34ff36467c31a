import type { DealerEntry } from '../../domain/operator/onboard/judge-entry.ts';
import type { Tx } from '../database.ts';
import { type ImportCounts, placeColumns, type Staging } from './staging.ts';

export interface StagedDealer extends DealerEntry {
  readonly sellerIds: readonly string[];
}

export const dealerStaging: Staging<StagedDealer> = {
  create: async (tx) => {
    await tx.query(`
      CREATE TEMP TABLE staged_dealer (
        id text, name text, address_line1 text, city text, postal_code text, province text)`);
    await tx.query('CREATE TEMP TABLE staged_link (seller_id uuid, dealer_id text)');
  },
  add: async (tx, entries) => {
    await tx.query(
      `INSERT INTO staged_dealer (id, name, address_line1, city, postal_code, province)
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])`,
      [...placeColumns(entries), entries.map(({ province }) => province)],
    );
    const links = entries.flatMap(({ id, sellerIds }) => sellerIds.map((sellerId) => ({ sellerId, id })));
    if (links.length === 0) return;
    await tx.query('INSERT INTO staged_link (seller_id, dealer_id) SELECT * FROM unnest($1::uuid[], $2::text[])', [
      links.map(({ sellerId }) => sellerId),
      links.map(({ id }) => id),
    ]);
  },
  compare: async (tx) => {
    await tx.query('ANALYZE staged_dealer, staged_link');
    const { rows } = await tx.query<ImportCounts>(`
      SELECT count(*) FILTER (WHERE kept.id IS NULL)::int AS added,
             count(*) FILTER (WHERE ${isOtherDealer})::int AS changed,
             count(*) FILTER (WHERE NOT ${isOtherDealer})::int AS unchanged,
             (SELECT count(*)::int
              FROM staged_link AS staged
              LEFT JOIN dealer_link AS link USING (seller_id, dealer_id)
              WHERE link.is_active IS NOT TRUE) AS linked
      FROM staged_dealer AS staged
      LEFT JOIN dealer AS kept USING (id)`);
    return rows[0]!;
  },
  takeOver: async (tx) => {
    await tx.query(`
      INSERT INTO dealer AS kept (id, name, address_line1, city, postal_code, province)
      SELECT id, name, address_line1, city, postal_code, province
      FROM staged_dealer
      ORDER BY id
      ON CONFLICT (id) DO UPDATE
      SET name = excluded.name, address_line1 = excluded.address_line1, city = excluded.city,
          postal_code = excluded.postal_code, province = excluded.province, is_sample = false
      WHERE ${isOtherDealer.replaceAll('staged', 'excluded')}`);
    await tx.query(`
      INSERT INTO dealer_link AS link (seller_id, dealer_id)
      SELECT seller_id, dealer_id
      FROM staged_link
      ORDER BY seller_id, dealer_id
      ON CONFLICT (seller_id, dealer_id) DO UPDATE SET is_active = true
      WHERE NOT link.is_active`);
    await tx.query('ANALYZE dealer, dealer_link'); // Updates the planner's statistics.
  },
  drop: async (tx) => {
    await tx.query('DROP TABLE IF EXISTS staged_dealer, staged_link');
  },
};

const isOtherDealer = `(kept.name, kept.address_line1, kept.city, kept.postal_code, kept.province)
  <> (staged.name, staged.address_line1, staged.city, staged.postal_code, staged.province)`;

/** Returns every seller by `client_id/username`, to link dealers by name. */
export async function readSellerNames(tx: Tx): Promise<readonly SellerName[]> {
  const { rows } = await tx.query<SellerName>(`
    SELECT seller.id, integration.client_id AS "clientId", seller.username
    FROM seller
    JOIN integration ON integration.id = seller.integration_id`);
  return rows;
}

export interface SellerName {
  readonly id: string;
  readonly clientId: string;
  readonly username: string;
}
