import { addDays, type PlainDate } from '../calendar.ts';
import type { Province } from '../province.ts';
import { type Product, taxClassOf } from '../tariff/rate-book.ts';
import { type TaxTable, taxClasses, taxRate } from './tax-table.ts';

export interface TaxedSale {
  readonly province: Province;
  readonly products: readonly Product[];
  readonly quotedOn: PlainDate;
  /** The table that priced the quote. */
  readonly quotedBy: TaxTable;
  /** The charge date of a card, else the day of the bind. */
  readonly paidOn: PlainDate;
}

/**
 * Returns the first day, from that of the quote up to that of payment, on which a product is no longer taxed as it was
 * quoted; null if there is none. Tax is due at the rate of the day of payment, and the quoted price includes it: from
 * that day on the price would be wrong. A table that was loaded after the quote may have another rate for its day, too.
 */
export function taxChange(table: TaxTable, sale: TaxedSale): PlainDate | null {
  const { province, products, quotedOn, quotedBy, paidOn } = sale;
  const rateOn = (product: Product, day: PlainDate, by = table) =>
    taxRate(by, province, taxClassOf(product, province, day), day);
  const changed = [quotedOn, ...daysOfChange(table, province, products)]
    .filter((day) => quotedOn <= day && day <= paidOn)
    .filter((day) => products.some((product) => rateOn(product, day) !== rateOn(product, quotedOn, quotedBy)));
  return changed.sort()[0] ?? null;
}

function daysOfChange(table: TaxTable, province: Province, products: readonly Product[]): PlainDate[] {
  return [
    ...taxClasses.flatMap((taxClass) => table.rates[province][taxClass]).map(({ from }) => from),
    ...products
      .flatMap(({ provinceRules }) => provinceRules)
      .flatMap(({ from, until }) => [from, until === null ? null : addDays(until, 1)])
      .filter((day) => day !== null),
  ];
}
