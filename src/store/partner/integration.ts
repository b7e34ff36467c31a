import type { VisibleIntegrations } from '../../domain/operator/operator.ts';
import type { IntegrationTerms } from '../../domain/partner/judge-seller.ts';
import type { Tx } from '../database.ts';
import type { Page } from '../list/filter.ts';
import { Values } from '../list/values.ts';
import { read, write } from '../statement.ts';
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
    query.visibleIntegrations !== null &&
    `integration.id = ANY (${values.add('visibleIntegrations', query.visibleIntegrations)}::uuid[])`;
  return readNamePage(tx, query, {
    table: 'integration',
    key: 'client_id',
    select: selectSql,
    conditions: [isVisible],
    values,
  });
}

export const readIntegration = read.firstRow<IntegrationRecord, [{ readonly id: string }]>(
  'read_integration',
  `${selectSql} WHERE id = :id`,
);

export const findIntegration = read.firstRow<IntegrationRecord, [{ readonly clientId: string }]>(
  'find_integration',
  `${selectSql} WHERE client_id = :clientId`,
);

/** Whether all these ids are of integrations. Null is no limit, and so is right. */
export async function areIntegrations(tx: Tx, ids: VisibleIntegrations): Promise<boolean> {
  return ids === null || (await countIntegrations(tx, { ids })) === new Set(ids).size;
}

const countIntegrations = read.onlyValue<number, [{ readonly ids: readonly string[] }]>(
  'count_integrations',
  'SELECT count(*)::int FROM integration WHERE id = ANY (:ids::uuid[])',
);

export interface NewIntegrationRow extends IntegrationTerms {
  readonly clientId: string;
  readonly secretHash: string;
  readonly now: Date;
}

/** Returns its id; null if the client id is taken. */
export const insertIntegration = write.firstValue<string, [row: NewIntegrationRow]>(
  'insert_integration',
  `INSERT INTO integration (client_id, secret_hash, name, rate_limit, secret_issued_at, refuses_second_policy)
   VALUES (:clientId, :secretHash, :name, :rateLimit, :now, :refusesSecondPolicy)
   ON CONFLICT (client_id) DO NOTHING
   RETURNING id`,
  (row) => ({
    clientId: row.clientId,
    secretHash: row.secretHash,
    name: row.name,
    rateLimit: row.rateLimit,
    now: row.now,
    refusesSecondPolicy: row.refusesSecondPolicy,
  }),
);

export const updateIntegrationRow = write.runs<[id: string, row: IntegrationTerms & { readonly isDisabled: boolean }]>(
  'update_integration',
  `UPDATE integration
   SET name = :name, rate_limit = :rateLimit, is_disabled = :isDisabled, refuses_second_policy = :refusesSecondPolicy
   WHERE id = :id`,
  (id, row) => ({
    id,
    name: row.name,
    rateLimit: row.rateLimit,
    isDisabled: row.isDisabled,
    refusesSecondPolicy: row.refusesSecondPolicy,
  }),
);
