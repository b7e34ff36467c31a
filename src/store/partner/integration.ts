import type { VisibleIntegrations } from '../../domain/operator/operator.ts';
import type { IntegrationTerms } from '../../domain/partner/judge-seller.ts';
import type { Tx } from '../database.ts';
import type { Page } from '../list/filter.ts';
import { Values } from '../list/values.ts';
import { firstRow, firstValue, onlyValue, runs } from '../statement.ts';
import { type PageQuery, readNamePage } from './name-page.ts';

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

const selectSql = `
  SELECT integration.id, integration.client_id AS "clientId", integration.name, integration.rate_limit AS "rateLimit",
         integration.refuses_second_policy AS "refusesSecondPolicy",
         integration.is_disabled AS "isDisabled", integration.created_at AS "createdAt",
         integration.secret_issued_at AS "secretIssuedAt", integration.previous_secret_until AS "previousSecretUntil",
         (SELECT count(*)::int FROM seller WHERE seller.integration_id = integration.id) AS "sellerCount"
  FROM integration`;

export function listIntegrations(
  tx: Tx,
  query: PageQuery & { readonly visibleIntegrations: VisibleIntegrations },
): Promise<Page<IntegrationRecord>> {
  const values = new Values();
  const isVisible =
    query.visibleIntegrations !== null && `integration.id = ANY (${values.add(query.visibleIntegrations)}::uuid[])`;
  return readNamePage(tx, query, {
    table: 'integration',
    key: 'client_id',
    select: selectSql,
    conditions: [isVisible],
    values,
  });
}

export const readIntegration = firstRow<IntegrationRecord, [id: string]>(
  'read_integration',
  `${selectSql} WHERE id = $1`,
);

export const findIntegration = firstRow<IntegrationRecord, [clientId: string]>(
  'find_integration',
  `${selectSql} WHERE client_id = $1`,
);

/** Whether all these ids are of integrations. Null is no limit, and so is right. */
export async function areIntegrations(tx: Tx, ids: VisibleIntegrations): Promise<boolean> {
  return ids === null || (await countIntegrations(tx, ids)) === new Set(ids).size;
}

const countIntegrations = onlyValue<number, [ids: readonly string[]]>(
  'count_integrations',
  'SELECT count(*)::int FROM integration WHERE id = ANY ($1::uuid[])',
);

export interface NewIntegrationRow extends IntegrationTerms {
  readonly clientId: string;
  readonly secretHash: string;
  readonly now: Date;
}

/** Returns its id; null if the client id is taken. */
export const insertIntegration = firstValue<string, [row: NewIntegrationRow]>(
  'insert_integration',
  `INSERT INTO integration (client_id, secret_hash, name, rate_limit, secret_issued_at, refuses_second_policy)
   VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT (client_id) DO NOTHING
   RETURNING id`,
  (row) => [row.clientId, row.secretHash, row.name, row.rateLimit, row.now, row.refusesSecondPolicy],
);

export const updateIntegrationRow = runs<[id: string, row: IntegrationTerms & { readonly isDisabled: boolean }]>(
  'update_integration',
  'UPDATE integration SET name = $2, rate_limit = $3, is_disabled = $4, refuses_second_policy = $5 WHERE id = $1',
  (id, row) => [id, row.name, row.rateLimit, row.isDisabled, row.refusesSecondPolicy],
);
