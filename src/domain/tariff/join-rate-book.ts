import type { CoverageCategory, Series } from '../quote/vocabulary.ts';
import type { Offer, Product, RateBook, WrittenProduct } from './rate-book.ts';
import type { WrittenBook, WrittenPremium } from './written-book.ts';

/**
 * Turns the parts of a checked file into the form that pricing uses: each offer holds its products, each product its
 * premiums and factors.
 */
export function joinRateBook(written: WrittenBook): RateBook {
  const premiums = Map.groupBy(written.premiums, ({ product }) => product);
  const products = written.products.map((product) => joinProduct(written, product, premiums.get(product.code) ?? []));
  const offersIn = (series: Series) => ({
    Replacement: joinOffer(written, products, series, 'Replacement'),
    LimitedIndemnity: joinOffer(written, products, series, 'LimitedIndemnity'),
  });
  const { version, firstEffectiveDate, lastEffectiveDate, rounding, classification, exclusions } = written;
  const { insurers, commissions, insurerNotices } = written;
  return {
    version,
    firstEffectiveDate,
    lastEffectiveDate,
    rounding,
    classification,
    exclusions,
    insurers,
    commissions,
    insurerNotices,
    offers: { Prime: offersIn('Prime'), Plus: offersIn('Plus') },
  };
}

function joinProduct(
  written: WrittenBook,
  { vehicleClasses: _, ...product }: WrittenProduct,
  premiums: readonly WrittenPremium[],
): Product {
  const baseCents = new Map(premiums.map(({ vehicleClass, baseCents }) => [vehicleClass, baseCents]));
  const factors = written.factors
    .filter(({ products }) => products === null || products.includes(product.code))
    .map(({ factor }) => factor);
  return { ...product, baseCents, factors };
}

function joinOffer(
  written: WrittenBook,
  products: readonly Product[],
  series: Series,
  category: CoverageCategory,
): Offer | null {
  const rule = written.eligibility.find((one) => one.series === series && one.category === category);
  if (rule === undefined) return null;
  const offered = products.filter((product) => product.category === category && product.series.includes(series));
  return {
    rule,
    paymentTerms: written.paymentTerms[series],
    products: offered,
  };
}
