import type { PlainDate } from '../calendar.ts';
import type { PartsPerMillion } from '../money.ts';
import type { Province } from '../province.ts';
import type { BilingualName } from '../quote/vocabulary.ts';

/**
 * The tax treatment of a product, which the rate book says for each province (tariff/rate-book.ts). The same dollar is
 * taxed at 0 %, 8 % or 13 % in Ontario, depending on it.
 */
export const taxClasses = ['automobileInsurance', 'otherInsurance', 'taxableContract'] as const;
export type TaxClass = (typeof taxClasses)[number];

/** Rates by province and class, each with its dates. Every day from `completeFrom` on has exactly one. */
export interface TaxTable {
  readonly version: string;
  readonly rates: Readonly<Record<Province, Readonly<Record<TaxClass, readonly TaxRate[]>>>>;
}

export interface TaxRate {
  readonly from: PlainDate;
  /** The last day; null while no end is set. */
  readonly until: PlainDate | null;
  readonly totalPartsPerMillion: PartsPerMillion;
  /** The components of the rate, for documents; empty if no tax is due. */
  readonly components: readonly { readonly name: BilingualName; readonly partsPerMillion: PartsPerMillion }[];
}

/** A table must have a rate for every day from here on: no quote is older. */
export const completeFrom: PlainDate = '2020-01-01';

/** Returns the rate on the day. Tax follows the day of payment; a quote shows that of its own day. */
export function taxRate(table: TaxTable, province: Province, taxClass: TaxClass, day: PlainDate): PartsPerMillion {
  return taxRateRow(table, province, taxClass, day).totalPartsPerMillion;
}

/** Returns the rate with its components. */
export function taxRateRow(table: TaxTable, province: Province, taxClass: TaxClass, day: PlainDate): TaxRate {
  const rows = table.rates[province][taxClass];
  const row = rows.find(({ from, until }) => from <= day && (until === null || day <= until));
  // The parser refuses a table with a gap, so this is a date before the table begins: a bug in the caller.
  if (row === undefined) throw new RangeError(`no tax rate for ${province} ${taxClass} on ${day}`);
  return row;
}
