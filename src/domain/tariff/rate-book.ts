import type { PlainDate } from '../calendar.ts';
import { type CancellationGround, cancellationGrounds } from '../cancellation/cancellation-cause.ts';
import * as read from '../data-reader.ts';
import type { Cents, PartsPerMillion } from '../money.ts';
import { type Province, provinces } from '../province.ts';
import {
  type CoverageCategory,
  coverageCategories,
  type PurchaseMethod,
  purchaseMethods,
  type Series,
  seriesNames,
} from '../quote/vocabulary.ts';
import { type TaxClass, taxClasses } from '../tax/tax-table.ts';
import type { VehicleConfiguration } from '../vehicle/vehicle.ts';
import { factsOf, gvwrKgLimit, matches, matchesEvery, readCondition } from './vehicle-condition.ts';

/**
 * The operator's prices and rules in the form that pricing uses: parsed, checked and joined by object references. The
 * file format is described by docs/schemas/rate-book.schema.json.
 */
export interface RateBook {
  readonly version: string;
  readonly firstEffectiveDate: PlainDate;
  /** Null while no end is set. */
  readonly lastEffectiveDate: PlainDate | null;
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

export type ClassRule = ReturnType<typeof readClassRule>;
export const readClassRule = read.object({ vehicleClass: read.code, when: readCondition });

/** Vehicles that are not insured, in any series and category. */
export type Exclusion = ReturnType<typeof readExclusion>;
export const readExclusion = read.object(
  { code: read.text(), text: read.text(), when: readCondition, from: read.openDate, until: read.openDate },
  (exclusion, at) => {
    if (matchesEvery(exclusion.when)) at.child('when').fault('must name something, or no vehicle would be insured');
    read.inOrder('from', 'until')(exclusion, at);
  },
);

/** Model years count from the calendar year of the effective date: in 2026, a 2020 model is six years back. */
export type EligibilityRule = ReturnType<typeof readEligibilityRule>;
export const readEligibilityRule = read.object({
  series: read.oneOf(seriesNames),
  category: read.oneOf(coverageCategories),
  modelYearsBackMax: read.wholeNumber('model years', 0, 40),
  modelYearsAheadMax: read.wholeNumber('model years', 0, 40),
  odometerKmMax: read.wholeNumber('kilometres', 0, 2_147_483_647),
  gvwrKgMax: read.wholeNumber('kilograms', 1, gvwrKgLimit),
  purchaseMethods: read.someOf(purchaseMethods),
});

/** Who bears the risk of products. */
export type Insurer = ReturnType<typeof readInsurer>;
export const readInsurer = read.object({
  code: read.code,
  name: read.text(),
  /** Who underwrites in its name; null if it does so itself. */
  underwriter: read.optional(read.text()),
});

/** What a seller earns of the premium of a product. */
export type CommissionRule = ReturnType<typeof readCommission>;
export const readCommission = read.object({
  /** No seller earns more than the premium. */
  partsPerMillion: read.wholeNumber('parts per million', 0, 1_000_000),
  /** Null for every product. */
  products: read.optional(read.list(read.code, { min: 1 })),
  /** `client_id/username`; null for every seller. */
  sellers: read.optional(read.list(read.text(), { min: 1 })),
});

/** More than a year is a typing error. */
const noticeDays = read.wholeNumber('days', 1, 365);

/** The grounds of a cancellation other than non-payment. */
export type OtherGround = Exclude<CancellationGround, 'NonPayment'>;
const otherGrounds = cancellationGrounds.filter((ground): ground is OtherGround => ground !== 'NonPayment');

/**
 * The least days between the insurer's own notice of cancellation and the first day without cover, by law. Its dates
 * are those of the notice.
 */
export type InsurerNoticeRule = ReturnType<typeof readInsurerNotice>;
export const readInsurerNotice = read.object(
  {
    /** Null for every province without a rule of its own. */
    provinces: read.optional(read.someOf(provinces)),
    /** Whether the notice is for a premium that is not paid; otherwise it is for every other ground. */
    isForNonPayment: read.optional(read.yesOrNo, false),
    /** Once the policy has been in force for so many days; null from the beginning. */
    afterDaysInForce: read.optional(noticeDays),
    from: read.openDate,
    until: read.openDate,
    days: noticeDays,
    /** Which of those other grounds let the insurer cancel at all; null: every one. */
    onlyFor: read.optional(read.someOf(otherGrounds)),
    /** The law or contract in which it is written. */
    basis: read.text(),
    basisFrench: read.optional(read.text()),
    /** Nobody has checked it against the law: have it confirmed. */
    isSample: read.optional(read.yesOrNo, false),
  },
  (rule, at) => {
    read.inOrder('from', 'until')(rule, at);
    if (rule.isForNonPayment && rule.onlyFor !== null)
      at.child('onlyFor').fault('is for other grounds than non-payment');
  },
);

export interface Offer {
  readonly rule: EligibilityRule;
  readonly paymentTerms: readonly number[];
  readonly products: readonly Product[];
}

/** A limit or a deductible, as it is printed. */
export type NamedAmount = ReturnType<typeof readAmount>;
const readAmount = read.object({
  /** Follows the amount: `each claim`. */
  name: read.bilingual(),
  /** Null where the words say it all: `the price that was paid for the vehicle`. No limit is 100 million dollars. */
  amountCents: read.optional(read.wholeNumber('cents', 0, 9_999_999_999)),
});

/** More would not fit on a declaration. */
const amounts = read.optional(read.list(readAmount, { min: 1, max: 10 }), []);

/** What differs in some provinces, while its dates hold: the law classes the same product differently. */
export type ProvinceRule = ReturnType<typeof readProvinceRule>;
const readProvinceRule = read.object(
  {
    provinces: read.someOf(provinces),
    from: read.openDate,
    until: read.openDate,
    /** Null: it is the product's own. */
    taxClass: read.optional(read.oneOf(taxClasses)),
    /** Who bears the risk there; null: as elsewhere. */
    insurer: read.optional(read.code),
    isOffered: read.optional(read.yesOrNo, true),
    note: read.remark,
  },
  read.inOrder('from', 'until'),
);

/** How long the cover lasts, if not for the payment term. */
export type CoverageTermRule =
  | { readonly kind: 'sameAsPaymentTerm' }
  | { readonly kind: 'cappedAt'; readonly years: number }
  | { readonly kind: 'fixed'; readonly years: number };

export const termYearsMax = 10;

function readCoverageTermRule(at: read.DataReader): CoverageTermRule {
  const kind = read.oneOf(['sameAsPaymentTerm', 'cappedAt', 'fixed'])(at.child('kind'));
  if (kind === 'sameAsPaymentTerm') return read.object({ kind: () => kind })(at);
  return read.object({ kind: () => kind, years: read.wholeNumber('years', 1, termYearsMax) })(at);
}

/** A product as in the file. */
export type WrittenProduct = ReturnType<typeof readProduct>;
export const readProduct = read.object(
  {
    code: read.code,
    name: read.bilingual(),
    category: read.oneOf(coverageCategories),
    series: read.someOf(seriesNames),
    isOptional: read.yesOrNo,
    /** This class counts where no province rule says otherwise. */
    taxClass: read.oneOf(taxClasses),
    /** At most one holds for a province and a day. */
    provinceRules: read.optional(read.list(readProvinceRule, { min: 1 }), []),
    coverageTermRule: readCoverageTermRule,
    offeredFrom: read.openDate,
    offeredUntil: read.openDate,
    /** The code of the insurer that bears the risk; null if the book names none. */
    insurer: read.optional(read.code),
    /** What is paid at most. */
    limits: amounts,
    /** What the customer bears of a loss. */
    deductibles: amounts,
    /** The vehicle classes it is offered to; null for all. */
    vehicleClasses: read.optional(read.list(read.code, { min: 1 })),
  },
  read.inOrder('offeredFrom', 'offeredUntil'),
);

export interface Product extends Omit<WrittenProduct, 'vehicleClasses'> {
  readonly factors: readonly Factor[];
  /**
   * Amounts are found by vehicle class, then by payment term in years. The product is offered only to the classes
   * listed here.
   */
  readonly baseCents: ReadonlyMap<string, ReadonlyMap<number, Cents>>;
}

/** Multiplies the base premium of the products it names, while its dates hold. 1,000,000 leaves it as it is. */
export type Factor = BandFactor | ChoiceFactor;

interface FactorHead extends DateRange {
  readonly name: string;
}

/** The factor is chosen by a number: the first band whose limit is not passed. */
export interface BandFactor extends FactorHead {
  readonly by: (typeof bandFactorKinds)[number];
  readonly bands: readonly Band[];
}

export interface Band {
  /** The highest value inside the band; null in the last band only. */
  readonly upTo: number | null;
  readonly partsPerMillion: PartsPerMillion;
}

/** The factor is chosen by a word: the value named, or `otherwise`. Fuels match by prefix. */
export interface ChoiceFactor extends FactorHead {
  readonly by: (typeof choiceFactorKinds)[number];
  readonly values: ReadonlyMap<Series | PurchaseMethod | Province | string, PartsPerMillion>;
  readonly otherwise: PartsPerMillion;
}

export const bandFactorKinds = ['odometer', 'vehicleAge'] as const;
export const choiceFactorKinds = ['purchaseMethod', 'province', 'series', 'fuel'] as const;

/** Returns the vehicle's class: that of the first matching rule. */
export function vehicleClassOf(book: RateBook, vehicle: VehicleConfiguration): string {
  const facts = factsOf(vehicle);
  const rule = book.classification.find(({ when }) => matches(when, facts));
  // The parser requires a last rule that matches all.
  if (rule === undefined) throw new RangeError(`rate book ${book.version} has no class for a vehicle`);
  return rule.vehicleClass;
}

/** Whether the product is sold in the province for cover that starts on the day. */
export function isOffered(product: Product, province: Province, effectiveDate: PlainDate): boolean {
  const days = { from: product.offeredFrom, until: product.offeredUntil };
  return isWithin(days, effectiveDate) && (ruleOf(product, province, effectiveDate)?.isOffered ?? true);
}

/** Who bears the risk of a product: an insurer or, of a warranty, a provider; null if the book names none. */
export function insurerOf(product: Product, province: Province, day: PlainDate): string | null {
  return ruleOf(product, province, day)?.insurer ?? product.insurer;
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
