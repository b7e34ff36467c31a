import type { PlainDate } from '../domain/calendar/calendar.ts';
import type { ApplicationId } from '../domain/ids.ts';
import type { Seller } from '../domain/seller.ts';
import { type QuoteView, readQuoteView } from '../store/application.ts';
import type { Parts } from './parts.ts';

export type LookUpApplicationParts = Parts<'database' | 'vehicleIds'>;

/** Returns null if the application does not exist or belongs to another seller. */
export async function lookUpApplication(
  { database, vehicleIds }: LookUpApplicationParts,
  seller: Seller,
  today: PlainDate,
  id: ApplicationId,
): Promise<(QuoteView & { readonly vehicleConfigurationId: string }) | null> {
  const view = await readQuoteView(database, seller.id, id);
  if (view === null) return null;
  const { inputs, effectiveDate } = view.quote;
  // Not stored: it carries nothing but what is stored.
  const vehicleConfigurationId = vehicleIds.write({
    vehicle: inputs.vehicle,
    sellerId: seller.id,
    lookedUpOn: today,
    effectiveDate,
    odometer: inputs.odometer,
    purchaseMethod: inputs.purchaseMethod,
  });
  return { ...view, vehicleConfigurationId };
}
