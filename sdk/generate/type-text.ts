import { isDeepStrictEqual } from 'node:util';
import type { Schema } from '../../contract/openapi/document.ts';
import type { NameOfEnum } from './enum-names.ts';

export interface InterfaceParts {
  readonly name: string;
  readonly schema: Schema;
  readonly nameOfEnum: NameOfEnum;
  /** Whether partners send it. They may then write `undefined` for what they leave out. */
  readonly isSent: boolean;
  /** Those that the schema has all properties of are extended, such as the two that answers with a body begin with. */
  readonly bases: readonly Base[];
}

export type Base = Pick<InterfaceParts, 'name' | 'schema' | 'isSent'>;

export function interfaceText({ name, schema, nameOfEnum, isSent, bases }: InterfaceParts): string {
  const { description, properties = {}, required = [] } = schema;
  const fitting = bases.filter((base) => base.isSent === isSent && isPart(base.schema, schema));
  const extended = fitting.filter((base) => !fitting.some((other) => isPart(base.schema, other.schema)));
  const rows = Object.entries(properties)
    .filter(([property]) => !extended.some((base) => property in base.schema.properties!))
    .map(([property, one]) => {
      const isRequired = required.includes(property);
      const type = `${typeText(one, nameOfEnum)}${isSent && !isRequired ? ' | undefined' : ''}`;
      return `${commentText(one.description, '  ')}  readonly ${property}${isRequired ? '' : '?'}: ${type};`;
    });
  const heritage = extended.length === 0 ? '' : ` extends ${extended.map((base) => base.name).join(', ')}`;
  return `${commentText(description)}export interface ${name}${heritage} {\n${rows.join('\n')}\n}`;
}

/** Whether the whole has the properties of the part, to the letter, and more. */
function isPart({ properties: some = {}, required = [] }: Schema, whole: Schema): boolean {
  const { properties: all = {}, required: needed = [] } = whole;
  return (
    Object.keys(some).length < Object.keys(all).length &&
    Object.entries(some).every(
      ([name, one]) => isDeepStrictEqual(one, all[name]) && required.includes(name) === needed.includes(name),
    )
  );
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

function namedType(
  type: string | readonly string[] | undefined,
  { items, additionalProperties }: Schema,
  nameOfEnum: NameOfEnum,
): string {
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
    case 'object':
      return `Readonly<Record<string, ${typeText(additionalProperties!, nameOfEnum)}>>`;
    default:
      throw new Error(`The contract has a schema of type ${type}; say here how it is written.`);
  }
}
