import { createHash } from 'node:crypto';
import type { Province } from '../../domain/address/province.ts';
import type { PaymentMethod } from '../../domain/payment-method.ts';
import type { Series } from '../../domain/rating/vocabulary.ts';
import type { Integration, PreviousSecret, PreviousStamp, Seller } from '../../domain/seller.ts';
import type { Tx } from '../database.ts';

export interface Sellers {
  readonly byId: ReadonlyMap<string, Seller>;
  readonly integrationByClientId: ReadonlyMap<string, Integration>;
  /** The integration's seller of that name; null if there is none. */
  readonly find: (integration: Integration, username: string) => Seller | null;
}

export async function readSellers(tx: Tx): Promise<Sellers> {
  const integrations = await tx.query<IntegrationRow>(`
    SELECT id, client_id, secret_hash, previous_secret_hash, previous_secret_until, name, rate_limit, is_disabled
    FROM integration`);
  const byIntegrationId = new Map(integrations.rows.map((row) => [row.id, toIntegration(row)]));
  const { rows } = await tx.query<SellerRow>(`
    SELECT id, integration_id, username, password_hash, previous_password_hash, previous_password_until,
           name, province, series, payment_methods, requires_producer_code, is_disabled, today_floor
    FROM seller`);
  const sellers = rows.flatMap((row) => {
    const integration = byIntegrationId.get(row.integration_id);
    // Added between the two queries: the next refresh loads both.
    return integration === undefined ? [] : [toSeller(row, integration)];
  });
  const byName = new Map(sellers.map((seller) => [`${seller.integration.id}/${seller.username}`, seller]));
  return {
    byId: new Map(sellers.map((seller) => [seller.id, seller])),
    integrationByClientId: new Map([...byIntegrationId.values()].map((one) => [one.clientId, one])),
    find: (integration, username) => byName.get(`${integration.id}/${username}`) ?? null,
  };
}

interface IntegrationRow {
  readonly id: string;
  readonly client_id: string;
  readonly secret_hash: string;
  readonly previous_secret_hash: string | null;
  readonly previous_secret_until: Date | null;
  readonly name: string;
  readonly rate_limit: number | null;
  readonly is_disabled: boolean;
}

interface SellerRow {
  readonly id: string;
  readonly integration_id: string;
  readonly username: string;
  readonly password_hash: string;
  readonly previous_password_hash: string | null;
  readonly previous_password_until: Date | null;
  readonly name: string;
  readonly province: Province;
  readonly series: Series[];
  readonly payment_methods: PaymentMethod[];
  readonly requires_producer_code: boolean;
  readonly is_disabled: boolean;
  readonly today_floor: string | null;
}

function toIntegration(row: IntegrationRow): Integration {
  return {
    id: row.id,
    clientId: row.client_id,
    secretHash: row.secret_hash,
    previousSecret: toPrevious(row.previous_secret_hash, row.previous_secret_until),
    name: row.name,
    rateLimit: row.rate_limit,
    isDisabled: row.is_disabled,
  };
}

function toSeller(row: SellerRow, integration: Integration): Seller {
  const previousPassword = toPrevious(row.previous_password_hash, row.previous_password_until);
  return {
    id: row.id,
    integration,
    username: row.username,
    passwordHash: row.password_hash,
    previousPassword,
    name: row.name,
    province: row.province,
    series: row.series,
    paymentMethods: row.payment_methods,
    requiresProducerCode: row.requires_producer_code,
    isDisabled: row.is_disabled,
    credentialStamp: stampOf(integration.secretHash, row.password_hash),
    previousStamps: previousStampsOf(integration, row.password_hash, previousPassword),
    todayFloor: row.today_floor,
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
