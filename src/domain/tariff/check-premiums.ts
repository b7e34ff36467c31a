import { codesOf, type Fault, repeated, unknown } from '../data-reader.ts';
import type { WrittenProduct } from './rate-book.ts';
import type { WrittenBook, WrittenPremium } from './written-book.ts';

/** Checks that every premium is for a known product and class. The check of the products ensures that each has one. */
export function* checkPremiums(book: WrittenBook): Iterable<Fault> {
  const pairs = book.premiums.map(({ product, vehicleClass }) => ({ product: `${product} ${vehicleClass}` }));
  yield* repeated('premiums', pairs, 'product');
  const products = new Map(book.products.map((product) => [product.code, product]));
  const [classes, codes] = [codesOf(book.vehicleClasses), codesOf(book.products)];
  const offeredTo = new Map(book.products.map((one) => [one.code, one.vehicleClasses && new Set(one.vehicleClasses)]));
  for (const [i, row] of book.premiums.entries()) {
    const product = products.get(row.product);
    yield* unknown(`premiums[${i}].vehicleClass`, row.vehicleClass, classes, 'a vehicle class');
    yield* unknown(`premiums[${i}].product`, row.product, codes, 'a product');
    if (product === undefined) continue;
    if (offeredTo.get(row.product)?.has(row.vehicleClass) === false) {
      yield { path: `premiums[${i}].vehicleClass`, message: `${row.product} is not offered to ${row.vehicleClass}` };
    }
    yield* checkAmounts(book, product, row, `premiums[${i}].baseCents`);
  }
}

/**
 * Checks that every term of every series of the product has an amount, that no other term has one, and that no amount
 * is below that of a shorter term.
 */
function* checkAmounts(book: WrittenBook, product: WrittenProduct, row: WrittenPremium, path: string): Iterable<Fault> {
  const terms = new Set(product.series.flatMap((series) => book.paymentTerms[series]));
  for (const years of terms) {
    if (!row.baseCents.has(years)) yield { path: `${path}.${years}`, message: 'is required' };
  }
  let shorter: readonly [years: number, cents: number] | null = null;
  for (const [years, cents] of [...row.baseCents].sort(([a], [b]) => a - b)) {
    if (!terms.has(years)) {
      yield { path: `${path}.${years}`, message: `is not a payment term of ${product.series.join(' or ')}` };
    }
    if (shorter !== null && cents < shorter[1]) {
      yield { path: `${path}.${years}`, message: `must not be less than ${shorter[1]}, the amount for ${shorter[0]}` };
    }
    shorter = [years, cents];
  }
}
