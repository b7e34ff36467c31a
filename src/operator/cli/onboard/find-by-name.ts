import { type OperatorRefusal, refuseOperator } from '../../../domain/operator/refusal.ts';
import type { Database } from '../../../store/database.ts';
import { findIntegration, type IntegrationRecord } from '../../../store/onboard/integration.ts';
import { findSellers, type SellerRecord } from '../../../store/onboard/seller.ts';

/** Commands take names instead of ids. */
export async function integrationOf(
  database: Database,
  clientId: string,
): Promise<IntegrationRecord | OperatorRefusal> {
  return (await findIntegration(database, clientId)) ?? refuseOperator('NotFound', '', { integration: clientId });
}

/** By username or, where two integrations have the same, by `client_id/username`. */
export async function sellerOf(database: Database, name: string): Promise<SellerRecord | OperatorRefusal> {
  const slash = name.indexOf('/');
  const clientId = slash === -1 ? null : name.slice(0, slash);
  const [found, second] = await findSellers(database, name.slice(slash + 1), clientId);
  if (found === undefined) return refuseOperator('NotFound', '', { seller: name });
  return second === undefined ? found : refuseOperator('SellerAmbiguous', '', { seller: name });
}
