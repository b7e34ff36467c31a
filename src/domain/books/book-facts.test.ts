import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { sampleCharged, sampleFinanced, samplePolicy } from '../../../test/kit/sample-policy.ts';
import { addDays } from '../calendar.ts';
import { judgeCancellation } from '../cancellation/cancellation.ts';
import type { PaymentId } from '../ids.ts';
import { shareOf, sumCents } from '../money.ts';
import { isOperatorRefusal } from '../operator/operator-refusal.ts';
import type { Policy } from '../policy/policy.ts';
import type { Collected } from '../refund/collected.ts';
import type { Account, BookedFact } from './account.ts';
import { factOfBind, factOfCancellation, factOfCharge, factOfStrayLoan } from './book-facts.ts';
import type { ProductTerms } from './product-terms.ts';
import { taxLines } from './split-tax.ts';

const cover = { product: '', insurer: null, limits: [], deductibles: [] };

interface Sold {
  readonly policy: Policy;
  readonly terms: readonly ProductTerms[];
}

/** A policy of any price, paid in any way, with up to three taxes on each product. */
const sold: fc.Arbitrary<Sold> = fc
  .record({
    base: fc.constantFrom(samplePolicy(), sampleCharged(), sampleFinanced()),
    prices: fc.array(
      fc.record({
        premiumCents: fc.integer({ min: 0, max: 10_000_000 }),
        rates: fc.array(fc.integer({ min: 1, max: 150_000 }), { maxLength: 3 }),
        commissionPpm: fc.integer({ min: 0, max: 1_000_000 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    down: fc.double({ min: 0, max: 0.99, noNaN: true }),
  })
  .map(({ base, prices, down }) => {
    const products = prices.map(({ premiumCents, rates }, index) => {
      const taxCents = shareOf(premiumCents, sumCents(rates));
      return {
        ...base.products[0]!,
        productType: `P${index}`,
        coverageTermInYears: 1 + index,
        ...{ premiumCents, taxCents, totalWithTaxCents: premiumCents + taxCents },
      };
    });
    const total = sumCents(products.map((one) => one.totalWithTaxCents));
    const { payment } = base;
    return {
      policy: {
        ...base,
        products,
        premiumCents: sumCents(products.map((one) => one.premiumCents)),
        taxCents: sumCents(products.map((one) => one.taxCents)),
        totalWithTaxCents: total,
        payment:
          'loan' in payment
            ? { ...payment, loan: { ...payment.loan, downPaymentCents: Math.floor(total * down) } }
            : payment,
      },
      terms: prices.map(({ rates, commissionPpm }, index) => ({
        product: `P${index}`,
        insurer: index === 0 ? null : 'INS',
        taxes: rates.map((ratePpm, place) => ({ name: { en: `T${place}`, fr: `T${place}` }, ratePpm })),
        commissionPpm,
        cover,
      })),
    };
  });

test('a bind balances, and its premium, tax and payers are those of the policy', () => {
  fc.assert(
    fc.property(sold, ({ policy, terms }) => {
      const fact = factOfBind(policy, terms);
      assert.equal(balanceOf(fact), 0);
      assert.equal(balanceOf(fact, 'premium') + policy.premiumCents, 0);
      assert.equal(balanceOf(fact, 'tax') + policy.taxCents, 0);
      assert.equal(balanceOf(fact, 'partner', 'card', 'lender'), policy.totalWithTaxCents);
      assert.equal(balanceOf(fact, 'commission', 'commission-due'), 0);
      assert.ok(fact.entries.every(({ amountCents }) => amountCents !== 0));
    }),
  );
});

test('a cancellation balances, and a flat one leaves nothing of the bind but what has to be given back', () => {
  const cases = fc.record({
    one: sold,
    days: fc.integer({ min: 0, max: 1_500 }),
    isFlat: fc.boolean(),
    collected: fc.constantFrom<Collected>(
      { by: 'processor', toComeOn: null },
      { by: 'nobody' },
      { by: 'operator' },
      { by: 'seller' },
    ),
  });
  fc.assert(
    fc.property(cases, ({ one: { policy, terms }, days, isFlat, collected }) => {
      const cancelledOn = addDays(policy.effectiveDate, days);
      const judged = judgeCancellation(policy, { kind: isFlat ? 'flat' : 'pro-rata', cancelledOn });
      if (isOperatorRefusal(judged)) return;
      const fact = factOfCancellation(policy, judged, terms, { collected, refundKey: 'key' });
      assert.equal(balanceOf(fact), 0);
      assert.equal(balanceOf(fact, 'premium', 'tax'), judged.refundCents);
      if (!isFlat) return;
      const bind = factOfBind(policy, terms);
      for (const account of ['premium', 'tax', 'commission', 'commission-due'] as const)
        assert.equal(balanceOf(bind, account) + balanceOf(fact, account), 0, account);
    }),
  );
});

test('what a tax consists of adds up to it to the cent, and names authority, province and rate', () => {
  const terms = [{ product: 'TIRE', insurer: 'INS', taxes: gstAndQst, commissionPpm: 100_000, cover }];
  const product = { ...samplePolicy().products[0]!, productType: 'TIRE', premiumCents: 10_010, taxCents: 1_499 };
  const policy = samplePolicy({
    seller: { name: 'Q', province: 'QC' },
    products: [product],
    ...{ premiumCents: 10_010, taxCents: 1_499, totalWithTaxCents: 11_509 },
  });
  assert.deepEqual(factOfBind(policy, terms).entries, [
    { account: 'partner', amountCents: 11_509 },
    { account: 'premium', amountCents: -10_010, product: 'TIRE', insurer: 'INS' },
    { account: 'tax', amountCents: -500, product: 'TIRE', authority: 'GST', province: 'QC', ratePpm: 50_000 },
    { account: 'tax', amountCents: -999, product: 'TIRE', authority: 'QST', province: 'QC', ratePpm: 99_750 },
    { account: 'commission', amountCents: 1_001, product: 'TIRE', insurer: 'INS', ratePpm: 100_000 },
    { account: 'commission-due', amountCents: -1_001 },
  ]);
});

test('on paper each tax is one line, over all products, with its name and rate', () => {
  const terms = ['A', 'B'].map((product) => ({ product, insurer: null, taxes: gstAndQst, commissionPpm: 0, cover }));
  const products = terms.map(({ product }) => ({ productType: product, taxCents: 1_499 }));
  assert.deepEqual(taxLines([...products, { productType: 'A', taxCents: 0 }], terms), [
    { name: { en: 'GST', fr: 'TPS' }, ratePpm: 50_000, amountCents: 1_000 },
    { name: { en: 'QST', fr: 'TVQ' }, ratePpm: 99_750, amountCents: 1_998 },
  ]);
});

test('money without a policy is owed back: a charge to the card, a loan to the lender', () => {
  const charge = factOfCharge(
    { reference: 'ref-1', amountCents: 500, paymentId: 'p-1' as PaymentId },
    'refund',
    'key-1',
  );
  assert.deepEqual([balanceOf(charge), balanceOf(charge, 'refund')], [0, -500]);
  const loan = factOfStrayLoan({ loanNumber: 'L1', key: 'NB1', amountCents: 700 });
  assert.deepEqual([balanceOf(loan), balanceOf(loan, 'lender')], [0, 700]);
});

const gstAndQst = [
  { name: { en: 'GST', fr: 'TPS' }, ratePpm: 50_000 },
  { name: { en: 'QST', fr: 'TVQ' }, ratePpm: 99_750 },
];

function balanceOf({ entries }: BookedFact, ...accounts: readonly Account[]): number {
  const counted = entries.filter(({ account }) => accounts.length === 0 || accounts.includes(account));
  return sumCents(counted.map(({ amountCents }) => amountCents));
}
