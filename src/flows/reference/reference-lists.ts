import type { Seller } from '../../domain/partner/seller.ts';
import { type Refusal, refusal } from '../../domain/refusal.ts';
import type { Dealer } from '../../store/reference/dealers.ts';
import type { LienHolder } from '../../store/reference/lien-holders.ts';
import type { Parts } from '../parts.ts';

export type ReferenceParts = Parts<'reference'>;

// A person can scan these; typing another letter narrows the list.
const lienHoldersMax = 50;
const searchLengthMin = 3;

/** Returns the dealers actively linked to the seller. */
export function listDealers({ reference }: ReferenceParts, seller: Seller): readonly Dealer[] {
  return reference().dealers.linkedTo(seller.id);
}

/** Returns lienholders by name, best match first. */
export function findLienHolders({ reference }: ReferenceParts, search: string): readonly LienHolder[] | Refusal {
  if ([...search.trim()].length < searchLengthMin) return refusal('SearchTooShort', 'search', { min: searchLengthMin });
  return reference().lienHolders.search(search, lienHoldersMax);
}
