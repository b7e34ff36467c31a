import type { Scope } from '../../domain/oauth.ts';
import type { Tx } from '../database.ts';

export interface OAuthClientRecord {
  readonly id: string;
  readonly clientId: string;
  readonly name: string;
  readonly integration: string;
  /** Usernames; null: all sellers of the integration. */
  readonly sellers: readonly string[] | null;
  readonly scopes: readonly Scope[];
  readonly keyCount: number;
  readonly isDisabled: boolean;
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

export async function findOAuthClient(tx: Tx, clientId: string): Promise<OAuthClientRecord | null> {
  const { rows } = await tx.query<OAuthClientRecord>(`${select} WHERE oauth_client.client_id = $1`, [clientId]);
  return rows[0] ?? null;
}

export async function readOAuthClientId(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await tx.query<{ clientId: string }>(
    'SELECT client_id AS "clientId" FROM oauth_client WHERE id = $1',
    [id],
  );
  return rows[0]?.clientId ?? null;
}

export async function listOAuthClients(tx: Tx): Promise<readonly OAuthClientRecord[]> {
  const { rows } = await tx.query<OAuthClientRecord>(`${select} ORDER BY oauth_client.client_id LIMIT 1000`);
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
         CASE WHEN oauth_client.seller_ids IS NOT NULL THEN
           ARRAY(SELECT username FROM seller WHERE seller.id = ANY (oauth_client.seller_ids) ORDER BY username)
         END AS sellers,
         oauth_client.scopes, jsonb_array_length(coalesce(oauth_client.public_keys, '[]')) AS "keyCount",
         oauth_client.is_disabled AS "isDisabled"
  FROM oauth_client
  JOIN integration ON integration.id = oauth_client.integration_id`;
