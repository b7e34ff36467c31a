import type { OwnBrand } from '../domain/brand/brand.ts';
import type { Tx } from './database.ts';

/** Selects the brand of the integration of a seller, by an expression of the seller's id; null if it has none. */
export function brandSql(sellerId: string): string {
  return `(SELECT integration.brand
           FROM seller JOIN integration ON integration.id = seller.integration_id
           WHERE seller.id = ${sellerId})`;
}

/** Returns null if there is no such integration. */
export async function readBrand(
  tx: Tx,
  integrationId: string,
): Promise<{ readonly clientId: string; readonly brand: OwnBrand | null } | null> {
  const { rows } = await tx.query<{ clientId: string; brand: OwnBrand | null }>(
    'SELECT client_id AS "clientId", brand FROM integration WHERE id = $1',
    [integrationId],
  );
  return rows[0] ?? null;
}

export async function writeBrand(tx: Tx, integrationId: string, brand: OwnBrand | null): Promise<void> {
  await tx.query('UPDATE integration SET brand = $2 WHERE id = $1', [integrationId, brand && JSON.stringify(brand)]);
}
