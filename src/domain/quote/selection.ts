import { type Cents, sumCents } from '../money.ts';
import { type Refusal, refusal } from '../refusal.ts';
import type { PricedProduct, PricedTerm, QuoteOptions } from './quote-options.ts';
import { type CoverageCategory, minimumTermInYears, type Series } from './vocabulary.ts';

export interface SelectionRequest {
  readonly series: Series;
  readonly coverageCategory: CoverageCategory;
  readonly paymentTermInYears: number;
  /** Product codes as quoted; surrounding blanks and duplicates are ignored. */
  readonly selectedProducts: readonly string[];
}

export interface Selection {
  readonly products: readonly PricedProduct[];
  readonly premiumCents: Cents;
  readonly taxCents: Cents;
  readonly totalWithTaxCents: Cents;
}

export type SelectionResult =
  | { readonly ok: true; readonly selection: Selection }
  | { readonly ok: false; readonly refusals: readonly Refusal[] };

/**
 * Selects products from a quote. The rules and their order are the contract's, the same for financing, card start and
 * bind: every product belongs to the category; every required one is selected; the term is not below the series'
 * minimum; the term was quoted in the category. Each of the two fields is refused for its first reason only, products
 * before term.
 */
export function selectCoverage(options: QuoteOptions, request: SelectionRequest): SelectionResult {
  const terms = request.coverageCategory === 'Replacement' ? options.replacement : options.limitedIndemnity;
  const codes = new Set(request.selectedProducts.map((code) => code.trim()).filter((code) => code !== ''));
  const term = terms.find(({ paymentTermInYears }) => paymentTermInYears === request.paymentTermInYears);

  const refusals = [...refuseProducts(terms, term, codes), ...refuseTerm(term, request)];
  if (term === undefined || refusals.length > 0) return { ok: false, refusals };
  return { ok: true, selection: total(term.coverage.filter(({ productType }) => codes.has(productType))) };
}

/**
 * If the term was not quoted, the products are checked against all terms of the category, so that both faults are
 * reported.
 */
function refuseProducts(
  terms: readonly PricedTerm[],
  term: PricedTerm | undefined,
  codes: ReadonlySet<string>,
): readonly Refusal[] {
  const offered = term?.coverage ?? terms.flatMap(({ coverage }) => coverage);
  const known = new Set(offered.map(({ productType }) => productType));
  const strange = [...codes].find((code) => !known.has(code));
  if (strange !== undefined) return [refusal('SelectedProductsMismatch', 'selectedProducts', { product: strange })];

  const required = new Set(offered.filter(({ isOptional }) => !isOptional).map(({ productType }) => productType));
  return [...required.difference(codes)].map((product) =>
    refusal('RequiredProductMissing', 'selectedProducts', { product }),
  );
}

function refuseTerm(
  term: PricedTerm | undefined,
  { series, paymentTermInYears }: SelectionRequest,
): readonly Refusal[] {
  const minimum = minimumTermInYears[series];
  if (paymentTermInYears < minimum) {
    return [refusal('PaymentTermBelowSeriesMinimum', 'paymentTermInYears', { series, min: minimum })];
  }
  return term === undefined ? [refusal('PaymentTermNotAvailable', 'paymentTermInYears')] : [];
}

function total(products: readonly PricedProduct[]): Selection {
  return {
    products,
    premiumCents: sumCents(products.map(({ premiumCents }) => premiumCents)),
    taxCents: sumCents(products.map(({ taxCents }) => taxCents)),
    totalWithTaxCents: sumCents(products.map(({ totalWithTaxCents }) => totalWithTaxCents)),
  };
}
