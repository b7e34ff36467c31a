import type { Province } from '../address/province.ts';
import type { PlainDate } from '../calendar/calendar.ts';
import type { Cents, PartsPerMillion } from '../money/money.ts';
import type { TaxClass } from '../tax/tax-table.ts';
import type { VehicleCondition } from './vehicle-condition.ts';
import type { BilingualName, CoverageCategory, PurchaseMethod, Series } from './vocabulary.ts';

/**
 * The operator's prices and rules in the form that pricing uses: parsed, checked and joined by object references. The
 * file format is described by docs/schemas/rate-book.schema.json.
 */
export interface RateBook {
  readonly version: string;
  readonly inForceFrom: PlainDate;
  /** The last day in force; null while no end is set. */
  readonly inForceUntil: PlainDate | null;
  readonly rounding: RoundingRule;
  /** The first rule that matches gives the class. The last one matches every vehicle. */
  readonly classification: readonly ClassRule[];
  readonly exclusions: readonly Exclusion[];
  readonly insurers: readonly Insurer[];
  /** The first rule that matches a product and a seller counts. Without one there is no commission. */
  readonly commissions: readonly CommissionRule[];
  /** At most one of the same specificity holds for a province, a ground and a day. */
  readonly insurerNotices: readonly InsurerNoticeRule[];
  /** What is sold: null where a series does not have the category. */
  readonly offers: Readonly<Record<Series, Readonly<Record<CoverageCategory, Offer | null>>>>;
}

/** A premium is rounded once, at the end, half up. */
export const roundingRules = ['nearestCent', 'nearestDollar'] as const;
export type RoundingRule = (typeof roundingRules)[number];

/** A stretch of days, both ends included; null is open. */
export interface DateRange {
  readonly from: PlainDate | null;
  readonly until: PlainDate | null;
}

export interface ClassRule {
  readonly vehicleClass: string;
  readonly when: VehicleCondition;
}

/** Vehicles that are not insured, in any series and category. */
export interface Exclusion extends DateRange {
  readonly code: string;
  readonly text: string;
  readonly when: VehicleCondition;
}

/** Model years count from the calendar year of the effective date: in 2026, a 2020 model is six years back. */
export interface EligibilityRule {
  readonly series: Series;
  readonly category: CoverageCategory;
  readonly modelYearsBackMax: number;
  readonly modelYearsAheadMax: number;
  readonly odometerKmMax: number;
  readonly gvwrKgMax: number;
  readonly purchaseMethods: readonly PurchaseMethod[];
}

/** Who bears the risk of products. */
export interface Insurer {
  readonly code: string;
  readonly name: string;
  /** Who underwrites in its name; null if it does so itself. */
  readonly underwriter: string | null;
}

/** What a seller earns of the premium of a product. */
export interface CommissionRule {
  readonly partsPerMillion: PartsPerMillion;
  /** Null for every product. */
  readonly products: readonly string[] | null;
  /** `client_id/username`; null for every seller. */
  readonly sellers: readonly string[] | null;
}

/**
 * The least days between the insurer's own notice of cancellation and the first day without cover, by law. Its dates
 * are those of the notice.
 */
export interface InsurerNoticeRule extends DateRange {
  /** Null for every province without a rule of its own. */
  readonly provinces: readonly Province[] | null;
  /** For a premium that is not paid; otherwise for every other ground. */
  readonly isForNonPayment: boolean;
  /** Once the policy has been in force for so many days; null from the beginning. */
  readonly afterDaysInForce: number | null;
  readonly days: number;
  /** Where it is written. */
  readonly basis: string;
  /** Not checked against the law: have it confirmed. */
  readonly isSample: boolean;
}

export interface Offer {
  readonly rule: EligibilityRule;
  readonly paymentTerms: readonly number[];
  readonly products: readonly Product[];
  /** Each factor of the products, once. */
  readonly factors: readonly Factor[];
}

export interface Product {
  readonly code: string;
  readonly name: BilingualName;
  readonly category: CoverageCategory;
  readonly series: readonly Series[];
  readonly isOptional: boolean;
  /** Where no province rule says otherwise. */
  readonly taxClass: TaxClass;
  /** At most one holds for a province and a day. */
  readonly provinceRules: readonly ProvinceRule[];
  /** The code of the insurer that bears the risk; null if the book names none. */
  readonly insurer: string | null;
  /** What is paid at most. */
  readonly limits: readonly NamedAmount[];
  /** What the customer bears of a loss. */
  readonly deductibles: readonly NamedAmount[];
  readonly coverageTermRule: CoverageTermRule;
  readonly offered: DateRange;
  readonly factors: readonly Factor[];
  /** By vehicle class, then by payment term in years. A class that is not here is not offered the product. */
  readonly baseCents: ReadonlyMap<string, ReadonlyMap<number, Cents>>;
}

/** A limit or a deductible, as it is printed. */
export interface NamedAmount {
  /** Follows the amount: `each claim`. */
  readonly name: BilingualName;
  /** Null where the words say it all: `the price that was paid for the vehicle`. */
  readonly amountCents: Cents | null;
}

/** What differs in some provinces, while its dates hold: the law classes the same product differently. */
export interface ProvinceRule extends DateRange {
  readonly provinces: readonly Province[];
  /** Null: the product's own. */
  readonly taxClass: TaxClass | null;
  readonly isOffered: boolean;
}

/** How long the cover lasts, if not for the payment term. */
export type CoverageTermRule =
  | { readonly kind: 'sameAsPaymentTerm' }
  | { readonly kind: 'cappedAt'; readonly years: number }
  | { readonly kind: 'fixed'; readonly years: number };

/** Multiplies the base premium of the products it names, while its dates hold. 1,000,000 leaves it as it is. */
export type Factor = BandFactor | ChoiceFactor;

interface FactorHead extends DateRange {
  readonly name: string;
}

/** By a number: the first band whose limit is not passed. */
export interface BandFactor extends FactorHead {
  readonly by: (typeof bandFactorKinds)[number];
  readonly bands: readonly Band[];
}

export interface Band {
  /** The highest value inside the band; null in the last band only. */
  readonly upTo: number | null;
  readonly partsPerMillion: PartsPerMillion;
}

/** By a word: the value named, or `otherwise`. Fuels match by prefix. */
export interface ChoiceFactor extends FactorHead {
  readonly by: (typeof choiceFactorKinds)[number];
  readonly values: ReadonlyMap<Series | PurchaseMethod | Province | string, PartsPerMillion>;
  readonly otherwise: PartsPerMillion;
}

export const bandFactorKinds = ['odometer', 'vehicleAge'] as const;
export const choiceFactorKinds = ['purchaseMethod', 'province', 'series', 'fuel'] as const;

/** Whether the product is sold in the province for cover that starts on the day. */
export function isOffered(product: Product, province: Province, effectiveDate: PlainDate): boolean {
  return isWithin(product.offered, effectiveDate) && (ruleOf(product, province, effectiveDate)?.isOffered ?? true);
}

/** How the law of the province classes the product on the day. */
export function taxClassOf(product: Product, province: Province, day: PlainDate): TaxClass {
  return ruleOf(product, province, day)?.taxClass ?? product.taxClass;
}

function ruleOf({ provinceRules }: Product, province: Province, day: PlainDate): ProvinceRule | undefined {
  return provinceRules.find((rule) => rule.provinces.includes(province) && isWithin(rule, day));
}

export function isWithin(range: DateRange, date: PlainDate): boolean {
  return (range.from === null || range.from <= date) && (range.until === null || date <= range.until);
}
