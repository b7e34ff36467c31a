/**
 * `SL-1000-0017-3`: eight digits in groups that can be read out over the telephone, and a Luhn check digit, so that a
 * digit misheard, and nearly any two neighbours swapped, do not name another customer's loan.
 */
export function loanNumber(serial: number): string {
  const digits = String(firstNumber + serial);
  if (digits.length !== digitCount) throw new RangeError('the loan numbers are used up');
  return `SL-${digits.slice(0, 4)}-${digits.slice(4)}-${checkDigit(digits)}`;
}

/** Loan numbers start here, so that all have the same length. */
const firstNumber = 10_000_000;
const digitCount = 8;

/** Luhn: from the right, every other digit is doubled and its digits added; with the check digit the sum ends in 0. */
function checkDigit(digits: string): number {
  const sum = Array.from(digits)
    .reverse()
    .map((digit, index) => (index % 2 === 0 ? Number(digit) * 2 : Number(digit)))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return (10 - (sum % 10)) % 10;
}
