import { unprintableSign } from '../document/printable.ts';

/** Normalizes what an operator types or imports. Each function returns null for invalid text. */

export const nameLengthMax = 120;

/** One line of text: trimmed, single spaces, only what a paper can show, neither empty nor too long. */
export function readLine(text: string, lengthMax: number): string | null {
  // Fast path: an import reads half a million of these, and most are clean.
  const line = (isClean.test(text) ? text : text.replace(/\s+/g, ' ')).trim();
  return line === '' || line.length > lengthMax || unprintableSign(line) !== null ? null : line;
}

const isClean = /^[\w ,.'&/#()-]*$/;

/** A name also needs a letter or digit to be found by. */
export function readName(text: string): string | null {
  const name = readLine(text, nameLengthMax);
  return name !== null && /[\p{L}\p{N}]/u.test(name) ? name : null;
}

export function readClientId(text: string): string | null {
  return matched(text, /^[A-Za-z0-9][A-Za-z0-9._-]{2,63}$/);
}

export function readUsername(text: string): string | null {
  return matched(text, /^[A-Za-z0-9][A-Za-z0-9._@-]{1,63}$/);
}

/** The operator's own id of a dealer or lienholder. */
export function readEntryId(text: string): string | null {
  return matched(text, /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/);
}

function matched(text: string, pattern: RegExp): string | null {
  const trimmed = text.trim();
  return pattern.test(trimmed) ? trimmed : null;
}
