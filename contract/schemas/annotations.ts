import type { TProperties } from 'typebox';
import type { ErrorCode } from '../errors.ts';
import { Type } from '../type.ts';

/**
 * What plain JSON Schema can't say about a request property. `x-codes` names the code for a missing or malformed
 * property where it is not `<Name>Required` or `<Name>Invalid`.
 */
export interface PropertyCodes {
  readonly required?: ErrorCode;
  readonly invalid?: ErrorCode;
}

/** One code alone is for both. */
export function codes(own: PropertyCodes | ErrorCode): { readonly 'x-codes': PropertyCodes } {
  return { 'x-codes': typeof own === 'string' ? { required: own, invalid: own } : own };
}

export const interfaceVersion = '1.0';

/**
 * Marks a property or parameter beyond the contract in an operation of the contract. What is in an operation that is an
 * addition itself, or in a property that is marked, is one with it and has no mark.
 */
export const addition = { 'x-addition': true } as const;

/** An object that the published document has once, by this name, and refers to. */
export function component<Properties extends TProperties>(
  name: string,
  description: string,
  properties: Properties,
  own: { readonly 'x-codes'?: PropertyCodes; readonly 'x-addition'?: true } = {},
) {
  return Type.Object(properties, { 'x-component': name, description, ...own });
}
