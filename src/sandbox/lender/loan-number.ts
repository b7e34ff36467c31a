import { luhnDigit } from '../../domain/luhn.ts';

/**
 * `SL-1000-0017-3`: eight digits in groups that can be read out over the telephone, and a Luhn check digit, so that one
 * wrong digit, or nearly any two adjacent digits swapped, is not another customer's loan.
 */
export function loanNumber(serial: number): string {
  const digits = String(firstNumber + serial);
  if (digits.length !== digitCount) throw new RangeError('the loan numbers are used up');
  return `SL-${digits.slice(0, 4)}-${digits.slice(4)}-${luhnDigit(digits)}`;
}

/** Loan numbers start here, so that all have the same length. */
const firstNumber = 10_000_000;
const digitCount = 8;
