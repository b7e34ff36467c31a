import type { Json } from '../sale/quoting.ts';

/** The part of JSON Schema that requests use. */
export interface RequestSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly RequestSchema[];
  readonly allOf?: readonly RequestSchema[];
  readonly format?: string;
  readonly isId?: boolean;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly items?: RequestSchema;
  readonly properties?: Readonly<Record<string, RequestSchema>>;
  readonly required?: readonly string[];
}

/** What a caller may send anywhere, and what programs forget: first as text, for paths, queries and forms. */
export const textEdges: readonly string[] = [
  '\0',
  'Example\0',
  '\ud800',
  '9999-12-31',
  '9999-12',
  '9999-12-31T23:59:59Z',
  '0001-01-01',
  '0001-01',
  '0000-01-01',
  '0001-01-01T00:00:00+14:00',
  '-271821-04-20',
  '1e308',
  '-1e308',
  '-0',
  '9007199254740993',
  '99999999999999999999',
  '',
  'x'.repeat(10_000),
];

export const jsonEdges: readonly unknown[] = [
  ...textEdges,
  1e308,
  -1e308,
  -0,
  2 ** 31,
  2 ** 53,
  -1,
  null,
  true,
  [],
  {},
  ['\0'],
];

/** Encodes also what is no text: the bytes of a lone surrogate. */
export function urlEncoded(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
}

/** A value that the schema allows; `known` has those of real things, by the name of the property. */
export function validValue(schema: RequestSchema, known: Json, name = ''): unknown {
  if (name in known) return known[name];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const chosen = schema.anyOf?.[0] ?? schema.allOf?.[0];
  if (chosen !== undefined) return validValue(chosen, known, name);
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  switch (typeof schema.type === 'string' ? schema.type : schema.type?.[0]) {
    case 'object':
      return validObject(schema, known);
    case 'array':
      return [validValue(schema.items ?? {}, known)];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return false;
    default:
      if (schema.format === 'date') return known.today ?? '2026-11-15';
      return schema.format === 'uuid' || schema.isId ? nobodysId : 'Example';
  }
}

const nobodysId = '00000000-0000-7000-8000-000000000000';

/** With what is required alone: what is optional may exclude each other. */
function validObject({ properties = {}, required = [] }: RequestSchema, known: Json): Json {
  return Object.fromEntries(required.map((name) => [name, validValue(properties[name] ?? {}, known, name)]));
}

/** Yields the valid object with each edge in the place of each of its parts, one at a time, with the part's path. */
export function* withEdges(
  schema: RequestSchema,
  valid: Json,
  edges: readonly unknown[],
  known: Json,
): Generator<{ readonly place: string; readonly edge: unknown; readonly value: Json }> {
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    for (const edge of edges) yield { place: name, edge, value: { ...valid, [name]: edge } };
    const inner = part.items ?? part.anyOf?.find(({ properties }) => properties) ?? part;
    const isArray = part.items !== undefined;
    const given = (isArray ? (valid[name] as Json[] | undefined)?.[0] : valid[name]) ?? validValue(inner, known, name);
    const put = (value: unknown): Json => ({ ...valid, [name]: isArray ? [value] : value });
    if (inner.properties !== undefined) {
      for (const within of withEdges(inner, given as Json, edges, known))
        yield { ...within, place: `${name}.${within.place}`, value: put(within.value) };
    } else if (isArray) {
      for (const edge of edges) yield { place: `${name}[]`, edge, value: put(edge) };
    }
  }
}

export function isHeaderValue(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
