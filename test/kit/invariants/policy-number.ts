import { luhnDigit } from '../../../src/domain/luhn.ts';

/**
 * NB, eight digits, and a check digit that catches a mistyped or swapped one. Drawn by the database, in one statement
 * with the claim.
 */
export function isPolicyNumber(text: string): boolean {
  const digits = /^NB(\d{8})(\d)$/.exec(text);
  return digits !== null && luhnDigit(digits[1]!) === Number(digits[2]);
}
