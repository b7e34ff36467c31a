import { coverageCategoryValues, purchaseMethodValues, seriesValues } from '../../../contract/vocabulary.ts';

/** The closed lists of a sale, in the contract's spelling. */
export const seriesNames = seriesValues;
export type Series = (typeof seriesNames)[number];

export const coverageCategories = coverageCategoryValues;
export type CoverageCategory = (typeof coverageCategories)[number];

export const purchaseMethods = purchaseMethodValues;
export type PurchaseMethod = (typeof purchaseMethods)[number];

/** The contract's minimum. A rate book may start later, never earlier. */
export const minimumTermInYears: Readonly<Record<Series, number>> = { Prime: 1, Plus: 2 };

/** A name as it is shown and printed: Quebec must be served in French first. */
export interface BilingualName {
  readonly en: string;
  readonly fr: string;
}
