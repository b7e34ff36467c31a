import type { PlainDate } from '../calendar.ts';
import type { Cents, PartsPerMillion } from '../money.ts';
import type { Province } from '../province.ts';
import {
  type BandFactor,
  type ChoiceFactor,
  type Factor,
  isWithin,
  type Product,
  type RoundingRule,
} from '../tariff/rate-book.ts';
import { fuelNames } from '../tariff/vehicle-condition.ts';
import { ageInModelYears } from '../vehicle/eligibility.ts';
import type { VehicleConfiguration } from '../vehicle/vehicle.ts';
import type { PurchaseMethod, Series } from './vocabulary.ts';

export interface PricingInputs {
  readonly series: Series;
  readonly vehicle: VehicleConfiguration;
  /** The day whose taxes are shown. */
  readonly quotedOn: PlainDate;
  readonly effectiveDate: PlainDate;
  readonly odometer: number;
  readonly purchaseMethod: PurchaseMethod;
  readonly province: Province;
}

/** A factor as it was applied, for an explanation. */
export interface AppliedFactor {
  readonly name: string;
  readonly partsPerMillion: PartsPerMillion;
}

/** The factors of one product multiplied together: an exact fraction, the same for all of its terms. */
export interface Scale {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export function factorsOf(product: Product, inputs: PricingInputs): readonly AppliedFactor[] {
  return product.factors
    .filter((factor) => isWithin(factor, inputs.effectiveDate))
    .map((factor) => ({ name: factor.name, partsPerMillion: partsOf(factor, inputs) }));
}

/**
 * Reduced by powers of ten (1,035,000 of a million is 1,035 of a thousand): the division of a premium then takes 0.1 µs
 * instead of 1 µs.
 */
export function scaleOf(factors: readonly AppliedFactor[]): Scale {
  let numerator = 1n;
  let denominator = 1n;
  for (const { partsPerMillion } of factors) {
    let parts = partsPerMillion;
    let of = 1_000_000;
    while (of > 1 && parts % 10 === 0) {
      parts /= 10;
      of /= 10;
    }
    if (parts === of) continue;
    numerator *= BigInt(parts);
    denominator *= BigInt(of);
  }
  return { numerator, denominator };
}

/** Rounds a premium half up, to the unit that the book names. Premiums are never negative and are rounded only here. */
export function premiumOf(baseCents: Cents, { numerator, denominator }: Scale, rounding: RoundingRule): Cents {
  const unit = unitCents[rounding];
  const unitParts = denominator * unit;
  return Number(((2n * BigInt(baseCents) * numerator + unitParts) / (2n * unitParts)) * unit);
}

const unitCents: Readonly<Record<RoundingRule, bigint>> = { nearestCent: 1n, nearestDollar: 100n };

function partsOf(factor: Factor, inputs: PricingInputs): PartsPerMillion {
  switch (factor.by) {
    case 'odometer':
      return bandOf(factor, inputs.odometer);
    case 'vehicleAge':
      return bandOf(factor, ageInModelYears(inputs.vehicle, inputs.effectiveDate));
    case 'purchaseMethod':
    case 'province':
    case 'series':
      return factor.values.get(inputs[factor.by]) ?? factor.otherwise;
    case 'fuel':
      return fuelParts(factor, inputs.vehicle.fuelType);
  }
}

function bandOf(factor: BandFactor, value: number): PartsPerMillion {
  const band = factor.bands.find(({ upTo }) => upTo === null || value <= upTo);
  // The parser requires an open last band.
  if (band === undefined) throw new RangeError(`factor ${factor.name} has no band for ${value}`);
  return band.partsPerMillion;
}

function fuelParts(factor: ChoiceFactor, fuelType: string | null): PartsPerMillion {
  for (const fuel of fuelNames(fuelType)) {
    for (const [beginning, parts] of factor.values) if (fuel.startsWith(beginning)) return parts;
  }
  return factor.otherwise;
}
