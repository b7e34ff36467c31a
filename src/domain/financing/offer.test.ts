import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { addDays } from '../calendar.ts';
import { isAprAbove } from './apr.ts';
import { aprOfLoan, criminalRatePpm } from './loan-apr.ts';
import { installmentMinimumCents, judgeLoanTerm, loanTermsFor, offerPlans } from './offer.ts';

const lender = { annualRatePpm: 99_900, applicationFeeCents: 5_000, financedMinimumCents: 30_000 };
// 31 days, a little more than 1/12 of a year.
const dates = { advancedOn: '2026-07-01', firstInstallmentDate: '2026-08-01' };
const request = { totalWithTaxCents: 200_000, downPaymentCents: 0, paymentTermInYears: 2, lender, ...dates };

test('a two-year policy of 2,000.00 is offered over 12 and 24 months with all figures', () => {
  const options = offerPlans(request);
  assert.deepEqual(
    options.map((option) => option.loanTermInMonths),
    [12, 24],
  );
  assert.deepEqual(options[1], {
    loanTermInMonths: 24,
    installmentCents: 9_459,
    financeChargeCents: 22_016,
    applicationFeeCents: 5_000,
    aprPercent: 12.45,
    totalPayableCents: 227_016,
  });
});

test('a down payment lowers the loan and is not part of the total payable', () => {
  const [withDownPayment] = offerPlans({ ...request, totalWithTaxCents: 250_000, downPaymentCents: 50_000 });
  assert.deepEqual(withDownPayment, offerPlans(request)[0]);
});

test('a loan never outlasts its policy, nor sixty months', () => {
  assert.deepEqual(loanTermsFor(0), []);
  assert.deepEqual(loanTermsFor(1), [6, 12]);
  assert.deepEqual(loanTermsFor(2), [12, 24]);
  assert.deepEqual(loanTermsFor(4), [12, 24, 36, 48]);
  assert.deepEqual(loanTermsFor(5), [12, 24, 36, 48, 60]);
  assert.deepEqual(loanTermsFor(8), [12, 24, 36, 48, 60]);
});

test('the lender writes a loan from its minimum on, not a cent below', () => {
  const at = (financedMinimumCents: number) => offerPlans({ ...request, lender: { ...lender, financedMinimumCents } });
  assert.equal(at(200_000).length, 2);
  assert.equal(at(200_001).length, 0);
});

test('no installment is below a dollar', () => {
  const free = { annualRatePpm: 0, applicationFeeCents: 0, financedMinimumCents: 0 };
  const months = (totalWithTaxCents: number) =>
    offerPlans({ ...request, totalWithTaxCents, paymentTermInYears: 1, lender: free }).map(
      (option) => option.loanTermInMonths,
    );
  assert.deepEqual(months(1_200), [6, 12]);
  assert.deepEqual(months(1_188), [6]);
});

test('nothing is offered when the down payment leaves nothing to finance', () => {
  const free = { ...lender, financedMinimumCents: 0 };
  assert.deepEqual(offerPlans({ ...request, downPaymentCents: 200_000, lender: free }), []);
  assert.deepEqual(offerPlans({ ...request, downPaymentCents: 199_999, lender: free }), []);
});

test('a fixed fee on a small loan crosses the criminal rate: the short term goes first', () => {
  const offered = (totalWithTaxCents: number, firstInstallmentDate = addDays(dates.advancedOn, 1)) =>
    offerPlans({ ...request, totalWithTaxCents, paymentTermInYears: 1, firstInstallmentDate }).map(
      (option) => option.loanTermInMonths,
    );
  assert.deepEqual(offered(47_200), []);
  assert.deepEqual(offered(47_300), [12]);
  assert.deepEqual(offered(114_500), [12]);
  assert.deepEqual(offered(114_600), [6, 12]);
  // The same loan is within the law where its first installment comes a month later.
  assert.deepEqual(offered(47_200, dates.firstInstallmentDate), [12]);
});

test('a term that is not offered is refused with those that are', () => {
  assert.deepEqual(judgeLoanTerm(24, [12, 24]), []);
  assert.deepEqual(judgeLoanTerm(36, [12, 24]), [
    { code: 'LoanTermNotAvailable', field: 'financing.loanTermInMonths', params: { offered: [12, 24] } },
  ]);
});

const anyRequest = fc.record({
  totalWithTaxCents: fc.integer({ min: 1, max: 1_500_000 }),
  downPaymentCents: fc.integer({ min: 0, max: 100_000 }),
  paymentTermInYears: fc.integer({ min: 1, max: 8 }),
  lender: fc.record({
    annualRatePpm: fc.integer({ min: 0, max: 450_000 }),
    applicationFeeCents: fc.integer({ min: 0, max: 30_000 }),
    financedMinimumCents: fc.integer({ min: 0, max: 50_000 }),
  }),
  advancedOn: fc.constant(dates.advancedOn),
  firstInstallmentDate: fc.integer({ min: 1, max: 31 }).map((days) => addDays(dates.advancedOn, days)),
});

test('no offered plan has an APR above 35 %, and the one that it states is that of its dates', () => {
  fc.assert(
    fc.property(anyRequest, (any) => {
      const advancedCents = any.totalWithTaxCents - any.downPaymentCents;
      const firstPeriodDays = (Date.parse(any.firstInstallmentDate) - Date.parse(any.advancedOn)) / 86_400_000;
      for (const option of offerPlans(any)) {
        assert.ok(option.aprPercent <= 35);
        const borrowing = { advancedCents, installmentsCents: installmentsOf(option), firstPeriodDays };
        assert.equal(isAprAbove(borrowing, criminalRatePpm), false);
        assert.equal(isAprAbove(borrowing, Math.round(option.aprPercent * 10_000) + 50), false);
        assert.equal(option.aprPercent, aprOfLoan(option, any));
      }
    }),
    { numRuns: 500 },
  );
});

test('the figures of every offered plan add up', () => {
  fc.assert(
    fc.property(anyRequest, (any) => {
      for (const option of offerPlans(any)) {
        const { financeChargeCents, applicationFeeCents, totalPayableCents, installmentCents } = option;
        const advancedCents = any.totalWithTaxCents - any.downPaymentCents;
        assert.equal(advancedCents + applicationFeeCents + financeChargeCents, totalPayableCents);
        assert.ok(installmentCents >= installmentMinimumCents);
        assert.ok(option.loanTermInMonths <= 12 * any.paymentTermInYears);
        if (financeChargeCents > 0) assert.equal(installmentCents * option.loanTermInMonths, totalPayableCents);
      }
    }),
    { numRuns: 500 },
  );
});

function installmentsOf(option: { loanTermInMonths: number; installmentCents: number; totalPayableCents: number }) {
  const level = Array<number>(option.loanTermInMonths - 1).fill(option.installmentCents);
  return [...level, option.totalPayableCents - level.length * option.installmentCents];
}
