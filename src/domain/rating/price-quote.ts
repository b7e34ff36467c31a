import { type Cents, shareOf } from '../money/money.ts';
import { type Refusal, refusal } from '../refusal.ts';
import { type TaxTable, taxRate } from '../tax/tax-table.ts';
import { type EligibilityVerdict, isEligible, judgeEligibility } from '../vehicle/eligibility.ts';
import { factorsOf, type PricingInputs, premiumOf, scaleOf } from './premium.ts';
import { type CoverageTermRule, isWithin, type Offer, type Product, type RateBook } from './rate-book.ts';
import { vehicleClassOf } from './vehicle-class.ts';
import type { BilingualName, CoverageCategory } from './vocabulary.ts';

/** What a quote offers: an empty list where the vehicle does not qualify for the category. */
export interface QuoteOptions {
  readonly replacement: readonly PricedTerm[];
  readonly limitedIndemnity: readonly PricedTerm[];
}

export interface PricedTerm {
  readonly paymentTermInYears: number;
  readonly coverage: readonly PricedProduct[];
}

export interface PricedProduct {
  readonly productType: string;
  readonly productName: BilingualName;
  readonly premiumCents: Cents;
  readonly taxCents: Cents;
  /** Always premium + tax. */
  readonly totalWithTaxCents: Cents;
  readonly isOptional: boolean;
  readonly coverageTermInYears: number;
}

export type QuotePrice =
  | { readonly ok: true; readonly options: QuoteOptions }
  | { readonly ok: false; readonly refusal: Refusal; readonly verdicts: readonly EligibilityVerdict[] };

/** Prices every term and product the vehicle qualifies for, in the order of the book. Same inputs, same prices. */
export function priceQuote(book: RateBook, taxTable: TaxTable, inputs: PricingInputs): QuotePrice {
  const verdicts = judgeEligibility(book, inputs.vehicle, { ...inputs, series: [inputs.series] });
  if (!isEligible(verdicts)) return { ok: false, refusal: ineligible(verdicts), verdicts };

  const vehicleClass = vehicleClassOf(book, inputs.vehicle);
  const termsOf = (category: CoverageCategory) => {
    const offer = book.offers[inputs.series][category];
    const hasReasons = verdicts.some((verdict) => verdict.category === category && verdict.reasons.length > 0);
    return offer === null || hasReasons ? [] : priceOffer(book, taxTable, inputs, offer, vehicleClass);
  };
  return { ok: true, options: { replacement: termsOf('Replacement'), limitedIndemnity: termsOf('LimitedIndemnity') } };
}

function ineligible(verdicts: readonly EligibilityVerdict[]): Refusal {
  const texts = new Set(verdicts.flatMap(({ reasons }) => reasons.map(({ text }) => text)));
  return refusal('VehicleIneligible', 'vehicleConfigurationId', { reasons: [...texts].join('; ') });
}

function priceOffer(
  book: RateBook,
  taxTable: TaxTable,
  inputs: PricingInputs,
  offer: Offer,
  vehicleClass: string,
): readonly PricedTerm[] {
  const prices = offer.products
    .filter((product) => isWithin(product.offered, inputs.effectiveDate))
    .map((product) => pricer(book, taxTable, inputs, product, vehicleClass));
  return offer.paymentTerms.map((paymentTermInYears) => ({
    paymentTermInYears,
    coverage: prices.map((price) => price(paymentTermInYears)).filter((product) => product !== null),
  }));
}

/** Factors and tax rate are those of the product, whatever the term: they are worked out once, not eight times. */
function pricer(
  book: RateBook,
  taxTable: TaxTable,
  inputs: PricingInputs,
  product: Product,
  vehicleClass: string,
): (paymentTermInYears: number) => PricedProduct | null {
  const byTerm = product.baseCents.get(vehicleClass);
  const scale = scaleOf(factorsOf(product, inputs));
  const rate = taxRate(taxTable, inputs.province, product.taxClass, inputs.effectiveDate);
  return (paymentTermInYears) => {
    const baseCents = byTerm?.get(paymentTermInYears);
    if (baseCents === undefined) return null;
    const premiumCents = premiumOf(baseCents, scale, book.rounding);
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
