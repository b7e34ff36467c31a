import type { PlainDate } from '../calendar.ts';
import type { PurchaseMethod } from '../quote/vocabulary.ts';
import type { VehicleConfiguration } from './vehicle.ts';

/** One configuration returned by a look-up, with its parameters and seller. */
export interface Lookup {
  readonly vehicle: VehicleConfiguration;
  readonly sellerId: string;
  readonly effectiveDate: PlainDate;
  /** Null if the look-up did not send it. */
  readonly odometer: number | null;
  readonly purchaseMethod: PurchaseMethod | null;
}
