import type { PlainDate } from '../calendar.ts';
import type { Province } from '../province.ts';
import { type Refusal, refusal } from '../refusal.ts';

export interface LicenceHolder {
  readonly kind: 'seller' | 'dealer';
  readonly id: string;
}

/** A licence is needed in the province from this day on, or is not any more. */
export interface LicenceRequirement {
  readonly province: Province;
  readonly fromDay: PlainDate;
  readonly isNeeded: boolean;
}

/** What a sale is judged by. */
export interface Licences {
  readonly requirements: readonly LicenceRequirement[];
  /** The last day on which the holder has a valid licence in the province; null if it has none. */
  readonly lastDayOf: (holder: LicenceHolder, province: Province) => PlainDate | null;
}

export interface LicensedSale {
  readonly seller: { readonly id: string; readonly name: string; readonly province: Province };
  /** The dealer of a Plus sale. */
  readonly dealer: { readonly id: string; readonly name: string } | null;
  readonly today: PlainDate;
}

/** Refuses a sale in a province that needs licences, once for each party without a licence that is valid today. */
export function judgeLicences(
  { requirements, lastDayOf }: Licences,
  { seller, dealer, today }: LicensedSale,
): readonly Refusal[] {
  const { province } = seller;
  if (!isLicenceNeeded(requirements, province, today)) return [];
  const parties = [
    { kind: 'seller', ...seller } as const,
    ...(dealer === null ? [] : [{ kind: 'dealer', ...dealer } as const]),
  ];
  return parties
    .filter((party) => (lastDayOf(party, province) ?? '') < today)
    .map(({ name }) => refusal('SellerNotLicensed', '', { province, holder: name }));
}

/** Without a requirement, no licence is needed. */
export function isLicenceNeeded(
  requirements: readonly LicenceRequirement[],
  province: Province,
  today: PlainDate,
): boolean {
  return requirementOn(requirements, province, today)?.isNeeded ?? false;
}

/** The latest that has begun in the province. */
export function requirementOn(
  requirements: readonly LicenceRequirement[],
  province: Province,
  today: PlainDate,
): LicenceRequirement | null {
  let latest: LicenceRequirement | null = null;
  for (const one of requirements)
    if (one.province === province && one.fromDay <= today && (latest === null || one.fromDay > latest.fromDay))
      latest = one;
  return latest;
}

/** How many days ahead the operator is told that a licence expires. It is valid to the end of its last day. */
export const licenceNoticeDays = [60, 30, 7, 0] as const;
