import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { sampleCharged, sampleFinanced, samplePolicy } from '../../../test/kit/sale/sample-policy.ts';
import { addDays } from '../calendar.ts';
import { judgeCancellation } from '../cancellation/cancellation.ts';
import type { EntryId, PaymentId, ReversalId } from '../ids.ts';
import { shareOf, sumCents } from '../money.ts';
import { isOperatorRefusal } from '../operator/operator-refusal.ts';
import type { Policy } from '../policy/policy.ts';
import type { LedgerAccountName } from './account.ts';
import {
  entryOfCancellation,
  entryOfCharge,
  entryOfDispute,
  entryOfDisputeLost,
  entryOfDisputeWon,
  entryOfGoodwill,
  entryOfLoanEnded,
  entryOfPayment,
  entryOfRefund,
  entryOfReturn,
  entryOfSale,
  entryOfStrayLoan,
  entryOfVoid,
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
      assert.equal(balanceOf(entry, 'partner', 'customer', 'lender'), policy.totalWithTaxCents);
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
    givenBeforeCents: fc.nat(1_000_000),
  });
  fc.assert(
    fc.property(cases, ({ one: { policy, terms }, days, isFlat, givenBeforeCents }) => {
      const cancelledOn = addDays(policy.effectiveDate, days);
      const judged = judgeCancellation(policy, { kind: isFlat ? 'flat' : 'pro-rata', cancelledOn });
      if (isOperatorRefusal(judged)) return;
      const entry = entryOfCancellation(policy, judged, terms, { key: 'key', givenBeforeCents });
      assert.equal(balanceOf(entry), 0);
      assert.equal(balanceOf(entry, 'premium', 'tax'), judged.refundCents);
      if (!isFlat) return;
      const bind = entryOfSale(policy, terms);
      for (const account of ['premium', 'tax', 'commission', 'commission-due'] as const)
        assert.equal(balanceOf(bind, account) + balanceOf(entry, account), 0, account);
    }),
  );
});

test('what a cancellation gives back is owed to the customer, or by the partner that has taken it', () => {
  const terms = [{ product: 'TIRE', insurer: null, taxes: gstAndQst, commissionPpm: 0, cover }];
  const products = [{ ...samplePolicy().products[0]!, productType: 'TIRE' }];
  const owedIn = (of: Policy, givenBeforeCents = 0) => {
    const policy = { ...of, products };
    const judged = judgeCancellation(policy, { kind: 'flat', cancelledOn: policy.effectiveDate });
    assert.ok(!isOperatorRefusal(judged));
    const { kind, key, postings } = entryOfCancellation(policy, judged, terms, { key: 'key', givenBeforeCents });
    assert.deepEqual([kind, key], ['cancellation', 'cancellation key']);
    const owed = postings.filter(({ account }) => ['partner', 'customer', 'goodwill'].includes(account));
    return owed.map(({ account, amountCents }) => [account, amountCents + judged.refundCents]);
  };
  assert.deepEqual(owedIn(samplePolicy()), [['partner', 0]]);
  for (const policy of [sampleCharged(), sampleFinanced()]) assert.deepEqual(owedIn(policy), [['customer', 0]]);
  const [customer, goodwill] = owedIn(sampleCharged(), 500);
  assert.deepEqual([customer, goodwill![0]], [['customer', 500], 'goodwill'], 'what goodwill gave is not given again');
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
    { account: 'tax', amountCents: -501, product: 'TIRE', authority: 'GST', province: 'QC', ratePpm: 50_000 },
    { account: 'tax', amountCents: -998, product: 'TIRE', authority: 'QST', province: 'QC', ratePpm: 99_750 },
    { account: 'commission', amountCents: 1_001, product: 'TIRE', insurer: 'INS', ratePpm: 100_000 },
    { account: 'commission-due', amountCents: -1_001 },
  ]);
});

test('on paper each tax is one line, over all products, with its name and rate', () => {
  const terms = ['A', 'B'].map((product) => ({ product, insurer: null, taxes: gstAndQst, commissionPpm: 0, cover }));
  const products = terms.map(({ product }) => ({ productType: product, premiumCents: 10_010, taxCents: 1_499 }));
  assert.deepEqual(taxLines([...products, { productType: 'A', premiumCents: 0, taxCents: 0 }], terms), [
    { name: { en: 'GST', fr: 'TPS' }, ratePpm: 50_000, amountCents: 1_002 },
    { name: { en: 'QST', fr: 'TVQ' }, ratePpm: 99_750, amountCents: 1_996 },
  ]);
});

test('a product has its own taxes, and a tax without a rate is never split', () => {
  const terms = [
    { product: 'A', insurer: null, taxes: gstAndQst, commissionPpm: 0, cover },
    { product: 'B', insurer: null, taxes: [gstAndQst[0]!], commissionPpm: 0, cover },
  ];
  assert.deepEqual(taxLines([{ productType: 'B', premiumCents: 10_000, taxCents: 500 }], terms), [
    { name: { en: 'GST', fr: 'TPS' }, ratePpm: 50_000, amountCents: 500 },
  ]);
  assert.throws(() => splitTax({ premiumCents: 1, taxCents: 1 }, { ...terms[0]!, taxes: [] }), /no tax on A/);
});

