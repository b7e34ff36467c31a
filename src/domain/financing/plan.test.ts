import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { amortise } from '../../../test/kit/invariants/amortise.ts';
import { sumCents } from '../money.ts';
import { installmentsOf, planLoan } from './plan.ts';

const example = planLoan({ advancedCents: 200_000, applicationFeeCents: 5_000, annualRatePpm: 99_900, months: 24 });

test('2,000.00 with a fee of 50.00 over 24 months at 9.99 % costs 94.59 a month, 2,270.16 in all', () => {
  assert.equal(example.financedCents, 205_000);
  assert.equal(example.installmentCents, 9_459);
  assert.equal(example.lastInstallmentCents, 9_459);
  assert.equal(example.totalPayableCents, 227_016);
  assert.equal(example.financeChargeCents, 22_016);
  assert.equal(example.financeChargeCents + example.applicationFeeCents, 27_016);
});

test('the schedule of the example starts with a month of interest on the whole loan and ends at zero', () => {
  const rows = amortise(example);
  assert.deepEqual(rows[0], {
    number: 1,
    installmentCents: 9_459,
    interestCents: 1_707, // 2,050.00 × 9.99 % / 12 = 17.066
    principalCents: 7_752,
    balanceCents: 197_248,
  });
  assert.equal(rows.length, 24);
  assert.equal(rows[23]?.balanceCents, 0);
  assert.equal(rows[23]?.interestCents, 78); // 93.81 × 9.99 % / 12 = 0.781
});

test('the installment is rounded half up: at the half and just beside it', () => {
  const installment = (advancedCents: number) =>
    planLoan({ advancedCents, applicationFeeCents: 0, annualRatePpm: 0, months: 12 }).installmentCents;
  assert.equal(installment(100_001), 8_333); // 8,333.42
  assert.equal(installment(100_002), 8_334); // 8,333.50
  assert.equal(installment(100_003), 8_334); // 8,333.58
});

test('free of interest nothing is charged, and the last installment takes the odd cents', () => {
  const plan = planLoan({ advancedCents: 100_000, applicationFeeCents: 0, annualRatePpm: 0, months: 12 });
  assert.equal(plan.installmentCents, 8_333);
  assert.equal(plan.lastInstallmentCents, 8_337);
  assert.equal(plan.financeChargeCents, 0);
  assert.equal(plan.totalPayableCents, 100_000);
});

test('a rate too low to cover the rounding charges nothing rather than less than nothing', () => {
  const plan = planLoan({ advancedCents: 100_000, applicationFeeCents: 0, annualRatePpm: 1, months: 12 });
  assert.equal(plan.financeChargeCents, 0);
  assert.equal(plan.totalPayableCents, 100_000);
});

test('a single month repays everything with one month of interest', () => {
  const plan = planLoan({ advancedCents: 120_000, applicationFeeCents: 0, annualRatePpm: 120_000, months: 1 });
  assert.deepEqual(installmentsOf(plan), [121_200]);
});

test('a loan of nothing, of broken cents or of no month is a bug', () => {
  const loan = { advancedCents: 1_000, applicationFeeCents: 0, annualRatePpm: 0, months: 1 };
  for (const wrong of [{ advancedCents: 0 }, { advancedCents: 10.5 }, { applicationFeeCents: -1 }])
    assert.throws(() => planLoan({ ...loan, ...wrong }), /a loan has whole, positive amounts/);
  for (const months of [0, -1, 1.5])
    assert.throws(() => planLoan({ ...loan, months }), /a loan has at least one month/, `${months}`);
});

const anyLoan = fc
  .record({
    months: fc.integer({ min: 1, max: 96 }),
    applicationFeeCents: fc.integer({ min: 0, max: 50_000 }),
    annualRatePpm: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400_000 })),
  })
  .chain((loan) =>
    fc.integer({ min: loan.months * 100, max: 5_000_000 }).map((advancedCents) => ({ ...loan, advancedCents })),
  );

test('every schedule closes: interest is the finance charge, principal the loan, the balance falls to zero', () => {
  fc.assert(
    fc.property(anyLoan, (loan) => {
      const plan = planLoan(loan);
      const rows = amortise(plan);
      assert.equal(rows.at(-1)?.balanceCents, 0);
      assert.equal(sumCents(rows.map((row) => row.interestCents)), plan.financeChargeCents);
      assert.equal(sumCents(rows.map((row) => row.principalCents)), plan.financedCents);
      assert.equal(sumCents(installmentsOf(plan)), plan.totalPayableCents);
      for (const row of rows) {
        assert.ok(row.interestCents >= 0 && row.principalCents > 0 && row.installmentCents > 0);
        assert.equal(row.interestCents + row.principalCents, row.installmentCents);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('where interest is charged all installments are alike, and they cost half a cent a month at most beyond the exact rate', () => {
  fc.assert(
    fc.property(anyLoan, (loan) => {
      const plan = planLoan(loan);
      if (plan.financeChargeCents > 0) assert.equal(plan.lastInstallmentCents, plan.installmentCents);
      assert.ok(Math.abs(plan.lastInstallmentCents - plan.installmentCents) <= plan.months / 2);
      const rate = loan.annualRatePpm / 12_000_000;
      const exact = rate === 0 ? plan.financedCents / loan.months : annuity(plan.financedCents, rate, loan.months);
      assert.ok(Math.abs(plan.totalPayableCents - exact * loan.months) <= loan.months / 2 + 0.01);
    }),
    { numRuns: 1_000 },
  );
});

function annuity(amount: number, rate: number, months: number): number {
  return (amount * rate) / -Math.expm1(-months * Math.log1p(rate));
}
