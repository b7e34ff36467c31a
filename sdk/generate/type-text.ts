import type { Schema } from '../../contract/openapi/document.ts';

/** Extends the base when it has all of its properties: the two that every answer with a body begins with. */
export function interfaceText(
  name: string,
  { description, properties = {}, required = [] }: Schema,
  base?: { readonly name: string; readonly properties: readonly string[] },
): string {
  const isExtended = base !== undefined && name !== base.name && base.properties.every((one) => one in properties);
  const rows = Object.entries(properties)
    .filter(([property]) => !(isExtended && base.properties.includes(property)))
    .map(([property, schema]) => {
      const mark = required.includes(property) ? '' : '?';
      return `${commentText(schema.description, '  ')}  readonly ${property}${mark}: ${typeText(schema)};`;
    });
  const heritage = isExtended ? ` extends ${base.name}` : '';
  return `${commentText(description)}export interface ${name}${heritage} {\n${rows.join('\n')}\n}`;
}

export function commentText(text: string | undefined, indent = ''): string {
  return text === undefined || text === '' ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n`;
}

function typeText(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!;
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeText))].join(' | ');
  if (schema.enum !== undefined) return schema.enum.map(literalText).join(' | ');
  return [schema.type]
    .flat()
    .map((type) => namedType(type, schema))
    .join(' | ');
}

function literalText(value: string | null): string {
  return value === null ? 'null' : `'${value}'`;
}

function namedType(type: string | readonly string[] | undefined, { items }: Schema): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
    case 'number':
      return type;
    case 'integer':
      return 'number';
    case 'array':
      return `readonly ${items!.enum === undefined ? typeText(items!) : `(${typeText(items!)})`}[]`;
    default:
      throw new Error(`The contract has a schema of type ${type}; say here how it is written.`);
  }
}
