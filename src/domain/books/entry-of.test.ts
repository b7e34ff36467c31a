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
import type { Account } from './account.ts';
import {
  entryOfCancellation,
  entryOfCharge,
  entryOfPayment,
  entryOfRefund,
  entryOfRefundOwed,
  entryOfSale,
  entryOfStrayLoan,
  entryOfWriteOff,
} from './entry-of.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import type { ProductTerms } from './product-terms.ts';
import { splitTax, taxLines } from './split-tax.ts';

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
        premiumCents,
        taxCents,
        totalWithTaxCents: premiumCents + taxCents,
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
      const entry = entryOfSale(policy, terms);
      assert.equal(balanceOf(entry), 0);
      assert.equal(balanceOf(entry, 'premium') + policy.premiumCents, 0);
      assert.equal(balanceOf(entry, 'tax') + policy.taxCents, 0);
      assert.equal(balanceOf(entry, 'partner', 'card', 'lender'), policy.totalWithTaxCents);
      assert.equal(balanceOf(entry, 'commission', 'commission-due'), 0);
      assert.ok(entry.postings.every(({ amountCents }) => amountCents !== 0));
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
      const entry = entryOfCancellation(policy, judged, terms, { collected, refundKey: 'key' });
      assert.equal(balanceOf(entry), 0);
      assert.equal(balanceOf(entry, 'premium', 'tax'), judged.refundCents);
      if (!isFlat) return;
      const bind = entryOfSale(policy, terms);
      for (const account of ['premium', 'tax', 'commission', 'commission-due'] as const)
        assert.equal(balanceOf(bind, account) + balanceOf(entry, account), 0, account);
    }),
  );
});

test('what a cancellation gives back is owed by whoever has the money, or the card has so much less to pay', () => {
  const products = [{ ...samplePolicy().products[0]!, productType: 'TIRE' }];
  const policy = samplePolicy({ products });
  const terms = [{ product: 'TIRE', insurer: null, taxes: gstAndQst, commissionPpm: 0, cover }];
  const judged = judgeCancellation(policy, { kind: 'flat', cancelledOn: policy.effectiveDate });
  assert.ok(!isOperatorRefusal(judged));
  const owedFrom = (collected: Collected) => {
    const { kind, postings } = entryOfCancellation(policy, judged, terms, { collected, refundKey: 'key' });
    assert.equal(kind, 'cancellation');
    return postings.at(-1);
  };
  const amountCents = -judged.refundCents;
  assert.deepEqual(owedFrom({ by: 'seller' }), { account: 'partner', amountCents, reference: null });
  const paid: readonly Collected[] = [
    { by: 'processor', toComeOn: null },
    { by: 'operator' },
    { by: 'lender', owedCents: 1, downPaymentCents: 0 },
  ];
  for (const one of paid) assert.deepEqual(owedFrom(one), { account: 'refund', amountCents, reference: 'key' });
  for (const by of ['unknown', 'nobody', 'used days'] as const)
    assert.deepEqual(owedFrom({ by }), { account: 'card', amountCents, reference: null });
});

test('a product that the terms do not name, and lines that do not come to zero, are never written', () => {
  const { terms, policy } = oneTire;
  assert.throws(() => entryOfSale(policy, []), /no product TIRE/);
  const dearer = { ...policy, totalWithTaxCents: policy.totalWithTaxCents + 1 };
  assert.throws(() => entryOfSale(dearer, terms), /entry sale is unbalanced/);
});

