import type { VisibleIntegrations } from '../../domain/operator/operator.ts';
import type { DealerEntry } from '../../domain/partner/judge-entry.ts';
import type { Tx } from '../database.ts';
import type { Page } from '../list/filter.ts';
import { Values } from '../list/values.ts';
import { isVisibleSql } from '../operator/visible-integrations.ts';
import { findsRow, firstRow, runs } from '../statement.ts';
import { type PageQuery, readNamePage } from './name-page.ts';

export interface DealerRecord extends DealerEntry {
  /** Sellers with an active link. */
  readonly sellerCount: number;
}

const selectSql = (isCounted = 'true'): string => `
  SELECT dealer.id, dealer.name, dealer.address_line1 AS "addressLine1", dealer.city, dealer.postal_code AS "postalCode",
         dealer.province,
         (SELECT count(*)::int
          FROM dealer_link AS link
          WHERE link.dealer_id = dealer.id AND link.is_active AND ${isCounted}) AS "sellerCount"
  FROM dealer`;

/** With a seller, only the dealers actively linked to it. */
export function listDealers(
  tx: Tx,
  query: PageQuery & { readonly sellerId: string | null; readonly visibleIntegrations: VisibleIntegrations },
): Promise<Page<DealerRecord>> {
  const values = new Values();
  const select = selectSql(isVisibleSql('link.seller_id', values.add(query.visibleIntegrations)));
  const isLinked =
    query.sellerId !== null &&
    `EXISTS (
       SELECT FROM dealer_link AS link
       WHERE link.seller_id = ${values.add(query.sellerId)} AND link.dealer_id = dealer.id AND link.is_active)`;
  return readNamePage(tx, query, { table: 'dealer', key: 'id', select, conditions: [isLinked], values });
}

export const readDealer = firstRow<DealerRecord, [id: string]>('read_dealer', `${selectSql()} WHERE id = $1`);

const valuesOf = (row: DealerEntry) => [row.id, row.name, row.addressLine1, row.city, row.postalCode, row.province];

/** Returns false if the id is taken. */
export const insertDealer = findsRow<[row: DealerEntry]>(
  'insert_dealer',
  `INSERT INTO dealer (id, name, address_line1, city, postal_code, province)
   VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT (id) DO NOTHING`,
  valuesOf,
);

export const updateDealerRow = runs<[row: DealerEntry]>(
  'update_dealer',
  `UPDATE dealer
   SET name = $2, address_line1 = $3, city = $4, postal_code = $5, province = $6, is_sample = false
   WHERE id = $1`,
  valuesOf,
);

/** Returns whether the link was inactive before. */
export const activateDealerLink = findsRow<[sellerId: string, dealerId: string]>(
  'activate_dealer_link',
  `INSERT INTO dealer_link (seller_id, dealer_id)
   VALUES ($1, $2)
   ON CONFLICT (seller_id, dealer_id) DO UPDATE SET is_active = true
   WHERE NOT dealer_link.is_active`,
);

/** Returns whether the link was active. */
export const endDealerLink = findsRow<[sellerId: string, dealerId: string]>(
  'end_dealer_link',
  'UPDATE dealer_link SET is_active = false WHERE seller_id = $1 AND dealer_id = $2 AND is_active',
);
