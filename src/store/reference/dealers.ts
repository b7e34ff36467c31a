import type { DealerEntry } from '../../domain/partner/judge-entry.ts';
import type { Tx } from '../database.ts';
import { sendRead } from '../statement.ts';

export type Dealer = Omit<DealerEntry, 'province'>;

export interface Dealers {
  /** The dealers that the seller is actively linked to, by name. */
  readonly linkedTo: (sellerId: string) => readonly Dealer[];
}

export async function readDealers(tx: Tx): Promise<Dealers> {
  const { rows } = await sendRead<{ sellerId: string; dealer: Dealer }>(
    tx,
    `
    SELECT link.seller_id AS "sellerId",
           json_build_object(
             'id', dealer.id, 'name', dealer.name, 'addressLine1', dealer.address_line1, 'city', dealer.city,
             'postalCode', dealer.postal_code
           ) AS dealer
    FROM dealer_link AS link
    JOIN dealer ON dealer.id = link.dealer_id
    WHERE link.is_active
    ORDER BY dealer.name, dealer.id`,
  );
  const bySeller = Map.groupBy(rows, (row) => row.sellerId);
  const dealersBySeller = new Map([...bySeller].map(([id, links]) => [id, links.map(({ dealer }) => dealer)]));
  return { linkedTo: (sellerId) => dealersBySeller.get(sellerId) ?? [] };
}
