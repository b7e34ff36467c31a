import { Type } from '@northbind/contract/type.ts';
import type { Static } from 'typebox';
import type { Fault } from '../../domain/data-reader.ts';
import type { DisclosureText } from '../../domain/disclosure/disclosure-texts.ts';
import { languages } from '../../domain/language.ts';
import { paymentMethods } from '../../domain/payment-method.ts';
import type { DocumentKind } from '../../domain/policy/policy-view.ts';
import { type Province, provinces } from '../../domain/province.ts';
import { purchaseMethods, type Series, seriesNames } from '../../domain/quote/vocabulary.ts';
import type { BookDifference } from '../../domain/tariff/book-differences.ts';
import type { Comparison } from '../../domain/tariff/compare-books.ts';
import type { NoticeChange } from '../../domain/tariff/compare-notices.ts';
import type { ComparedPrice as PricedChange } from '../../domain/tariff/largest-changes.ts';
import type { TaxClass, TaxRate } from '../../domain/tax/tax-table.ts';
import type { PreviewedRescission } from '../../flows/cancellation/preview-rescission.ts';
import type { FileHead } from '../../store/tariff/operator-file.ts';
import type { ActivationRow, RateBookHead } from '../../store/tariff/rate-book.ts';
import { choice, day, limit, type Page, reason, type Sent } from './parts.ts';

/** Rate books, tax tables and disclosure texts in the operator's API. */
const version = Type.String({ minLength: 1, maxLength: 200 });
// Checked by its own parser; the server limits its size.
const document = Type.Unknown();

export const byVersion = Type.Object({ version });
export const pageQuery = Type.Object({ cursor: Type.Optional(version), limit });

export interface RateBookRow extends Sent<Omit<RateBookHead, 'waits'>> {
  /**
   * `in force`: it prices today's quotes. `planned`: from a later day on. `former`: it was. `loaded`: it was never
   * activated.
   */
  readonly state: 'in force' | 'planned' | 'former' | 'loaded';
}
export type RateBookState = RateBookRow['state'];

/** `GET /api/rate-books`, the one loaded last first. `POST …/activate` and `POST …/go-back` return it too. */
export interface RateBookPage extends Page<RateBookRow> {
  /** The book that prices a policy which is quoted and begins today; null when there is none. */
  readonly inForce: string | null;
  /** What is decided for later; null when nothing is. */
  readonly planned: { readonly version: string; readonly activeFrom: string } | null;
  /** Where `go-back` would lead; null when there is nothing to go back to. */
  readonly former: string | null;
}

/** `GET /api/rate-books/:version`, with its decisions: newest first, at most 100. */
export interface RateBookAnswer extends RateBookRow {
  readonly document: unknown;
  readonly activations: readonly Sent<ActivationRow>[];
}

/** `POST /api/rate-books/check`, and likewise of the other files. Changes nothing. */
export const checkOrder = Type.Object({ document });
export interface TariffCheck {
  /** Null when the document does not say. */
  readonly version: string | null;
  readonly isGood: boolean;
  /** All of them, with the path of each; empty when the document is good. At most 200. */
  readonly faults: readonly Fault[];
}

/** `POST /api/rate-books`. With `activeFrom` it is activated at once, which takes a reason. */
export const newRateBook = Type.Object({ document, activeFrom: Type.Optional(day), reason: Type.Optional(reason) });
export type NewRateBook = Static<typeof newRateBook>;

/** `POST /api/rate-books/:version/activate`, for quotes made on that day and later. */
export const activation = Type.Object({ activeFrom: day, reason });
export type Activation = Static<typeof activation>;

/** `POST /api/rate-books/:version/price`: what a vehicle would cost by this book. Writes nothing. */
export const priceOrder = Type.Object({
  vin: Type.String({ minLength: 17, maxLength: 17 }),
  odometer: Type.Integer({ minimum: 0, maximum: 2_000_000 }),
  province: choice(provinces),
  series: choice(seriesNames),
  purchaseMethod: choice(purchaseMethods),
  effectiveDate: day,
});
export type PriceOrder = Static<typeof priceOrder>;
export type { VehiclePrice } from '../../flows/tariff/price-vehicle.ts';

/** `POST /api/rate-books/go-back`. */
export const restoreOrder = Type.Object({ to: Type.Optional(version), reason });

/**
 * `POST /api/rate-books/compare`: a document that is not loaded, or a version that is. Against the book in force when
 * not said.
 */
export const comparisonOrder = Type.Object({
  document: Type.Optional(document),
  version: Type.Optional(version),
  against: Type.Optional(version),
});
export type ComparisonOrder = Static<typeof comparisonOrder>;

