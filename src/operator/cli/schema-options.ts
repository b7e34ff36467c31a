import { InvalidArgumentError, Option } from 'commander';
import type { TSchema } from 'typebox';
import { parseDate } from '../../domain/calendar.ts';
import type { OperatorRoute } from '../kit/operator-route.ts';
import { misuse, type OpenLine, type Values } from './command-kit.ts';
import { type OptionWords, readWords, type Words } from './command-words.ts';

export interface SchemaOption {
  readonly path: string;
  /** The name that commander gives the value. */
  readonly attribute: string;
  readonly options: readonly Option[];
  readonly read: (given: unknown, line: OpenLine, values: Values) => unknown;
}

/** The part of JSON Schema that our routes use. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly { readonly const?: string }[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Property {
  readonly path: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

const common: Readonly<Record<string, string>> = {
  reason: 'why; recorded with who did it',
  limit: '<rows> at most so many, up to 100',
  cursor: 'go on where the last list ended',
};

/** The options of a command's route: one for every property that is no argument and not fixed. */
export function schemaOptions(route: OperatorRoute, words: Words, taken: ReadonlySet<string>): readonly SchemaOption[] {
  const { options: told = {}, without = [], fixed = {} } = words;
  // An argument may be a whole object, such as a file.
  const isTaken = (path: string): boolean => taken.has(path) || taken.has(path.split('.')[0]!);
  const properties = propertiesOf(route).filter(({ path }) => !isTaken(path) && !(path in fixed));
  for (const path of [...Object.keys(told), ...without])
    if (!properties.some((one) => one.path === path)) throw new Error(`${words.usage}: there is no property ${path}.`);
  return properties
    .filter(({ path }) => words.offers?.includes(path) ?? !without.includes(path))
    .map((property) => {
      const text = told[property.path] ?? common[property.path];
      if (text === undefined) throw new Error(`${words.usage}: no words for ${property.path}.`);
      return optionOf(property, typeof text === 'string' ? { text } : text);
    });
}

/** Lists the properties of the parameters, the query and the body. An object has its own instead of it. */
function propertiesOf({ params, query, body }: OperatorRoute): readonly Property[] {
  return [params, query, body].flatMap((part) => (part === undefined ? [] : within(part as TSchema as Schema, '')));
}

function within({ properties = {}, required = [] }: Schema, prefix: string, isNeeded = true): readonly Property[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const isRequired = isNeeded && required.includes(name);
    if (schema.type === 'object' && schema.properties !== undefined)
      return within(schema, `${prefix}${name}.`, isRequired);
    return [{ path: `${prefix}${name}`, schema, isRequired }];
  });
}

function optionOf({ path, schema, isRequired }: Property, words: OptionWords): SchemaOption {
  const { name = kebab(path.split('.').at(-1)!), argument = argumentOf(schema), help } = readWords(words.text);
  const flag = `--${name}`;
  const isFlag = schema.type === 'boolean';
  const option = new Option(isFlag ? flag : `${flag} ${argument}`, help);
  const choices = words.choices ?? choicesOf(schema);
  if (choices !== null) option.choices(choices).argParser((text: string) => choiceOf(text, choices));
  else if (words.read === undefined) {
    if (schema.format === 'date') option.argParser(readDay);
    if (schema.format === 'date-time') option.argParser(readMoment);
    if (schema.pattern !== undefined && words.example !== undefined) option.argParser(readLike(schema, words.example));
  }
  if (words.fallback !== undefined) option.default(words.fallback);
  else if (!isFlag && (words.isRequired ?? isRequired)) option.makeOptionMandatory();
  const options = words.not === undefined ? [option] : [option, new Option(`--no-${name}`, words.not)];
  return { path, attribute: option.attributeName(), options, read: readerOf(schema, words, isRequired) };
}

function readerOf(schema: Schema, words: OptionWords, isRequired: boolean): SchemaOption['read'] {
  return (given, line, values) => {
    if (typeof given === 'boolean') return given !== (words.isReversed ?? false);
    if (given === undefined) return schema.type === 'boolean' && isRequired ? false : undefined;
    const text = String(given);
    if (words.none !== undefined && text === words.none) return null;
    if (words.read !== undefined) return words.read(text, line, values);
    const { type } = schema;
    if (type === 'integer' || type?.includes('integer'))
      return /^-?\d{1,15}$/.test(text) ? Number(text) : misuse(`“${text}” is no whole number.`);
    return type === 'array' || (Array.isArray(type) && type.includes('array')) ? wordsIn(text) : text;
  };
}

function argumentOf({ type, format }: Schema): string {
  if (format === 'date') return '<date>';
  if (format === 'date-time') return '<time>';
  if (type === 'array') return '<list>';
  return type === 'integer' ? '<number>' : '<text>';
}

function choicesOf({ enum: words, anyOf }: Schema): readonly string[] | null {
  if (words !== undefined) return words;
  return anyOf?.every((one) => typeof one.const === 'string') ? anyOf.map((one) => one.const!) : null;
}

/** `InForce` may also be written “in force” or in-force. */
function choiceOf(text: string, choices: readonly string[]): string {
  const bare = (word: string): string => word.replaceAll(/[\s-]/g, '').toLowerCase();
  const found = choices.find((one) => bare(one) === bare(text));
  if (found === undefined) throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`);
  return found;
}

function readDay(text: string): string {
  if (parseDate(text) === null) throw new InvalidArgumentError('Write a day as 2026-11-15.');
  return text;
}

function readMoment(text: string): string {
  const shape = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;
  const date = new Date(text);
  if (!shape.test(text) || Number.isNaN(date.getTime()))
    throw new InvalidArgumentError('Write a moment as 2026-11-15 or 2026-11-15T09:30:00Z.');
  return date.toISOString();
}

function readLike({ pattern }: Schema, example: string) {
  return (text: string): string => {
    if (!new RegExp(pattern!).test(text)) throw new InvalidArgumentError(`Write it as ${example}.`);
    return text;
  };
}

/** `one,two` or `one two`. */
export function wordsIn(list: string): readonly string[] {
  return list.split(/[\s,;]+/).filter((word) => word !== '');
}

export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
