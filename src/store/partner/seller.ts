import type { VisibleIntegrations } from '../../domain/operator/operator.ts';
import type { SellerTerms } from '../../domain/partner/judge-seller.ts';
import type { Tx } from '../database.ts';
import type { Page } from '../list/filter.ts';
import { Values } from '../list/values.ts';
import { read, write } from '../statement.ts';
import type { IntegrationRecord } from './integration.ts';
import { type PageQuery, readNamePage } from './name-page.ts';

/** A seller without its password. */
export interface SellerRecord extends SellerTerms {
  readonly id: string;
  readonly integration: Pick<IntegrationRecord, 'id' | 'clientId' | 'name' | 'isDisabled'>;
  readonly username: string;
  readonly isDisabled: boolean;
  /** Active dealer links. */
  readonly dealerCount: number;
  readonly createdAt: Date;
  readonly passwordIssuedAt: Date;
  readonly previousPasswordUntil: Date | null;
}

const selectSql = `
  SELECT seller.id, seller.username, seller.name, seller.province, seller.series, seller.payment_methods AS "paymentMethods",
         seller.requires_producer_code AS "requiresProducerCode",
         seller.requires_acknowledgements AS "requiresAcknowledgements", seller.sells_by_link AS "sellsByLink", seller.is_disabled AS "isDisabled",
         seller.created_at AS "createdAt", seller.password_issued_at AS "passwordIssuedAt",
         seller.previous_password_until AS "previousPasswordUntil",
         json_build_object(
           'id', integration.id, 'clientId', integration.client_id, 'name', integration.name,
           'isDisabled', integration.is_disabled
         ) AS integration,
         (SELECT count(*)::int FROM dealer_link AS link WHERE link.seller_id = seller.id AND link.is_active) AS "dealerCount"
  FROM seller
  JOIN integration ON integration.id = seller.integration_id`;

export function listSellers(
  tx: Tx,
  query: PageQuery & { readonly integrationId: string | null; readonly visibleIntegrations: VisibleIntegrations },
): Promise<Page<SellerRecord>> {
  const { integrationId, visibleIntegrations } = query;
  const values = new Values();
  const conditions = [
    integrationId !== null && `seller.integration_id = ${values.add('integrationId', integrationId)}`,
    visibleIntegrations !== null &&
      `seller.integration_id = ANY (${values.add('visibleIntegrations', visibleIntegrations)}::uuid[])`,
  ];
  return readNamePage(tx, query, { table: 'seller', key: 'username', select: selectSql, conditions, values });
}

export const readSeller = read.firstRow<SellerRecord, [{ readonly id: string }]>(
  'read_seller',
  `${selectSql} WHERE seller.id = :id`,
);

/** Usernames are unique within an integration, so without a client id there may be several matches. */
export const findSellers = read.allRows<
  SellerRecord,
  [{ readonly username: string; readonly clientId: string | null }]
>(
  null,
  `${selectSql}
   WHERE seller.username = :username
     AND (:clientId::text IS NULL OR integration.client_id = :clientId)
   ORDER BY integration.client_id
   LIMIT 2`,
);

export interface NewSellerRow extends SellerTerms {
  readonly integrationId: string;
  readonly username: string;
  readonly passwordHash: string;
  readonly now: Date;
}

/** Returns its id; null if the integration already has a seller of that username. */
export const insertSeller = write.firstValue<string, [row: NewSellerRow]>(
  'insert_seller',
  `INSERT INTO seller (integration_id, username, password_hash, name, province, series, payment_methods,
                       requires_producer_code, requires_acknowledgements, sells_by_link, password_issued_at)
   VALUES (:integrationId, :username, :passwordHash, :name, :province, :series, :paymentMethods,
           :requiresProducerCode, :requiresAcknowledgements, :sellsByLink, :now)
   ON CONFLICT (integration_id, username) DO NOTHING
   RETURNING id`,
);

export const updateSellerRow = write.runs<[id: string, row: SellerTerms & { readonly isDisabled: boolean }]>(
  'update_seller',
  `UPDATE seller
   SET name = :name, province = :province, series = :series, payment_methods = :paymentMethods,
       requires_producer_code = :requiresProducerCode, requires_acknowledgements = :requiresAcknowledgements,
       sells_by_link = :sellsByLink, is_disabled = :isDisabled
   WHERE id = :id`,
  (id, row) => ({ id, ...row }),
);

export const hasQuoted = read.findsRow<[{ readonly sellerId: string }]>(
  'has_seller_quoted',
  'SELECT FROM application WHERE seller_id = :sellerId LIMIT 1',
);
