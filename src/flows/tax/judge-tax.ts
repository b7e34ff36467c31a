import type { PlainDate } from '../../domain/calendar.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import type { CoverageCategory } from '../../domain/quote/vocabulary.ts';
import { type Refusal, refusal } from '../../domain/refusal.ts';
import { taxChange } from '../../domain/tax/tax-change.ts';
import type { Tariffs } from '../../store/reference/tariffs.ts';
import type { TaxedPolicy } from '../../store/tax/taxed-policy.ts';

export interface TaxJudged {
  readonly seller: Pick<Seller, 'province'>;
  readonly quoted: Pick<TaxedPolicy, 'series' | 'quotedOn' | 'rateBookVersion' | 'taxTableVersion'>;
  readonly coverageCategory: CoverageCategory;
  readonly products: TaxedPolicy['products'];
  readonly paidOn: PlainDate;
  readonly field: string;
}

/** What was quoted may be sold only while it is taxed as it was quoted, to the day of payment. */
export function judgeTax(tariffs: Tariffs, judged: TaxJudged): readonly Refusal[] {
  const { seller, quoted, coverageCategory, products, paidOn, field } = judged;
  const { series, quotedOn, rateBookVersion, taxTableVersion } = quoted;
  const sale = { series, quotedOn, rateBookVersion, taxTableVersion, coverageCategory, products };
  const day = taxChangeBy(tariffs, { ...sale, province: seller.province }, paidOn);
  return day === null ? [] : [refusal('TaxRateChanged', field, { day })];
}

/** Returns the first day, up to that of payment, from which the sale is taxed otherwise than in its price; or null. */
export function taxChangeBy(tariffs: Tariffs, sale: TaxedPolicy, paidOn: PlainDate): PlainDate | null {
  const { rateBooks, taxTable, taxTables } = tariffs;
  const { province, quotedOn } = sale;
  const book = rateBooks.find(({ version }) => version === sale.rateBookVersion);
  if (book === undefined || taxTable === null || sale.isOver === true) return null;
  // Another instance may have quoted by a table that this one has not loaded yet.
  const quotedBy = taxTables.find(({ version }) => version === sale.taxTableVersion) ?? taxTable;
  if (paidOn <= quotedOn && quotedBy === taxTable) return null;
  const chosen = new Set(sale.products.map(({ productType }) => productType));
  const offered = book.offers[sale.series][sale.coverageCategory]?.products ?? [];
  const products = offered.filter(({ code }) => chosen.has(code));
  return taxChange(taxTable, { province, products, quotedOn, quotedBy, paidOn });
}
