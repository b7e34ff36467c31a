import type { TSchema, Type as TypeBox } from 'typebox';

/**
 * Makes the JSON schemas, with TypeBox's types. TypeBox itself has 370 modules, and every start and every command would
 * load them for these few functions.
 */
type Made = Pick<
  typeof TypeBox,
  | 'Array'
  | 'Boolean'
  | 'Enum'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Omit'
  | 'Optional'
  | 'Partial'
  | 'Pick'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'
>;

type Options = Readonly<Record<string, unknown>>;
type Properties = Readonly<Record<string, TSchema>>;
interface ObjectSchema {
  readonly properties: Properties;
}

const ofType = (type: string) => (options?: Options) => ({ type, ...options });

/** Beside the schema, so that it is not written into JSON. */
const optional = '~optional';
const isOptional = (schema: TSchema): boolean => Object.hasOwn(schema, optional);
const asOptional = (schema: TSchema) => Object.defineProperty({ ...schema }, optional, { value: true });

function objectOf(properties: Properties, options?: Options) {
  const required = Object.keys(properties).filter((name) => !isOptional(properties[name]!));
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
}

function some({ properties }: ObjectSchema, isTaken: (name: string) => boolean, options?: Options) {
  return objectOf(Object.fromEntries(Object.entries(properties).filter(([name]) => isTaken(name))), options);
}

export const Type = {
  Array: (items: TSchema, options?: Options) => ({ type: 'array', items, ...options }),
  Boolean: ofType('boolean'),
  Enum: (values: readonly unknown[], options?: Options) => ({ enum: values, ...options }),
  Integer: ofType('integer'),
  Literal: (value: unknown, options?: Options) => ({ type: typeof value, const: value, ...options }),
  Null: ofType('null'),
  Number: ofType('number'),
  Object: objectOf,
  Omit: (schema: ObjectSchema, names: readonly string[], options?: Options) =>
    some(schema, (name) => !names.includes(name), options),
  Optional: asOptional,
  Partial: ({ properties }: ObjectSchema, options?: Options) =>
    objectOf(Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, asOptional(one)])), options),
  Pick: (schema: ObjectSchema, names: readonly string[], options?: Options) =>
    some(schema, (name) => names.includes(name), options),
  String: ofType('string'),
  Union: (anyOf: readonly TSchema[], options?: Options) => ({ anyOf, ...options }),
  Unknown: (options?: Options) => ({ ...options }),
  Unsafe: (schema: TSchema) => ({ ...schema }),
} as unknown as Made;
