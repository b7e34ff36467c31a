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
  };
  readonly coverageCategory: CoverageCategory;
  readonly selection: Selection;
  readonly paidOn: PlainDate;
  readonly field: string;
}

/** What was quoted may be sold only while it is taxed as it was quoted, to the day of payment. */
export function judgeTax({ rateBooks, taxTable }: Reference['tariffs'], judged: TaxJudged): Verdict {
  const { seller, quoted, coverageCategory, selection, paidOn, field } = judged;
  const book = rateBooks.find(({ version }) => version === quoted.rateBookVersion);
  if (paidOn <= quoted.quotedOn || book === undefined || taxTable === null) return may;
  const chosen = new Set(selection.products.map(({ productType }) => productType));
  const products = (book.offers[quoted.series][coverageCategory]?.products ?? []).filter(({ code }) =>
    chosen.has(code),
  );
  const day = taxChange(taxTable, { province: seller.province, products, quotedOn: quoted.quotedOn, paidOn });
  return day === null ? may : refuse('TaxRateChanged', field, { day });
}
