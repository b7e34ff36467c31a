import type { Province } from '../address/province.ts';
import type { PlainDate } from '../calendar/calendar.ts';
import type { PartsPerMillion } from '../money/money.ts';
import type { BilingualName } from '../rating/vocabulary.ts';

/** What a product is to the tax law. The same dollar is taxed at 0 %, 8 % or 13 % in Ontario, depending on it. */
export const taxClasses = ['automobileInsurance', 'otherInsurance', 'taxableContract'] as const;
export type TaxClass = (typeof taxClasses)[number];

/** Rates by province and class, each with its days. Parsed: every day from `completeFrom` on has exactly one. */
export interface TaxTable {
  readonly version: string;
  readonly rates: Readonly<Record<Province, Readonly<Record<TaxClass, readonly TaxRate[]>>>>;
}

export interface TaxRate {
  readonly from: PlainDate;
  /** The last day; null while no end is set. */
  readonly until: PlainDate | null;
  readonly totalPartsPerMillion: PartsPerMillion;
  /** What the total is made of, for a document that lists it. None where nothing is due. */
  readonly components: readonly TaxComponent[];
}

export interface TaxComponent {
  readonly name: BilingualName;
  readonly partsPerMillion: PartsPerMillion;
}

/** A table must answer for every day from here on: no quote was ever made before. */
export const completeFrom: PlainDate = '2020-01-01';

/**
 * The rate on the policy's effective date. The law looks at the day of payment; ours is the effective date, so that
 * what is quoted is what is paid.
 */
export function taxRate(
  table: TaxTable,
  province: Province,
  taxClass: TaxClass,
  effectiveDate: PlainDate,
): PartsPerMillion {
  return taxRateRow(table, province, taxClass, effectiveDate).totalPartsPerMillion;
}

/** The same with its components. */
export function taxRateRow(table: TaxTable, province: Province, taxClass: TaxClass, effectiveDate: PlainDate): TaxRate {
  const rows = table.rates[province][taxClass];
  const row = rows.find(({ from, until }) => from <= effectiveDate && (until === null || effectiveDate <= until));
  // The parser refuses a table with a gap, so this is a date before the table begins: a bug in the caller.
  if (row === undefined) throw new RangeError(`no tax rate for ${province} ${taxClass} on ${effectiveDate}`);
  return row;
}
