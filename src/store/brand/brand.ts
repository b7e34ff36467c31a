import type { OwnBrand } from '../../domain/brand/brand.ts';
import { firstRow, runs } from '../statement.ts';

/** Selects the brand of the integration of a seller, by an expression of the seller's id; null if it has none. */
export function brandSql(sellerId: string): string {
  return `(SELECT integration.brand
           FROM seller JOIN integration ON integration.id = seller.integration_id
           WHERE seller.id = ${sellerId})`;
}

/** Returns null if there is no such integration. */
export const readBrand = firstRow<
  { readonly clientId: string; readonly brand: OwnBrand | null },
  [integrationId: string]
>(null, 'SELECT client_id AS "clientId", brand FROM integration WHERE id = $1');

export const writeBrand = runs(
  null,
  'UPDATE integration SET brand = $2 WHERE id = $1',
  (integrationId: string, brand: OwnBrand | null) => [integrationId, brand && JSON.stringify(brand)],
);
