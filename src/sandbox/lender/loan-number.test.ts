import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { loanNumber } from './loan-number.ts';

const anySerial = fc.integer({ min: 1, max: 89_999_999 });

test('a loan number has two groups of four digits and a check digit', () => {
  assert.equal(loanNumber(17), 'SL-1000-0017-3');
  assert.match(loanNumber(89_999_999), /^SL-9999-9999-\d$/);
  assert.throws(() => loanNumber(90_000_000), /used up/);
});

test('the check digit makes the Luhn sum a multiple of ten', () => {
  fc.assert(fc.property(anySerial, (serial) => luhnSum(loanNumber(serial)) % 10 === 0));
});

test('a wrong digit is noticed wherever it stands', () => {
  fc.assert(
    fc.property(anySerial, fc.nat(8), fc.integer({ min: 1, max: 9 }), (serial, place, shift) => {
      const digits = loanNumber(serial).replaceAll(/\D/g, '');
      const wrong = (Number(digits[place]) + shift) % 10;
      return luhnSum(digits.slice(0, place) + wrong + digits.slice(place + 1)) % 10 !== 0;
    }),
  );
});

function luhnSum(text: string): number {
  const doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];
  const digits = text.replaceAll(/\D/g, '');
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    sum += index % 2 === 0 ? digit : doubled[digit]!;
  }
  return sum;
}
