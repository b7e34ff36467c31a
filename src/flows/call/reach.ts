import { endOfDay, type PlainDate } from '../../domain/calendar.ts';
import { type Seller, todayOf } from '../../domain/partner/seller.ts';
import { sellerOf } from '../../store/call/seller-of.ts';
import type { Parts } from '../parts.ts';

/** Whose things a token shows: those of one seller, or of all sellers that an OAuth client may act for. */
export type Reach =
  | { readonly kind: 'seller'; readonly seller: Seller }
  /** There is at least one seller. */
  | { readonly kind: 'client'; readonly clientId: string; readonly sellers: readonly Seller[] };

export function sellersIn(reach: Reach): readonly Seller[] {
  return reach.kind === 'seller' ? [reach.seller] : reach.sellers;
}

/** The owner's id: a seller's or a client's, which are never the same. */
export function reachId(reach: Reach): string {
  return reach.kind === 'seller' ? reach.seller.id : reach.clientId;
}

/**
 * Returns the seller within reach whose thing it is. If it is of none of them, it returns any one of them,
 * for whom the look-up then finds nothing.
 */
export async function ownerWithin(
  { database }: Parts<'database'>,
  reach: Reach,
  thing: keyof typeof sellerOf,
  id: string,
): Promise<Seller> {
  if (reach.kind === 'seller') return reach.seller;
  const sellerId = await sellerOf[thing](database, { id });
  return reach.sellers.find((seller) => seller.id === sellerId) ?? reach.sellers[0]!;
}

/** The sellers with their days, as lists read them. */
export function daysOf(reach: Reach, now: Date) {
  return sellersIn(reach).map((seller) => ({ sellerId: seller.id, today: todayOf(seller, now) }));
}

/** With the sandbox's test clock, a seller's days are not those of the real clock. */
export function hasTestClock(reach: Reach): boolean {
  return sellersIn(reach).some(({ todayFloor }) => todayFloor !== null);
}

/** When this day ends, for the first and for the last of the sellers. */
export function endsOfDay(reach: Reach, day: PlainDate): { readonly first: Date; readonly last: Date } {
  const ends = sellersIn(reach).map(({ province }) => Number(endOfDay(day, province)));
  return { first: new Date(Math.min(...ends)), last: new Date(Math.max(...ends)) };
}
