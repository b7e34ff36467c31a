import type { VehicleConfiguration } from '../vehicle/vehicle.ts';
import type { RateBook } from './rate-book.ts';
import { factsOf, matches } from './vehicle-condition.ts';

/** Returns the vehicle's class: that of the first matching rule. */
export function vehicleClassOf(book: RateBook, vehicle: VehicleConfiguration): string {
  const facts = factsOf(vehicle);
  const rule = book.classification.find(({ when }) => matches(when, facts));
  // The parser requires a last rule that matches all.
  if (rule === undefined) throw new RangeError(`rate book ${book.version} has no class for a vehicle`);
  return rule.vehicleClass;
}
