import { type Cents, shareOf } from '../money.ts';
import {
  type CoverageTermRule,
  isOffered,
  type Offer,
  type Product,
  type RateBook,
  taxClassOf,
  vehicleClassOf,
} from '../tariff/rate-book.ts';
import { type TaxTable, taxRate } from '../tax/tax-table.ts';
import { factorsOf, type PricingInputs, premiumOf, scaleOf } from './premium.ts';
import type { PricedProduct, PricedTerm } from './quote-options.ts';

/** What is priced, and by what. */
export interface Rating {
  readonly book: RateBook;
  readonly taxTable: TaxTable;
  readonly inputs: PricingInputs;
}

/** Prices every term of an offer; none if no required product is sold on the day. */
export function priceTerms(rating: Rating, offer: Offer): readonly PricedTerm[] {
  const { province, effectiveDate } = rating.inputs;
  const products = offer.products.filter((product) => isOffered(product, province, effectiveDate));
  if (!products.some(({ isOptional }) => !isOptional)) return [];
  const vehicleClass = vehicleClassOf(rating.book, rating.inputs.vehicle);
  const prices = products.map((product) => pricer(rating, product, vehicleClass));
  return offer.paymentTerms.map((paymentTermInYears) => ({
    paymentTermInYears,
    coverage: prices.map((price) => price(paymentTermInYears)).filter((product) => product !== null),
  }));
}

/** Factors and tax rate are the same for all terms, so they are calculated once. */
function pricer(
  { book, taxTable, inputs }: Rating,
  product: Product,
  vehicleClass: string,
): (paymentTermInYears: number) => PricedProduct | null {
  const { province, quotedOn } = inputs;
  const byTerm = product.baseCents.get(vehicleClass);
  const scale = scaleOf(factorsOf(product, inputs));
  const rate = taxRate(taxTable, province, taxClassOf(product, province, quotedOn), quotedOn);
  return (paymentTermInYears) => {
    const baseCents = byTerm?.get(paymentTermInYears);
    if (baseCents === undefined) return null;
    const premiumCents: Cents = premiumOf(baseCents, scale, book.rounding);
    const taxCents = shareOf(premiumCents, rate);
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
