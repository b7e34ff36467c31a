import AjvCompiler from '@fastify/ajv-compiler';
import type { FastifyServerOptions } from 'fastify';
import { isIdKeyword } from './id.ts';
import type { OperatorRoute } from './operator-route.ts';

type Build = ReturnType<typeof AjvCompiler>;
type Compile = ReturnType<Build>;
type Validate = ReturnType<Compile>;

/**
 * Compiles a schema when its route is first called: the operator's API has more than a hundred, most are not used in a
 * day, and compiling all takes half a second at every start.
 */
function buildValidator(...given: Parameters<Build>): Compile {
  const compile = AjvCompiler()(...given);
  return ((route: Parameters<Compile>[0]) => {
    let compiled: Validate | null = null;
    const validate = Object.assign(
      (data: unknown) => {
        compiled ??= compile(route);
        const isValid = compiled(data);
        validate.errors = compiled.errors;
        return isValid;
      },
      { errors: undefined as Validate['errors'] },
    );
    return validate;
  }) as unknown as Compile;
}

export const lazyValidators = {
  compilersFactory: { buildValidator },
} as unknown as NonNullable<FastifyServerOptions['schemaController']>;

export const validatorOptions = {
  allErrors: true,
  removeAdditional: false,
  coerceTypes: true,
  keywords: [isIdKeyword],
  validateSchema: false, // Ours; the types check them.
};

/** Refuses unknown properties, which are typing mistakes. */
export function closed<T extends object>(schema: T): T {
  return { ...schema, additionalProperties: false };
}

type Part = 'params' | 'query' | 'body';

export interface RequestFault {
  readonly part: Part;
  readonly field: string;
  readonly message: string;
}

/** The first fault of a request that no server has read, or null. It coerces values as the server does. */
export function requestFault(route: OperatorRoute, request: Readonly<Record<Part, unknown>>): RequestFault | null {
  const compile = AjvCompiler()({}, { customOptions: validatorOptions });
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = route[part];
    if (schema === undefined) continue;
    const validate = compile({
      schema: part === 'body' ? closed(schema) : schema,
    } as unknown as Parameters<Compile>[0]);
    if (validate(request[part])) continue;
    const { instancePath = '', message = '', params = {} } = validate.errors?.[0] ?? {};
    return { part, field: fieldOf(instancePath, params), message };
  }
  return null;
}

/** The dotted path of the property that a fault is about. */
export function fieldOf(instancePath: string, params: { readonly missingProperty?: unknown }): string {
  return [instancePath.slice(1).replaceAll('/', '.'), params.missingProperty].filter(Boolean).join('.');
}
