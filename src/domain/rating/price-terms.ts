import { type Cents, type PartsPerMillion, shareOf } from '../money/money.ts';
import { type AppliedFactor, premiumOf, scaleOf } from './premium.ts';
import type { PricedProduct, PricedTerm } from './price-quote.ts';
import type { CoverageTermRule, Offer, Product, RoundingRule } from './rate-book.ts';

/** Everything that the prices of an offer depend on. Of the vehicle, the day and the province only this is left. */
export interface RatedOffer {
  readonly offer: Offer;
  readonly rounding: RoundingRule;
  readonly vehicleClass: string;
  /** Those of the offer that are sold on the day. */
  readonly products: readonly RatedProduct[];
}

export interface RatedProduct {
  readonly product: Product;
  readonly factors: readonly AppliedFactor[];
  readonly taxRate: PartsPerMillion;
}

/**
 * Prices every term of an offer. Equal ratings get the very same list, so that whoever writes it down (a row, an answer)
 * can keep the text beside it: most vehicles share their class and bands with one that was priced before.
 */
export function priceTerms(rated: RatedOffer): readonly PricedTerm[] {
  const known = knownPrices(rated.offer);
  const key = keyOf(rated);
  const seen = known.get(key);
  if (seen !== undefined) return seen;
  const terms = computeTerms(rated);
  if (known.size >= knownMax) known.clear();
  known.set(key, terms);
  return terms;
}

/** What `priceTerms` remembers, worked out. It is given nothing that the key does not hold. */
function computeTerms({ offer, rounding, vehicleClass, products }: RatedOffer): readonly PricedTerm[] {
  const prices = products.map((rated) => pricer(rated, vehicleClass, rounding));
  return offer.paymentTerms.map((paymentTermInYears) => ({
    paymentTermInYears,
    coverage: prices.map((price) => price(paymentTermInYears)).filter((product) => product !== null),
  }));
}

// An entry takes 16 KB with its texts in both languages, and a book has four offers: at most 65 MB.
const knownMax = 1_000;
// By offer: a book that is loaded again has new ones, and the prices of the old go with it.
const knownByOffer = new WeakMap<Offer, Map<string, readonly PricedTerm[]>>();

function knownPrices(offer: Offer): Map<string, readonly PricedTerm[]> {
  const known = knownByOffer.get(offer) ?? new Map<string, readonly PricedTerm[]>();
  knownByOffer.set(offer, known);
  return known;
}

/** Codes hold neither blanks nor bars, so two ratings never share a key. */
function keyOf({ rounding, vehicleClass, products }: RatedOffer): string {
  let key = `${rounding} ${vehicleClass}`;
  for (const { product, factors, taxRate } of products) {
    key += `|${product.code} ${taxRate}`;
    for (const { partsPerMillion } of factors) key += ` ${partsPerMillion}`;
  }
  return key;
}

/** Factors and tax rate are those of the product, whatever the term: they are worked out once, not eight times. */
function pricer(
  { product, factors, taxRate }: RatedProduct,
  vehicleClass: string,
  rounding: RoundingRule,
): (paymentTermInYears: number) => PricedProduct | null {
  const byTerm = product.baseCents.get(vehicleClass);
  const scale = scaleOf(factors);
  return (paymentTermInYears) => {
    const baseCents = byTerm?.get(paymentTermInYears);
    if (baseCents === undefined) return null;
    const premiumCents: Cents = premiumOf(baseCents, scale, rounding);
    const taxCents = shareOf(premiumCents, taxRate);
    return {
      productType: product.code,
      productName: product.name,
      premiumCents,
      taxCents,
      totalWithTaxCents: premiumCents + taxCents,
      isOptional: product.isOptional,
      coverageTermInYears: coverageTerm(product.coverageTermRule, paymentTermInYears),
    };
  };
}

function coverageTerm(rule: CoverageTermRule, paymentTermInYears: number): number {
  switch (rule.kind) {
    case 'sameAsPaymentTerm':
      return paymentTermInYears;
    case 'cappedAt':
      return Math.min(paymentTermInYears, rule.years);
    case 'fixed':
      return rule.years;
  }
}
