import type { ErrorCode, MessageParams } from '../../contract/errors.ts';

/**
 * A refusal is an expected outcome: a value with a name, never an exception. Its name is a code of `contract/errors/`.
 */
export interface Refusal {
  readonly code: RefusalCode;
  /** Dotted path of the request property; empty for the whole request. */
  readonly field: string;
  /** The message names these: a limit, a range, a product. They may hold no personal data and no secret. */
  readonly params?: RefusalParams;
}

export type RefusalCode = ErrorCode;
export type RefusalParams = MessageParams;

export type Verdict = { readonly ok: true } | { readonly ok: false; readonly refusal: Refusal };

export const allowed: Verdict = { ok: true };

export function refuse(code: RefusalCode, field = '', params?: RefusalParams): Verdict {
  return { ok: false, refusal: refusal(code, field, params) };
}

/**
 * What a form came to: a value in which nothing is optional any more, or every fault. There is none to tell where
 * whoever read the form has told it.
 */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusals: readonly Refusal[] };

export const parsed = <T>(value: T): Parsed<T> => ({ ok: true, value });
export const faulty = (refusals: readonly Refusal[]): Parsed<never> => ({ ok: false, refusals });

export function refusalsOf(result: Parsed<unknown>): readonly Refusal[] {
  return result.ok ? [] : result.refusals;
}

/** The refusal as a list, for a rule that returns every fault; empty if the rule holds. */
export function unless(holds: boolean, code: RefusalCode, field: string): readonly Refusal[] {
  return holds ? [] : [refusal(code, field)];
}

export function refusal(code: RefusalCode, field = '', params?: RefusalParams): Refusal {
  return params === undefined ? { code, field } : { code, field, params };
}

/** The result of what was refused, with every reason. */
export interface Refused {
  readonly kind: 'refused';
  readonly refusals: readonly Refusal[];
}

export function refused(...refusals: readonly Refusal[]): Refused {
  return { kind: 'refused', refusals };
}
