import type { Cents } from '../money.ts';
import type { BilingualName } from './vocabulary.ts';

/** The options of a quote; a category is empty if the vehicle does not qualify for it. */
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
  /** This is premium + tax. */
  readonly totalWithTaxCents: Cents;
  readonly isOptional: boolean;
  readonly coverageTermInYears: number;
}
