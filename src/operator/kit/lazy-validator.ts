import AjvCompiler from '@fastify/ajv-compiler';
import type { FastifyServerOptions } from 'fastify';

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