test('what a tax consists of adds up to it to the cent, and names authority, province and rate', () => {
  const { key, postings } = entryOfSale(oneTire.policy, oneTire.terms);
  assert.equal(key, 'sale');
  assert.deepEqual(postings, [
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

test('a product has its own taxes, and a tax without a rate is never split', () => {
  const terms = [
    { product: 'A', insurer: null, taxes: gstAndQst, commissionPpm: 0, cover },
    { product: 'B', insurer: null, taxes: [gstAndQst[0]!], commissionPpm: 0, cover },
  ];
  assert.deepEqual(taxLines([{ productType: 'B', taxCents: 500 }], terms), [
    { name: { en: 'GST', fr: 'TPS' }, ratePpm: 50_000, amountCents: 500 },
  ]);
  assert.throws(() => splitTax(1, { ...terms[0]!, taxes: [] }), /no tax on A/);
});

test('money without a policy is owed back: a charge to the card, a loan to the lender', () => {
  const paymentId = 'p-1' as PaymentId;
  const charged = { reference: 'ref-1', amountCents: 500, paymentId };
  assert.deepEqual(entryOfCharge(charged, 'refund', 'key-1'), {
    kind: 'charge',
    key: 'charge ref-1',
    amountCents: 500,
    recordedBy: 'processor',
    partyReference: 'ref-1',
    cardPaymentId: paymentId,
    postings: [
      { account: 'processor', amountCents: 500, reference: 'ref-1' },
      { account: 'refund', amountCents: -500, reference: 'key-1' },
    ],
  });
  assert.deepEqual(entryOfStrayLoan({ loanNumber: 'L1', key: 'NB1', amountCents: 700 }), {
    kind: 'loan',
    key: 'loan NB1',
    amountCents: 700,
    recordedBy: 'lender',
    partyReference: 'L1',
    postings: [
      { account: 'lender', amountCents: 700, reference: 'L1' },
      { account: 'refund', amountCents: -700, reference: 'NB1' },
    ],
  });
});

test('a charge for a policy, and what was paid outside, lower what the card has to pay', () => {
  const paymentId = 'p-1' as PaymentId;
  assert.deepEqual(entryOfCharge({ reference: 'ref-1', amountCents: 500, paymentId }, 'card').postings, [
    { account: 'processor', amountCents: 500, reference: 'ref-1' },
    { account: 'card', amountCents: -500, reference: null },
  ]);
  assert.deepEqual(entryOfPayment(500, paymentId), {
    kind: 'payment',
    key: 'payment p-1',
    amountCents: 500,
    recordedBy: 'operator',
    postings: [
      { account: 'outside', amountCents: 500, reference: 'p-1' },
      { account: 'card', amountCents: -500 },
    ],
  });
});

test('used days that are given up are a cost, and the card has nothing more to pay for them', () => {
  assert.deepEqual(entryOfWriteOff(300), {
    kind: 'write-off',
    key: 'write-off',
    amountCents: 300,
    recordedBy: 'service',
    postings: [
      { account: 'write-off', amountCents: 300 },
      { account: 'card', amountCents: -300 },
    ],
  });
});

test('a cancelled policy that turns out to be paid is owed back, and what is back ends it, whoever has given it', () => {
  assert.deepEqual(entryOfRefundOwed(900, 'key-1'), {
    kind: 'refund-owed',
    key: 'refund-owed',
    amountCents: 900,
    recordedBy: 'service',
    postings: [
      { account: 'card', amountCents: 900 },
      { account: 'refund', amountCents: -900, reference: 'key-1' },
    ],
  });
  const payers = [
    { account: 'lender', amountCents: 700, reference: 'L1' },
    { account: 'partner', amountCents: 200 },
  ] as const;
  const given = { recordedBy: 'lender', partyReference: 'L1' } as const;
  assert.deepEqual(entryOfRefund({ kind: 'loan-cancelled', key: 'key-1', payers, ...given }), {
    kind: 'loan-cancelled',
    key: 'loan-cancelled key-1',
    amountCents: 900,
    ...given,
    postings: [
      { account: 'refund', amountCents: 900, reference: 'key-1' },
      { account: 'lender', amountCents: -700, reference: 'L1' },
      { account: 'partner', amountCents: -200 },
    ],
  });
});

const gstAndQst = [
  { name: { en: 'GST', fr: 'TPS' }, ratePpm: 50_000 },
  { name: { en: 'QST', fr: 'TVQ' }, ratePpm: 99_750 },
];

const oneTire: Sold = {
  terms: [{ product: 'TIRE', insurer: 'INS', taxes: gstAndQst, commissionPpm: 100_000, cover }],
  policy: samplePolicy({
    seller: { name: 'Q', province: 'QC' },
    products: [{ ...samplePolicy().products[0]!, productType: 'TIRE', premiumCents: 10_010, taxCents: 1_499 }],
    premiumCents: 10_010,
    taxCents: 1_499,
    totalWithTaxCents: 11_509,
  }),
};

function balanceOf({ postings }: LedgerEntry, ...accounts: readonly Account[]): number {
  const counted = postings.filter(({ account }) => accounts.length === 0 || accounts.includes(account));
  return sumCents(counted.map(({ amountCents }) => amountCents));
}
