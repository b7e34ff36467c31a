import type { PlainDate } from '../domain/calendar/calendar.ts';
import { taxChange } from '../domain/rating/tax-change.ts';
import type { CoverageCategory, Series } from '../domain/rating/vocabulary.ts';
import { may, refuse, type Verdict } from '../domain/refusal.ts';
import type { Selection } from '../domain/selection/selection.ts';
import type { Seller } from '../domain/seller.ts';
import type { Reference } from '../store/reference/keeper.ts';

export interface TaxJudged {
  readonly seller: Pick<Seller, 'province'>;
  readonly quoted: {
    readonly series: Series;
    readonly quotedOn: PlainDate;
    readonly rateBookVersion: string;
    readonly taxTableVersion: string;
  };
  readonly coverageCategory: CoverageCategory;
  readonly selection: Selection;
  readonly paidOn: PlainDate;
  readonly field: string;
}

/** What was quoted may be sold only while it is taxed as it was quoted, to the day of payment. */
export function judgeTax({ rateBooks, taxTable, taxTables }: Reference['tariffs'], judged: TaxJudged): Verdict {
  const { seller, quoted, coverageCategory, selection, paidOn, field } = judged;
  const book = rateBooks.find(({ version }) => version === quoted.rateBookVersion);
  if (book === undefined || taxTable === null) return may;
  // Another instance may have quoted by a table that this one has not loaded yet.
  const quotedBy = taxTables.find(({ version }) => version === quoted.taxTableVersion) ?? taxTable;
  if (paidOn <= quoted.quotedOn && quotedBy === taxTable) return may;
  const chosen = new Set(selection.products.map(({ productType }) => productType));
  const products = (book.offers[quoted.series][coverageCategory]?.products ?? []).filter(({ code }) =>
    chosen.has(code),
  );
  const { province } = seller;
  const day = taxChange(taxTable, { province, products, quotedOn: quoted.quotedOn, quotedBy, paidOn });
  return day === null ? may : refuse('TaxRateChanged', field, { day });
}