const cardPaymentId = 'p-1' as PaymentId;
const paymentEntryId = 'entry of the payment' as EntryId;
const happenedOn = '2027-01-10';

test('what a card was charged and what came by hand lower what the customer owes, and without a policy it is owed back', () => {
  const charged = { reference: 'ref-1', key: 'key-1', amountCents: 500, paymentId: cardPaymentId };
  assert.deepEqual(entryOfCharge(charged), {
    kind: 'charge',
    key: 'charge ref-1',
    amountCents: 500,
    recordedBy: 'processor',
    partyReference: 'ref-1',
    partyKey: 'key-1',
    cardPaymentId,
    postings: [
      { account: 'processor', amountCents: 500, reference: 'ref-1' },
      { account: 'customer', amountCents: -500 },
    ],
  });
  assert.deepEqual(entryOfPayment({ key: 'key-2', amountCents: 500, paidOn: happenedOn }), {
    kind: 'payment',
    key: 'payment key-2',
    amountCents: 500,
    happenedOn,
    recordedBy: 'operator',
    postings: [
      { account: 'outside', amountCents: 500, reference: 'key-2' },
      { account: 'customer', amountCents: -500 },
    ],
  });
  assert.deepEqual(entryOfStrayLoan({ loanNumber: 'L1', key: 'NB1', amountCents: 700 }), {
    kind: 'loan',
    key: 'loan NB1',
    amountCents: 700,
    recordedBy: 'lender',
    partyReference: 'L1',
    partyKey: 'NB1',
    postings: [
      { account: 'lender', amountCents: 700, reference: 'L1' },
      { account: 'customer', amountCents: -700 },
    ],
  });
});

const linesOf = ({ postings }: LedgerEntry) => postings.map(({ account, amountCents }) => `${account} ${amountCents}`);

test('what came back is owed again; what is given up or given for nothing is a cost, and owed no more', () => {
  const returned = entryOfReturn({ paymentEntryId, key: 'key', amountCents: 300, returnedOn: happenedOn });
  assert.deepEqual([returned.paymentEntryId, linesOf(returned)], [paymentEntryId, ['customer 300', 'outside -300']]);
  assert.deepEqual(linesOf(entryOfWriteOff(300, 'key')), ['write-off 300', 'customer -300']);
  assert.deepEqual(linesOf(entryOfGoodwill(300, 'key')), ['goodwill 300', 'customer -300']);
});

test('a refund ends what is owed to the customer, by the processor or outside of it', () => {
  const given = { reversalId: 'r-1' as ReversalId, amountCents: 900, paymentEntryId, cardPaymentId, happenedOn };
  const toCard = entryOfRefund({ ...given, by: 'processor', partyReference: 'ref-1' });
  assert.deepEqual([toCard.key, toCard.partyReference], ['refund r-1', 'ref-1']);
  assert.deepEqual(linesOf(toCard), ['customer 900', 'processor -900']);
  const byHand = entryOfRefund({ ...given, by: 'operator', partyReference: 'what was typed' });
  assert.deepEqual([byHand.partyReference, linesOf(byHand)], [null, ['customer 900', 'outside -900']]);
  assert.doesNotMatch(JSON.stringify(byHand), /typed/, 'postings are kept, and names can be typed');
});

test('of an ended loan, the customer is owed no more what goes to it and what the seller gives back', () => {
  const ended = {
    reversalId: 'r-1' as ReversalId,
    toLoanCents: 700,
    bySellerCents: 200,
    partyReference: 'L1',
    happenedOn,
  };
  assert.deepEqual(linesOf(entryOfLoanEnded(ended)), ['customer 900', 'lender -700', 'partner -200']);
});

test('a dispute is the processor’s to pay until it is lost, and then the customer owes it as far as it was not given back', () => {
  const opened = {
    paymentEntryId,
    cardPaymentId,
    reference: 'ref-1',
    key: 'key',
    amountCents: 900,
    happenedOn,
    recordedBy: 'processor',
  } as const;
  const ended = { ...opened, disputeId: 'dispute' as EntryId };
  assert.deepEqual(linesOf(entryOfDispute(opened)), ['dispute 900', 'processor -900']);
  assert.deepEqual(linesOf(entryOfDisputeLost(ended, 400)), ['customer 400', 'dispute -400']);
  assert.deepEqual(linesOf(entryOfDisputeWon(ended, 0)), ['processor 900', 'dispute -900']);
  assert.deepEqual(linesOf(entryOfDisputeWon(ended, 400)), ['processor 900', 'dispute -500', 'customer -400']);
});

test('a void is the entry the other way round, and names it and who took it back', () => {
  const { postings, amountCents } = entryOfPayment({ key: 'key', amountCents: 500, paidOn: happenedOn });
  const voided = entryOfVoid({ id: paymentEntryId, amountCents, partyReference: null, postings }, 'service');
  assert.deepEqual([voided.kind, voided.key, voided.voids], ['void', `void ${paymentEntryId}`, paymentEntryId]);
  assert.equal(voided.recordedBy, 'service');
  assert.deepEqual(linesOf(voided), ['outside -500', 'customer 500']);
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

function balanceOf({ postings }: LedgerEntry, ...accounts: readonly LedgerAccountName[]): number {
  const counted = postings.filter(({ account }) => accounts.length === 0 || accounts.includes(account));
  return sumCents(counted.map(({ amountCents }) => amountCents));
}
