import type { PlainDate } from '../../domain/calendar.ts';
import { isActive, type Seller, todayOf } from '../../domain/partner/seller.ts';
import {
  methodsByLink,
  type SaleLinkMethod,
  type SaleLinkStatus,
  saleLinkStatusOf,
  showsPapers,
} from '../../domain/sale-link/sale-link.ts';
import { type Bilingual, taxNamesOn } from '../../domain/tax/tax-names.ts';
import { type OpenedSaleLink, readSaleLinkBySecret } from '../../store/sale-link/sale-link.ts';
import { hashTicket } from '../card/card-start.ts';
import type { SellerParts } from '../partner/seller-terms.ts';
import type { Parts } from '../parts.ts';
import { linkSeller } from './sale-links.ts';

export type OpenLinkParts = SellerParts & Parts<'database'>;

/** A link that its page can be shown for. */
export interface UsableLink {
  readonly kind: 'usable';
  readonly link: OpenedSaleLink;
  readonly seller: Seller;
  readonly today: PlainDate;
  readonly status: SaleLinkStatus;
  /** How the customer can still pay: what the seller has lost since the link was made is left out. */
  readonly paymentMethods: readonly SaleLinkMethod[];
}

export type FoundLink =
  | UsableLink
  | { readonly kind: 'unknown' }
  | { readonly kind: 'withdrawn' | 'expired' | 'off' | 'bought' | 'buying'; readonly link: OpenedSaleLink };

/**
 * Finds the link of a secret. A bind that has begun goes on although its link has expired or was withdrawn meanwhile,
 * and what was bought can be looked at for some days.
 */
export async function openSaleLink(parts: OpenLinkParts, secret: string, now: Date): Promise<FoundLink> {
  const link = await readSaleLinkBySecret(parts.database, { secretHash: hashTicket(secret) });
  const seller = link && parts.reference().sellers.byId.get(link.sellerId);
  if (!link || !seller) return { kind: 'unknown' };
  const today = todayOf(seller, now);
  const status = saleLinkStatusOf(link, today);
  const has = methodsByLink(linkSeller(parts, seller, today));
  const paymentMethods = link.paymentMethods.filter((method) => has.includes(method));
  const isBuying = link.state === 'binding';
  const isUnderWay = status === 'Bound' || isBuying;
  // Its page asks the API, which answers such a seller nothing.
  if (link.boundOn !== null && !showsPapers({ isWithdrawn: link.isWithdrawn, boundOn: link.boundOn }, today))
    return { kind: 'bought', link };
  if (!isActive(seller)) return { kind: status === 'Bound' ? 'bought' : isBuying ? 'buying' : 'off', link };
  if (!isUnderWay && status === 'Withdrawn') return { kind: 'withdrawn', link };
  if (!isUnderWay && status === 'Expired') return { kind: 'expired', link };
  if (!isUnderWay && paymentMethods.length === 0) return { kind: 'off', link };
  return { kind: 'usable', link, seller, today, status, paymentMethods };
}

/** What the seller's taxes are called today, by their rates. */
export function taxNamesOf(
  { reference }: Parts<'reference'>,
  { province }: Seller,
  today: PlainDate,
): readonly NamedTax[] {
  const { taxTable } = reference().tariffs;
  return taxTable === null ? [] : taxNamesOn(taxTable, province, today);
}

interface NamedTax {
  readonly partsPerMillion: number;
  readonly name: Bilingual;
}
