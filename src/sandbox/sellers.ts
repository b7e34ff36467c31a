import { readFileSync } from 'node:fs';
import { type PaymentMethod, paymentMethods } from '../domain/payment-method.ts';
import type { Province } from '../domain/province.ts';
import type { Series } from '../domain/quote/vocabulary.ts';

/** The sandbox's integrations and sellers. Their secrets are public: they are valid in a sandbox only. */
export const sandboxPassword = 'sandbox-password';

interface SandboxSeller {
  readonly username: string;
  readonly name: string;
  readonly province: Province;
  readonly series: readonly Series[];
  readonly paymentMethods: readonly PaymentMethod[];
  readonly requiresProducerCode?: true;
  readonly requiresAcknowledgements?: true;
  readonly sellsByLink?: true;
  /** The integration's OAuth client may not act for it. */
  readonly isOutsideOAuth?: true;
  readonly isDisabled?: true;
}

interface SandboxIntegration {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  readonly oauthClientId: string;
  readonly oauthSecret: string;
  readonly sellers: readonly SandboxSeller[];
}

const sellsAll = { series: ['Prime', 'Plus'], paymentMethods } as const;

export const sandboxIntegrations: readonly SandboxIntegration[] = [
  {
    clientId: 'northbind-sandbox',
    clientSecret: 'sandbox-client-secret',
    name: 'Sandbox partner',
    oauthClientId: 'northbind-sandbox-oauth',
    oauthSecret: 'sandbox-oauth-secret',
    sellers: [
      { ...sellsAll, username: 'ontario', name: 'Sandbox Ontario', province: 'ON', sellsByLink: true },
      {
        ...sellsAll,
        username: 'quebec',
        name: 'Sandbox Québec',
        province: 'QC',
        requiresProducerCode: true,
        sellsByLink: true,
      },
      {
        username: 'alberta',
        name: 'Sandbox Alberta',
        province: 'AB',
        series: ['Prime'],
        paymentMethods: ['REF', 'CC'],
      },
      {
        ...sellsAll,
        username: 'novascotia',
        name: 'Sandbox Nova Scotia',
        province: 'NS',
        paymentMethods: ['REF', 'PFF'],
      },
      {
        username: 'disabled',
        name: 'Sandbox disabled',
        province: 'ON',
        series: ['Prime'],
        paymentMethods: ['REF'],
        isDisabled: true,
      },
    ],
  },
  {
    clientId: 'northbind-sandbox-2',
    clientSecret: 'sandbox-client-secret-2',
    name: 'Second sandbox partner',
    oauthClientId: 'northbind-sandbox-2-oauth',
    oauthSecret: 'sandbox-oauth-secret-2',
    sellers: [
      { ...sellsAll, username: 'manitoba', name: 'Sandbox Manitoba', province: 'MB' },
      {
        ...sellsAll,
        username: 'levis',
        name: 'Sandbox Lévis',
        province: 'QC',
        requiresAcknowledgements: true,
        sellsByLink: true,
        isOutsideOAuth: true,
      },
    ],
  },
];

/** A client of the second integration for the seller that its own client may not act for. */
export const levisClient = {
  clientId: 'northbind-sandbox-levis-oauth',
  secret: 'sandbox-oauth-secret-3',
  integrationClientId: 'northbind-sandbox-2',
  username: 'levis',
} as const;

/** A client for the enabled sellers of the first integration that proves itself by its key alone. */
export const keyClient = {
  clientId: 'northbind-sandbox-jwt',
  name: 'Sandbox partner, by a key',
  integrationClientId: 'northbind-sandbox',
} as const;

/** Its private key, for everybody: `/docs/private_key_jwt.json`. */
export const publishedKey = JSON.parse(
  readFileSync(new URL('./data/private_key_jwt.json', import.meta.url), 'utf8'),
) as { readonly kty: string; readonly crv: string; readonly x: string; readonly y: string };

/** Everybody can read them here, so that production never accepts one, whatever its database says. */
export const publishedSecrets: ReadonlySet<string> = new Set([
  sandboxPassword,
  levisClient.secret,
  ...sandboxIntegrations.flatMap(({ clientSecret, oauthSecret }) => [clientSecret, oauthSecret]),
]);