export interface ComparisonAnswer extends Omit<Comparison, 'largestFalls' | 'largestRises'> {
  readonly from: string;
  readonly to: string;
  /** The effective date at which both were priced. */
  readonly effectiveDate: string;
  /** Vehicles of the sample; each was sold in several ways (odometer, purchase method, province, series). */
  readonly vehicleCount: number;
  /** Every difference of the two files; at most 1,000, of so many. */
  readonly differences: readonly BookDifference[];
  readonly differenceCount: number;
  /** Days of notice before the insurer's own cancellations, where the books differ. */
  readonly noticeChanges: readonly NoticeChange[];
  /** At most ten of each. */
  readonly largestFalls: readonly ComparedPrice[];
  readonly largestRises: readonly ComparedPrice[];
}
export type { BookDifference } from '../../domain/tariff/book-differences.ts';
export type { ComparisonRow, EligibilityChange } from '../../domain/tariff/compare-books.ts';
export type { NoticeChange } from '../../domain/tariff/compare-notices.ts';
export type { Cover, CoverChange } from '../../domain/tariff/cover.ts';

export interface ComparedPrice extends Omit<PricedChange, 'inputs'> {
  readonly vehicle: string;
  readonly series: Series;
  readonly province: string;
  readonly odometer: number;
  readonly purchaseMethod: string;
}

/**
 * `GET /api/tax-tables`, `…/disclosure-texts`, `…/customer-texts` and `…/rescission-rules`, loaded last first: that one is
 * in force, by its own dates.
 */
export type FileRow = Sent<FileHead>;

/** `POST` to the same paths; it is in force from then on. Returns the first page. */
export const newFile = Type.Object({ document, reason: Type.Optional(reason) });
export type NewFile = Static<typeof newFile>;

/** `GET /api/tax-tables/:version`. */
export interface TaxTableAnswer {
  readonly version: string;
  readonly document: unknown;
  /** The rates in the order of province, class and day. */
  readonly rates: readonly TaxTableRate[];
}

export interface TaxTableRate extends Pick<TaxRate, 'from' | 'until' | 'totalPartsPerMillion' | 'components'> {
  readonly province: Province;
  readonly taxClass: TaxClass;
}

/** `POST /api/tax-tables/compare`: a table that is not loaded, or a version that is, with the one in force. */
export const taxComparisonOrder = Type.Object({
  document: Type.Optional(document),
  version: Type.Optional(version),
});
export type TaxComparisonOrder = Static<typeof taxComparisonOrder>;
export type { TaxRateChange } from '../../domain/tax/compare-tax-tables.ts';
export type { TaxComparison } from '../../flows/tax/compare-tax-files.ts';

/** `POST /api/tax-tables/:version/confirm`: an admin has compared the rates with the law. */
export const confirmation = Type.Object({ reason });
export interface Confirmed {
  readonly confirmedAt: string;
}

/** `POST /api/disclosure-texts/preview`: texts that are not loaded, or a version that is, with a sample sale. */
export const previewOrder = Type.Object({
  document: Type.Optional(document),
  version: Type.Optional(version),
  province: choice(provinces),
  paymentMethod: choice(paymentMethods),
  language: choice(languages),
  products: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 20 })),
});
export type PreviewOrder = Static<typeof previewOrder>;

/** `POST /api/customer-texts/preview`: texts that are not loaded, or a version that is. */
export const textsPreviewOrder = Type.Object({
  document: Type.Optional(document),
  version: Type.Optional(version),
  language: choice(languages),
});
export type TextsPreviewOrder = Static<typeof textsPreviewOrder>;

/** `POST /api/rescission-rules/preview`: rules that are not loaded, or a version that is. */
export const rescissionPreviewOrder = Type.Object({
  document: Type.Optional(document),
  version: Type.Optional(version),
  boundOn: day,
  products: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 20 })),
});
export type RescissionPreviewOrder = Static<typeof rescissionPreviewOrder>;

/** What every province would have. */
export interface RescissionPreview {
  readonly rows: readonly PreviewedRescission[];
}
export type { PreviewedRescission } from '../../flows/cancellation/preview-rescission.ts';

export interface TextsPreview {
  readonly papers: readonly TextsPreviewPaper[];
  /** Mails, and then the payment page in each of its states. */
  readonly messages: readonly { readonly of: 'mail' | 'page'; readonly title: string; readonly text: string }[];
}

export interface TextsPreviewPaper {
  readonly kind: DocumentKind;
  /** Whether a cancellation notice is the notice of a rescission. */
  readonly isRescission: boolean;
  readonly pdf: string;
}

export interface PreviewAnswer {
  readonly papers: readonly PreviewPaper[];
}

export interface PreviewPaper extends Pick<DisclosureText, 'kind' | 'version' | 'title' | 'isRequired'> {
  readonly filename: string;
  readonly pdf: string;
}
