import type { PlainDate } from '../calendar.ts';
import { type CoverageCategory, coverageCategories, type PurchaseMethod, type Series } from '../quote/vocabulary.ts';
import { type EligibilityRule, isWithin, type RateBook } from '../tariff/rate-book.ts';
import { factsOf, matches } from '../tariff/vehicle-condition.ts';
import type { VehicleConfiguration } from './vehicle.ts';

export interface EligibilityInputs {
  readonly effectiveDate: PlainDate;
  /** Null if the look-up did not send it: an unknown value excludes nothing. */
  readonly odometer: number | null;
  readonly purchaseMethod: PurchaseMethod | null;
  readonly series: readonly Series[];
}

/** Eligible when there is no reason against it. */
export interface EligibilityVerdict {
  readonly series: Series;
  readonly category: CoverageCategory;
  readonly reasons: readonly IneligibilityReason[];
}

export interface IneligibilityReason {
  /** One of our own (`OdometerTooHigh`, ...) or the code of the rate book's exclusion. */
  readonly code: string;
  /** The text goes into the operator's log. */
  readonly text: string;
  /** The partner's message shows them: the value, and the limit that it passed. */
  readonly values: { readonly value: string; readonly limit: number | null };
}

/** Checks each category of each series. Returns every reason, not only the first. */
export function judgeEligibility(
  book: RateBook,
  vehicle: VehicleConfiguration,
  inputs: EligibilityInputs,
): readonly EligibilityVerdict[] {
  const excluded = exclusionsOf(book, vehicle, inputs.effectiveDate);
  const verdicts: EligibilityVerdict[] = [];
  for (const series of inputs.series) {
    for (const category of coverageCategories) {
      const offer = book.offers[series][category];
      const reasons = offer === null ? [notSold] : [...excluded, ...limitsPassed(offer.rule, vehicle, inputs)];
      verdicts.push({ series, category, reasons });
    }
  }
  return verdicts;
}

/** A vehicle is eligible if any category of any requested series is. */
export function isEligible(verdicts: readonly EligibilityVerdict[]): boolean {
  return verdicts.some(({ reasons }) => reasons.length === 0);
}

/** In 2026, a 2020 model is six years old and a 2027 model minus one. */
export function ageInModelYears(vehicle: VehicleConfiguration, effectiveDate: PlainDate): number {
  return Number(effectiveDate.slice(0, 4)) - vehicle.year;
}

const notSold: IneligibilityReason = {
  code: 'CategoryNotSold',
  text: 'the rate book does not offer it',
  values: { value: '', limit: null },
};

function exclusionsOf(book: RateBook, vehicle: VehicleConfiguration, date: PlainDate): IneligibilityReason[] {
  const facts = factsOf(vehicle);
  return book.exclusions
    .filter((exclusion) => isWithin(exclusion, date) && matches(exclusion.when, facts))
    .map(({ code, text }) => ({ code, text, values: { value: `${vehicle.make} ${vehicle.model}`, limit: null } }));
}

function limitsPassed(
  rule: EligibilityRule,
  vehicle: VehicleConfiguration,
  { effectiveDate, odometer, purchaseMethod }: EligibilityInputs,
): IneligibilityReason[] {
  const { modelYearsBackMax: back, modelYearsAheadMax: ahead, odometerKmMax, gvwrKgMax, purchaseMethods } = rule;
  const { year, gvwrKg } = vehicle;
  const age = ageInModelYears(vehicle, effectiveDate);
  const reasons: IneligibilityReason[] = [];
  const note = (code: string, text: string, value: string | number, limit: number | null) =>
    reasons.push({ code, text, values: { value: String(value), limit } });
  if (age > back) note('ModelYearTooOld', `model year ${year}, at most ${back} back`, year, year + age - back);
  if (-age > ahead) note('ModelYearTooNew', `model year ${year}, at most ${ahead} ahead`, year, year + age + ahead);
  if (odometer !== null && odometer > odometerKmMax)
    note('OdometerTooHigh', `${odometer} km, at most ${odometerKmMax}`, odometer, odometerKmMax);
  if (gvwrKg !== null && gvwrKg > gvwrKgMax)
    note('TooHeavy', `up to ${gvwrKg} kg, at most ${gvwrKgMax}`, gvwrKg, gvwrKgMax);
  if (purchaseMethod !== null && !purchaseMethods.includes(purchaseMethod))
    note('PurchaseMethodNotAllowed', `${purchaseMethod} is not sold here`, purchaseMethod, null);
  return reasons;
}
