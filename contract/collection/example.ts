import type { OpenApiDocument, Schema } from '../openapi/document.ts';

/** Returns a body with the required properties, and with the optional ones that a sale needs. */
export function exampleBody(document: OpenApiDocument, schema: Schema): unknown {
  const name = schema.$ref?.split('/').at(-1);
  const { properties = {}, required = [] } = name === undefined ? schema : document.components.schemas[name]!;
  const sent = Object.entries(properties).filter(([key]) => required.includes(key) || alsoSent.has(key));
  return Object.fromEntries(
    sent.map(([key, value]) => [key, value.$ref === undefined ? exampleOf(key, value) : exampleBody(document, value)]),
  );
}

const alsoSent = new Set(['username', 'password', 'series', 'lastName']);

/** Returns the variable that an earlier answer set; else the contract's example. */
export function exampleOf(name: string, { examples, enum: choices }: Schema): unknown {
  return values[name] ?? examples?.[0] ?? choices?.[0] ?? '';
}

/** The collection's variables. The sandbox's credentials are public; empty variables are set by answers. */
export const variables = {
  baseUrl: 'http://127.0.0.1:8080',
  clientId: 'northbind-sandbox-oauth',
  clientSecret: 'sandbox-oauth-secret',
  seller: 'ontario',
  mayErase: 'no',
  isFinanced: 'no',
  mayMoveMoney: 'no',
  token: '',
  today: '',
  firstInstallmentDate: '',
  vin: '',
  vehicleConfigurationId: '',
  applicationId: '',
  paymentId: '',
  ticket: '',
  policyNumber: '',
  documentDownloadId: '',
  webhookEndpointId: '',
  saleLinkId: '',
  deliveryId: '',
};

/** What the request for a token is filled in with. The contract's own way to sign in has other credentials. */
export const tokenForm: Readonly<Record<string, string>> = {
  grant_type: 'client_credentials',
  scope: 'seller:{{seller}}',
  client_id: '{{clientId}}',
  client_secret: '{{clientSecret}}',
};

const values: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(Object.keys(variables).map((name) => [name, `{{${name}}}`])),
  Vin: '{{vin}}',
  EffectiveDate: '{{today}}',
  effectiveDate: '{{today}}',
  downloadId: '{{documentDownloadId}}',
  selectedProducts: ['RPL'],
};
