import type { ErrorCode } from '../errors.ts';

/**
 * What plain JSON Schema can't say about a request property. `x-codes` names the code for a missing or malformed
 * property where it is not `<Name>Required` or `<Name>Invalid`.
 */
export interface PropertyCodes {
  readonly required?: ErrorCode;
  readonly invalid?: ErrorCode;
}

export function codes(propertyCodes: PropertyCodes): { readonly 'x-codes': PropertyCodes } {
  return { 'x-codes': propertyCodes };
}

/** The version of the interface that brought it; what has none was there from the start. */
export function since(version: '1.1'): { readonly 'x-since': '1.1' } {
  return { 'x-since': version };
}

/** Names a schema in the published document, which then has it once and refers to it. */
export function component(name: string): { readonly 'x-component': string } {
  return { 'x-component': name };
}
