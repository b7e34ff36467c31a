import type { Scope } from '../../domain/credential/scope.ts';
import type { Tx } from '../database.ts';
import { read, write } from '../statement.ts';

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

const selectSql = `
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

export const findOAuthClient = read.firstRow<OAuthClientRecord, [{ readonly clientId: string }]>(
  'find_oauth_client',
  `${selectSql} WHERE oauth_client.client_id = :clientId`,
);

export const readOAuthClient = read.firstRow<OAuthClientRecord, [{ readonly id: string }]>(
  'read_oauth_client',
  `${selectSql} WHERE oauth_client.id = :id`,
);

/** Returns the clients of an integration; of all, for null. */
export const listOAuthClients = read.allRows<OAuthClientRecord, [{ readonly integrationId: string | null }]>(
  null,
  `${selectSql}
   WHERE :integrationId::uuid IS NULL OR oauth_client.integration_id = :integrationId
   ORDER BY oauth_client.client_id
   LIMIT 1000`,
);

export interface NewOAuthClient extends Pick<OAuthClientRecord, 'integrationId' | 'clientId' | 'name' | 'scopes'> {
  readonly secretHash: string;
  readonly publicKeys: readonly object[];
  readonly sellerIds: readonly string[] | null;
}

/** Returns false if the client id is taken. */
export const insertOAuthClient = write.findsRow<[client: NewOAuthClient]>(
  'insert_oauth_client',
  `INSERT INTO oauth_client (integration_id, client_id, name, secret_hash, public_keys, seller_ids, scopes)
   VALUES (:integrationId, :clientId, :name, :secretHash, :keys, :sellerIds, :scopes)
   ON CONFLICT (client_id) DO NOTHING`,
  ({ integrationId, clientId, name, secretHash, publicKeys, sellerIds, scopes }) => {
    const keys = publicKeys.length === 0 ? null : JSON.stringify(publicKeys);
    return { integrationId, clientId, name, secretHash, keys, sellerIds, scopes };
  },
);

/** Whether all these sellers are the integration's. */
export async function areSellersOf(tx: Tx, integrationId: string, sellerIds: readonly string[]): Promise<boolean> {
  return (await countSellers(tx, { integrationId, ids: sellerIds })) === new Set(sellerIds).size;
}

const countSellers = read.onlyValue<number, [{ readonly integrationId: string; readonly ids: readonly string[] }]>(
  'count_sellers_of',
  'SELECT count(*)::int FROM seller WHERE integration_id = :integrationId AND id = ANY (:ids::uuid[])',
);

/** What is left out stays. */
export const updateOAuthClient = write.runs<
  [id: string, changes: { readonly isDisabled?: boolean; readonly publicKeys?: readonly object[] }]
>(
  'update_oauth_client',
  `UPDATE oauth_client
   SET is_disabled = coalesce(:isDisabled, is_disabled), public_keys = coalesce(:publicKeys, public_keys)
   WHERE id = :id`,
  (id, { isDisabled = null, publicKeys }) => ({
    id,
    isDisabled,
    publicKeys: publicKeys ? JSON.stringify(publicKeys) : null,
  }),
);
