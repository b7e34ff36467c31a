import type { CoverageCategory, Series } from '../../domain/rating/vocabulary.ts';

/** Rate books and tax tables as they go over the operator's API. Days are `YYYY-MM-DD`, moments RFC 3339 in UTC. */

/** `GET /api/rate-books?cursor&limit`, the one loaded last first. `POST …/activate` and `POST …/go-back` answer it too. */
export interface RateBookPage {
  readonly rows: readonly RateBookRow[];
  readonly nextCursor: string | null;
  /** The book that prices a policy which is quoted and begins today; null when there is none. */
  readonly inForce: string | null;
  /** What is decided for later; null when nothing is. */
  readonly planned: { readonly version: string; readonly activeFrom: string } | null;
  /** Where `go-back` would lead; null when there is nothing to go back to. */
  readonly former: string | null;
}

export interface RateBookRow {
  readonly version: string;
  readonly state: RateBookState;
  /** The effective dates that the book can price, by its own words. */
  readonly inForceFrom: string;
  readonly inForceUntil: string | null;
  readonly loadedAt: string;
  /** Of the latest decision for this book; null while none was made. */
  readonly activeFrom: string | null;
}

/** `in force`: it prices today's quotes. `planned`: from a later day on. `former`: it was. `loaded`: it was never activated. */
export type RateBookState = 'in force' | 'planned' | 'former' | 'loaded';

/** `GET /api/rate-books/:version`. */
export interface RateBookAnswer extends RateBookRow {
  readonly document: unknown;
  /** Newest first, at most 100. */
  readonly activations: readonly RateBookActivation[];
}

export interface RateBookActivation {
  readonly version: string;
  readonly activeFrom: string;
  readonly decidedAt: string;
  readonly actorName: string;
  readonly reason: string;
}

/** `POST /api/rate-books/check` with `{ document }`, `POST /api/tax-tables/check` alike. Changes nothing. */
export interface TariffCheck {
  /** Null when the document does not say. */
  readonly version: string | null;
  readonly isGood: boolean;
  /** All of them, with the path of each; empty when the document is good. At most 200. */
  readonly faults: readonly TariffFault[];
}

export interface TariffFault {
  readonly path: string;
  readonly message: string;
}

/** `POST /api/rate-books`. With `activeFrom` it is activated at once, which takes a reason. */
export interface NewRateBook {
  readonly document: unknown;
  readonly activeFrom?: string;
  readonly reason?: string;
}

/** `POST /api/rate-books/:version/activate`, for quotes made on that day and later. */
export interface Activation {
  readonly activeFrom: string;
  readonly reason: string;
}

/** `POST /api/rate-books/compare`: a document that is not loaded, or a version that is. Against the book in force when not said. */
export interface ComparisonAsked {
  readonly document?: unknown;
  readonly version?: string;
  readonly against?: string;
}

export interface ComparisonAnswer {
  readonly from: string;
  readonly to: string;
  /** The effective date at which both were priced. */
  readonly effectiveDate: string;
  /** Vehicles of the sample, and how many ways each was sold (odometer, purchase method, province, series). */
  readonly vehicleCount: number;
  readonly quoteCount: number;
  /** Quotes that only one of the books allows. */
  readonly noLongerEligibleCount: number;
  readonly newlyEligibleCount: number;
  /** All prices that both books have. */
  readonly overall: PriceChange;
  /** One for each series, category, product and payment term, in the new book's order. */
  readonly rows: readonly ComparisonRow[];
  /** How many prices changed by how much: bins of equal width, rising, from the lowest change to the highest. */
  readonly histogram: readonly HistogramBin[];
  /** The largest falls and rises, at most ten of each. */
  readonly largestFalls: readonly ComparedPrice[];
  readonly largestRises: readonly ComparedPrice[];
}

export interface PriceChange {
  readonly count: number;
  readonly unchangedCount: number;
  /** Prices of the one book alone: products, terms or vehicles that the other does not have. */
  readonly onlyFromCount: number;
  readonly onlyToCount: number;
  /** Percent with two decimals; null when nothing could be compared. */
  readonly minPercent: number | null;
  readonly medianPercent: number | null;
  readonly maxPercent: number | null;
}

export interface ComparisonRow extends PriceChange {
  readonly series: Series;
  readonly category: CoverageCategory;
  readonly product: string;
  readonly productName: { readonly en: string; readonly fr: string };
  readonly paymentTermInYears: number;
  readonly fromMedianCents: number | null;
  readonly toMedianCents: number | null;
}

export interface HistogramBin {
  /** Included; so is the upper end in the last bin. */
  readonly fromPercent: number;
  readonly toPercent: number;
  readonly count: number;
}

export interface ComparedPrice {
  readonly vehicle: string;
  readonly series: Series;
  readonly category: CoverageCategory;
  readonly product: string;
  readonly paymentTermInYears: number;
  readonly province: string;
  readonly odometer: number;
  readonly purchaseMethod: string;
  readonly fromCents: number;
  readonly toCents: number;
  readonly changePercent: number;
}

/** `GET /api/tax-tables?cursor&limit`, the one loaded last first: that one is in force; its rates carry their own dates. */
export interface TaxTablePage {
  readonly rows: readonly TaxTableRow[];
  readonly nextCursor: string | null;
}

export interface TaxTableRow {
  readonly version: string;
  readonly loadedAt: string;
  readonly isInForce: boolean;
}

/** `POST /api/tax-tables`; it is in force from then on. Answers the page. */
export interface NewTaxTable {
  readonly document: unknown;
  readonly reason?: string;
}
