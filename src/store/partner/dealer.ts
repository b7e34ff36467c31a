import type { VisibleIntegrations } from '../../domain/operator/operator.ts';
import type { DealerEntry } from '../../domain/partner/judge-entry.ts';
import type { Tx } from '../database.ts';
import type { Page } from '../list/filter.ts';
import { Values } from '../list/values.ts';
import { isVisibleSql } from '../operator/visible-integrations.ts';
import { read, write } from '../statement.ts';
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

/** Lists all dealers or, if a seller is given, those actively linked to it. */
export function listDealers(
  tx: Tx,
  query: PageQuery & { readonly sellerId: string | null; readonly visibleIntegrations: VisibleIntegrations },
): Promise<Page<DealerRecord>> {
  const values = new Values();
  const select = selectSql(
    isVisibleSql('link.seller_id', values.add('visibleIntegrations', query.visibleIntegrations)),
  );
  const isLinked =
    query.sellerId !== null &&
    `EXISTS (
       SELECT FROM dealer_link AS link
       WHERE link.seller_id = ${values.add('sellerId', query.sellerId)} AND link.dealer_id = dealer.id AND link.is_active)`;
  return readNamePage(tx, query, { table: 'dealer', key: 'id', select, conditions: [isLinked], values });
}

export const readDealer = read.firstRow<DealerRecord, [{ readonly id: string }]>(
  'read_dealer',
  `${selectSql()} WHERE id = :id`,
);

/** Returns false if the id is taken. */
export const insertDealer = write.findsRow<[row: DealerEntry]>(
  'insert_dealer',
  `INSERT INTO dealer (id, name, address_line1, city, postal_code, province)
   VALUES (:id, :name, :addressLine1, :city, :postalCode, :province)
   ON CONFLICT (id) DO NOTHING`,
);

export const updateDealerRow = write.runs<[row: DealerEntry]>(
  'update_dealer',
  `UPDATE dealer
   SET name = :name, address_line1 = :addressLine1, city = :city, postal_code = :postalCode, province = :province, is_sample = false
   WHERE id = :id`,
);

/** Returns whether the link was inactive before. */
export const activateDealerLink = write.findsRow<[{ readonly sellerId: string; readonly dealerId: string }]>(
  'activate_dealer_link',
  `INSERT INTO dealer_link (seller_id, dealer_id)
   VALUES (:sellerId, :dealerId)
   ON CONFLICT (seller_id, dealer_id) DO UPDATE SET is_active = true
   WHERE NOT dealer_link.is_active`,
);

/** Returns whether the link was active. */
export const endDealerLink = write.findsRow<[{ readonly sellerId: string; readonly dealerId: string }]>(
  'end_dealer_link',
  'UPDATE dealer_link SET is_active = false WHERE seller_id = :sellerId AND dealer_id = :dealerId AND is_active',
);
