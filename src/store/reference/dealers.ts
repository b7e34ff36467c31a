import type { Tx } from '../database.ts';

export interface Dealer {
  readonly id: string;
  readonly name: string;
  readonly addressLine1: string;
  readonly city: string;
  readonly postalCode: string;
}

export interface Dealers {
  /** The dealers that the seller is actively linked to, by name. */
  readonly linkedTo: (sellerId: string) => readonly Dealer[];
}

export async function readDealers(tx: Tx): Promise<Dealers> {
  const { rows } = await tx.query<DealerRow>(`
    SELECT link.seller_id, dealer.id, dealer.name, dealer.address_line1, dealer.city, dealer.postal_code
    FROM dealer_link AS link
    JOIN dealer ON dealer.id = link.dealer_id
    WHERE link.is_active
    ORDER BY dealer.name, dealer.id`);
  const bySeller = Map.groupBy(rows, (row) => row.seller_id);
  const dealersBySeller = new Map([...bySeller].map(([sellerId, links]) => [sellerId, links.map(toDealer)]));
  return { linkedTo: (sellerId) => dealersBySeller.get(sellerId) ?? [] };
}

interface DealerRow {
  readonly seller_id: string;
  readonly id: string;
  readonly name: string;
  readonly address_line1: string;
  readonly city: string;
  readonly postal_code: string;
}

function toDealer(row: DealerRow): Dealer {
  return {
    id: row.id,
    name: row.name,
    addressLine1: row.address_line1,
    city: row.city,
    postalCode: row.postal_code,
  };
}
