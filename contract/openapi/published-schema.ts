import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from 'typebox';
import { addition } from '../schemas/annotations.ts';

export type Json = Record<string, unknown>;

/** In requests, optional properties are published as nullable: null means the same as not given. */
export type Side = 'request' | 'answer';

/** The named schemas of the document, collected while it is written. */
export type Components = Map<string, Json>;

/** Returns what the document says of each operation, by path and method. */
export function pathsOf<O extends { readonly path: string; readonly method: string }>(
  operations: readonly O[],
  itemOf: (operation: O) => Json,
): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const { path, method } = operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: itemOf(operation) };
  }
  return paths;
}

/** Returns a schema as published: without our annotations, and with `$ref` for named schemas. */
export function publishedSchema(schema: TSchema, side: Side, components: Components): Json {
  const shape = schema as Json;
  const name = shape['x-component'];
  if (typeof name !== 'string') return inlineSchema(shape, side, components);

  const isNullable = Array.isArray(shape.type);
  register(name, inlineSchema({ ...shape, type: 'object' }, side, components), components);
  const schemaReference = { $ref: `#/components/schemas/${name}` };
  return isNullable ? orNull(schemaReference) : schemaReference;
}

function inlineSchema(shape: Json, side: Side, components: Components): Json {
  const published: Json = {};
  for (const [keyword, value] of Object.entries(shape)) {
    if (keyword.startsWith('x-')) continue;
    if (keyword === 'properties') published.properties = publishedProperties(shape, side, components);
    else if (keyword === 'items') published.items = publishedSchema(value as TSchema, side, components);
    else published[keyword] = value;
  }
  const mayBeTime = shape.format === 'day-or-time' || (shape.format === 'date' && side === 'request');
  return mayBeTime ? dateOrDateTime(published) : published;
}

function publishedProperties(shape: Json, side: Side, components: Components): Json {
  const required = (shape.required ?? []) as readonly string[];
  return Object.fromEntries(
    Object.entries(shape.properties as Json).map(([name, property]) => {
      const published = publishedSchema(property as TSchema, side, components);
      const mayBeNull = side === 'request' && !required.includes(name);
      return [name, { ...(mayBeNull ? orNull(published) : published), ...additionMark(property as TSchema) }];
    }),
  );
}

/** What a property or a parameter beyond the contract is published with. */
export function additionMark(property: TSchema): Json {
  return 'x-addition' in property ? addition : {};
}

function orNull(schema: Json): Json {
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] };
  if (schema.type === undefined) return { anyOf: [schema, { type: 'null' }] };
  const values = schema.enum as readonly unknown[] | undefined;
  return { ...schema, type: [schema.type, 'null'], ...(values === undefined ? {} : { enum: [...values, null] }) };
}

function dateOrDateTime({ type: _type, format: _format, maxLength: _maxLength, ...rest }: Json): Json {
  return {
    ...rest,
    anyOf: [
      { type: 'string', format: 'date-time' },
      { type: 'string', format: 'date' },
    ],
  };
}

/** Two different schemas under one name would silently publish a wrong one. */
function register(name: string, schema: Json, components: Components): void {
  const earlier = components.get(name);
  if (earlier !== undefined && !isDeepStrictEqual(earlier, schema)) {
    throw new Error(`Two different schemas are called ${name}; rename one of them.`);
  }
  components.set(name, schema);
}
