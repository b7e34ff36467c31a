import type { Cents } from '../money.ts';
import { factorsOf, type PricingInputs, premiumOf, scaleOf } from '../quote/premium.ts';
import {
  type BasisPoints,
  changeOf,
  type HistogramBin,
  histogramOf,
  medianOf,
  type PriceChange,
  sumUp,
  toPercent,
} from '../quote/price-change.ts';
import {
  type BilingualName,
  type CoverageCategory,
  coverageCategories,
  type Series,
  seriesNames,
} from '../quote/vocabulary.ts';
import { judgeEligibility } from '../vehicle/eligibility.ts';
import { type CoverChange, coverChanges } from './cover.ts';
import { type ComparedPrice, LargestChanges } from './largest-changes.ts';
import { isOffered, type Product, type RateBook, vehicleClassOf } from './rate-book.ts';

/**
 * Compares two rate books by pricing the same quotes with both. Quotes are added one by one, so that the caller can
 * pause in between; `finish` returns the result. Percents are changes from the old premium, with two decimals.
 */
export interface Comparing {
  readonly add: (inputs: PricingInputs) => void;
  readonly finish: () => Comparison;
}

export interface Comparison {
  readonly quoteCount: number;
  /** A quote counts for each category of coverage that only one of the books allows. */
  readonly noLongerEligibleCount: number;
  readonly newlyEligibleCount: number;
  /** The same by series and category, where there are any. */
  readonly eligibilityChanges: readonly EligibilityChange[];
  readonly overall: PriceChange;
  /** Rows follow the order of the new book; products of the old book alone come last. */
  readonly rows: readonly ComparisonRow[];
  /** Products whose insurer, limits or deductibles are others. */
  readonly coverChanges: readonly CoverChange[];
  readonly histogram: readonly HistogramBin[];
  readonly largestFalls: readonly ComparedPrice[];
  readonly largestRises: readonly ComparedPrice[];
}

export interface EligibilityChange {
  readonly series: Series;
  readonly category: CoverageCategory;
  readonly noLongerCount: number;
  readonly newlyCount: number;
}

export interface ComparisonRow extends PriceChange {
  readonly series: Series;
  readonly category: CoverageCategory;
  readonly product: string;
  readonly productName: BilingualName;
  readonly paymentTermInYears: number;
  readonly fromMedianCents: Cents | null;
  readonly toMedianCents: Cents | null;
}

/** One product and term of a series and category, with every price found for it. */
interface PriceGroup {
  readonly series: Series;
  readonly category: CoverageCategory;
  readonly product: Product;
  readonly term: number;
  readonly fromCents: Cents[];
  readonly toCents: Cents[];
  readonly changes: BasisPoints[];
  onlyFrom: number;
  onlyTo: number;
}

export function compareBooks(from: RateBook, to: RateBook): Comparing {
  const groups = new Map<string, PriceGroup>();
  for (const book of [to, from]) for (const group of groupsOf(book)) keepFirst(groups, group);
  const falls = new LargestChanges((a, b) => a < b);
  const rises = new LargestChanges((a, b) => a > b);
  let quoteCount = 0;
  const eligible = seriesNames.flatMap((series) =>
    coverageCategories.map((category) => ({ series, category, noLongerCount: 0, newlyCount: 0 })),
  );

  const categoriesOf = (premiums: ReadonlyMap<string, Cents>): ReadonlySet<CoverageCategory> =>
    new Set([...premiums.keys()].map((key) => groups.get(key)!.category));

  function add(inputs: PricingInputs): void {
    const before = premiumsOf(from, inputs);
    const after = premiumsOf(to, inputs);
    quoteCount += 1;
    const [had, has] = [categoriesOf(before), categoriesOf(after)];
    for (const one of eligible.filter(({ series }) => series === inputs.series)) {
      if (had.has(one.category) && !has.has(one.category)) one.noLongerCount += 1;
      if (has.has(one.category) && !had.has(one.category)) one.newlyCount += 1;
    }
    for (const key of new Set([...after.keys(), ...before.keys()])) {
      const group = groups.get(key)!;
      const prices = { fromCents: before.get(key), toCents: after.get(key) };
      const change = put(group, prices);
      if (change === null || change === 0) continue;
      (change < 0 ? falls : rises).note({
        inputs,
        category: group.category,
        product: group.product.code,
        paymentTermInYears: group.term,
        fromCents: prices.fromCents!,
        toCents: prices.toCents!,
        changePercent: toPercent(change),
      });
    }
  }

  function finish(): Comparison {
    const all = [...groups.values()];
    const changes = all.flatMap((group) => group.changes);
    return {
      quoteCount,
      noLongerEligibleCount: eligible.reduce((sum, { noLongerCount }) => sum + noLongerCount, 0),
      newlyEligibleCount: eligible.reduce((sum, { newlyCount }) => sum + newlyCount, 0),
      eligibilityChanges: eligible.filter(({ noLongerCount, newlyCount }) => noLongerCount + newlyCount > 0),
      overall: sumUp(changes, { onlyFromCount: total(all, 'onlyFrom'), onlyToCount: total(all, 'onlyTo') }),
      rows: all.filter(({ fromCents, toCents }) => fromCents.length + toCents.length > 0).map(rowOf),
      coverChanges: coverChanges(from, to),
      histogram: histogramOf(changes),
      largestFalls: falls.largest(),
      largestRises: rises.largest(),
    };
  }

  return { add, finish };
}

