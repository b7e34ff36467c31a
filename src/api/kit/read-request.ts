import type { ErrorCode } from '@northbind/contract/errors.ts';
import { invalidCode, requiredCode } from '@northbind/contract/form-codes.ts';
import type { TObject, TSchema } from 'typebox';
import { parseDate } from '../../domain/calendar.ts';
import { nameOfSign, unprintableSign } from '../../domain/document/printable.ts';
import { parseUuid } from '../../domain/ids.ts';
import type { WireRefusal } from './answer.ts';

/**
 * Reads a request by its contract schema: names and enum values without regard to case, blanks as not given, unknown
 * properties ignored, and every fault reported at once with its code and dotted path. The result has the schema's type,
 * so no later code checks a form again.
 *
 * Not ajv: it reports faults in its own words and compares names by case, and both would have to be undone.
 */
export function makeReader(schema: TObject | undefined, source: Source): (input: unknown) => Reading {
  if (schema === undefined) return () => ({ value: undefined, faults: [] });
  // TypeBox schemas are JSON Schema; `Schema` is the part that is used here.
  const readObject = compileObject(schema as unknown as Schema, source, '');
  return (input) => {
    const faults: FormFault[] = [];
    return { value: readObject(input, faults), faults };
  };
}

/**
 * Refuses query parameters that the operation does not have. A filter with a typing error would be answered with what
 * was not asked for.
 */
export function unknownParameters(schema: TObject | undefined, query: object): readonly FormFault[] {
  const allowed = Object.keys(schema?.properties ?? {});
  const known = new Set(allowed.map((name) => name.toLowerCase()));
  const strange = Object.keys(query).filter((name) => !known.has(name.toLowerCase()));
  const params = allowed.length === 0 ? {} : { params: { allowed } };
  return strange.slice(0, strangeMax).map((field) => ({ code: 'ParameterUnknown', field, ...params }));
}

/** An answer names so many at most. */
const strangeMax = 20;

/** JSON values have types; values of a query string or a path are text. */
type Source = 'json' | 'text';

/** What could be read, and what was wrong with the rest. */
interface Reading {
  readonly value: unknown;
  readonly faults: readonly FormFault[];
}

export type FormFault = WireRefusal;

/** The part of JSON Schema that request schemas use. */
interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** Text that is kept as it came. */
  readonly 'x-verbatim'?: boolean;
}

/** Returns the value in its right form, or undefined when it has none. Only objects report faults themselves. */
type Read = (value: unknown, faults: FormFault[]) => unknown;

interface Property {
  readonly name: string;
  /** The dotted path that a fault names. */
  readonly field: string;
  readonly read: Read;
  readonly requiredCode: ErrorCode | null;
  readonly invalidCode: ErrorCode;
}

function compileObject(schema: Schema, source: Source, path: string): Read {
  const required = new Set(schema.required);
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    compileProperty(name, property, required.has(name), source, path),
  );
  // Most callers use the contract's spelling; the others are found in lower case.
  const indexByName = new Map(
    properties.flatMap(({ name }, index) => [
      [name.toLowerCase(), index],
      [name, index],
    ]),
  );
  return (input, faults) => {
    if (!isRecord(input)) return undefined;
    const given = new Array<unknown>(properties.length);
    for (const key of Object.keys(input)) {
      const index = indexByName.get(key) ?? indexByName.get(key.toLowerCase());
      // When a name is sent in several spellings, the contract's wins.
      if (index !== undefined && (given[index] === undefined || properties[index]!.name === key))
        given[index] = input[key];
    }
    const value: Record<string, unknown> = {};
    for (let index = 0; index < properties.length; index += 1) {
      const property = properties[index]!;
      const read = readProperty(property, given[index], faults);
      if (read !== undefined) value[property.name] = read;
    }
    return value;
  };
}

function readProperty(
  { field, read, requiredCode, invalidCode }: Property,
  given: unknown,
  faults: FormFault[],
): unknown {
  if (isBlank(given)) {
    if (requiredCode !== null) faults.push({ code: requiredCode, field });
    return undefined;
  }
  const value = read(given, faults);
  if (value === undefined) faults.push({ code: invalidCode, field, ...signOf(given) });
  return value;
}

/** The sign that can't be printed, for the messages of properties that stand on papers. */
function signOf(given: unknown): Pick<FormFault, 'params'> {
  const sign = typeof given === 'string' ? unprintableSign(given) : null;
  return sign === null ? {} : { params: { sign: nameOfSign(sign) } };
}

function compileProperty(name: string, schema: Schema, isRequired: boolean, source: Source, path: string): Property {
  const field = path === '' ? name : `${path}.${name}`;
  return {
    name,
    field,
    read: compileValue(schema, source, field),
    requiredCode: isRequired ? requiredCode(name, schema as TSchema) : null,
    invalidCode: invalidCode(name, schema as TSchema),
  };
}

