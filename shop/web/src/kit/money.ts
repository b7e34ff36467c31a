import type { Product, Quote, Term } from '@northbind/sdk';
import type { Prices, Selection, TaxName } from '../../../shop-api.ts';

/** Amounts have two decimals; they are added in cents, without rounding errors. */
export function centsOf(amount: number): number {
  return Math.round(amount * 100);
}

export function totalsOf(products: readonly Product[]) {
  const sum = (of: (product: Product) => number): number =>
    products.reduce((cents, product) => cents + centsOf(of(product)), 0);
  return {
    taxCents: sum(({ tax }) => tax),
    totalCents: sum(({ totalWithTax }) => totalWithTax),
  };
}

export interface NamedTax {
  /** Null: a rate whose name the shop does not know. */
  readonly name: TaxName['name'] | null;
  readonly cents: number;
}

/** The taxes of products by name, the largest first. What is taxed at no rate is left out. */
export function taxesOf(products: readonly Product[], names: readonly TaxName[]): readonly NamedTax[] {
  const sums = new Map<TaxName | null, number>();
  for (const { premium, tax } of products) {
    const cents = centsOf(tax);
    if (cents === 0) continue;
    // A rate is known by what it makes of the price: the quote tells amounts, not rates.
    const isIt = ({ partsPerMillion }: TaxName): boolean =>
      Math.abs((centsOf(premium) * partsPerMillion) / 1_000_000 - cents) < 1;
    const name = names.find(isIt) ?? null;
    sums.set(name, (sums.get(name) ?? 0) + cents);
  }
  return [...sums]
    .map(([tax, cents]) => ({ name: tax?.name ?? null, cents }))
    .sort((one, two) => two.cents - one.cents);
}

export function termsOf(quote: Prices, category: Selection['coverageCategory']): readonly Term[] {
  return category === 'Replacement' ? quote.replacementOptions : quote.limitedIndemnityOptions;
}

/** Returns the chosen products with the quote's prices. */
export function selectedIn(quote: Quote, selection: Selection): readonly Product[] {
  const term = termsOf(quote, selection.coverageCategory).find(
    ({ paymentTermInYears }) => paymentTermInYears === selection.paymentTermInYears,
  );
  return (term?.coverage ?? []).filter(({ productType }) => selection.selectedProducts.includes(productType));
}

/**
 * Applies a selection to another term or category, as far as offered there; products that are not optional are always
 * included.
 */
export function fitSelection(
  quote: Quote,
  coverageCategory: Selection['coverageCategory'],
  years: number,
  wished: readonly string[],
): Selection {
  const terms = termsOf(quote, coverageCategory);
  const term = terms.find(({ paymentTermInYears }) => paymentTermInYears === years) ?? terms[0];
  return {
    coverageCategory,
    paymentTermInYears: term?.paymentTermInYears ?? years,
    selectedProducts: (term?.coverage ?? [])
      .filter(({ isOptional, productType }) => !isOptional || wished.includes(productType))
      .map(({ productType }) => productType),
  };
}

export function isSameSelection(one: Selection, other: Selection): boolean {
  const isSameTerm =
    one.coverageCategory === other.coverageCategory && one.paymentTermInYears === other.paymentTermInYears;
  return isSameTerm && one.selectedProducts.join() === other.selectedProducts.join();
}

const usualYears = 3;

/** Returns the customer's selection, as far as the quote offers it; at first replacement with the required products. */
export function selectionFor(quote: Quote, wished: Selection | null): Selection {
  if (wished !== null && termsOf(quote, wished.coverageCategory).length > 0)
    return fitSelection(quote, wished.coverageCategory, wished.paymentTermInYears, wished.selectedProducts);
  const category = quote.replacementOptions.length > 0 ? 'Replacement' : 'LimitedIndemnity';
  return fitSelection(quote, category, usualYears, []);
}
