import type { VehicleConfiguration } from '../../domain/vehicle/vehicle.ts';

/** A vehicle as partners see it: without what only our eligibility rules look at. */
export function wireVehicle(id: string, { vehicleType: _, gvwrKg: __, ...shown }: VehicleConfiguration) {
  return { ...shown, id };
}
