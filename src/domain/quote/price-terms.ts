import { type Cents, type PartsPerMillion, shareOf } from '../money.ts';
import type { CoverageTermRule, Offer, Product, RoundingRule } from '../tariff/rate-book.ts';
import { premiumOf, scaleOf } from './premium.ts';
import type { PricedProduct, PricedTerm } from './quote-options.ts';

/** Everything that the prices of an offer depend on: what remains of the vehicle, the day and the province. */
export interface RatedOffer {
  readonly offer: Offer;
  readonly rounding: RoundingRule;
  readonly vehicleClass: string;
  /** By product, in the offer's order; null if it is not sold on the day. */
  readonly taxRates: readonly (PartsPerMillion | null)[];
  /** By factor, in the offer's order; null if it is not in force on the day. */
  readonly factorParts: readonly (PartsPerMillion | null)[];
}

/**
 * Prices every term of an offer. Equal ratings return the same list object, so that its JSON text can be cached with
 * it: most vehicles share their class and bands with an earlier one. Of a quote's 400 µs, pricing takes 30 µs, the text
 * of the row 11 and of the response 15; cached, all take 5 (bench/caches.ts).
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

/** Calculates what `priceTerms` caches. It receives only what is in the key. */
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
// By offer: a reloaded book has new offers, and the cache of the old ones is freed.
const knownByOffer = new WeakMap<Offer, Map<string, readonly PricedTerm[]>>();

function knownPrices(offer: Offer): Map<string, readonly PricedTerm[]> {
  const known = knownByOffer.get(offer) ?? new Map<string, readonly PricedTerm[]>();
  knownByOffer.set(offer, known);
  return known;
}

/** The offer fixes the length of each list, so keys are unique. */
function keyOf({ rounding, vehicleClass, taxRates, factorParts }: RatedOffer): string {
  return `${rounding} ${vehicleClass} ${taxRates.join()} ${factorParts.join()}`;
}

/** Factors and tax rate do not depend on the term: they are calculated once, not eight times. */
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
