import type { DealerEntry } from '../../domain/partner/judge-entry.ts';
import type { LicenceEntry } from '../../domain/partner/judge-licence.ts';
import { onConflictSql as renewed } from '../partner/licence.ts';
import { columnsOf, read, sendWrite } from '../statement.ts';
import type { ImportCounts, Staging } from './staging.ts';

export interface StagedDealer extends DealerEntry {
  readonly sellerIds: readonly string[];
  /** Null: what the dealer has of licences stays. */
  readonly licence: LicenceEntry | null;
}

export const dealerStaging: Staging<StagedDealer> = {
  create: async (tx) => {
    await tx.query(`
      CREATE TEMP TABLE staged_dealer (
        id text, name text, address_line1 text, city text, postal_code text, province text)`);
    await tx.query('CREATE TEMP TABLE staged_link (seller_id uuid, dealer_id text)');
    await tx.query(
      'CREATE TEMP TABLE staged_licence (dealer_id text, province text, class text, number text, expires_on date)',
    );
  },
  add: async (tx, entries) => {
    await sendWrite(
      tx,
      `INSERT INTO staged_dealer (id, name, address_line1, city, postal_code, province)
       SELECT * FROM unnest(:id::text[], :name::text[], :addressLine1::text[], :city::text[], :postalCode::text[], :province::text[])`,
      columnsOf(entries, 'id', 'name', 'addressLine1', 'city', 'postalCode', 'province'),
    );
    const links = entries.flatMap(({ id, sellerIds }) => sellerIds.map((sellerId) => ({ sellerId, id })));
    if (links.length > 0)
      await sendWrite(
        tx,
        'INSERT INTO staged_link (seller_id, dealer_id) SELECT * FROM unnest(:sellerId::uuid[], :id::text[])',
        columnsOf(links, 'sellerId', 'id'),
      );
    const licences = entries.flatMap(({ id, licence }) => (licence === null ? [] : [{ id, ...licence }]));
    if (licences.length > 0)
      await sendWrite(
        tx,
        `INSERT INTO staged_licence (dealer_id, province, class, number, expires_on)
         SELECT * FROM unnest(:id::text[], :province::text[], :class::text[], :number::text[], :expiresOn::date[])`,
        columnsOf(licences, 'id', 'province', 'class', 'number', 'expiresOn'),
      );
  },
  compare: async (tx) => {
    await tx.query('ANALYZE staged_dealer, staged_link, staged_licence');
    const { rows } = await tx.query<ImportCounts>(`
      SELECT count(*) FILTER (WHERE kept.id IS NULL)::int AS added,
             count(*) FILTER (WHERE kept.id IS NOT NULL AND (${isOtherDealerSql} OR ${isOtherLicenceSql}))::int AS changed,
             count(*) FILTER (WHERE kept.id IS NOT NULL AND NOT (${isOtherDealerSql} OR ${isOtherLicenceSql}))::int AS unchanged,
             (SELECT count(*)::int
              FROM staged_link AS staged
              LEFT JOIN dealer_link AS link USING (seller_id, dealer_id)
              WHERE link.is_active IS NOT TRUE) AS linked
      FROM staged_dealer AS staged
      LEFT JOIN dealer AS kept USING (id)
      LEFT JOIN staged_licence AS given ON given.dealer_id = staged.id
      LEFT JOIN licence ON (licence.dealer_id, licence.province, licence.class) = (given.dealer_id, given.province, given.class)`);
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
      WHERE ${isOtherDealerSql.replaceAll('staged', 'excluded')}`);
    await tx.query(`
      INSERT INTO dealer_link AS link (seller_id, dealer_id)
      SELECT seller_id, dealer_id
      FROM staged_link
      ORDER BY seller_id, dealer_id
      ON CONFLICT (seller_id, dealer_id) DO UPDATE SET is_active = true
      WHERE NOT link.is_active`);
    await tx.query(`
      INSERT INTO licence (dealer_id, province, class, number, expires_on)
      SELECT dealer_id, province, class, number, expires_on
      FROM staged_licence
      ORDER BY dealer_id
      ${renewed}`);
    await tx.query('ANALYZE dealer, dealer_link, licence'); // Updates the planner's statistics.
  },
  drop: async (tx) => {
    await tx.query('DROP TABLE IF EXISTS staged_dealer, staged_link, staged_licence');
  },
};

const isOtherDealerSql = `(kept.name, kept.address_line1, kept.city, kept.postal_code, kept.province)
  <> (staged.name, staged.address_line1, staged.city, staged.postal_code, staged.province)`;

const isOtherLicenceSql = `(given.dealer_id IS NOT NULL
  AND (licence.number, licence.expires_on) IS DISTINCT FROM (given.number, given.expires_on))`;

export interface SellerName {
  readonly id: string;
  readonly clientId: string;
  readonly username: string;
}

/** Returns every seller by `client_id/username`, to link dealers by name. */
export const readSellerNames = read.allRows<SellerName>(
  'read_seller_names',
  `SELECT seller.id, integration.client_id AS "clientId", seller.username
   FROM seller
   JOIN integration ON integration.id = seller.integration_id`,
);
