import type { ApplicationId } from '../../domain/ids.ts';
import { type Seller, todayOf } from '../../domain/partner/seller.ts';
import { type QuoteView, readQuoteView } from '../../store/quote/application.ts';
import { ownerWithin, type Reach } from '../call/reach.ts';
import type { Parts } from '../parts.ts';

export type LookUpApplicationParts = Parts<'database' | 'vehicleIds'>;

/** Returns null if the application does not exist or is out of reach. */
export async function lookUpApplication(
  parts: LookUpApplicationParts,
  reach: Reach,
  now: Date,
  id: ApplicationId,
): Promise<(QuoteView & { readonly seller: Seller; readonly vehicleConfigurationId: string }) | null> {
  const seller = await ownerWithin(parts, reach, 'application', id);
  const today = todayOf(seller, now);
  const view = await readQuoteView(parts.database, seller.id, id, today);
  if (view === null) return null;
  const { inputs, effectiveDate } = view.quote;
  // The id is not stored: it says nothing but what is stored.
  const vehicleConfigurationId = parts.vehicleIds.write({
    vehicle: inputs.vehicle,
    sellerId: seller.id,
    effectiveDate,
    odometer: inputs.odometer,
    purchaseMethod: inputs.purchaseMethod,
  });
  return { ...view, seller, vehicleConfigurationId };
}
