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

export type InterfaceVersion = '1.1' | '1.2';

export const interfaceVersion: InterfaceVersion = '1.2';

/** The version of the interface that brought it; what has none was there from the start. */
export function since(version: InterfaceVersion): { readonly 'x-since': InterfaceVersion } {
  return { 'x-since': version };
}

/** The same of some values of an enumeration that was there before. */
export function valuesSince(
  version: InterfaceVersion,
  ...values: readonly string[]
): { readonly 'x-since-values': Readonly<Record<string, InterfaceVersion>> } {
  return { 'x-since-values': Object.fromEntries(values.map((value) => [value, version])) };
}

/** An object that the published document has once, by this name, and refers to. */
export function component<Properties extends TProperties>(
  name: string,
  description: string,
  properties: Properties,
  own: { readonly 'x-codes'?: PropertyCodes; readonly 'x-since'?: string } = {},
) {
  return Type.Object(properties, { 'x-component': name, description, ...own });
}
