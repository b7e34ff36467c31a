import { type Cents, type PartsPerMillion, shareOf } from '../money/money.ts';
import { premiumOf, scaleOf } from './premium.ts';
import type { PricedProduct, PricedTerm } from './quote-options.ts';
import type { CoverageTermRule, Offer, Product, RoundingRule } from './rate-book.ts';

/** Everything that the prices of an offer depend on. Of the vehicle, the day and the province only this is left. */
export interface RatedOffer {
  readonly offer: Offer;
  readonly rounding: RoundingRule;
  readonly vehicleClass: string;
  /** Of each product in the offer's order; null for one that is not sold on the day. */
  readonly taxRates: readonly (PartsPerMillion | null)[];
  /** What each of the offer's factors comes to, in its order; null for one that is not in force on the day. */
  readonly factorParts: readonly (PartsPerMillion | null)[];
}

/**
 * Prices every term of an offer. Equal ratings get the very same list, so that whoever writes it down (a row, an
 * answer) can keep the text beside it: most vehicles share their class and bands with one that was priced before. Of a
 * quote's 400 µs, the prices take 30 µs anew, their text for the row 11 and that for the answer 15; remembered, all
 * take 5 (bench/caches.ts).
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
function computeTerms(rated: RatedOffer): readonly PricedTerm[] {
  const { offer, taxRates } = rated;
  const prices = offer.products.flatMap((product, index) => {
    const taxRate = taxRates[index] ?? null;
    return taxRate === null ? [] : [pricer(rated, product, taxRate)];
  });
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

/** Each list has the length that the offer gives it, so two ratings never share a key. */
function keyOf({ rounding, vehicleClass, taxRates, factorParts }: RatedOffer): string {
  return `${rounding} ${vehicleClass} ${taxRates.join()} ${factorParts.join()}`;
}

/** Factors and tax rate are those of the product, whatever the term: they are worked out once, not eight times. */
function pricer(
  { offer, rounding, vehicleClass, factorParts }: RatedOffer,
  product: Product,
  taxRate: PartsPerMillion,
): (paymentTermInYears: number) => PricedProduct | null {
  const byTerm = product.baseCents.get(vehicleClass);
  const factors = product.factors.map((factor) => {
    const partsPerMillion = factorParts[offer.factors.indexOf(factor)] ?? null;
    return partsPerMillion === null ? null : { name: factor.name, partsPerMillion };
  });
  const scale = scaleOf(factors.filter((factor) => factor !== null));
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
