import type { PlainDate } from '../calendar.ts';
import type { Province } from '../province.ts';
import { isOffered, type Product, type RateBook } from '../tariff/rate-book.ts';
import { type CoverageCategory, coverageCategories, type Series } from './vocabulary.ts';

export interface OfferedProduct {
  readonly product: Product;
  readonly series: readonly Series[];
  readonly coverageCategories: readonly CoverageCategory[];
}

/** Returns what can be sold to some vehicle in the province, for cover that begins on the day; in the book's order. */
export function productsOffered(
  book: RateBook,
  {
    province,
    series,
    day,
  }: { readonly province: Province; readonly series: readonly Series[]; readonly day: PlainDate },
): readonly OfferedProduct[] {
  const places = series.flatMap((one) =>
    coverageCategories.flatMap((category) =>
      offeredIn(book.offers[one][category]?.products ?? []).map((product) => ({ product, series: one, category })),
    ),
  );
  return [...Map.groupBy(places, ({ product }) => product.code).values()].map((ofProduct) => ({
    product: ofProduct[0]!.product,
    series: [...new Set(ofProduct.map((place) => place.series))],
    coverageCategories: [...new Set(ofProduct.map(({ category }) => category))],
  }));

  // Without a required product there is nothing that an optional one could be added to.
  function offeredIn(products: readonly Product[]): readonly Product[] {
    const offered = products.filter((product) => isOffered(product, province, day));
    return offered.some(({ isOptional }) => !isOptional) ? offered : [];
  }
}
