import assert from 'node:assert/strict';
import test from 'node:test';
import { addDays } from '../calendar.ts';
import { advanceDay, aprOfLoan, isAprStatedRight, isCriminal, ratePpmOf } from './loan-apr.ts';

/** A loan of 200.00 with a fee of 20.00 is repaid over twelve months at 9.99 %. */
const small = {
  loanTermInMonths: 12,
  installmentCents: 1_934,
  financeChargeCents: 1_208,
  applicationFeeCents: 2_000,
  totalPayableCents: 23_208,
};
const advancedOn = '2026-11-15';
const after = (days: number) => ({ advancedOn, firstInstallmentDate: addDays(advancedOn, days) });

test('the lender pays when the policy begins, or at the bind where that is later', () => {
  assert.equal(advanceDay('2026-11-20', '2026-11-15'), '2026-11-20');
  assert.equal(advanceDay('2026-11-15', '2026-11-15'), '2026-11-15');
  assert.equal(advanceDay('2026-11-15', '2026-11-16'), '2026-11-16');
});

test('the APR of a loan follows its dates, its interest rate does not', () => {
  assert.equal(aprOfLoan(small, after(1)), 33.72);
  assert.equal(aprOfLoan(small, after(30)), 28.46);
  assert.ok(Math.abs(ratePpmOf(small) - 99_900) < 300);
});

test('a loan that is advanced on the day of its first installment, or later, counts as one of a day', () => {
  assert.equal(aprOfLoan(small, after(0)), 33.72);
  assert.equal(aprOfLoan(small, after(-3)), 33.72);
});

test('a stated APR is right within 1/8 of a point, and not beyond', () => {
  const stated = (aprPercent: number) => isAprStatedRight({ ...small, aprPercent }, after(1));
  assert.deepEqual([33.59, 33.6, 33.72, 33.75, 33.84, 33.85].map(stated), [false, true, true, true, true, false]);
  assert.equal(stated(28.4), false);
});

test('a loan is criminal above 35 % on its real dates, whatever it states', () => {
  const dearer = { ...small, applicationFeeCents: 2_200, totalPayableCents: 23_408, installmentCents: 1_951 };
  assert.equal(isCriminal(small, after(1)), false);
  assert.equal(isCriminal(dearer, after(1)), true);
  assert.equal(isCriminal(dearer, after(31)), false);
});