function compileValue(schema: Schema, source: Source, field: string): Read {
  if (schema.enum !== undefined) return compileEnum(schema.enum);
  switch (schema.type) {
    case 'object':
      return compileObject(schema, source, field);
    case 'array':
      return compileArray(schema, source, field);
    case 'boolean':
      return source === 'text' ? readBooleanText : readBoolean;
    case 'integer':
    case 'number':
      return compileNumber(schema, source);
    case 'string':
      return formats[schema.format ?? ''] ?? compileString(schema);
    default:
      throw new Error(`A request schema uses "${schema.type}", which is not supported here.`);
  }
}

function compileEnum(values: readonly string[]): Read {
  const byName = new Map(values.map((value) => [value.toLowerCase(), value]));
  return (value) => (typeof value === 'string' ? byName.get(value.trim().toLowerCase()) : undefined);
}

function compileArray(schema: Schema, source: Source, field: string): Read {
  const readItem = compileValue(schema.items ?? {}, source, field);
  const itemsMax = schema.maxItems ?? Number.POSITIVE_INFINITY;
  return (value, faults) => {
    if (!Array.isArray(value) || value.length > itemsMax) return undefined;
    const items = value.map((item: unknown, place) => {
      const own: typeof faults = [];
      const read = isBlank(item) ? undefined : readItem(item, own);
      for (const fault of own) faults.push({ ...fault, field: `${field}[${place}]${fault.field.slice(field.length)}` });
      return read;
    });
    return items.includes(undefined) ? undefined : items;
  };
}

function compileNumber(schema: Schema, source: Source): Read {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  const isInteger = schema.type === 'integer';
  return (value) => {
    const number = source === 'text' ? numberOfText(value) : value;
    if (typeof number !== 'number' || number < minimum || number > maximum) return undefined;
    return isInteger && !Number.isSafeInteger(number) ? undefined : number;
  };
}

function compileString(schema: Schema): Read {
  const pattern = schema.pattern === undefined ? null : new RegExp(schema.pattern, 'u');
  const refusedSigns = schema['x-verbatim'] ? unstorable : unprintable;
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  return (value) => {
    if (typeof value !== 'string' || value.length < minLength || isLonger(value, maxLength)) return undefined;
    if (refusedSigns.test(value) || !value.isWellFormed()) return undefined;
    return pattern === null || pattern.test(value) ? value : undefined;
  };
}

/** Counts characters, as JSON Schema does; text with few enough UTF-16 units need not be counted. */
function isLonger(text: string, lengthMax: number): boolean {
  return text.length > lengthMax && (text.length > 2 * lengthMax || [...text].length > lengthMax);
}

// Control characters don't belong in a name or an address.
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is the point.
const unprintable = /[\u0000-\u001f\u007f-\u009f]/;

// PostgreSQL can't store NUL.
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is the point.
const unstorable = /\u0000/;

const readBoolean: Read = (value) => (typeof value === 'boolean' ? value : undefined);

const readBooleanText: Read = (value) => (value === 'true' ? true : value === 'false' ? false : undefined);

/** What counts of a date-time is the calendar date as it is written. */
const readDate: Read = (value) => (typeof value === 'string' ? (parseDate(value.trim()) ?? undefined) : undefined);

/** RFC 3339, with its zone: without one nobody knows when it was. */
const readInstant: Read = (value) =>
  typeof value === 'string' && instantPattern.test(value.trim()) && Number.isFinite(Date.parse(value.trim()))
    ? value.trim()
    : undefined;

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/i;

/** Either a date or a time with its zone: a date-time without one is neither. */
const readDayOrTime: Read = (value) => {
  const day = readDate(value, []);
  return day !== undefined && day === (value as string).trim() ? day : readInstant(value, []);
};

const readUuid: Read = (value) => (typeof value === 'string' ? (parseUuid(value) ?? undefined) : undefined);

// E-mail addresses and phone numbers are checked by the domain.
const formats: Readonly<Record<string, Read>> = {
  date: readDate,
  'day-or-time': readDayOrTime,
  'date-time': readInstant,
  uuid: readUuid,
};

function numberOfText(value: unknown): number | undefined {
  return typeof value === 'string' && /^\s*-?\d{1,15}(\.\d{1,9})?\s*$/.test(value) ? Number(value) : undefined;
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** Whether nothing was given under a name: neither a value nor an object that has one. */
export function isNothingGiven(body: unknown, name: string): boolean {
  const given = Object.entries(isRecord(body) ? body : {}).filter(([key]) => key.toLowerCase() === name.toLowerCase());
  return given.every(([, value]) => isEmpty(value));
}

/** Does without recursion: a body of 64 KiB may be nested deeper than the stack. */
function isEmpty(value: unknown): boolean {
  const open = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (isRecord(one)) open.push(...Object.values(one));
    else if (!isBlank(one)) return false;
  }
  return true;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
