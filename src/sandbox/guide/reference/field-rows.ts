import type { ApiDocument, ApiSchema } from './openapi-document.ts';

/** A property, by its dotted path: the `field` of a refusal says the same. */
export interface FieldRow {
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly rules: readonly string[];
  readonly isAddition: boolean;
}

/** Every property of a schema and of what is within it, in the document's order. */
export function fieldRows(document: ApiDocument, schema: ApiSchema, path = ''): readonly FieldRow[] {
  const { properties = {}, required = [] } = flat(document, schema);
  return Object.entries(properties).flatMap(([name, given]) => {
    const own = flat(document, given);
    const items = own.items === undefined ? undefined : flat(document, own.items);
    const row = {
      path: `${path}${name}`,
      type: typeOf(own, items),
      isRequired: required.includes(name),
      description: own.description ?? '',
      rules: rulesOf(own, items),
      isAddition: own['x-addition'] === true,
    };
    const inner = items?.properties === undefined ? own : items;
    return [row, ...fieldRows(document, inner, `${path}${name}${inner === items ? '[]' : ''}.`)];
  });
}

/** The schema itself in the place of its reference; of “this or null”, this; of several kinds, all their properties. */
function flat(document: ApiDocument, schema: ApiSchema): ApiSchema {
  if (schema.$ref !== undefined) {
    const { $ref, ...beside } = schema;
    return { ...flat(document, document.components.schemas[$ref.split('/').at(-1)!]!), ...beside };
  }
  const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (parts === undefined) return schema;
  const { anyOf, oneOf, allOf, ...beside } = schema;
  const real = parts.filter(({ type }) => type !== 'null').map((part) => flat(document, part));
  const joined: ApiSchema = Object.assign({}, ...real, {
    properties: Object.assign({}, ...real.map((part) => part.properties ?? {})),
  });
  const { properties, ...others } = joined;
  const isNullable = real.length < parts.length;
  return {
    ...others,
    ...beside,
    ...(Object.keys(properties ?? {}).length > 0 && { properties: { ...properties, ...beside.properties } }),
    ...(isNullable && { type: [...[joined.type ?? 'object'].flat(), 'null'] }),
  };
}

function typeOf({ type, format, properties }: ApiSchema, items: ApiSchema | undefined): string {
  const words = [type ?? (properties === undefined ? 'any' : 'object')].flat().map(String);
  const plain = words.filter((word) => word !== 'null').map((word) => (word === 'array' ? 'list' : word));
  const of = items === undefined ? '' : ` of ${typeOf(items, undefined)}`;
  const exact = format === undefined || format === 'int32' || format === 'double' ? '' : ` (${format})`;
  return `${plain.join(' or ')}${of}${exact}${words.includes('null') ? ' or null' : ''}`;
}

const int32Max = 2_147_483_647;

function rulesOf(schema: ApiSchema, items: ApiSchema | undefined): readonly string[] {
  const { minLength, maxLength, minimum, maximum, maxItems, default: usual } = schema;
  const words = schema.enum ?? items?.enum;
  return [
    ...(words === undefined ? [] : [`One of ${words.map((word) => `\`${word}\``).join(', ')}.`]),
    ...((minLength ?? 0) < 2 ? [] : [`At least ${minLength} characters.`]),
    ...(maxLength === undefined ? [] : [`At most ${maxLength} characters.`]),
    ...(minimum === undefined || minimum <= -int32Max ? [] : [`${minimum} or more.`]),
    ...(maximum === undefined || maximum >= int32Max ? [] : [`${maximum} or less.`]),
    ...(maxItems === undefined ? [] : [`At most ${maxItems}.`]),
    ...(usual === undefined ? [] : [`Left out: \`${usual}\`.`]),
  ];
}
