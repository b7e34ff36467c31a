import { type DealerEntry, type Given, type Judged, judgeDealer } from '../../domain/operator/onboard/judge-entry.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import {
  dealerStaging,
  readSellerNames,
  type SellerName,
  type StagedDealer,
} from '../../store/onboard/stage-dealers.ts';
import type { ImportKind } from './import-file.ts';

/**
 * Dealers, and optionally the sellers to link to each: usernames, or `client_id/username` if two integrations have the
 * same username, separated by spaces or semicolons. Links that the file omits stay.
 */
export const dealerImport: ImportKind<StagedDealer> = {
  what: 'dealers',
  columns: [
    ...[{ name: 'id' }, { name: 'name' }, { name: 'addressLine1' }, { name: 'city' }, { name: 'postalCode' }],
    ...[{ name: 'province' }, { name: 'sellers', isOptional: true as const }],
  ],
  makeJudge: async (tx) => {
    const findSeller = makeFinder(await readSellerNames(tx));
    return (cells) => judgeLinkedDealer(cells as Given<DealerEntry> & { readonly sellers?: string }, findSeller);
  },
  staging: dealerStaging,
};

type FindSeller = (name: string) => string | OperatorRefusal;

function judgeLinkedDealer(
  cells: Given<DealerEntry> & { readonly sellers?: string },
  findSeller: FindSeller,
): Judged<StagedDealer> {
  const judged = judgeDealer(cells);
  const names = new Set((cells.sellers ?? '').split(/[\s;,|]+/).filter((name) => name !== ''));
  const found = [...names].map(findSeller);
  const sellerIds = new Set(found.filter((one) => typeof one === 'string'));
  const faults = found.filter((one) => typeof one !== 'string');
  if ('entry' in judged && faults.length === 0) return { entry: { ...judged.entry, sellerIds: [...sellerIds] } };
  return { faults: 'faults' in judged ? [...judged.faults, ...faults] : faults };
}

function makeFinder(sellers: readonly SellerName[]): FindSeller {
  const byFullName = new Map(sellers.map((seller) => [`${seller.clientId}/${seller.username}`, seller.id]));
  const byUsername = Map.groupBy(sellers, (seller) => seller.username);
  return (name) => {
    const ids = byFullName.has(name) ? [byFullName.get(name)!] : (byUsername.get(name) ?? []).map(({ id }) => id);
    if (ids.length === 1) return ids[0]!;
    return refuseOperator(ids.length === 0 ? 'SellerUnknown' : 'SellerAmbiguous', 'sellers', { value: name });
  };
}
