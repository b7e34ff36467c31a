import type { PlainDate } from '../calendar/calendar.ts';
import type { PurchaseMethod } from '../rating/vocabulary.ts';
import type { VehicleConfiguration } from './vehicle.ts';

/** One configuration that a look-up answered with: what was asked, by whom and when. */
export interface Lookup {
  readonly vehicle: VehicleConfiguration;
  readonly sellerId: string;
  readonly lookedUpOn: PlainDate;
  readonly effectiveDate: PlainDate;
  /** Null when the look-up did not name it. */
  readonly odometer: number | null;
  readonly purchaseMethod: PurchaseMethod | null;
}
