import { createHash } from 'node:crypto';
import type { Province } from '../../domain/address/province.ts';
import type { Series } from '../../domain/rating/vocabulary.ts';
import type { Integration, PaymentMethod, Seller } from '../../domain/seller.ts';
import type { Tx } from '../database.ts';

export interface Sellers {
  readonly byId: ReadonlyMap<string, Seller>;
  readonly integrationByClientId: ReadonlyMap<string, Integration>;
  /** The seller of that name within the integration; null when there is none. */
  readonly find: (integration: Integration, username: string) => Seller | null;
}

export async function readSellers(tx: Tx): Promise<Sellers> {
  const integrations = await tx.query<IntegrationRow>(`
    SELECT id, client_id, secret_hash, name, rate_limit, is_disabled
    FROM integration`);
  const byIntegrationId = new Map(integrations.rows.map((row) => [row.id, toIntegration(row)]));
  const { rows } = await tx.query<SellerRow>(`
    SELECT id, integration_id, username, password_hash, name, province, series, payment_methods,
           requires_producer_code, is_disabled, today_floor
    FROM seller`);
  const sellers = rows.flatMap((row) => {
    const integration = byIntegrationId.get(row.integration_id);
    return integration === undefined ? [] : [toSeller(row, integration)]; // Added between the two reads: the next refresh has both.
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
  readonly name: string;
  readonly rate_limit: number | null;
  readonly is_disabled: boolean;
}

interface SellerRow {
  readonly id: string;
  readonly integration_id: string;
  readonly username: string;
  readonly password_hash: string;
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
    name: row.name,
    rateLimit: row.rate_limit,
    isDisabled: row.is_disabled,
  };
}

function toSeller(row: SellerRow, integration: Integration): Seller {
  return {
    id: row.id,
    integration,
    username: row.username,
    passwordHash: row.password_hash,
    name: row.name,
    province: row.province,
    series: row.series,
    paymentMethods: row.payment_methods,
    requiresProducerCode: row.requires_producer_code,
    isDisabled: row.is_disabled,
    credentialStamp: createHash('sha256')
      .update(`${integration.secretHash}\n${row.password_hash}`)
      .digest('base64url')
      .slice(0, 16),
    todayFloor: row.today_floor,
  };
}
