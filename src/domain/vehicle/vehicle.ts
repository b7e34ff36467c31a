/** One configuration of a VIN: if the public data leave several trims or engines open, a VIN has several. */
export interface VehicleConfiguration {
  readonly vin: string;
  readonly year: number;
  readonly make: string;
  readonly model: string;
  readonly trim: string | null;
  readonly bodyClass: string | null;
  readonly driveType: string | null;
  readonly fuelType: string | null;
  readonly engine: string | null;
  /**
   * Passenger Car, Multipurpose Passenger Vehicle (MPV), Truck, Motorcycle, Bus, Trailer, ... as the public data name
   * it.
   */
  readonly vehicleType: string | null;
  /**
   * Upper limit of the gross vehicle weight rating class in kilograms, 99999 for the class without one; null when the
   * data do not say.
   */
  readonly gvwrKg: number | null;
}
