import type { IntegrationTerms } from '../../domain/operator/onboard/judge-seller.ts';
import { statement, type Tx } from '../database.ts';
import { type NamePage, type PageQuery, pageOf, pageSql } from './name-page.ts';

/** An integration without its secret. */
export interface IntegrationRecord extends IntegrationTerms {
  readonly id: string;
  readonly clientId: string;
  readonly isDisabled: boolean;
  readonly sellerCount: number;
  readonly createdAt: Date;
  readonly secretIssuedAt: Date;
  readonly previousSecretUntil: Date | null;
}

const columns = `
  integration.id, integration.client_id AS "clientId", integration.name, integration.rate_limit AS "rateLimit",
  integration.is_disabled AS "isDisabled", integration.created_at AS "createdAt",
  integration.secret_issued_at AS "secretIssuedAt", integration.previous_secret_until AS "previousSecretUntil",
  (SELECT count(*)::int FROM seller WHERE seller.integration_id = integration.id) AS "sellerCount"`;

export async function listIntegrations(tx: Tx, query: PageQuery): Promise<NamePage<IntegrationRecord>> {
  const { filter, tail, values } = pageSql(query, { name: 'name', id: 'id', key: 'client_id' });
  const { rows } = await tx.query<IntegrationRecord>(
    `SELECT ${columns}
     FROM integration
     WHERE ${filter}
     ${tail}`,
    values,
  );
  return pageOf(rows, query);
}

export async function readIntegration(tx: Tx, id: string): Promise<IntegrationRecord | null> {
  const { rows } = await tx.query<IntegrationRecord>(`SELECT ${columns} FROM integration WHERE id = $1`, [id]);
  return rows[0] ?? null;
}

export async function findIntegration(tx: Tx, clientId: string): Promise<IntegrationRecord | null> {
  const { rows } = await tx.query<IntegrationRecord>(`SELECT ${columns} FROM integration WHERE client_id = $1`, [
    clientId,
  ]);
  return rows[0] ?? null;
}

export interface NewIntegrationRow extends IntegrationTerms {
  readonly clientId: string;
  readonly secretHash: string;
  readonly now: Date;
}

/** Returns its id; null if the client id is taken. */
export async function insertIntegration(tx: Tx, row: NewIntegrationRow): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    insert(row.clientId, row.secretHash, row.name, row.rateLimit, row.now),
  );
  return rows[0]?.id ?? null;
}

const insert = statement(
  'insert_integration',
  `INSERT INTO integration (client_id, secret_hash, name, rate_limit, secret_issued_at)
   VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (client_id) DO NOTHING
   RETURNING id`,
);

export async function updateIntegrationRow(
  tx: Tx,
  id: string,
  { name, rateLimit, isDisabled }: IntegrationTerms & { readonly isDisabled: boolean },
): Promise<void> {
  await tx.query('UPDATE integration SET name = $2, rate_limit = $3, is_disabled = $4 WHERE id = $1', [
    ...[id, name, rateLimit, isDisabled],
  ]);
}
