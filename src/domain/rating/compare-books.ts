import type { Cents } from '../money/money.ts';
import { judgeEligibility } from '../vehicle/eligibility.ts';
import { type ComparedPrice, LargestChanges } from './largest-changes.ts';
import { factorsOf, type PricingInputs, premiumOf, scaleOf } from './premium.ts';
import {
  type BasisPoints,
  changeOf,
  type HistogramBin,
  histogramOf,
  medianOf,
  type PriceChange,
  sumUp,
  toPercent,
} from './price-change.ts';
import { isWithin, type Product, type RateBook } from './rate-book.ts';
import { vehicleClassOf } from './vehicle-class.ts';
import {
  type BilingualName,
  type CoverageCategory,
  coverageCategories,
  type Series,
  seriesNames,
} from './vocabulary.ts';

/**
 * What a new rate book does to prices, found by pricing the same quotes with both. Quotes are added one by one, so that
 * whoever has many can pause in between; `finish` sums up. Percents are changes from the old premium, with two
 * decimals.
 */
export interface Comparing {
  readonly add: (inputs: PricingInputs) => void;
  readonly finish: () => Comparison;
}

export interface Comparison {
  readonly quoteCount: number;
  /** Quotes that only one of the books allows. */
  readonly noLongerEligibleCount: number;
  readonly newlyEligibleCount: number;
  readonly overall: PriceChange;
  /** In the new book's order; what only the old one has comes last. */
  readonly rows: readonly ComparisonRow[];
  readonly histogram: readonly HistogramBin[];
  readonly largestFalls: readonly ComparedPrice[];
  readonly largestRises: readonly ComparedPrice[];
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
interface Shelf {
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
  const shelves = new Map<string, Shelf>();
  for (const book of [to, from]) for (const shelf of shelvesOf(book)) keepFirst(shelves, shelf);
  const falls = new LargestChanges((a, b) => a < b);
  const rises = new LargestChanges((a, b) => a > b);
  let quoteCount = 0;
  let noLongerEligibleCount = 0;
  let newlyEligibleCount = 0;

  function add(inputs: PricingInputs): void {
    const before = premiumsOf(from, inputs);
    const after = premiumsOf(to, inputs);
    quoteCount += 1;
    if (after.size === 0 && before.size > 0) noLongerEligibleCount += 1;
    if (before.size === 0 && after.size > 0) newlyEligibleCount += 1;
    for (const key of new Set([...after.keys(), ...before.keys()])) {
      const shelf = shelves.get(key)!;
      const prices = { fromCents: before.get(key), toCents: after.get(key) };
      const change = put(shelf, prices);
      if (change === null || change === 0) continue;
      (change < 0 ? falls : rises).note({
        ...{ inputs, category: shelf.category, product: shelf.product.code, paymentTermInYears: shelf.term },
        ...{ fromCents: prices.fromCents!, toCents: prices.toCents!, changePercent: toPercent(change) },
      });
    }
  }

  function finish(): Comparison {
    const all = [...shelves.values()];
    const changes = all.flatMap((shelf) => shelf.changes);
    return {
      ...{ quoteCount, noLongerEligibleCount, newlyEligibleCount },
      overall: sumUp(changes, { onlyFromCount: total(all, 'onlyFrom'), onlyToCount: total(all, 'onlyTo') }),
      rows: all.filter(({ fromCents, toCents }) => fromCents.length + toCents.length > 0).map(rowOf),
      histogram: histogramOf(changes),
      largestFalls: falls.largest(),
      largestRises: rises.largest(),
    };
  }

  return { add, finish };
}

function* shelvesOf(book: RateBook): Iterable<Shelf> {
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

function keepFirst(shelves: Map<string, Shelf>, shelf: Shelf): void {
  const key = keyOf(shelf.series, shelf.category, shelf.product.code, shelf.term);
  if (!shelves.has(key)) shelves.set(key, shelf);
}

const keyOf = (series: Series, category: CoverageCategory, product: string, term: number): string =>
  `${series} ${category} ${product} ${term}`;

/**
 * Every premium that the book gives, by shelf; empty when the vehicle is not eligible. Not by `priceTerms`: what that
 * remembers for quotes must not be crowded out by a sample.
 */
function premiumsOf(book: RateBook, inputs: PricingInputs): ReadonlyMap<string, Cents> {
  const premiums = new Map<string, Cents>();
  const { series, vehicle, effectiveDate } = inputs;
  const verdicts = judgeEligibility(book, vehicle, { ...inputs, series: [series] });
  const vehicleClass = vehicleClassOf(book, vehicle);
  for (const { category, reasons } of verdicts) {
    const offer = book.offers[series][category];
    if (offer === null || reasons.length > 0) continue;
    for (const product of offer.products) {
      const byTerm = isWithin(product.offered, effectiveDate) ? product.baseCents.get(vehicleClass) : undefined;
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

/** Notes what was found; the change where both books have the price. */
function put(
  shelf: Shelf,
  { fromCents, toCents }: { readonly fromCents: Cents | undefined; readonly toCents: Cents | undefined },
): BasisPoints | null {
  if (fromCents !== undefined) shelf.fromCents.push(fromCents);
  else shelf.onlyTo += 1;
  if (toCents !== undefined) shelf.toCents.push(toCents);
  else shelf.onlyFrom += 1;
  if (fromCents === undefined || toCents === undefined) return null;
  const change = changeOf(fromCents, toCents);
  shelf.changes.push(change);
  return change;
}

function rowOf(shelf: Shelf): ComparisonRow {
  const { series, category, product, term, changes, onlyFrom, onlyTo } = shelf;
  return {
    ...{ series, category, product: product.code, productName: product.name, paymentTermInYears: term },
    fromMedianCents: medianOf(shelf.fromCents),
    toMedianCents: medianOf(shelf.toCents),
    ...sumUp(changes, { onlyFromCount: onlyFrom, onlyToCount: onlyTo }),
  };
}

function total(shelves: readonly Shelf[], what: 'onlyFrom' | 'onlyTo'): number {
  return shelves.reduce((sum, shelf) => sum + shelf[what], 0);
}