function* groupsOf(book: RateBook): Iterable<PriceGroup> {
  for (const series of seriesNames) {
    for (const category of coverageCategories) {
      const { products = [], paymentTerms = [] } = book.offers[series][category] ?? {};
      for (const product of products) {
        for (const term of paymentTerms) {
          yield { series, category, product, term, fromCents: [], toCents: [], changes: [], onlyFrom: 0, onlyTo: 0 };
        }
      }
    }
  }
}

function keepFirst(groups: Map<string, PriceGroup>, group: PriceGroup): void {
  const key = keyOf(group.series, group.category, group.product.code, group.term);
  if (!groups.has(key)) groups.set(key, group);
}

const keyOf = (series: Series, category: CoverageCategory, product: string, term: number): string =>
  `${series} ${category} ${product} ${term}`;

/** Every premium of the book, by key and without its tax; empty if the vehicle is not eligible. */
function premiumsOf(book: RateBook, inputs: PricingInputs): ReadonlyMap<string, Cents> {
  const premiums = new Map<string, Cents>();
  const { series, vehicle, effectiveDate, province } = inputs;
  const verdicts = judgeEligibility(book, vehicle, { ...inputs, series: [series] });
  const vehicleClass = vehicleClassOf(book, vehicle);
  for (const { category, reasons } of verdicts) {
    const offer = book.offers[series][category];
    if (offer === null || reasons.length > 0) continue;
    for (const product of offer.products) {
      const byTerm = isOffered(product, province, effectiveDate) ? product.baseCents.get(vehicleClass) : undefined;
      if (byTerm === undefined) continue;
      const scale = scaleOf(factorsOf(product, inputs));
      for (const term of offer.paymentTerms) {
        const baseCents = byTerm.get(term);
        if (baseCents === undefined) continue;
        premiums.set(keyOf(series, category, product.code, term), premiumOf(baseCents, scale, book.rounding));
      }
    }
  }
  return premiums;
}

/** Records the prices, and the change if both books have one. */
function put(
  group: PriceGroup,
  { fromCents, toCents }: { readonly fromCents: Cents | undefined; readonly toCents: Cents | undefined },
): BasisPoints | null {
  if (fromCents !== undefined) group.fromCents.push(fromCents);
  else group.onlyTo += 1;
  if (toCents !== undefined) group.toCents.push(toCents);
  else group.onlyFrom += 1;
  if (fromCents === undefined || toCents === undefined) return null;
  const change = changeOf(fromCents, toCents);
  group.changes.push(change);
  return change;
}

function rowOf(group: PriceGroup): ComparisonRow {
  const { series, category, product, term, changes, onlyFrom, onlyTo } = group;
  return {
    series,
    category,
    product: product.code,
    productName: product.name,
    paymentTermInYears: term,
    fromMedianCents: medianOf(group.fromCents),
    toMedianCents: medianOf(group.toCents),
    ...sumUp(changes, { onlyFromCount: onlyFrom, onlyToCount: onlyTo }),
  };
}

function total(groups: readonly PriceGroup[], what: 'onlyFrom' | 'onlyTo'): number {
  return groups.reduce((sum, group) => sum + group[what], 0);
}
