import type { Schema } from '../../contract/openapi/document.ts';
import type { NameOfEnum } from './enum-names.ts';

export interface InterfaceParts {
  readonly name: string;
  readonly schema: Schema;
  readonly nameOfEnum: NameOfEnum;
  /** Whether partners send it. They may then write `undefined` for what they leave out. */
  readonly isSent: boolean;
  /** Extended when the schema has all of its properties, such as the two that every answer with a body begins with. */
  readonly base?: { readonly name: string; readonly properties: readonly string[] };
}

export function interfaceText({ name, schema, nameOfEnum, isSent, base }: InterfaceParts): string {
  const { description, properties = {}, required = [] } = schema;
  const isExtended = base !== undefined && name !== base.name && base.properties.every((one) => one in properties);
  const rows = Object.entries(properties)
    .filter(([property]) => !(isExtended && base.properties.includes(property)))
    .map(([property, one]) => {
      const isRequired = required.includes(property);
      const type = `${typeText(one, nameOfEnum)}${isSent && !isRequired ? ' | undefined' : ''}`;
      return `${commentText(one.description, '  ')}  readonly ${property}${isRequired ? '' : '?'}: ${type};`;
    });
  const heritage = isExtended ? ` extends ${base.name}` : '';
  return `${commentText(description)}export interface ${name}${heritage} {\n${rows.join('\n')}\n}`;
}

export function commentText(text: string | undefined, indent = ''): string {
  return text === undefined || text === '' ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n`;
}

function typeText(schema: Schema, nameOfEnum: NameOfEnum): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!;
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map((one) => typeText(one, nameOfEnum)))].join(' | ');
  if (schema.enum !== undefined) return enumText(schema.enum, nameOfEnum);
  return [schema.type]
    .flat()
    .map((type) => namedType(type, schema, nameOfEnum))
    .join(' | ');
}

function enumText(values: readonly (string | null)[], nameOfEnum: NameOfEnum): string {
  const name = nameOfEnum(values);
  if (name === undefined) return values.map((value) => (value === null ? 'null' : `'${value}'`)).join(' | ');
  return values.includes(null) ? `${name} | null` : name;
}

function namedType(type: string | readonly string[] | undefined, { items }: Schema, nameOfEnum: NameOfEnum): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
    case 'number':
      return type;
    case 'integer':
      return 'number';
    case 'array': {
      const item = typeText(items!, nameOfEnum);
      return `readonly ${item.includes(' ') ? `(${item})` : item}[]`;
    }
    default:
      throw new Error(`The contract has a schema of type ${type}; say here how it is written.`);
  }
}
