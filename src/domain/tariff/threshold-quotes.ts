import type { PlainDate } from '../calendar.ts';
import type { PricingInputs } from '../quote/premium.ts';
import { coverageCategories, type Series, seriesNames } from '../quote/vocabulary.ts';
import type { VehicleConfiguration } from '../vehicle/vehicle.ts';
import type { EligibilityRule, RateBook } from './rate-book.ts';

/** More vehicles would show the same. */
const vehiclesMax = 6;

/**
 * Quotes on both sides of each limit of eligibility that two books do not share: a limit that moves between two
 * vehicles of a sample would otherwise show nothing. In all else such a vehicle is far from any limit.
 */
export function* thresholdQuotes(
  { from, to }: { readonly from: RateBook; readonly to: RateBook },
  vehicles: readonly VehicleConfiguration[],
  effectiveDate: PlainDate,
): Iterable<PricingInputs> {
  const tried = vehicles.slice(0, vehiclesMax);
  for (const series of seriesNames) {
    for (const category of coverageCategories) {
      const [was, is] = [from.offers[series][category]?.rule, to.offers[series][category]?.rule];
      if (was === undefined || is === undefined) continue;
      for (const vehicle of tried) yield* quotesOf([was, is], ordinary(vehicle, series, effectiveDate));
    }
  }
}

/** One model year back, hardly driven, light. */
function ordinary(vehicle: VehicleConfiguration, series: Series, effectiveDate: PlainDate): PricingInputs {
  return {
    series,
    vehicle: { ...vehicle, year: yearOf(effectiveDate) - 1, gvwrKg: null },
    quotedOn: effectiveDate,
    effectiveDate,
    odometer: 5_000,
    purchaseMethod: 'Finance',
    province: 'ON',
  };
}

function* quotesOf([was, is]: readonly [EligibilityRule, EligibilityRule], quote: PricingInputs) {
  const { vehicle, effectiveDate } = quote;
  const year = yearOf(effectiveDate);
  for (const odometer of bothSides(was.odometerKmMax, is.odometerKmMax)) yield { ...quote, odometer };
  for (const years of bothSides(was.modelYearsBackMax, is.modelYearsBackMax))
    yield { ...quote, vehicle: { ...vehicle, year: year - years } };
  for (const years of bothSides(was.modelYearsAheadMax, is.modelYearsAheadMax))
    yield { ...quote, vehicle: { ...vehicle, year: year + years } };
  for (const gvwrKg of bothSides(was.gvwrKgMax, is.gvwrKgMax)) yield { ...quote, vehicle: { ...vehicle, gvwrKg } };
  for (const purchaseMethod of new Set([...was.purchaseMethods, ...is.purchaseMethods])) {
    if (was.purchaseMethods.includes(purchaseMethod) !== is.purchaseMethods.includes(purchaseMethod))
      yield { ...quote, purchaseMethod };
  }
}

/** Quotes at each of two limits and just beyond it; nothing where they are the same. */
function bothSides(was: number, is: number): readonly number[] {
  return was === is ? [] : [...new Set([was, was + 1, is, is + 1])];
}

const yearOf = (date: PlainDate): number => Number(date.slice(0, 4));
