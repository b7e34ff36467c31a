import type { IntegrationTerms } from '../../domain/operator/onboard/judge-seller.ts';
import type { VisibleIntegrations } from '../../domain/operator/operator.ts';
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

export async function listIntegrations(
  tx: Tx,
  query: PageQuery & { readonly visible: VisibleIntegrations },
): Promise<NamePage<IntegrationRecord>> {
  const place = { name: 'name', id: 'id', key: 'client_id' };
  const { filter, tail, values } = pageSql(query, place, [query.visible]);
  const { rows } = await tx.query<IntegrationRecord>(
    `SELECT ${columns}
     FROM integration
     WHERE ($1::uuid[] IS NULL OR id = ANY ($1))
       AND ${filter}
     ${tail}`,
    values,
  );
  return pageOf(rows, query);
}

export async function readIntegration(tx: Tx, id: string): Promise<IntegrationRecord | null> {
  const { rows } = await tx.query<IntegrationRecord>(`SELECT ${columns} FROM integration WHERE id = $1`, [id]);
  return rows[0] ?? null;
}

/** Whether all these ids are of integrations. Null is no limit, and so is right. */
export async function areIntegrations(tx: Tx, ids: VisibleIntegrations): Promise<boolean> {
  if (ids === null) return true;
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM integration WHERE id = ANY ($1::uuid[])',
    [ids],
  );
  return rows[0]!.count === new Set(ids).size;
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
