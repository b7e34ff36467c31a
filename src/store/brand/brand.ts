import type { OwnBrand } from '../../domain/brand/brand.ts';
import { read, write } from '../statement.ts';

/** Selects the brand of the integration of a seller, by an expression of the seller's id; null if it has none. */
export function brandSql(sellerId: string): string {
  return `(SELECT integration.brand
           FROM seller JOIN integration ON integration.id = seller.integration_id
           WHERE seller.id = ${sellerId})`;
}

/** Returns null if there is no such integration. */
export const readBrand = read.firstRow<
  { readonly clientId: string; readonly brand: OwnBrand | null },
  [{ readonly integrationId: string }]
>(null, 'SELECT client_id AS "clientId", brand FROM integration WHERE id = :integrationId');

export const writeBrand = write.runs(
  null,
  'UPDATE integration SET brand = :brand WHERE id = :integrationId',
  (integrationId: string, brand: OwnBrand | null) => ({ integrationId, brand: brand && JSON.stringify(brand) }),
);
