/** Luhn's check digit: from the right, every other digit counts double; with the check digit the sum ends in 0. */
export function luhnDigit(digits: string): number {
  const sum = [...digits]
    .reverse()
    .map((digit, place) => Number(digit) * (place % 2 === 0 ? 2 : 1))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return (10 - (sum % 10)) % 10;
}
