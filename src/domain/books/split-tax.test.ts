import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { shareOf, sumCents } from '../money.ts';
import type { ProductTerms } from './product-terms.ts';
import { splitTax, type Taxed } from './split-tax.ts';

const gst = { name: { en: 'GST', fr: 'TPS' }, ratePpm: 50_000 };
const qst = { name: { en: 'QST', fr: 'TVQ' }, ratePpm: 99_750 };
const third = { name: { en: 'Third', fr: 'Troisième' }, ratePpm: 12_345 };

const termsWith = (taxes: ProductTerms['taxes']): ProductTerms => ({
  product: 'TIRE',
  insurer: null,
  taxes,
  commissionPpm: 0,
  cover: { product: 'TIRE', insurer: null, limits: [], deductibles: [] },
});
const amountsOf = (...asked: Parameters<typeof splitTax>) => splitTax(...asked).map(({ amountCents }) => amountCents);
const sale = (premiumCents: number, taxes: ProductTerms['taxes']): Taxed => ({
  premiumCents,
  taxCents: shareOf(premiumCents, sumCents(taxes.map(({ ratePpm }) => ratePpm))),
});

test('each tax is what its own rate of the amount comes to, and the last is what is left of the total', () => {
  const terms = termsWith([gst, qst]);
  assert.deepEqual(amountsOf({ premiumCents: 10_100, taxCents: 1_512 }, terms), [505, 1_007]);
  assert.deepEqual(
    amountsOf({ premiumCents: 10_010, taxCents: 1_499 }, terms),
    [501, 998],
    'half a cent is rounded up',
  );
  assert.deepEqual(amountsOf({ premiumCents: 10_009, taxCents: 1_499 }, terms), [500, 999]);
  assert.deepEqual(amountsOf({ premiumCents: 10, taxCents: 1 }, terms), [1, 0], 'none is below zero');
  assert.deepEqual(amountsOf({ premiumCents: 10_000, taxCents: 0 }, terms), []);
});

test('each tax of a sale is within half a cent of its rate, and the last within one', () => {
  const asked = fc.record({ premiumCents: fc.nat(5_000_000), taxes: fc.constantFrom([gst], [gst, qst]) });
  fc.assert(
    fc.property(asked, ({ premiumCents, taxes }) => {
      const sold = sale(premiumCents, taxes);
      const parts = splitTax(sold, termsWith(taxes));
      assert.equal(sumCents(parts.map(({ amountCents }) => amountCents)), sold.taxCents);
      for (const [place, { ratePpm, amountCents }] of parts.entries()) {
        const off = Math.abs(amountCents - (premiumCents * ratePpm) / 1_000_000);
        assert.ok(off <= (place === taxes.length - 1 ? 1 : 0.5), `${amountCents} at ${ratePpm} of ${premiumCents}`);
      }
    }),
  );
});

test('of no tax more comes back than was sold, or less than nothing, and of all of it all', () => {
  const asked = fc.record({
    premiumCents: fc.nat(500_000),
    taxes: fc.constantFrom([gst], [gst, qst], [qst, gst, third]),
    total: fc.integer({ min: 1, max: 1_500 }),
    unused: fc.nat(1_500),
  });
  const part = (cents: number, unused: number, total: number) => Math.floor((2 * cents * unused + total) / (2 * total));
  fc.assert(
    fc.property(asked, ({ premiumCents, taxes, total, unused: days }) => {
      const unused = Math.min(days, total);
      const terms = termsWith(taxes);
      const sold = sale(premiumCents, taxes);
      const back = {
        premiumCents: part(premiumCents, unused, total),
        taxCents: part(sold.taxCents, unused, total),
        sold,
      };
      const [soldOf, backOf] = [splitTax(sold, terms), splitTax(back, terms)];
      assert.equal(sumCents(backOf.map(({ amountCents }) => amountCents)), back.taxCents);
      for (const [place, { amountCents }] of backOf.entries())
        assert.ok(amountCents >= 0 && amountCents <= soldOf[place]!.amountCents);
      if (unused === total && sold.taxCents > 0) assert.deepEqual(backOf, soldOf);
    }),
  );
});
