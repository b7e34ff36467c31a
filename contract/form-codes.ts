import type { TSchema } from 'typebox';
import { type ErrorCode, isErrorCode } from './errors.ts';
import type { Operation } from './operation.ts';
import type { PropertyCodes } from './schemas/annotations.ts';

/** Returns the codes that follow from an operation's request schemas, each once, in the order of the properties. */
export function formCodes(operation: Operation): ErrorCode[] {
  return [...new Set(formFaults(operation).map(({ code }) => code))];
}

export interface FormFault {
  readonly code: ErrorCode;
  /** The dotted path of the property. */
  readonly field: string;
  readonly schema: TSchema;
}

/** Returns every possible fault in the form of an operation's request, in the order of the properties. */
export function formFaults({ request: { params, query, body } }: Operation): FormFault[] {
  return [params, query, body].flatMap((schema) => (schema === undefined ? [] : faultsWithin(schema, '')));
}

/** Returns the code for a missing property. */
export function requiredCode(property: string, schema: TSchema): ErrorCode {
  return known(ownCodes(schema).required ?? `${capitalised(property)}Required`);
}

/** Returns the code for a property of the wrong type or form. An item of a list has the list's code. */
export function invalidCode(property: string, schema: TSchema): ErrorCode {
  return known(ownCodes(schema).invalid ?? `${capitalised(property)}Invalid`);
}

interface ObjectShape {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
}

function faultsWithin(schema: ObjectShape, path: string): FormFault[] {
  return Object.entries(schema.properties ?? {}).flatMap(([property, inner]) => {
    const field = `${path}${property}`;
    return [
      ...(schema.required?.includes(property) ? [{ code: requiredCode(property, inner), field, schema: inner }] : []),
      { code: invalidCode(property, inner), field, schema: inner },
      ...faultsWithin(inner, `${field}.`),
    ];
  });
}

function ownCodes(schema: TSchema): PropertyCodes {
  return (schema as { readonly 'x-codes'?: PropertyCodes })['x-codes'] ?? {};
}

export function capitalised(property: string): string {
  return property.charAt(0).toUpperCase() + property.slice(1);
}

function known(code: string): ErrorCode {
  if (!isErrorCode(code)) throw new Error(`The error table has no ${code}; add its property to property-words.ts.`);
  return code;
}
