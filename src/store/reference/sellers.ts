import { createHash } from 'node:crypto';
import type { OAuthClient } from '../../domain/oauth.ts';
import type { Integration, PreviousSecret, PreviousStamp, Seller } from '../../domain/seller.ts';
import type { Tx } from '../database.ts';

export interface Sellers {
  readonly byId: ReadonlyMap<string, Seller>;
  readonly integrationByClientId: ReadonlyMap<string, Integration>;
  readonly oauthClientByClientId: ReadonlyMap<string, OAuthClient>;
  readonly oauthClientById: ReadonlyMap<string, OAuthClient>;
  /** The integration's seller of that name; null if there is none. */
  readonly find: (integration: Integration, username: string) => Seller | null;
}

export async function readSellers(tx: Tx): Promise<Sellers> {
  const integrations = await tx.query<IntegrationRow>(`
    SELECT id, client_id AS "clientId", secret_hash AS "secretHash", previous_secret_hash AS "previousHash",
           previous_secret_until AS "previousUntil", name, rate_limit AS "rateLimit", is_disabled AS "isDisabled"
    FROM integration`);
  const byIntegrationId = new Map(integrations.rows.map((row) => [row.id, toIntegration(row)]));
  const { rows } = await tx.query<SellerRow>(`
    SELECT id, integration_id AS "integrationId", username, password_hash AS "passwordHash",
           previous_password_hash AS "previousHash", previous_password_until AS "previousUntil", name, province, series,
           payment_methods AS "paymentMethods", requires_producer_code AS "requiresProducerCode",
           requires_acknowledgements AS "requiresAcknowledgements",
           is_disabled AS "isDisabled", today_floor AS "todayFloor"
    FROM seller`);
  const sellers = rows.flatMap((row) => {
    const integration = byIntegrationId.get(row.integrationId);
    // Added between the two queries: the next refresh loads both.
    return integration === undefined ? [] : [toSeller(row, integration)];
  });
  const clientRows = await tx.query<OAuthClientRow>(`
    SELECT id, integration_id AS "integrationId", client_id AS "clientId", secret_hash AS "secretHash",
           previous_secret_hash AS "previousHash", previous_secret_until AS "previousUntil",
           coalesce(public_keys, '[]') AS "publicKeys", seller_ids AS "sellerIds", scopes, is_disabled AS "isDisabled"
    FROM oauth_client`);
  const clients = clientRows.rows.flatMap(({ integrationId, previousHash, previousUntil, ...row }) => {
    const integration = byIntegrationId.get(integrationId);
    return integration === undefined
      ? []
      : [{ ...row, integration, previousSecret: toPrevious(previousHash, previousUntil) }];
  });
  const byName = new Map(sellers.map((seller) => [`${seller.integration.id}/${seller.username}`, seller]));
  return {
    byId: new Map(sellers.map((seller) => [seller.id, seller])),
    integrationByClientId: new Map([...byIntegrationId.values()].map((one) => [one.clientId, one])),
    oauthClientByClientId: new Map(clients.map((client) => [client.clientId, client])),
    oauthClientById: new Map(clients.map((client) => [client.id, client])),
    find: (integration, username) => byName.get(`${integration.id}/${username}`) ?? null,
  };
}

interface Previous {
  readonly previousHash: string | null;
  readonly previousUntil: Date | null;
}

interface IntegrationRow extends Omit<Integration, 'previousSecret'>, Previous {}

interface OAuthClientRow extends Omit<OAuthClient, 'integration' | 'previousSecret'>, Previous {
  readonly integrationId: string;
}

type Derived = 'integration' | 'previousPassword' | 'credentialStamp' | 'previousStamps';

interface SellerRow extends Omit<Seller, Derived>, Previous {
  readonly integrationId: string;
}

function toIntegration({ previousHash, previousUntil, ...row }: IntegrationRow): Integration {
  return { ...row, previousSecret: toPrevious(previousHash, previousUntil) };
}

function toSeller(
  { integrationId: _, previousHash, previousUntil, ...row }: SellerRow,
  integration: Integration,
): Seller {
  const previousPassword = toPrevious(previousHash, previousUntil);
  return {
    ...row,
    integration,
    previousPassword,
    credentialStamp: stampOf(integration.secretHash, row.passwordHash),
    previousStamps: previousStampsOf(integration, row.passwordHash, previousPassword),
  };
}

function toPrevious(hash: string | null, until: Date | null): PreviousSecret | null {
  return hash === null || until === null ? null : { hash, until };
}

/**
 * Partners rotate secrets one at a time, in any order: every mix of current and previous is valid during the overlap.
 */
function previousStampsOf(
  { secretHash, previousSecret }: Integration,
  passwordHash: string,
  previousPassword: PreviousSecret | null,
): readonly PreviousStamp[] {
  const stamps: PreviousStamp[] = [];
  if (previousSecret !== null)
    stamps.push({ stamp: stampOf(previousSecret.hash, passwordHash), until: previousSecret.until });
  if (previousPassword !== null)
    stamps.push({ stamp: stampOf(secretHash, previousPassword.hash), until: previousPassword.until });
  if (previousSecret !== null && previousPassword !== null) {
    const until = previousSecret.until < previousPassword.until ? previousSecret.until : previousPassword.until;
    stamps.push({ stamp: stampOf(previousSecret.hash, previousPassword.hash), until });
  }
  return stamps;
}

/** Identifies a pair of secrets without revealing them. */
export function stampOf(secretHash: string, passwordHash: string): string {
  return createHash('sha256').update(`${secretHash}\n${passwordHash}`).digest('base64url').slice(0, 16);
}
