import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { aprPercent, aprPpm, type Borrowing, isAprAbove } from './apr.ts';
import { installmentsOf, planLoan } from './plan.ts';

const example: Borrowing = { advancedCents: 200_000, installmentsCents: Array(24).fill(9_459), firstPeriodDays: null };

test('2,000.00 repaid in 24 times 94.59 has an APR of 12.4737 %, shown as 12.47', () => {
  assert.equal(aprPpm(example), 124_737);
  assert.equal(aprPercent(aprPpm(example)), 12.47);
});

test('the formula holds for the example with its average principal of 1,082.92', () => {
  // C / (T × P): 270.16 / (2 × 1,082.92)
  assert.ok(Math.abs(27_016 / (2 * 108_292) - aprPpm(example) / 1_000_000) < 0.000_002);
});

test('without a fee the APR is the rate of the loan, but for the rounding of the installment', () => {
  const plan = planLoan({ advancedCents: 500_000, applicationFeeCents: 0, annualRatePpm: 99_900, months: 36 });
  const apr = aprPpm({ advancedCents: 500_000, installmentsCents: installmentsOf(plan), firstPeriodDays: null });
  // Half a cent a month on an average balance of some 2,700.00 is 22 ppm a year.
  assert.ok(Math.abs(apr - 99_900) <= 22);
});

test('a loan that costs nothing has an APR of zero', () => {
  const free = { advancedCents: 100_000, installmentsCents: [...Array(11).fill(8_333), 8_337], firstPeriodDays: null };
  assert.equal(aprPpm(free), 0);
  assert.equal(isAprAbove(free, 0), false);
});

test('a rate beyond a hundred percent is found too', () => {
  assert.equal(aprPpm({ advancedCents: 10_000, installmentsCents: [20_000], firstPeriodDays: null }), 12_000_000);
});

test('a rate far beyond what is usual is found to the part per million', () => {
  // One month of a yearly 400.0001 % on 120,000.00 is 40,000.01.
  const far = { advancedCents: 12_000_000, installmentsCents: [16_000_001], firstPeriodDays: null };
  assert.equal(aprPpm(far), 4_000_001);
});

test('a cost that the first installment does not cover is paid later, and bears none of its own', () => {
  // A year at 12 % on 1,000.00 costs 120.00 and a month 10.00. 60.00 and 30.00 leave 40.00 of it for the last one.
  const late = { advancedCents: 100_000, installmentsCents: [6_000, 3_000, 105_000], firstPeriodDays: 365 };
  assert.equal(aprPpm(late), 120_000);
  assert.equal(isAprAbove(late, 120_000), false);
  assert.equal(isAprAbove(late, 119_999), true);
});

test('a limit is exceeded only above it: one month at exactly 36 %, and a cent more or less', () => {
  const oneMonth = (installment: number) => ({
    advancedCents: 100_000,
    installmentsCents: [installment],
    firstPeriodDays: null,
  });
  assert.equal(isAprAbove(oneMonth(102_999), 360_000), false);
  assert.equal(isAprAbove(oneMonth(103_000), 360_000), false);
  assert.equal(isAprAbove(oneMonth(103_001), 360_000), true);
  assert.equal(aprPpm(oneMonth(103_000)), 360_000);
});

test('percent is rounded half up at the second decimal', () => {
  assert.equal(aprPercent(124_649), 12.46);
  assert.equal(aprPercent(124_650), 12.47);
  assert.equal(aprPercent(0), 0);
  assert.equal(aprPercent(350_000), 35);
});

const paidFromNextDay = (advancedCents: number): Borrowing => {
  const plan = planLoan({ advancedCents, applicationFeeCents: 2_000, annualRatePpm: 99_900, months: 12 });
  return { advancedCents, installmentsCents: installmentsOf(plan), firstPeriodDays: 1 };
};

test('a first installment on the day after the advance raises the rate: 10.89 % is 12.85 %, 28.40 % is 33.72 %', () => {
  const [usual, small] = [paidFromNextDay(420_000), paidFromNextDay(20_000)];
  assert.equal(aprPercent(aprPpm({ ...usual, firstPeriodDays: null })), 10.89);
  assert.equal(aprPercent(aprPpm(usual)), 12.85);
  assert.equal(aprPercent(aprPpm({ ...small, firstPeriodDays: null })), 28.4);
  assert.equal(aprPercent(aprPpm(small)), 33.72);
});

test('the first period is its days / 365: 73 days at 10 % a year are 2 %', () => {
  assert.equal(aprPpm({ advancedCents: 100_000, installmentsCents: [102_000], firstPeriodDays: 73 }), 100_000);
  assert.equal(
    isAprAbove({ advancedCents: 100_000, installmentsCents: [102_000], firstPeriodDays: 73 }, 100_000),
    false,
  );
  assert.equal(
    isAprAbove({ advancedCents: 100_000, installmentsCents: [102_001], firstPeriodDays: 73 }, 100_000),
    true,
  );
});

test('the later the first installment, the lower the rate', () => {
  const rates = [1, 2, 10, 28, 31].map((firstPeriodDays) => aprPpm({ ...paidFromNextDay(300_000), firstPeriodDays }));
  assert.deepEqual(
    rates,
    rates.toSorted((one, other) => other - one),
  );
  assert.equal(new Set(rates).size, rates.length);
});

const anyPlan = fc
  .record({
    advancedCents: fc.integer({ min: 10_000, max: 3_000_000 }),
    applicationFeeCents: fc.integer({ min: 0, max: 20_000 }),
    annualRatePpm: fc.integer({ min: 0, max: 400_000 }),
    months: fc.integer({ min: 1, max: 96 }),
  })
  .map(planLoan);

/**
 * Tolerance: the answer is rounded down to a ppm, so the internal rate lies at most 1 ppm above it; 0.01 ppm either way
 * is for the floats of the comparison.
 */
test('on 2,000 plans the APR of the formula is the yearly nominal rate of the payments', () => {
  // After more than a month the first installment of a long loan may not cover its cost, which the formula then does
  // not compound.
  const anyFirstPeriod = fc.option(fc.integer({ min: 1, max: 30 }));
  fc.assert(
    fc.property(anyPlan, anyFirstPeriod, (plan, firstPeriodDays) => {
      const installmentsCents = installmentsOf(plan);
      const borrowing = { advancedCents: plan.advancedCents, installmentsCents, firstPeriodDays };
      const difference = internalRatePpm(borrowing) - aprPpm(borrowing);
      assert.ok(difference > -0.01 && difference < 1.01, `off by ${difference} ppm`);
    }),
    { numRuns: 2_000, seed: 20_260_101 },
  );
});

/** Bisection on the present value of the payments: nothing in common with the formula but the answer. */
function internalRatePpm({ advancedCents, installmentsCents, firstPeriodDays }: Borrowing): number {
  const firstYears = firstPeriodDays === null ? 1 / 12 : firstPeriodDays / 365;
  let low = 0;
  let high = 2_000;
  for (let step = 0; step < 80; step += 1) {
    const yearly = (low + high) / 2;
    const presentValue = installmentsCents.reduceRight(
      (value, payment, place) => (value + payment) / (1 + yearly * (place === 0 ? firstYears : 1 / 12)),
      0,
    );
    if (presentValue > advancedCents) low = yearly;
    else high = yearly;
  }
  return low * 1_000_000;
}
