import type { TSchema } from 'typebox';
import { type ErrorCode, isErrorCode } from './errors.ts';
import type { Operation } from './operation.ts';
import type { PropertyCodes } from './schemas/annotations.ts';

/** The codes that follow from an operation's request schemas alone, each once, in the order of the properties. */
export function formCodes(operation: Operation): ErrorCode[] {
  const { params, query, body } = operation.request;
  return [...new Set([params, query, body].flatMap((schema) => (schema === undefined ? [] : codesWithin(schema))))];
}

/** What to answer when the property is not given. */
export function requiredCode(property: string, schema: TSchema): ErrorCode {
  return known(ownCodes(schema).required ?? `${capitalised(property)}Required`);
}

/** What to answer when the property has the wrong type or form. An item of a list answers with the list's code. */
export function invalidCode(property: string, schema: TSchema): ErrorCode {
  return known(ownCodes(schema).invalid ?? `${capitalised(property)}Invalid`);
}

interface ObjectShape {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
}

function codesWithin(schema: ObjectShape): ErrorCode[] {
  return Object.entries(schema.properties ?? {}).flatMap(([property, inner]) => [
    ...(schema.required?.includes(property) ? [requiredCode(property, inner)] : []),
    invalidCode(property, inner),
    ...codesWithin(inner),
  ]);
}

function ownCodes(schema: TSchema): PropertyCodes {
  return (schema as { readonly 'x-codes'?: PropertyCodes })['x-codes'] ?? {};
}

function capitalised(property: string): string {
  return property.charAt(0).toUpperCase() + property.slice(1);
}

function known(code: string): ErrorCode {
  if (!isErrorCode(code)) throw new Error(`The error table has no ${code}; add its property to property-words.ts.`);
  return code;
}
