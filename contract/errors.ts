import { bindErrors } from './errors/bind-errors.ts';
import { cardErrors } from './errors/card-errors.ts';
import type { ErrorDefinition, ErrorParams } from './errors/error-definition.ts';
import { financingErrors } from './errors/financing-errors.ts';
import { propertyErrors } from './errors/property-errors.ts';
import { quoteErrors } from './errors/quote-errors.ts';
import { saleErrors } from './errors/sale-errors.ts';
import { wireErrors } from './errors/wire-errors.ts';
import type { Language } from './vocabulary.ts';

/**
 * Every code of the service: its status, whether the same call may be repeated unchanged, and its message. The families
 * `<Name>Required` and `<Name>Invalid` come first, so that a rule with a more specific message (a limit, a window)
 * replaces theirs.
 */
export const errors = {
  ...propertyErrors,
  ...wireErrors,
  ...quoteErrors,
  ...saleErrors,
  ...financingErrors,
  ...cardErrors,
  ...bindErrors,
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof errors;
export type MessageParams = ErrorParams;

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errors, code);
}

/** An error item as it is answered: its message in the caller's language, and the values that the message names. */
export function errorItem(code: ErrorCode, field: string, language: Language, own: ErrorParams = {}) {
  const params = { ...(errors[code] as ErrorDefinition).params, ...own };
  const message = messageFor(code, language, own);
  return { code, field, message, ...(Object.keys(params).length > 0 && { params }) };
}

/**
 * Returns the message. A part in square brackets is included only when all its params are known, so that a message has
 * no gaps: "Pick a date[ from {earliest} to {latest}]."
 */
export function messageFor(code: ErrorCode, language: Language, params: ErrorParams = {}): string {
  return errors[code].message[language].replace(/\[([^\]]*)\]/g, (_, part: string) => {
    const isKnown = placeholdersOf(part).every((name) => Object.hasOwn(params, name));
    return isKnown ? part.replace(/\{(\w+)\}/g, (__, name: string) => written(params[name] ?? '', language)) : '';
  });
}

/** Returns the names of the params of a message, in order of appearance. */
export function placeholdersOf(template: string): string[] {
  return Array.from(template.matchAll(/\{(\w+)\}/g), (match) => match[1] ?? '');
}

/** Writes cents only of a number that is not whole; French has a comma before them. */
function written(value: ErrorParams[string], language: Language): string {
  if (typeof value === 'object') return value.join(', ');
  if (typeof value === 'string' || Number.isInteger(value)) return String(value);
  return language === 'fr' ? value.toFixed(2).replace('.', ',') : value.toFixed(2);
}
