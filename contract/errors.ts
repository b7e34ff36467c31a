import { bindErrors } from './errors/bind-errors.ts';
import { cardErrors } from './errors/card-errors.ts';
import type { ErrorDefinition } from './errors/error-definition.ts';
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
export type ErrorDetails = Readonly<Record<string, string>>;

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errors, code);
}

/**
 * Returns the message. A part in square brackets is included only when all its details are known, so that a message has
 * no gaps: "Pick a date[ from {from} to {to}]."
 */
export function messageFor(code: ErrorCode, language: Language, details: ErrorDetails = {}): string {
  return errors[code].message[language].replace(/\[([^\]]*)\]/g, (_, part: string) => {
    const isKnown = placeholdersOf(part).every((name) => Object.hasOwn(details, name));
    return isKnown ? part.replace(/\{(\w+)\}/g, (__, name: string) => written(details[name] ?? '', language)) : '';
  });
}

/** Returns the names of the details of a message, in order of appearance. */
export function placeholdersOf(template: string): string[] {
  return Array.from(template.matchAll(/\{(\w+)\}/g), (match) => match[1] ?? '');
}

/** Amounts come as `1234.56`; French writes the decimals after a comma. */
function written(value: string, language: Language): string {
  return language === 'fr' ? value.replace(/^(\d+)\.(\d{2})$/, '$1,$2') : value;
}
