import { createHash } from 'node:crypto';
import type { OAuthClient } from '../../domain/credential/oauth.ts';
import type { Integration, PreviousSecret, PreviousStamp, Seller } from '../../domain/partner/seller.ts';
import type { Tx } from '../database.ts';
import { read } from '../statement.ts';

export interface Sellers {
  readonly byId: ReadonlyMap<string, Seller>;
  readonly integrationByClientId: ReadonlyMap<string, Integration>;
  readonly oauthClientByClientId: ReadonlyMap<string, OAuthClient>;
  readonly oauthClientById: ReadonlyMap<string, OAuthClient>;
  /** The integration's seller of that name; null if there is none. */
  readonly find: (integration: Integration, username: string) => Seller | null;
}

export async function readSellers(tx: Tx): Promise<Sellers> {
  const integrations = new Map((await selectIntegrations(tx)).map((row) => [row.id, withPrevious(row)]));
  // One that was added between the queries is left out: the next refresh loads it.
  const sellers = (await selectSellers(tx)).flatMap(({ integrationId, ...row }) => {
    const integration = integrations.get(integrationId);
    return integration === undefined ? [] : [toSeller(row, integration)];
  });
  const clients = (await selectClients(tx)).flatMap(({ integrationId, ...row }) => {
    const integration = integrations.get(integrationId);
    return integration === undefined ? [] : [{ ...withPrevious(row), integration }];
  });
  const byName = new Map(sellers.map((seller) => [`${seller.integration.id}/${seller.username}`, seller]));
  return {
    byId: new Map(sellers.map((seller) => [seller.id, seller])),
    integrationByClientId: new Map([...integrations.values()].map((one) => [one.clientId, one])),
    oauthClientByClientId: new Map(clients.map((client) => [client.clientId, client])),
    oauthClientById: new Map(clients.map((client) => [client.id, client])),
    find: (integration, username) => byName.get(`${integration.id}/${username}`) ?? null,
  };
}

interface Previous {
  readonly previousHash: string | null;
  readonly previousUntil: Date | null;
}
interface OfIntegration {
  readonly integrationId: string;
}
type Derived = 'integration' | 'previousPassword' | 'credentialStamp' | 'previousStamps';
type SellerRow = Omit<Seller, Derived> & Previous;

const selectIntegrations = read.allRows<Omit<Integration, 'previousSecret'> & Previous>(
  'select_integrations',
  `SELECT id, client_id AS "clientId", secret_hash AS "secretHash", previous_secret_hash AS "previousHash",
          previous_secret_until AS "previousUntil", name, rate_limit AS "rateLimit",
          refuses_second_policy AS "refusesSecondPolicy", is_disabled AS "isDisabled"
   FROM integration`,
);

const selectSellers = read.allRows<SellerRow & OfIntegration>(
  'select_sellers',
  `SELECT id, integration_id AS "integrationId", username, password_hash AS "passwordHash",
          previous_password_hash AS "previousHash", previous_password_until AS "previousUntil", name, province, series,
          payment_methods AS "paymentMethods", requires_producer_code AS "requiresProducerCode",
          requires_acknowledgements AS "requiresAcknowledgements", sells_by_link AS "sellsByLink", is_disabled AS "isDisabled",
          today_floor AS "todayFloor"
   FROM seller`,
);

const selectClients = read.allRows<Omit<OAuthClient, 'integration' | 'previousSecret'> & Previous & OfIntegration>(
  'select_oauth_clients',
  `SELECT id, integration_id AS "integrationId", client_id AS "clientId", secret_hash AS "secretHash",
          previous_secret_hash AS "previousHash", previous_secret_until AS "previousUntil",
          coalesce(public_keys, '[]') AS "publicKeys", seller_ids AS "sellerIds", scopes, is_disabled AS "isDisabled"
   FROM oauth_client`,
);

function withPrevious<Row extends Previous>({ previousHash: hash, previousUntil: until, ...row }: Row) {
  return { ...row, previousSecret: hash === null || until === null ? null : { hash, until } };
}

function toSeller(row: SellerRow, integration: Integration): Seller {
  const { previousSecret: previousPassword, ...seller } = withPrevious(row);
  return {
    ...seller,
    integration,
    previousPassword,
    credentialStamp: stampOf(integration.secretHash, row.passwordHash),
    previousStamps: previousStampsOf(integration, row.passwordHash, previousPassword),
  };
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
