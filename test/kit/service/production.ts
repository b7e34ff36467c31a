import { makeSecretHasher } from '../../../src/flows/credential/secret-hash.ts';
import { createIntegration } from '../../../src/flows/partner/integrations.ts';
import { createSeller } from '../../../src/flows/partner/sellers.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { until } from '../processes/until.ts';
import { emptyDatabase } from './database.ts';
import { testHashCost } from './postgres.ts';
import { type Answer, startTestService, type TestService } from './service.ts';

/** Settings with which production starts. */
export const productionSettings = {
  NORTHBIND_MODE: 'production',
  HOST: '127.0.0.1',
  PUBLIC_URL: 'https://sales.example.ca',
  SMTP_URL: 'smtps://user:password@mail.example.ca',
  SECRET_KEY: 'a key of at least thirty-two characters',
  METRICS_TOKEN: 'what the collector shows',
  CARD_PROCESSOR: 'none',
  LENDER: 'none',
  TRUST_PROXY: 'none',
  ISSUER_NAME: 'Example Protection',
  ISSUER_ADDRESS: '1 Main Street; Toronto ON  M5V 2T6',
  ISSUER_PHONE: '416 555-0142',
  ISSUER_EMAIL: 'service@example.ca',
  ISSUER_WEBSITE: 'www.example.ca',
} as const;

/** A production service on a database of its own, with one seller that the operator has onboarded. */
export async function startProduction(environment: Readonly<Record<string, string>> = {}): Promise<TestService> {
  const databaseUrl = environment.DATABASE_URL ?? (await emptyDatabase());
  const service = await startTestService({
    environment: { ...productionSettings, ...environment, DATABASE_URL: databaseUrl },
  });
  const partner = await onboard(databaseUrl);
  return {
    ...service,
    // An instance knows a new seller within a second.
    login: async () => (await until(() => service.call('POST', '/v1/authenticate', partner), isOk)).body.token,
  };
}

const isOk = ({ status }: Answer): boolean => status === 200;

async function onboard(url: string) {
  const database = openDatabase({ url, poolSize: 1, onConnectionLost: () => undefined });
  const parts = { database, hash: makeSecretHasher({ cost: testHashCost }).hash };
  const by = {
    actor: { kind: 'command line', name: 'test' },
    reason: '',
    now: new Date('2026-06-01T12:00:00Z'),
  } as const;
  try {
    const integration = await createIntegration(parts, { name: 'Partner', clientId: 'partner', rateLimit: null }, by);
    if (!('clientSecret' in integration)) throw new Error(integration.code);
    const terms = {
      series: ['Prime'],
      paymentMethods: ['REF'],
      requiresProducerCode: false,
      requiresAcknowledgements: false,
      sellsByLink: false,
    } as const;
    const integrationId = integration.integration.id;
    const named = { integrationId, username: 'shop', name: 'Shop', province: 'ON' } as const;
    const seller = await createSeller(parts, { ...named, ...terms }, by);
    if (!('password' in seller)) throw new Error(seller.code);
    return {
      headers: { client_id: 'partner', client_secret: integration.clientSecret },
      body: { username: 'shop', password: seller.password },
    };
  } finally {
    await database.end();
  }
}
