import type { Scope } from '../../domain/oauth.ts';
import type { Tx } from '../database.ts';

export interface OAuthClientRecord {
  readonly id: string;
  readonly clientId: string;
  readonly name: string;
  /** Its client id. */
  readonly integration: string;
  readonly integrationId: string;
  /** Usernames; null: all sellers of the integration. */
  readonly sellers: readonly string[] | null;
  readonly scopes: readonly Scope[];
  readonly keyCount: number;
  readonly isDisabled: boolean;
  readonly createdAt: Date;
  readonly secretIssuedAt: Date;
  readonly previousSecretUntil: Date | null;
}

export interface NewOAuthClient {
  readonly integrationId: string;
  readonly clientId: string;
  readonly name: string;
  readonly secretHash: string;
  readonly publicKeys: readonly object[];
  readonly sellerIds: readonly string[] | null;
  readonly scopes: readonly Scope[];
}

/** Returns false if the client id is taken. */
export async function insertOAuthClient(tx: Tx, client: NewOAuthClient): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO oauth_client (integration_id, client_id, name, secret_hash, public_keys, seller_ids, scopes)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (client_id) DO NOTHING`,
    [
      client.integrationId,
      client.clientId,
      client.name,
      client.secretHash,
      client.publicKeys.length === 0 ? null : JSON.stringify(client.publicKeys),
      client.sellerIds,
      client.scopes,
    ],
  );
  return rowCount === 1;
}

/** Whether all these sellers are the integration's. */
export async function areSellersOf(tx: Tx, integrationId: string, sellerIds: readonly string[]): Promise<boolean> {
  const { rows } = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM seller WHERE integration_id = $1 AND id = ANY ($2::uuid[])',
    [integrationId, sellerIds],
  );
  return rows[0]!.count === new Set(sellerIds).size;
}

export async function findOAuthClient(tx: Tx, clientId: string): Promise<OAuthClientRecord | null> {
  const { rows } = await tx.query<OAuthClientRecord>(`${select} WHERE oauth_client.client_id = $1`, [clientId]);
  return rows[0] ?? null;
}

export async function readOAuthClient(tx: Tx, id: string): Promise<OAuthClientRecord | null> {
  const { rows } = await tx.query<OAuthClientRecord>(`${select} WHERE oauth_client.id = $1`, [id]);
  return rows[0] ?? null;
}

/** Returns the clients of an integration; of all, without one. */
export async function listOAuthClients(
  tx: Tx,
  integrationId: string | null = null,
): Promise<readonly OAuthClientRecord[]> {
  const { rows } = await tx.query<OAuthClientRecord>(
    `${select}
     WHERE $1::uuid IS NULL OR oauth_client.integration_id = $1
     ORDER BY oauth_client.client_id
     LIMIT 1000`,
    [integrationId],
  );
  return rows;
}

/** What is left out stays. */
export async function updateOAuthClient(
  tx: Tx,
  id: string,
  { isDisabled, publicKeys }: { readonly isDisabled?: boolean; readonly publicKeys?: readonly object[] },
): Promise<void> {
  await tx.query(
    `UPDATE oauth_client
     SET is_disabled = coalesce($2, is_disabled), public_keys = coalesce($3, public_keys)
     WHERE id = $1`,
    [id, isDisabled ?? null, publicKeys === undefined ? null : JSON.stringify(publicKeys)],
  );
}

const select = `
  SELECT oauth_client.id, oauth_client.client_id AS "clientId", oauth_client.name, integration.client_id AS integration,
         oauth_client.integration_id AS "integrationId",
         CASE WHEN oauth_client.seller_ids IS NOT NULL THEN
           ARRAY(SELECT username FROM seller WHERE seller.id = ANY (oauth_client.seller_ids) ORDER BY username)
         END AS sellers,
         oauth_client.scopes, jsonb_array_length(coalesce(oauth_client.public_keys, '[]')) AS "keyCount",
         oauth_client.is_disabled AS "isDisabled", oauth_client.created_at AS "createdAt",
         oauth_client.secret_issued_at AS "secretIssuedAt", oauth_client.previous_secret_until AS "previousSecretUntil"
  FROM oauth_client
  JOIN integration ON integration.id = oauth_client.integration_id`;
