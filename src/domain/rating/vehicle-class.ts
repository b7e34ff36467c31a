import type { VehicleConfiguration } from '../vehicle/vehicle.ts';
import type { RateBook } from './rate-book.ts';
import { factsOf, matches } from './vehicle-condition.ts';

/** The class that prices the vehicle: that of the first rule which matches. */
export function vehicleClassOf(book: RateBook, vehicle: VehicleConfiguration): string {
  const facts = factsOf(vehicle);
  const rule = book.classification.find(({ when }) => matches(when, facts));
  // The parser wants a last rule for all.
  if (rule === undefined) throw new RangeError(`rate book ${book.version} has no class for a vehicle`);
  return rule.vehicleClass;
}
