/** The parts of an OpenAPI document that a collection is made of. */
export interface Document {
  readonly info: { readonly title: string; readonly summary: string };
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string;
            readonly summary: string;
            readonly description: string;
            readonly security?: readonly unknown[];
            readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
            readonly responses: Readonly<Record<string, unknown>>;
            readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
          }
        >
      >
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

export interface Schema {
  readonly $ref?: string;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** Returns a body with the required properties, and with the optional ones that a sale needs. */
export function exampleBody(document: Document, schema: Schema): unknown {
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

const values: Readonly<Record<string, unknown>> = {
  client_id: '{{client_id}}',
  client_secret: '{{client_secret}}',
  username: '{{username}}',
  password: '{{password}}',
  Vin: '{{vin}}',
  EffectiveDate: '{{today}}',
  effectiveDate: '{{today}}',
  today: '{{today}}',
  firstInstallmentDate: '{{firstInstallmentDate}}',
  vehicleConfigurationId: '{{vehicleConfigurationId}}',
  applicationId: '{{applicationId}}',
  paymentId: '{{paymentId}}',
  ticket: '{{ticket}}',
  downloadId: '{{documentDownloadId}}',
  policyNumber: '{{policyNumber}}',
  id: '{{webhookEndpointId}}',
  deliveryId: '{{deliveryId}}',
  selectedProducts: ['RPL'],
};
