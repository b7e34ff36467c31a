import type { SellerTerms } from '../../domain/operator/onboard/judge-seller.ts';
import type { VisibleIntegrations } from '../../domain/operator/operator.ts';
import { statement, type Tx } from '../database.ts';
import { type NamePage, type PageQuery, pageOf, pageSql } from './name-page.ts';

/** A seller without its password. */
export interface SellerRecord extends SellerTerms {
  readonly id: string;
  readonly integration: {
    readonly id: string;
    readonly clientId: string;
    readonly name: string;
    readonly isDisabled: boolean;
  };
  readonly username: string;
  readonly isDisabled: boolean;
  /** Active dealer links. */
  readonly dealerCount: number;
  readonly createdAt: Date;
  readonly passwordIssuedAt: Date;
  readonly previousPasswordUntil: Date | null;
}

const columns = `
  seller.id, seller.username, seller.name, seller.province, seller.series, seller.payment_methods AS "paymentMethods",
  seller.requires_producer_code AS "requiresProducerCode",
  seller.requires_acknowledgements AS "requiresAcknowledgements", seller.is_disabled AS "isDisabled",
  seller.created_at AS "createdAt", seller.password_issued_at AS "passwordIssuedAt",
  seller.previous_password_until AS "previousPasswordUntil",
  json_build_object(
    'id', integration.id, 'clientId', integration.client_id, 'name', integration.name,
    'isDisabled', integration.is_disabled
  ) AS integration,
  (SELECT count(*)::int FROM dealer_link AS link WHERE link.seller_id = seller.id AND link.is_active) AS "dealerCount"`;

export async function listSellers(
  tx: Tx,
  query: PageQuery & { readonly integrationId: string | null; readonly visible: VisibleIntegrations },
): Promise<NamePage<SellerRecord>> {
  const place = { name: 'seller.name', id: 'seller.id', key: 'seller.username' };
  const { filter, tail, values } = pageSql(query, place, [query.integrationId, query.visible]);
  const { rows } = await tx.query<SellerRecord>(
    `SELECT ${columns}
     FROM seller
     JOIN integration ON integration.id = seller.integration_id
     WHERE ($1::uuid IS NULL OR seller.integration_id = $1)
       AND ($2::uuid[] IS NULL OR seller.integration_id = ANY ($2))
       AND ${filter}
     ${tail}`,
    values,
  );
  return pageOf(rows, query);
}

export async function readSeller(tx: Tx, id: string): Promise<SellerRecord | null> {
  const { rows } = await tx.query<SellerRecord>(
    `SELECT ${columns}
     FROM seller
     JOIN integration ON integration.id = seller.integration_id
     WHERE seller.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** Usernames are unique within an integration, so without a client id there may be several matches. */
export async function findSellers(tx: Tx, username: string, clientId: string | null): Promise<readonly SellerRecord[]> {
  const { rows } = await tx.query<SellerRecord>(
    `SELECT ${columns}
     FROM seller
     JOIN integration ON integration.id = seller.integration_id
     WHERE seller.username = $1
       AND ($2::text IS NULL OR integration.client_id = $2)
     ORDER BY integration.client_id
     LIMIT 2`,
    [username, clientId],
  );
  return rows;
}

export interface NewSellerRow extends SellerTerms {
  readonly integrationId: string;
  readonly username: string;
  readonly passwordHash: string;
  readonly now: Date;
}

/** Returns its id; null if the integration already has a seller of that username. */
export async function insertSeller(tx: Tx, row: NewSellerRow): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    insert(
      row.integrationId,
      row.username,
      row.passwordHash,
      row.name,
      row.province,
      row.series,
      row.paymentMethods,
      row.requiresProducerCode,
      row.requiresAcknowledgements,
      row.now,
    ),
  );
  return rows[0]?.id ?? null;
}

const insert = statement(
  'insert_seller',
  `INSERT INTO seller (integration_id, username, password_hash, name, province, series, payment_methods,
                       requires_producer_code, requires_acknowledgements, password_issued_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
   ON CONFLICT (integration_id, username) DO NOTHING
   RETURNING id`,
);

export async function updateSellerRow(
  tx: Tx,
  id: string,
  row: SellerTerms & { readonly isDisabled: boolean },
): Promise<void> {
  await tx.query(
    `UPDATE seller
     SET name = $2, province = $3, series = $4, payment_methods = $5, requires_producer_code = $6,
         requires_acknowledgements = $7, is_disabled = $8
     WHERE id = $1`,
    [
      id,
      row.name,
      row.province,
      row.series,
      row.paymentMethods,
      row.requiresProducerCode,
      row.requiresAcknowledgements,
      row.isDisabled,
    ],
  );
}

export async function hasQuoted(tx: Tx, sellerId: string): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT FROM application WHERE seller_id = $1 LIMIT 1', [sellerId]);
  return rowCount !== 0;
}
