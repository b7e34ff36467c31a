import assert from 'node:assert/strict';
import type { PricingInputs } from '../../../src/domain/quote/premium.ts';
import { parseRateBook } from '../../../src/domain/tariff/parse-rate-book.ts';
import type { RateBook } from '../../../src/domain/tariff/rate-book.ts';
import type { VehicleConfiguration } from '../../../src/domain/vehicle/vehicle.ts';
import sample from '../../../src/sandbox/data/rate-book.json' with { type: 'json' };

// biome-ignore lint/suspicious/noExplicitAny: a test changes any part of the book.
export type LooseBook = any;

/** The sandbox's rate book, with what a test changes in it. */
export function bookWith(change: (book: LooseBook) => void = () => {}): RateBook {
  const json = structuredClone(sample);
  change(json);
  const parsed = parseRateBook(json);
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return parsed.book;
}

export const rav4: VehicleConfiguration = {
  vin: '2T3B1RFV0RW000001',
  year: 2024,
  make: 'TOYOTA',
  model: 'RAV4',
  trim: null,
  bodyClass: 'Sport Utility Vehicle (SUV)/Multi-Purpose Vehicle (MPV)',
  driveType: null,
  fuelType: 'Gasoline',
  engine: null,
  vehicleType: 'Multipurpose Passenger Vehicle (MPV)',
  gvwrKg: 2268,
};

/** What is priced where a test does not say otherwise. */
export const rav4Inputs: PricingInputs = {
  series: 'Prime',
  vehicle: rav4,
  quotedOn: '2026-11-15',
  effectiveDate: '2026-11-20',
  odometer: 30_000,
  purchaseMethod: 'Finance',
  province: 'ON',
};
