/** The closed lists of a sale, in the contract's spelling. */
export const seriesNames = ['Prime', 'Plus'] as const;
export type Series = (typeof seriesNames)[number];

export const coverageCategories = ['Replacement', 'LimitedIndemnity'] as const;
export type CoverageCategory = (typeof coverageCategories)[number];

export const purchaseMethods = ['Cash', 'Finance', 'Lease'] as const;
export type PurchaseMethod = (typeof purchaseMethods)[number];

/** The contract's minimum. A rate book may start later, never earlier. */
export const minimumTermInYears: Readonly<Record<Series, number>> = { Prime: 1, Plus: 2 };

/** A name as it is shown and printed: Quebec must be served in French first. */
export interface BilingualName {
  readonly en: string;
  readonly fr: string;
}
