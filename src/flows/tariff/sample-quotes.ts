import { setImmediate as pause } from 'node:timers/promises';
import type { PlainDate } from '../../domain/calendar.ts';
import type { PricingInputs } from '../../domain/quote/premium.ts';
import { seriesNames } from '../../domain/quote/vocabulary.ts';
import type { VehicleConfiguration } from '../../domain/vehicle/vehicle.ts';
import { withCheckDigit, yearCode } from '../../domain/vehicle/vin.ts';
import { loadDecoder } from '../../vehicles/decoder.ts';
import { testPatterns } from '../../vehicles/test-vins.ts';

// Every seventh of about 1,450 common vehicles: all makers and model years, priced in a quarter of a second.
const vehiclesMax = 240;

/** Nearly new, used, and high mileage. */
const waysOfSale: readonly Pick<PricingInputs, 'odometer' | 'purchaseMethod' | 'province'>[] = [
  { odometer: 5_000, purchaseMethod: 'Finance', province: 'ON' },
  { odometer: 45_000, purchaseMethod: 'Cash', province: 'QC' },
  { odometer: 110_000, purchaseMethod: 'Lease', province: 'AB' },
];

/** The same quotes each time, so that comparisons are comparable: each vehicle sold in several ways. */
export function* sampleQuotes(
  vehicles: readonly VehicleConfiguration[],
  effectiveDate: PlainDate,
): Iterable<PricingInputs> {
  for (const vehicle of vehicles) {
    for (const series of seriesNames) {
      for (const way of waysOfSale) yield { series, vehicle, quotedOn: effectiveDate, effectiveDate, ...way };
    }
  }
}

let known: Promise<readonly VehicleConfiguration[]> | null = null;

/** Common vehicles, decoded once. The decoder is not kept: the command line has no access to the service's own. */
export function sampleVehicles(): Promise<readonly VehicleConfiguration[]> {
  known ??= decodeSample();
  return known;
}

async function decodeSample(): Promise<readonly VehicleConfiguration[]> {
  const decoder = loadDecoder();
  await pause(); // Each half takes about 45 ms, once.
  const step = Math.ceil(testPatterns.length / vehiclesMax);
  return testPatterns
    .filter((_, i) => i % step === 0)
    .flatMap(({ wmi, vds, year, plant }) =>
      decoder.decode(withCheckDigit(`${wmi}${vds}0${yearCode(year)}${plant}000001`)).slice(0, 1),
    );
}
