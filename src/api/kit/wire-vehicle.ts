import type { VehicleConfiguration } from '../../domain/vehicle/vehicle.ts';

/** A vehicle as partners get it: without what only the eligibility rules use. */
export function wireVehicle(id: string, { vehicleType: _, gvwrKg: __, ...shown }: VehicleConfiguration) {
  return { ...shown, id };
}
