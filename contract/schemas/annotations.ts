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

/** Gives a schema a name in the published document, where it is then written once and referred to. */
export function component(name: string): { readonly 'x-component': string } {
  return { 'x-component': name };
}
