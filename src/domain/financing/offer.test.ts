import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { isAprAbove } from './apr.ts';
import { criminalRatePpm, installmentMinimumCents, loanTermsFor, mayTakeLoanTerm, offerPlans } from './offer.ts';

const lender = { annualRatePpm: 99_900, applicationFeeCents: 5_000, financedMinimumCents: 30_000 };
const request = { totalWithTaxCents: 200_000, downPaymentCents: 0, paymentTermInYears: 2, lender };

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
    aprPercent: 12.47,
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

test('nothing is offered when the down payment leaves nothing to finance', () => {
  const free = { ...lender, financedMinimumCents: 0 };
  assert.deepEqual(offerPlans({ ...request, downPaymentCents: 200_000, lender: free }), []);
  assert.deepEqual(offerPlans({ ...request, downPaymentCents: 199_999, lender: free }), []);
});

test('a fixed fee on a small loan crosses the criminal rate: the short term goes first', () => {
  const offered = (totalWithTaxCents: number) =>
    offerPlans({ ...request, totalWithTaxCents, paymentTermInYears: 1 }).map((option) => option.loanTermInMonths);
  assert.deepEqual(offered(47_000), []);
  assert.deepEqual(offered(48_000), [12]); // states 29.1 %; almost 35 % when the first installment comes at once
  assert.deepEqual(offered(117_000), [12]);
  assert.deepEqual(offered(118_000), [6, 12]);
});

test('a term that is not offered is refused with those that are', () => {
  assert.deepEqual(mayTakeLoanTerm(24, [12, 24]), { ok: true });
  assert.deepEqual(mayTakeLoanTerm(36, [12, 24]), {
    ok: false,
    refusal: { code: 'LoanTermNotAvailable', field: 'financing.loanTermInMonths', details: { offered: '12, 24' } },
  });
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
});

test('no offered plan has an APR above 35 %, even if its first installment is paid at once', () => {
  fc.assert(
    fc.property(anyRequest, (any) => {
      const advancedCents = any.totalWithTaxCents - any.downPaymentCents;
      for (const option of offerPlans(any)) {
        assert.ok(option.aprPercent <= 35);
        const installmentsCents = installmentsOf(option);
        assert.equal(isAprAbove({ advancedCents, installmentsCents }, criminalRatePpm), false);
        const [first = 0, ...rest] = installmentsCents;
        const early = { advancedCents: advancedCents - first, installmentsCents: rest };
        assert.ok(early.advancedCents > 0 && !isAprAbove(early, criminalRatePpm));
      }
    }),
    { numRuns: 2_000 },
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
