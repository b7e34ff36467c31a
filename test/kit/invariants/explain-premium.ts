import type { Cents } from '../../../src/domain/money.ts';
import {
  type AppliedFactor,
  factorsOf,
  type PricingInputs,
  premiumOf,
  type Scale,
  scaleOf,
} from '../../../src/domain/quote/premium.ts';
import { coverageCategories } from '../../../src/domain/quote/vocabulary.ts';
import { isWithin, type RateBook, type RoundingRule, vehicleClassOf } from '../../../src/domain/tariff/rate-book.ts';

/**
 * base × each factor = unrounded, then rounded once. Multiplied out by hand it gives the premium to the cent.
 */
export interface PremiumExplanation {
  readonly bookVersion: string;
  readonly productType: string;
  readonly vehicleClass: string;
  readonly paymentTermInYears: number;
  readonly baseCents: Cents;
  readonly factors: readonly AppliedFactor[];
  /** The exact product in cents, as a decimal number: it may have more digits than a float holds. */
  readonly unroundedCents: string;
  readonly rounding: RoundingRule;
  readonly premiumCents: Cents;
}

/**
 * The way to a price, step by step, from the same functions that made it. Null when the book offers no such product and
 * term here.
 */
export function explainPremium(
  book: RateBook,
  inputs: PricingInputs,
  { productType, paymentTermInYears }: { readonly productType: string; readonly paymentTermInYears: number },
): PremiumExplanation | null {
  const vehicleClass = vehicleClassOf(book, inputs.vehicle);
  const product = coverageCategories
    .map((category) => book.offers[inputs.series][category])
    .filter((offer) => offer?.paymentTerms.includes(paymentTermInYears))
    .flatMap((offer) => offer?.products ?? [])
    .find(
      ({ code, offeredFrom: from, offeredUntil: until }) =>
        code === productType && isWithin({ from, until }, inputs.effectiveDate),
    );
  const baseCents = product?.baseCents.get(vehicleClass)?.get(paymentTermInYears);
  if (product === undefined || baseCents === undefined) return null;

  const factors = factorsOf(product, inputs);
  const scale = scaleOf(factors);
  return {
    bookVersion: book.version,
    productType,
    vehicleClass,
    paymentTermInYears,
    baseCents,
    factors,
    unroundedCents: decimalText(baseCents, scale),
    rounding: book.rounding,
    premiumCents: premiumOf(baseCents, scale, book.rounding),
  };
}

/** The denominator is a power of ten, so the decimal is finite. */
function decimalText(baseCents: Cents, { numerator, denominator }: Scale): string {
  const decimals = denominator.toString().length - 1;
  const digits = (BigInt(baseCents) * numerator).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return rest === '' ? whole : `${whole}.${rest}`;
}
