/** The parts of the OpenAPI document that other files are made of: the collection, the client's types. */
export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly summary: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, PathOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface PathOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly security: readonly unknown[];
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly responses: Readonly<Record<string, unknown>>;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

export interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

/** The part of JSON Schema that the document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | null)[];
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  /** What each property is, of an object whose properties have no names of their own. */
  readonly additionalProperties?: Schema;
  readonly required?: readonly string[];
  readonly description?: string;
}

export function parametersOf({ parameters }: PathOperation, place: string): readonly Parameter[] {
  return parameters.filter((one) => 'name' in one).filter((one) => one.in === place);
}
