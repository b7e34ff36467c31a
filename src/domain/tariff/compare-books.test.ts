import assert from 'node:assert/strict';
import test from 'node:test';
import { bookWith, type LooseBook, rav4Inputs } from '../../../test/kit/sale/sample-book.ts';
import type { PricingInputs } from '../quote/premium.ts';
import { type Comparison, compareBooks } from './compare-books.ts';
import type { RateBook } from './rate-book.ts';

function compare(from: RateBook, to: RateBook, quotes: readonly PricingInputs[] = [rav4Inputs]): Comparison {
  const comparing = compareBooks(from, to);
  for (const one of quotes) comparing.add(one);
  return comparing.finish();
}

const raise = (book: LooseBook, product: string, by: number): void => {
  for (const premium of book.premiums.filter((one: LooseBook) => one.product === product)) {
    for (const years of Object.keys(premium.baseCents)) premium.baseCents[years] *= by;
  }
};

test('a book compared with itself changes no price', () => {
  const { overall, largestFalls, largestRises, histogram } = compare(bookWith(), bookWith());
  assert.ok(overall.count > 0);
  assert.equal(overall.unchangedCount, overall.count);
  assert.deepEqual([overall.minPercent, overall.maxPercent], [0, 0]);
  assert.deepEqual([largestFalls, largestRises], [[], []]);
  assert.deepEqual(
    histogram.map(({ count }) => count),
    [overall.count],
  );
});

test('a product that doubles its price shows in its own rows only', () => {
  const { rows, overall } = compare(
    bookWith(),
    bookWith((book) => raise(book, 'RPL', 2)),
  );
  const changed = rows.filter(({ maxPercent }) => maxPercent !== 0);
  assert.deepEqual([...new Set(changed.map(({ product }) => product))], ['RPL']);
  for (const { medianPercent } of changed) assert.ok(Math.abs(medianPercent! - 100) < 0.2, `${medianPercent}`);
  assert.equal(overall.count - overall.unchangedCount, changed.length);
});

test('a product with another insurer, limit or deductible is named, with both; a new product is not', () => {
  const { coverChanges } = compare(
    bookWith((book) => delete book.products[1].limits),
    bookWith((book) => {
      book.insurers[1].underwriter = 'Another Underwriter';
      book.products[0].deductibles[0].amountCents = 100;
    }),
  );
  assert.deepEqual(
    coverChanges.map(({ product, from, to }) => [product, from.limits.length - to.limits.length]),
    [
      ['RPL', 0],
      ['DED', -2],
      ['TIRE', 0],
      ['EVC', 0],
      ['LIMROAD', 0],
      ['KEY', 0],
    ],
  );
  assert.deepEqual(coverChanges[0]!.to.deductibles[0]!.amountCents, 100);
  assert.deepEqual(compare(bookWith(), bookWith()).coverChanges, []);
});

test('the largest rise names the quote and both prices', () => {
  const { largestRises } = compare(
    bookWith(),
    bookWith((book) => raise(book, 'RPL', 2)),
  );
  assert.equal(largestRises.length, 1);
  const [rise] = largestRises;
  assert.deepEqual([rise?.product, rise?.inputs.vehicle.model], ['RPL', 'RAV4']);
  assert.ok(rise!.toCents > rise!.fromCents);
});

test('a vehicle that the new book excludes is counted, and its prices stand on one side only', () => {
  const exclude = (book: LooseBook): void => {
    book.exclusions.push({ code: 'NORAV4', text: 'no RAV4', when: { models: ['RAV4'] } });
  };
  const gone = compare(bookWith(), bookWith(exclude));
  assert.deepEqual([gone.noLongerEligibleCount, gone.newlyEligibleCount, gone.overall.count], [2, 0, 0]);
  assert.ok(gone.overall.onlyFromCount > 0);
  const back = compare(bookWith(exclude), bookWith());
  assert.deepEqual([back.noLongerEligibleCount, back.newlyEligibleCount], [0, 2]);
  assert.equal(back.overall.onlyToCount, gone.overall.onlyFromCount);
});

test('a term that the new book drops is told as one that only the old book has', () => {
  const dropTerm = (book: LooseBook): void => {
    book.paymentTerms.Prime = book.paymentTerms.Prime.slice(1);
    for (const { baseCents } of book.premiums) delete baseCents['1'];
  };
  const { rows, overall } = compare(bookWith(), bookWith(dropTerm));
  const dropped = rows.filter(({ toMedianCents }) => toMedianCents === null);
  assert.ok(dropped.length > 0);
  assert.ok(dropped.every(({ paymentTermInYears, count }) => paymentTermInYears === 1 && count === 0));
  assert.equal(overall.onlyFromCount, dropped.length);
});
