import type { PricedProduct, PricedTerm, QuoteOptions } from '../../domain/quote/quote-options.ts';

/**
 * The prices of a quote as they are stored: each product once, then for each term the numbers that differ. A quote has
 * about seventy prices; written out in full they would take seven times the space, and writing them is the largest cost
 * of a quote.
 */
export type PriceList = readonly [replacement: CategoryPrices, limitedIndemnity: CategoryPrices];

/** What is stored: the options are a list of prices. */
export type Packed<T> = Omit<T, 'options'> & { readonly options: PriceList };

interface CategoryPrices {
  readonly products: readonly (readonly [code: string, en: string, fr: string, isOptional: 0 | 1])[];
  readonly terms: readonly (readonly [
    years: number,
    ...numbers: (readonly [product: number, premiumCents: number, taxCents: number, coverageYears: number])[],
  ])[];
}

/** Returns the list as JSON text for its column. */
export function writePrices({ replacement, limitedIndemnity }: QuoteOptions): string {
  const list: PriceList = [packCategory(replacement), packCategory(limitedIndemnity)];
  return JSON.stringify(list);
}

export function unpackPrices([replacement, limitedIndemnity]: PriceList): QuoteOptions {
  return { replacement: unpackCategory(replacement), limitedIndemnity: unpackCategory(limitedIndemnity) };
}

function packCategory(terms: readonly PricedTerm[]): CategoryPrices {
  const indexes = new Map<string, number>();
  const products: CategoryPrices['products'][number][] = [];
  const indexOf = ({ productType, productName, isOptional }: PricedProduct): number => {
    const known = indexes.get(productType);
    if (known !== undefined) return known;
    indexes.set(productType, products.length);
    return products.push([productType, productName.en, productName.fr, isOptional ? 1 : 0]) - 1;
  };
  const packed = terms.map(({ paymentTermInYears, coverage }): CategoryPrices['terms'][number] => [
    paymentTermInYears,
    ...coverage.map(
      (product) => [indexOf(product), product.premiumCents, product.taxCents, product.coverageTermInYears] as const,
    ),
  ]);
  return { products, terms: packed };
}

function unpackCategory({ products, terms }: CategoryPrices): readonly PricedTerm[] {
  return terms.map(([paymentTermInYears, ...coverage]) => ({
    paymentTermInYears,
    coverage: coverage.map(([index, premiumCents, taxCents, coverageTermInYears]) => {
      const [productType, en, fr, isOptional] = products[index]!;
      return {
        productType,
        productName: { en, fr },
        premiumCents,
        taxCents,
        totalWithTaxCents: premiumCents + taxCents,
        isOptional: isOptional === 1,
        coverageTermInYears,
      };
    }),
  }));
}
