import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { type DealerEntry, type Given, type Judged, judgeDealer } from '../../domain/partner/judge-entry.ts';
import { judgeLicence, type LicenceEntry } from '../../domain/partner/judge-licence.ts';
import {
  dealerStaging,
  readSellerNames,
  type SellerName,
  type StagedDealer,
} from '../../store/import/stage-dealers.ts';
import type { ImportKind } from './import-file.ts';

const licenceColumns = ['licenceNumber', 'licenceClass', 'licenceExpiresOn'] as const;

/**
 * Dealers, and optionally the sellers to link to each: usernames, or `client_id/username` if two integrations have the
 * same username, separated by spaces or semicolons. Optionally a licence of each in its province. Links and licences
 * that the file omits stay.
 */
export const dealerImport: ImportKind<StagedDealer> = {
  what: 'dealers',
  columns: [
    { name: 'id' },
    { name: 'name' },
    { name: 'addressLine1' },
    { name: 'city' },
    { name: 'postalCode' },
    { name: 'province' },
    { name: 'sellers', isOptional: true as const },
    ...licenceColumns.map((name) => ({ name, isOptional: true as const })),
  ],
  makeJudge: async (tx) => {
    const findSeller = makeFinder(await readSellerNames(tx));
    return (cells) => judgeRow(cells as DealerCells, findSeller);
  },
  staging: dealerStaging,
};

type FindSeller = (name: string) => string | OperatorRefusal;

type DealerCells = Given<DealerEntry> & { readonly sellers?: string } & Partial<
    Record<(typeof licenceColumns)[number], string>
  >;

function judgeRow(cells: DealerCells, findSeller: FindSeller): Judged<StagedDealer> {
  const judged = judgeDealer(cells);
  const names = new Set((cells.sellers ?? '').split(/[\s;,|]+/).filter((name) => name !== ''));
  const found = [...names].map(findSeller);
  const sellerIds = new Set(found.filter((one) => typeof one === 'string'));
  const licence = judgeLicenceCells(cells);
  const faults = [...found.filter((one) => typeof one !== 'string'), ...('faults' in licence ? licence.faults : [])];
  if ('entry' in judged && 'entry' in licence && faults.length === 0)
    return { entry: { ...judged.entry, sellerIds: [...sellerIds], licence: licence.entry } };
  return { faults: 'faults' in judged ? [...judged.faults, ...faults] : faults };
}

/** Without any of the three cells there is no licence to enter. */
function judgeLicenceCells(cells: DealerCells): Judged<LicenceEntry | null> {
  const { province, licenceNumber: number = '', licenceClass = '', licenceExpiresOn: expiresOn = '' } = cells;
  if (`${number}${licenceClass}${expiresOn}`.trim() === '') return { entry: null };
  const judged = judgeLicence({ province, class: licenceClass, number, expiresOn });
  if ('entry' in judged) return judged;
  // A wrong province is a fault of the dealer already.
  const faults = judged.faults.filter(({ field }) => field !== 'province');
  return { faults: faults.map((fault) => ({ ...fault, field: columnOf[fault.field as keyof typeof columnOf] })) };
}

const columnOf = { number: 'licenceNumber', class: 'licenceClass', expiresOn: 'licenceExpiresOn' } as const;

function makeFinder(sellers: readonly SellerName[]): FindSeller {
  const byFullName = new Map(sellers.map((seller) => [`${seller.clientId}/${seller.username}`, seller.id]));
  const byUsername = Map.groupBy(sellers, (seller) => seller.username);
  return (name) => {
    const ids = byFullName.has(name) ? [byFullName.get(name)!] : (byUsername.get(name) ?? []).map(({ id }) => id);
    if (ids.length === 1) return ids[0]!;
    return refuseOperator(ids.length === 0 ? 'SellerUnknown' : 'SellerAmbiguous', 'sellers', { value: name });
  };
}
