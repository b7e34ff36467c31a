import type { Static, TNumberOptions, TSchema, TSchemaOptions, TStringOptions } from 'typebox';
import { Type } from '../type.ts';

/** The scalar values of requests and answers. Every value of a request has a limit. */

/** A text of an answer. */
export function string(description: string, example?: string) {
  return Type.String({ description, ...(example !== undefined && { examples: [example] }) });
}

export function integer(description: string, example?: number) {
  return Type.Integer({ description, ...(example !== undefined && { examples: [example] }) });
}

export function boolean(description: string) {
  return Type.Boolean({ description });
}

export function text(maxLength: number, description: string, options: TStringOptions = {}) {
  return Type.String({ maxLength, description, ...options });
}

/** A text that is kept as it came, to the blank: refused only when it is too long or can't be stored. */
export function verbatim(maxLength: number, description: string) {
  return text(maxLength, description, { 'x-verbatim': true });
}

/** An id of ours: opaque to the partner, so its form is not part of the contract. */
export function id(description: string, options: TStringOptions = {}) {
  return text(200, description, options);
}

export function uuid(description: string) {
  return Type.String({ format: 'uuid', description, examples: ['7f3d0c1e-52a4-4f0b-9d0e-3b1f6a2c9e57'] });
}

/**
 * A calendar date, `YYYY-MM-DD`, without a time or a zone. A request may also send a date-time, of which the date as
 * written counts; the published document says so with two alternatives, since OpenAPI has no such format.
 */
export function plainDate(description: string, options: TStringOptions = {}) {
  return Type.String({ format: 'date', description, examples: ['2026-03-31'], ...options });
}

/** A day of the seller's, or a time. */
export function dayOrTime(description: string) {
  return Type.String({ format: 'day-or-time', maxLength: 40, description, examples: ['2026-03-31'] });
}

/** A time, RFC 3339 in UTC with `Z`. */
export function timestamp(description: string) {
  return Type.String({ format: 'date-time', description, examples: ['2026-03-31T14:05:00Z'] });
}

/**
 * Dollars with at most two decimals. Declared as `x-decimals` and not as `multipleOf: 0.01`: by a division in floating
 * point, 19.99 is no multiple of 0.01.
 */
export function money(description: string, options: TNumberOptions = {}) {
  return Type.Number({ 'x-decimals': 2, description, ...options });
}

export function int32(description: string, options: TNumberOptions = {}) {
  return Type.Integer({ format: 'int32', minimum: -2147483648, maximum: 2147483647, description, ...options });
}

/** An enumeration. Requests match without regard to case; answers use this spelling. */
export function oneOf<const Values extends string[]>(
  values: readonly [...Values],
  description: string,
  options: TSchemaOptions = {},
) {
  return Type.Enum(values, { type: 'string', description, ...options });
}

/**
 * The same value, or null. Written as a list of types, which OpenAPI 3.1, JSON Schema and the serialiser all support;
 * with `anyOf` the serialiser would validate each answer.
 */
export function nullable<Schema extends TSchema>(schema: Schema) {
  const { type, enum: values, ...rest } = schema as Schema & { type: string; enum?: readonly string[] };
  return Type.Unsafe<Static<Schema> | null>({
    ...rest,
    type: [type, 'null'],
    ...(values === undefined ? {} : { enum: [...values, null] }),
  });
}
