import type { VisibleIntegrations } from '../../domain/operator/operator.ts';
import { type WorkKind, workKinds } from '../../domain/work/needs-person.ts';
import type { Tx } from '../database.ts';
import { sendRead } from '../statement.ts';
import { stuckWork } from '../work/stuck-work.ts';

/** The condition that a seller, by its id, is of one of these integrations. Null sees all. */
export function isVisibleSql(sellerId: string, integrationIds: string): string {
  return `(${integrationIds}::uuid[] IS NULL OR ${sellerId} IN (SELECT id FROM seller WHERE integration_id = ANY (${integrationIds})))`;
}

/** What an operator's request may name. */
export type Thing = keyof typeof sellerOf | keyof typeof integrationOf | 'integration';

/** Whether the operator may see the thing of that id. False if there is no such thing. */
export async function isVisible(
  tx: Tx,
  thing: Thing,
  id: string,
  visibleIntegrations: VisibleIntegrations,
): Promise<boolean> {
  if (visibleIntegrations === null) return true;
  if (thing === 'integration') return visibleIntegrations.includes(id);
  const integration =
    thing in integrationOf
      ? integrationOf[thing as keyof typeof integrationOf]
      : `SELECT integration_id FROM seller WHERE id = (${sellerOf[thing as keyof typeof sellerOf]})`;
  const isOneSql = `SELECT WHERE (${integration}) = ANY (:visibleIntegrations::uuid[])`;
  const { rowCount } = await sendRead(tx, isOneSql, { id, visibleIntegrations });
  return rowCount === 1;
}

/** Selects the integration of the thing with the id `:id`. */
const integrationOf = {
  oauthClient: 'SELECT integration_id FROM oauth_client WHERE id = :id',
  webhookEndpoint: `
    SELECT coalesce(webhook_endpoint.integration_id, seller.integration_id, oauth_client.integration_id)
    FROM webhook_endpoint
    LEFT JOIN seller ON seller.id = webhook_endpoint.seller_id
    LEFT JOIN oauth_client ON oauth_client.id = webhook_endpoint.oauth_client_id
    WHERE webhook_endpoint.id = :id`,
} as const;

/** Selects the seller of the thing with the id `:id`. Work is named by its kind. */
const sellerOf = {
  seller: 'SELECT :id::uuid',
  sale: 'SELECT seller_id FROM application WHERE id = :id',
  policy: 'SELECT seller_id FROM policy WHERE policy_number = :id',
  document: 'SELECT seller_id FROM document WHERE id = :id',
  saleLink: 'SELECT seller_id FROM sale_link WHERE id = :id',
  payment: 'SELECT seller_id FROM card_payment WHERE id = :id',
  ...(Object.fromEntries(workKinds.map((kind) => [kind, sellerOfWorkSql(kind)])) as Record<WorkKind, string>),
} as const;

function sellerOfWorkSql(kind: WorkKind): string {
  const { sellerId, table, id } = stuckWork[kind];
  return `SELECT ${sellerId} FROM ${table} WHERE ${id} = :id`;
}
