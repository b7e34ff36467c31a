import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { amortise } from '../../../test/kit/invariants/amortise.ts';
import { addDays, addMonths, type PlainDate } from '../calendar.ts';
import { collectedOnLoan, owedOnLoan, type RunningLoan } from './owed-on-loan.ts';
import { type Plan, planLoan } from './plan.ts';

const firstInstallmentDate = '2026-12-01';
const loanOf = (plan: Plan, first: PlainDate = firstInstallmentDate): RunningLoan => ({
  loanTermInMonths: plan.months,
  installmentCents: plan.installmentCents,
  financeChargeCents: plan.financeChargeCents,
  applicationFeeCents: plan.applicationFeeCents,
  totalPayableCents: plan.totalPayableCents,
  firstInstallmentDate: first,
});

// A premium of 2,000.00 and a fee of 50.00 are repaid at 94.59 a month.
const plan = planLoan({ advancedCents: 200_000, applicationFeeCents: 5_000, annualRatePpm: 99_900, months: 24 });
const loan = loanOf(plan);

test('until the first installment has fallen due the whole advance is owed, and the fee never is', () => {
  assert.equal(owedOnLoan(loan, '2026-11-15'), 200_000);
  assert.equal(owedOnLoan(loan, '2026-12-01'), 200_000);
});

test('an installment counts from the day after it fell due', () => {
  // 94.59 less 17.07 of interest on 2,050.00 leaves 1,972.48, of which 2,000 parts in 2,050 are the advance's.
  assert.equal(owedOnLoan(loan, '2026-12-02'), 192_437);
  assert.equal(owedOnLoan(loan, '2027-01-01'), 192_437);
  assert.ok(owedOnLoan(loan, '2027-01-02') < 192_437);
});

test('after the last installment nothing is owed, and before it about one installment', () => {
  const last = addMonths(firstInstallmentDate, 23);
  // 93.81 of advance and fee is left, as the schedule of the plan says.
  assert.equal(owedOnLoan(loan, last), 9_152);
  assert.equal(owedOnLoan(loan, addDays(last, 1)), 0);
  assert.equal(owedOnLoan(loan, '2099-01-01'), 0);
});

test('a first installment on the 31st falls due at the end of shorter months and on the 31st again', () => {
  const late = loanOf(plan, '2027-01-31');
  const after = (day: PlainDate) => owedOnLoan(late, day);
  assert.equal(after('2027-02-28'), after('2027-02-01'));
  assert.ok(after('2027-03-01') < after('2027-02-28'));
  assert.equal(after('2027-03-31'), after('2027-03-01'));
  assert.ok(after('2027-04-01') < after('2027-03-31'));
});

test('free of interest and fee the advance falls by the installment, and the last one takes the odd cents', () => {
  const free = loanOf(planLoan({ advancedCents: 100_000, applicationFeeCents: 0, annualRatePpm: 0, months: 12 }));
  assert.equal(owedOnLoan(free, '2026-12-02'), 100_000 - 8_333);
  assert.equal(owedOnLoan(free, '2027-11-01'), 8_337);
  assert.equal(owedOnLoan(free, '2027-11-02'), 0);
});

test('what was collected are the installments that fell due before the day, and in the end all that is payable', () => {
  assert.equal(collectedOnLoan(loan, '2026-12-01'), 0);
  assert.equal(collectedOnLoan(loan, '2026-12-02'), 9_459);
  assert.equal(collectedOnLoan(loan, '2027-01-02'), 18_918);
  const last = addMonths(firstInstallmentDate, 23);
  assert.equal(collectedOnLoan(loan, last), 23 * 9_459);
  assert.equal(collectedOnLoan(loan, addDays(last, 1)), loan.totalPayableCents);
});

test('a loan of one installment is owed whole or not at all', () => {
  const one = loanOf(
    planLoan({ advancedCents: 120_000, applicationFeeCents: 2_000, annualRatePpm: 99_900, months: 1 }),
  );
  assert.equal(owedOnLoan(one, '2026-12-01'), 120_000);
  assert.equal(owedOnLoan(one, '2026-12-02'), 0);
});

/** A lender's own figures, free of interest and fee: the last installment is what the level ones leave. */
const written = (loanTermInMonths: number, installmentCents: number): RunningLoan => ({
  loanTermInMonths,
  installmentCents,
  financeChargeCents: 0,
  applicationFeeCents: 0,
  totalPayableCents: 100_000,
  firstInstallmentDate,
});

test('a loan that is repaid before its last installment is owed no more, and never less than nothing', () => {
  assert.equal(owedOnLoan(written(3, 60_000), '2027-01-01'), 40_000);
  assert.equal(owedOnLoan(written(3, 60_000), '2027-01-02'), 0);
});

test('a last installment that is the largest repays the loan, however long ago it fell due', () => {
  const large = written(2, 10_000);
  assert.equal(owedOnLoan(large, '2027-01-01'), 90_000);
  for (const day of ['2027-01-02', '2027-02-02', '2027-03-02']) assert.equal(owedOnLoan(large, day), 0, day);
});

test('of any loan the advance’s part of the schedule is owed, never more than the month before, never below nothing', () => {
  const anyPlan = fc.record({
    advancedCents: fc.integer({ min: 20_000, max: 2_000_000 }),
    applicationFeeCents: fc.integer({ min: 0, max: 10_000 }),
    annualRatePpm: fc.integer({ min: 0, max: 300_000 }),
    months: fc.constantFrom(6, 12, 24, 36, 48, 60),
  });
  fc.assert(
    fc.property(anyPlan, (asked) => {
      const any = planLoan(asked);
      const share = any.advancedCents / any.financedCents;
      let before = any.advancedCents;
      for (const { number, balanceCents } of amortise(any)) {
        const owed = owedOnLoan(loanOf(any), addDays(addMonths(firstInstallmentDate, number - 1), 1));
        // The schedule spreads the rounding of the installments otherwise: together less than a cent for each.
        assert.ok(Math.abs(owed - balanceCents * share) < any.months, `${number}: ${owed}, ${balanceCents * share}`);
        assert.ok(owed >= 0 && owed <= before, `${number}: ${owed} after ${before}`);
        before = owed;
      }
      assert.equal(before, 0);
    }),
    { numRuns: 60 },
  );
});
